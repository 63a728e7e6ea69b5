#include "ui/models/document.h"

#include "ui/models/text.h"

#include <QFileInfo>

#include <algorithm>

namespace spanscope::ui {

QString InputSource::title() const
{
    if (!path.isEmpty()) {
        return QFileInfo(path).fileName();
    }
    const QString firstLine = text.section(u'\n', 0, 0).simplified();
    constexpr int kLongest = 48;
    return firstLine.size() > kLongest ? firstLine.left(kLongest) + QChar(0x2026) : firstLine;
}

QString Document::title() const
{
    const QString file = source->title();
    const QString name = qs(graph()->name);
    const std::size_t graphs = source->import->graphs.size();
    if (graphs <= 1 || name.isEmpty()) {
        return graphs <= 1 ? file : QStringLiteral("%1 #%2").arg(file).arg(graphIndex + 1);
    }
    return QStringLiteral("%1 #%2 %3").arg(file).arg(graphIndex + 1).arg(name);
}

DocumentStore::DocumentStore(QObject *parent)
    : QObject(parent)
{
}

const Document *DocumentStore::find(int id) const
{
    const auto found =
        std::find_if(m_documents.begin(), m_documents.end(), [id](const Document &doc) { return doc.id == id; });
    return found == m_documents.end() ? nullptr : &*found;
}

std::vector<int> DocumentStore::add(const InputSourcePtr &source, bool makeCurrent)
{
    std::vector<int> ids;
    for (std::size_t i = 0; i < source->import->graphs.size(); ++i) {
        m_documents.push_back(Document{.id = m_nextId, .source = source, .graphIndex = i, .summary = nullptr});
        ids.push_back(m_nextId++);
    }
    emit documentsChanged();
    if (!ids.empty() && (makeCurrent || m_current < 0)) {
        setCurrent(ids.front());
    }
    return ids;
}

void DocumentStore::replace(const InputSourcePtr &old, const InputSourcePtr &fresh)
{
    const std::size_t count = fresh->import->graphs.size();
    std::vector<Document> kept;
    std::size_t seen = 0;
    std::size_t place = m_documents.size();
    for (Document &doc : m_documents) {
        if (doc.source != old) {
            kept.push_back(std::move(doc));
            continue;
        }
        if (doc.graphIndex < count) {
            kept.push_back(Document{.id = doc.id, .source = fresh, .graphIndex = doc.graphIndex, .summary = nullptr});
            seen = std::max(seen, doc.graphIndex + 1);
            place = kept.size();
        }
    }
    for (std::size_t i = seen; i < count; ++i) {
        place = std::min(place, kept.size());
        kept.insert(kept.begin() + static_cast<std::ptrdiff_t>(place++),
                    Document{.id = m_nextId++, .source = fresh, .graphIndex = i, .summary = nullptr});
    }
    m_documents = std::move(kept);
    emit documentsChanged();
    if (find(m_current) == nullptr) {
        m_current = m_documents.empty() ? -1 : m_documents.front().id;
    }
    emit currentChanged(m_current);
}

void DocumentStore::close(int id)
{
    const auto found =
        std::find_if(m_documents.begin(), m_documents.end(), [id](const Document &doc) { return doc.id == id; });
    if (found == m_documents.end()) {
        return;
    }
    const auto next = m_documents.erase(found);
    if (m_current == id) {
        m_current = m_documents.empty() ? -1 : (next == m_documents.end() ? m_documents.back().id : next->id);
    }
    emit documentsChanged();
    emit currentChanged(m_current);
}

void DocumentStore::clear()
{
    m_documents.clear();
    m_current = -1;
    emit documentsChanged();
    emit currentChanged(m_current);
}

void DocumentStore::setCurrent(int id)
{
    if (id != m_current && find(id) != nullptr) {
        m_current = id;
        emit currentChanged(id);
    }
}

void DocumentStore::setSummary(int id, ResultSummaryPtr summary)
{
    for (Document &doc : m_documents) {
        if (doc.id == id) {
            doc.summary = std::move(summary);
            emit summaryChanged(id);
            return;
        }
    }
}

} // namespace spanscope::ui
