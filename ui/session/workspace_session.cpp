/// The part of Workspace that writes itself into a session and comes back from one.

#include "ui/models/text.h"
#include "ui/session/workspace.h"

#include <algorithm>

namespace spanscope::ui {

SessionData Workspace::sessionData() const
{
    SessionData session;
    const UserState &state = m_undo.state();
    session.rules = state.rules;
    session.ignoreSwitches = state.ignoreSwitches;
    for (const Document &doc : m_documents.documents()) {
        if (doc.id == m_documents.currentId()) {
            session.current = static_cast<int>(session.graphs.size());
        }
        session.graphs.push_back(SessionGraph{.path = doc.source->path,
                                              .text = doc.source->text,
                                              .sha256 = doc.source->sha256,
                                              .graphIndex = static_cast<int>(doc.graphIndex),
                                              .selectedOp = m_lastOp.value(doc.id),
                                              .choices = state.graph(doc.id)});
    }
    return session;
}

void Workspace::restore(const SessionData &session)
{
    m_loader.cancel();
    m_pending.clear();
    m_documents.clear();
    m_analysed.clear();
    m_lastOp.clear();
    UserState state;
    state.rules = session.rules;
    state.ignoreSwitches = session.ignoreSwitches;
    m_undo.reset(state);
    m_restoring = session;
    for (const SessionGraph &graph : session.graphs) {
        const InputRequest request{.path = graph.path, .text = graph.text};
        const auto same = [&request](const Pending &pending) {
            return pending.request.path == request.path && pending.request.text == request.text;
        };
        if (std::none_of(m_pending.begin(), m_pending.end(), same)) {
            m_pending.push_back({request, nullptr});
        }
    }
    startLoading();
    emit sessionRestored(session);
}

void Workspace::applyRestored(int id)
{
    const Document *doc = m_documents.find(id);
    if (!m_restoring || doc == nullptr) {
        return;
    }
    for (std::size_t i = 0; i < m_restoring->graphs.size(); ++i) {
        const SessionGraph &graph = m_restoring->graphs[i];
        if (graph.path != doc->source->path || graph.text != doc->source->text ||
            static_cast<std::size_t>(graph.graphIndex) != doc->graphIndex) {
            continue;
        }
        if (!graph.sha256.isEmpty() && graph.sha256 != doc->source->sha256 && doc->graphIndex == 0) {
            tell({Message::Level::Warning,
                  tr("%1 has changed since the session was saved; choices are kept by operation name.")
                      .arg(doc->source->title()),
                  {},
                  {}});
        }
        m_lastOp.insert(id, graph.selectedOp);
        m_undo.amend([&](UserState &state) { state.graphs[id] = graph.choices; });
        if (static_cast<int>(i) == m_restoring->current) {
            m_documents.setCurrent(id);
        }
    }
}

} // namespace spanscope::ui
