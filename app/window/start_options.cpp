#include "app/window/start_options.h"

#include "core/planner/rules.h"

#include <QCommandLineParser>
#include <QRegularExpression>

#include <optional>

namespace spanscope {

namespace {

/// `1=5`
std::optional<Level> splitIn(const QString &text)
{
    const QStringList parts = text.split(u'=');
    bool dimIsNumber = false;
    bool countIsNumber = false;
    const int dim = parts.value(0).toInt(&dimIsNumber);
    const qlonglong count = parts.value(1).toLongLong(&countIsNumber);
    if (parts.size() != 2 || !dimIsNumber || !countIsNumber || dim < 0 || count < 1) {
        return std::nullopt;
    }
    return Level{.hostDim = HostDim{dim}, .splitCount = count};
}

/// `1280x800`
std::optional<QSize> sizeIn(const QString &text)
{
    const QStringList parts = text.split(u'x');
    const QSize size(parts.value(0).toInt(), parts.value(1).toInt());
    constexpr int kLargest = 16'384;
    return parts.size() == 2 && !size.isEmpty() && size.width() <= kLargest && size.height() <= kLargest
               ? std::optional(size)
               : std::nullopt;
}

StartResult wrongUsage(const QString &text)
{
    return {.start = false, .options = {}, .text = text + u'\n', .exitCode = 2};
}

struct Names
{
    QCommandLineOption rules{QStringLiteral("rules"), QStringLiteral("Rules preset."), QStringLiteral("PRESET")};
    QCommandLineOption op{QStringLiteral("op"), QStringLiteral("Select this operation."), QStringLiteral("NAME")};
    QCommandLineOption split{QStringLiteral("split"), QStringLiteral("Put a split on the bench; may be repeated."),
                             QStringLiteral("DIM=COUNT")};
    QCommandLineOption screenshot{QStringLiteral("screenshot"),
                                  QStringLiteral("Render the window into a PNG file and exit."),
                                  QStringLiteral("FILE")};
    QCommandLineOption size{QStringLiteral("size"), QStringLiteral("Size of the screenshot."), QStringLiteral("WxH"),
                            QStringLiteral("1280x800")};
    QCommandLineOption theme{QStringLiteral("theme"), QStringLiteral("light, dark or system, for this run."),
                             QStringLiteral("THEME")};
    QCommandLineOption tab{QStringLiteral("tab"),
                           QStringLiteral("Page to show: pressure, search, overview, graph, groups, compare, log."),
                           QStringLiteral("NAME")};
    QCommandLineOption comboMap{QStringLiteral("combo-map"), QStringLiteral("Open the combo map of the split bench.")};
};

StartResult fill(const QCommandLineParser &parser, const Names &names)
{
    StartOptions options;
    options.files = parser.positionalArguments();
    options.rules = parser.value(names.rules);
    if (!options.rules.isEmpty() && !presetRules(options.rules.toStdString())) {
        return wrongUsage(QStringLiteral("There are no rules called \"%1\".").arg(options.rules));
    }
    for (const QString &text : parser.values(names.split)) {
        const auto level = splitIn(text);
        if (!level) {
            return wrongUsage(QStringLiteral("\"%1\" is no split: write DIM=COUNT, such as 1=5.").arg(text));
        }
        options.splits = ui::withSplit(options.splits, level->hostDim, level->splitCount);
    }
    const auto size = sizeIn(parser.value(names.size));
    if (!size) {
        return wrongUsage(
            QStringLiteral("\"%1\" is no size: write WxH, such as 1280x800.").arg(parser.value(names.size)));
    }
    options.size = *size;
    options.theme = parser.value(names.theme);
    if (!options.theme.isEmpty() &&
        !QStringList{QStringLiteral("light"), QStringLiteral("dark"), QStringLiteral("system")}.contains(
            options.theme)) {
        return wrongUsage(QStringLiteral("\"%1\" is no theme.").arg(options.theme));
    }
    options.op = parser.value(names.op);
    if (options.files.isEmpty() && (!options.op.isEmpty() || !options.splits.empty())) {
        return wrongUsage(QStringLiteral("--op and --split need a FILE to look into."));
    }
    options.screenshot = parser.value(names.screenshot);
    options.tab = parser.value(names.tab);
    options.comboMap = parser.isSet(names.comboMap);
    return {.start = true, .options = std::move(options), .text = {}, .exitCode = 0};
}

} // namespace

StartResult readCommandLine(const QStringList &arguments)
{
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Explains and plans the memory spans of Spyre kernels."));
    const QCommandLineOption help = parser.addHelpOption();
    const QCommandLineOption version = parser.addVersionOption();
    const Names names;
    parser.addOptions(
        {names.rules, names.op, names.split, names.screenshot, names.size, names.theme, names.tab, names.comboMap});
    parser.addPositionalArgument(QStringLiteral("FILE"),
                                 QStringLiteral("Graphs, logs, generated code, a session, or new:'linear(...)'."),
                                 QStringLiteral("[FILE...]"));
    if (!parser.parse(arguments)) {
        return wrongUsage(parser.errorText());
    }
    if (parser.isSet(help)) {
        // Without an application object Qt does not know the program's name.
        QString text = parser.helpText();
        text.replace(QStringLiteral("<executable_name>"), QStringLiteral("spanscope"));
        text.remove(QRegularExpression(QStringLiteral("  --help-all .*\n")));
        return {.start = false, .options = {}, .text = text, .exitCode = 0};
    }
    if (parser.isSet(version)) {
        return {.start = false,
                .options = {},
                .text = QStringLiteral("spanscope %1\n").arg(QStringLiteral(SPANSCOPE_VERSION)),
                .exitCode = 0};
    }
    return fill(parser, names);
}

} // namespace spanscope
