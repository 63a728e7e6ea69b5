#include "ui/session/workspace.h"

#include "core/base/input_error.h"
#include "ui/models/text.h"
#include "ui/session/settings.h"

#include <QFileInfo>

#include <algorithm>

namespace spanscope::ui {

Workspace::Workspace(Settings &settings, QObject *parent)
    : QObject(parent)
    , m_settings(settings)
    , m_recent(settings)
{
    connectParts();
}

Workspace::~Workspace()
{
    // Signals of the parts that are torn down now concern nobody any more.
    for (QObject *part : std::initializer_list<QObject *>{&m_documents, &m_selection, &m_undo, &m_bench, &m_loader,
                                                          &m_analyser, &m_detailer, &m_comparer}) {
        part->disconnect(this);
    }
}

void Workspace::connectParts()
{
    connect(&m_documents, &DocumentStore::currentChanged, this, [this](int id) {
        m_details = nullptr;
        const Document *doc = m_documents.find(id);
        m_selection.reset();
        if (doc != nullptr && doc->summary) {
            chooseOp(*doc->summary);
        }
        emit summaryChanged();
        emit choicesChanged();
        emit contentChanged();
        analyseStale();
    });
    connect(&m_documents, &DocumentStore::documentsChanged, this, [this] {
        QStringList paths;
        for (const Document &doc : m_documents.documents()) {
            if (!doc.source->path.isEmpty() && !paths.contains(doc.source->path)) {
                paths << doc.source->path;
            }
        }
        m_watch.setPaths(paths);
        emit contentChanged();
    });
    connect(&m_selection, &Selection::opChanged, this, &Workspace::showOp);
    connect(&m_undo, &UndoState::changed, this, &Workspace::stateChanged);
    connect(&m_watch, &FileWatch::fileChanged, this, &Workspace::offerReload);
    for (JobRunner *runner : {&m_loader, &m_analyser}) {
        connect(runner, &JobRunner::progressed, this, &Workspace::progressed);
        connect(runner, &JobRunner::started, this, [this](const QString &label) {
            emit busyChanged(true);
            emit progressed(label, 0, 0);
        });
    }
    connect(&m_analyser, &JobRunner::finished, this, [this] {
        const auto &open = m_documents.documents();
        const bool missing = std::any_of(open.begin(), open.end(), [](const Document &doc) { return !doc.summary; });
        if (m_analyser.wasCancelled() && missing) {
            tell({Message::Level::Info, tr("Analysing was cancelled."), tr("Go on"), [this] { analyseStale(); }});
        }
        emit busyChanged(isBusy());
    });
    connect(&m_loader, &JobRunner::finished, this, [this] {
        if (m_loader.wasCancelled()) {
            m_pending.clear();
            tell({Message::Level::Info, tr("Loading was cancelled."), {}, {}});
        }
        loadNext();
        emit busyChanged(isBusy());
    });
    for (JobRunner *runner : {&m_loader, &m_analyser, &m_detailer, &m_comparer}) {
        connect(runner, &JobRunner::failed, this, &Workspace::tellError);
    }
}

ResultSummaryPtr Workspace::summary() const
{
    const Document *doc = m_documents.current();
    return doc != nullptr ? doc->summary : nullptr;
}

GraphResultPtr Workspace::result() const
{
    const ResultSummaryPtr table = summary();
    return table ? table->result : nullptr;
}

const GraphChoices &Workspace::choices() const
{
    return m_undo.state().graph(m_documents.currentId());
}

bool Workspace::isBusy() const
{
    return m_loader.isRunning() || m_analyser.isRunning() || !m_pending.empty();
}

void Workspace::tellError(const QString &text)
{
    m_lastError = text;
    tell({Message::Level::Error, text, {}, {}});
}

void Workspace::open(const QStringList &paths)
{
    for (const QString &path : paths) {
        if (path.endsWith(QStringLiteral(".spanscope"), Qt::CaseInsensitive)) {
            try {
                restore(loadSession(path));
                m_recent.add(QFileInfo(path).absoluteFilePath());
            } catch (const InputError &error) {
                tellError(qs(error.what()));
            }
            continue;
        }
        if (path.startsWith(QStringLiteral("new:"))) {
            m_pending.push_back({InputRequest{.path = {}, .text = path.mid(4)}, nullptr});
        } else {
            m_pending.push_back({InputRequest{.path = QFileInfo(path).absoluteFilePath(), .text = {}}, nullptr});
        }
    }
    startLoading();
}

void Workspace::openText(const QString &text)
{
    m_pending.push_back({InputRequest{.path = {}, .text = text}, nullptr});
    startLoading();
}

void Workspace::reload()
{
    if (const Document *doc = m_documents.current()) {
        m_pending.push_back({InputRequest{.path = doc->source->path, .text = doc->source->text}, doc->source});
        startLoading();
    }
}

void Workspace::startLoading()
{
    if (!m_loader.isRunning()) {
        loadNext();
    }
}

void Workspace::loadNext()
{
    if (m_pending.empty()) {
        m_restoring.reset();
        return;
    }
    const Pending next = m_pending.front();
    m_pending.pop_front();
    m_loader.start(tr("Reading %1").arg(next.request.title()),
                   [this, next](const WorkContext &context, const JobRunner::Post &post) {
                       try {
                           const InputSourcePtr source = loadInput(next.request, context);
                           if (source) {
                               post([this, source, next] { taken(source, next.replaces); });
                           }
                       } catch (const InputError &error) {
                           post([this, reason = qs(error.what())] { tellError(reason); });
                       }
                   });
}

void Workspace::taken(const InputSourcePtr &source, const InputSourcePtr &replaces)
{
    m_lastError.clear();
    if (replaces) {
        if (const Document *doc = m_documents.current(); doc != nullptr && m_selection.op() >= 0) {
            m_wantedOp = qs(doc->graph()->operations.at(static_cast<std::size_t>(m_selection.op())).name);
        }
        m_documents.replace(replaces, source);
        return;
    }
    const std::vector<int> ids = m_documents.add(source, !m_restoring);
    for (const int id : ids) {
        applyRestored(id);
    }
    if (!source->path.isEmpty()) {
        m_recent.add(source->path);
    }
    QStringList notes;
    if (source->import->linesRead > 0) { // of a plain graph there is nothing to tell
        for (const std::string &note : source->import->notes) {
            notes << qs(note);
        }
    }
    for (const GraphPtr &graph : source->import->graphs) {
        for (const std::string &warning : graph->warnings) {
            notes << qs(warning);
        }
    }
    if (!notes.isEmpty()) {
        constexpr int kMost = 3;
        QString text = source->title() + QStringLiteral(": ") + notes.mid(0, kMost).join(QStringLiteral("; "));
        if (notes.size() > kMost) {
            text += tr(" and %1 more notes").arg(notes.size() - kMost);
        }
        tell({Message::Level::Info, text, {}, {}});
    }
    analyseStale();
}

void Workspace::offerReload(const QString &path)
{
    tell({Message::Level::Info, tr("%1 changed on disk.").arg(QFileInfo(path).fileName()), tr("Reload"), [this, path] {
              for (const Document &doc : m_documents.documents()) {
                  if (doc.source->path == path) {
                      m_pending.push_back({InputRequest{.path = path, .text = {}}, doc.source});
                      startLoading();
                      return;
                  }
              }
          }});
}

void Workspace::closeDocument(int id)
{
    m_analysed.remove(id);
    m_lastOp.remove(id);
    m_documents.close(id);
}

void Workspace::cancel()
{
    m_pending.clear();
    m_loader.cancel();
    m_analyser.cancel();
}

void Workspace::showOp()
{
    m_bench.setOp(result(), m_selection.op(), choices());
    if (const Document *doc = m_documents.current(); doc != nullptr && m_selection.op() >= 0) {
        m_lastOp.insert(doc->id, qs(m_bench.opName()));
    }
    startDetails();
    emit contentChanged();
}

void Workspace::stateChanged(const UserState &before)
{
    const UserState &now = m_undo.state();
    const int current = m_documents.currentId();
    if (before.graph(current) != now.graph(current)) {
        m_bench.setChoices(choices());
        emit choicesChanged();
    }
    if (before.rules != now.rules || before.ignoreSwitches != now.ignoreSwitches) {
        emit rulesChanged();
        analyseStale();
    }
    emit contentChanged();
}

} // namespace spanscope::ui
