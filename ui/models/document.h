#pragma once
/// Opened inputs and the graphs in them.

#include "core/importers/import.h"
#include "ui/models/result_summary.h"

#include <QByteArray>
#include <QObject>
#include <QString>

#include <memory>
#include <vector>

namespace spanscope::ui {

/// One opened file, or a pasted text.
struct InputSource
{
    QString path;      ///< absolute; empty for pasted text
    QString text;      ///< pasted text, or `new:` expression
    QByteArray sha256; ///< of the bytes, hex
    std::shared_ptr<const ImportResult> import;

    [[nodiscard]] QString title() const;
};
using InputSourcePtr = std::shared_ptr<const InputSource>;

/// One graph of an input, with what is known of it so far.
struct Document
{
    int id = 0; ///< stable while open
    InputSourcePtr source;
    std::size_t graphIndex = 0; ///< within the input
    ResultSummaryPtr summary;   ///< null until analysed

    [[nodiscard]] const GraphPtr &graph() const { return source->import->graphs.at(graphIndex); }
    [[nodiscard]] QString title() const;
};

/// The open documents in the order they were opened, one of them current.
class DocumentStore : public QObject
{
    Q_OBJECT
public:
    explicit DocumentStore(QObject *parent = nullptr);

    /// Adds every graph of an input and makes the first current when nothing is, or when asked to.
    /// Returns the ids.
    std::vector<int> add(const InputSourcePtr &source, bool makeCurrent);
    /// Puts a new reading of the same input in place; graphs keep their ids by position.
    void replace(const InputSourcePtr &old, const InputSourcePtr &fresh);
    void close(int id);
    void clear();
    void setCurrent(int id);
    void setSummary(int id, ResultSummaryPtr summary);

    [[nodiscard]] const std::vector<Document> &documents() const { return m_documents; }
    [[nodiscard]] const Document *find(int id) const;
    [[nodiscard]] const Document *current() const { return find(m_current); }
    [[nodiscard]] int currentId() const { return m_current; }

signals:
    void documentsChanged();
    void currentChanged(int id); ///< -1: none
    void summaryChanged(int id);

private:
    std::vector<Document> m_documents;
    int m_current = -1;
    int m_nextId = 1;
};

} // namespace spanscope::ui
