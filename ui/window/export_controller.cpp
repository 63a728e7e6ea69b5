#include "ui/window/export_controller.h"

#include "ui/models/text.h"

#include <QApplication>
#include <QClipboard>
#include <QFileInfo>

#include <utility>

namespace spanscope::ui {

namespace {

struct KindFacts
{
    QString title;
    QString suffix; ///< appended to the graph's name
    QString filter;
};

KindFacts factsOf(ExportKind kind)
{
    switch (kind) {
    case ExportKind::Plan:
        return {ExportController::tr("Export the plan"), QStringLiteral("-plan.json"), QStringLiteral("JSON (*.json)")};
    case ExportKind::Groups:
        return {ExportController::tr("Export hint groups"), QStringLiteral("-groups.json"),
                QStringLiteral("JSON (*.json)")};
    case ExportKind::Python:
    case ExportKind::OpPython:
        return {ExportController::tr("Export Python hints"), QStringLiteral("-hints.py"),
                QStringLiteral("Python (*.py)")};
    case ExportKind::Csv:
        return {ExportController::tr("Export the spans"), QStringLiteral("-spans.csv"), QStringLiteral("CSV (*.csv)")};
    case ExportKind::Markdown:
    case ExportKind::OpMarkdown:
        return {ExportController::tr("Export a Markdown report"), QStringLiteral(".md"),
                QStringLiteral("Markdown (*.md)")};
    case ExportKind::Html:
    case ExportKind::OpHtml:
        return {ExportController::tr("Export an HTML report"), QStringLiteral(".html"),
                QStringLiteral("HTML (*.html)")};
    }
    return {};
}

bool isOfOp(ExportKind kind)
{
    return kind == ExportKind::OpPython || kind == ExportKind::OpMarkdown || kind == ExportKind::OpHtml;
}

} // namespace

ExportController::ExportController(const PanelContext &context, QObject *parent)
    : QObject(parent)
    , m_context(context)
{
    connect(&m_runner, &JobRunner::finished, this, &ExportController::startNext);
    connect(&m_runner, &JobRunner::failed, this, [this](const QString &reason) {
        m_failed = true;
        m_context.workspace.tellError(reason);
    });
    connect(&m_copier, &JobRunner::failed, &context.workspace, &Workspace::tellError);
}

std::optional<ExportController::Order> ExportController::takeOrder(ExportKind kind)
{
    const Workspace &workspace = m_context.workspace;
    const GraphResultPtr result = workspace.result();
    const int op = m_context.workspace.selection().op();
    if (!result || (isOfOp(kind) && op < 0)) {
        m_context.workspace.tell({Message::Level::Info, tr("There is nothing to export yet."), {}, {}});
        return std::nullopt;
    }
    return Order{.kind = kind,
                 .result = result,
                 .choice = exportChoice(workspace.choices(), *result),
                 .opIndex = isOfOp(kind) ? std::optional(static_cast<std::size_t>(op)) : std::nullopt,
                 .path = {}};
}

QString ExportController::textOf(const Order &order)
{
    switch (order.kind) {
    case ExportKind::Plan:
        return qs(planJson(*order.result)) + u'\n';
    case ExportKind::Groups:
        return qs(hintGroupsJson(*order.result, order.choice));
    case ExportKind::Python:
    case ExportKind::OpPython:
        return qs(pythonHints(*order.result, order.choice, order.opIndex));
    case ExportKind::Csv:
        return qs(csvTable(*order.result));
    case ExportKind::Markdown:
    case ExportKind::OpMarkdown:
        return qs(markdownReport(*order.result, order.choice, order.opIndex));
    case ExportKind::Html:
    case ExportKind::OpHtml:
        return qs(htmlReport(*order.result, order.choice, order.opIndex));
    }
    return {};
}

QString ExportController::suggestion(ExportKind kind) const
{
    const Document *doc = m_context.workspace.documents().current();
    QString name = doc == nullptr ? QStringLiteral("spanscope") : qs(doc->graph()->name);
    if (name.isEmpty()) {
        name = QFileInfo(doc->title()).completeBaseName();
    }
    if (isOfOp(kind)) {
        name += u'-' + qs(m_context.workspace.bench().opName());
    }
    // A graph may be called anything; a file may not.
    for (QChar &c : name) {
        if (!c.isLetterOrNumber() && c != u'-' && c != u'_' && c != u'.') {
            c = u'_';
        }
    }
    return name + factsOf(kind).suffix;
}

void ExportController::save(ExportKind kind)
{
    std::optional<Order> order = takeOrder(kind);
    if (!order) {
        return;
    }
    const KindFacts facts = factsOf(kind);
    order->path = m_context.paths.saveFile(facts.title, suggestion(kind), facts.filter);
    if (order->path.isEmpty()) {
        return;
    }
    m_waiting.push_back(std::move(*order));
    if (!m_runner.isRunning()) {
        startNext();
    }
}

void ExportController::startNext()
{
    if (m_waiting.empty()) {
        emit workChanged({});
        emit settled(!std::exchange(m_failed, false));
        return;
    }
    const Order order = m_waiting.front();
    m_waiting.pop_front();
    const QString label = tr("Writing %1").arg(QFileInfo(order.path).fileName());
    emit workChanged(label);
    m_runner.start(label, [this, order](const WorkContext & /*context*/, const JobRunner::Post &post) {
        QString error;
        const bool written = writeWhole(textOf(order).toUtf8(), order.path, &error);
        post([this, path = order.path, written, error] {
            m_failed = m_failed || !written;
            report(path, written, error);
        });
    });
}

void ExportController::copy(ExportKind kind)
{
    const std::optional<Order> order = takeOrder(kind);
    if (!order) {
        return;
    }
    m_copier.start(tr("Copying"), [this, order](const WorkContext & /*context*/, const JobRunner::Post &post) {
        post([this, content = textOf(*order)] {
            QApplication::clipboard()->setText(content);
            m_context.workspace.tell({Message::Level::Info, tr("Copied to the clipboard."), {}, {}});
        });
    });
}

void ExportController::savePicture(Panel *panel)
{
    if (panel == nullptr || !panel->hasPicture()) {
        m_context.workspace.tell({Message::Level::Info, tr("This page has no picture to export."), {}, {}});
        return;
    }
    const QString path = m_context.paths.saveFile(tr("Export the picture"), panel->id() + QStringLiteral(".png"),
                                                  QStringLiteral("PNG (*.png);;SVG (*.svg);;PDF (*.pdf)"));
    if (!path.isEmpty()) {
        QString error;
        const bool written = panel->exportPicture(path, &error);
        report(path, written, error);
    }
}

void ExportController::report(const QString &path, bool written, const QString &error)
{
    const QString name = QFileInfo(path).fileName();
    m_context.workspace.tell(
        written ? Message{Message::Level::Info, tr("%1 is written.").arg(name), {}, {}}
                : Message{Message::Level::Error, tr("%1 could not be written: %2").arg(name, error), {}, {}});
}

} // namespace spanscope::ui
