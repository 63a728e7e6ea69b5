#include "kept_files.h"

#include "core/base/input_error.h"
#include "ui/plots/plot_export.h"
#include "ui/plots/qcustomplot_include.h"
#include "ui/session/session_file.h"
#include "ui/session/settings.h"

#include <QFile>
#include <QImage>
#include <QLineF>
#include <QPainter>
#include <QRegularExpression>
#include <QSettings>
#include <QXmlStreamReader>

namespace spanscope::ui {

namespace {

QByteArray bytesOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Versions differ in length, so that one written over another would show.
int linesOf(int number)
{
    return 200 + 997 * (number % 9);
}

QByteArray exportOf(int number)
{
    return QByteArray("version " + QByteArray::number(number) + "\n").repeated(linesOf(number));
}

std::optional<int> exportVersion(const QString &path)
{
    const QByteArray bytes = bytesOf(path);
    const int number = bytes.left(bytes.indexOf('\n')).mid(8).toInt();
    return bytes == exportOf(number) ? std::optional(number) : std::nullopt;
}

std::optional<int> sessionVersion(const QString &path)
{
    try {
        const SessionData session = loadSession(path);
        const auto number = numberOf(session);
        return number && bytesOf(path) == QByteArray::fromStdString(writeSession(session)) ? number : std::nullopt;
    } catch (const InputError &) {
        return std::nullopt;
    }
}

/// Every key of the settings carries the number.
bool writeSettings(const QString &path, int number)
{
    Settings settings(path);
    settings.setTheme(QString::number(number));
    settings.setRecentFiles(QStringList(300, QStringLiteral("/files/%1.json").arg(number)));
    settings.setHeaderState(QStringLiteral("operations"), exportOf(number));
    settings.sync();
    return true;
}

std::optional<int> settingsVersion(const QString &path)
{
    if (!QFile::exists(path)) {
        return std::nullopt;
    }
    const Settings settings(path);
    const int number = settings.theme().toInt();
    const bool whole = settings.recentFiles() == QStringList(300, QStringLiteral("/files/%1.json").arg(number)) &&
                       settings.headerState(QStringLiteral("operations")) == exportOf(number);
    return whole ? std::optional(number) : std::nullopt;
}

/// The picture's size tells the number.
constexpr int kSmallest = 100;
constexpr int kStep = 4; ///< three points, whatever a format rounds to

/// nullopt: no such size.
std::optional<int> numberOfWidth(int width)
{
    const int by = width - kSmallest;
    return by >= 0 && by % kStep == 0 && by / kStep < kVersions ? std::optional(by / kStep) : std::nullopt;
}

QSize sizeOf(int number)
{
    return {kSmallest + kStep * number, 2 * kSmallest};
}

bool writePicture(const QString &path, int number)
{
    const auto paint = [number](QCPPainter &painter) {
        for (int i = 0; i < 400; ++i) {
            painter.setPen(QColor::fromHsv((i * 7 + number) % 360, 255, 200));
            painter.drawLine(QLineF(i % 97, i % 89, (i * 31) % 101, (i * 17) % 199));
        }
    };
    return exportPicture(path, sizeOf(number), QStringLiteral("version"), paint, nullptr);
}

std::optional<int> pngVersion(const QString &path)
{
    const QByteArray bytes = bytesOf(path);
    const QImage image = QImage::fromData(bytes, "PNG"); // twice the pixels
    return bytes.endsWith(QByteArray("IEND\xae\x42\x60\x82", 8)) && !image.isNull() ? numberOfWidth(image.width() / 2)
                                                                                    : std::nullopt;
}

std::optional<int> svgVersion(const QString &path)
{
    QXmlStreamReader reader(bytesOf(path));
    int width = 0;
    while (!reader.atEnd()) {
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("svg")) {
            width = static_cast<int>(reader.attributes().value(QLatin1String("viewBox")).split(u' ').at(2).toDouble());
        }
    }
    return reader.hasError() ? std::nullopt : numberOfWidth(width);
}

std::optional<int> pdfVersion(const QString &path)
{
    const QByteArray bytes = bytesOf(path);
    static const QRegularExpression s_box(QStringLiteral("/MediaBox \\[0 0 ([0-9.]+) "));
    const auto match = s_box.match(QString::fromLatin1(bytes));
    constexpr double kPointsPerPixel = 0.75;
    return bytes.startsWith("%PDF-") && bytes.trimmed().endsWith("%%EOF") && match.hasMatch()
               ? numberOfWidth(qRound(match.captured(1).toDouble() / kPointsPerPixel))
               : std::nullopt;
}

} // namespace

SessionData numberedSession(int number)
{
    SessionData session;
    SessionGraph graph;
    graph.text = QStringLiteral("version %1\n").arg(number).repeated(linesOf(number));
    graph.selectedOp = QString::number(number);
    for (int i = 0; i < 40; ++i) {
        graph.choices.pins["op" + std::to_string(i)] = {{HostDim{i % 4}, number + 2, false}};
    }
    session.graphs.push_back(std::move(graph));
    return session;
}

std::optional<int> numberOf(const SessionData &session)
{
    const int number = session.graphs.empty() ? -1 : session.graphs.front().selectedOp.toInt();
    const bool whole =
        number >= 0 && number < kVersions && writeSession(session) == writeSession(numberedSession(number));
    return whole ? std::optional(number) : std::nullopt;
}

QStringList keptFiles()
{
    return {QStringLiteral("work.spanscope"), QStringLiteral("hints.py"), QStringLiteral("settings.ini"),
            QStringLiteral("p.png"),          QStringLiteral("p.svg"),    QStringLiteral("p.pdf")};
}

bool writeVersion(const QString &folder, int number)
{
    const auto path = [&folder](const char *name) { return folder + u'/' + QLatin1String(name); };
    return saveSession(numberedSession(number), path("work.spanscope"), nullptr) &&
           writeWhole(exportOf(number), path("hints.py"), nullptr) && writeSettings(path("settings.ini"), number) &&
           writePicture(path("p.png"), number) && writePicture(path("p.svg"), number) &&
           writePicture(path("p.pdf"), number);
}

std::optional<int> versionOf(const QString &folder, const QString &file)
{
    const QString path = folder + u'/' + file;
    if (file.endsWith(QStringLiteral(".spanscope"))) {
        return sessionVersion(path);
    }
    if (file.endsWith(QStringLiteral(".ini"))) {
        return settingsVersion(path);
    }
    if (file.endsWith(QStringLiteral(".png"))) {
        return pngVersion(path);
    }
    if (file.endsWith(QStringLiteral(".svg"))) {
        return svgVersion(path);
    }
    return file.endsWith(QStringLiteral(".pdf")) ? pdfVersion(path) : exportVersion(path);
}

} // namespace spanscope::ui
