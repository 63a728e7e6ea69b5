#pragma once
/// An imported log: what was recognised in it, and what was nearly.

#include "core/groups/groups.h"
#include "core/importers/import.h"
#include "ui/models/text_table.h"

namespace spanscope::ui {

/// StateRole is 1 for understood lines, 0 for those that only looked relevant.
class LogModel : public TextTable
{
    Q_OBJECT
public:
    enum Column { Line, Op, Text };

    explicit LogModel(QObject *parent = nullptr);
    /// \param result of the graph whose ops the lines are tied to; may be null
    void setImport(const std::shared_ptr<const ImportResult> &import, const GraphResultPtr &result);
    /// The op a line is tied to, or -1.
    [[nodiscard]] int opIndex(const QModelIndex &index) const;
    /// The text of the line with the most characters.
    [[nodiscard]] QString longest() const { return m_longest; }
    /// How many lines were understood and not.
    [[nodiscard]] QString summary() const;

private:
    std::shared_ptr<const ImportResult> m_import;
    GraphResultPtr m_result;
    QString m_longest;
};

} // namespace spanscope::ui
