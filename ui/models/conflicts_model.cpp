#include "ui/models/conflicts_model.h"

#include "core/text/sentences.h"
#include "ui/models/text.h"

#include <QStringList>

namespace spanscope::ui {

ConflictsModel::ConflictsModel(QObject *parent)
    : TextTable({{tr("Operation"), tr("The op that cannot be grouped"), false},
                 {tr("Producers"), tr("The ops whose buffers it reads"), false},
                 {tr("Conflict"), tr("Why the compiler stops here"), false},
                 {tr("Code"), tr("Stable id of the conflict, as in the plan document"), false}},
                parent)
{
}

void ConflictsModel::setResult(const GraphResultPtr &result)
{
    m_result = result;
    std::vector<TableRow> rows;
    if (result) {
        for (const Conflict &conflict : result->groups.conflicts) {
            QStringList producers;
            for (const std::string &producer : conflict.producers) {
                producers << qs(producer);
            }
            TableRow row;
            row.cells = {{qs(result->graph->operations.at(conflict.opIndex).name), {}, {}},
                         {producers.join(QStringLiteral(", ")), {}, {}},
                         {qs(conflictSentence(*result->graph, conflict)), {}, {}},
                         {qs(conflictName(conflict.code)), {}, {}}};
            rows.push_back(std::move(row));
        }
    }
    setRows(std::move(rows));
}

int ConflictsModel::opIndex(const QModelIndex &index) const
{
    return m_result && index.isValid()
               ? static_cast<int>(m_result->groups.conflicts.at(static_cast<std::size_t>(index.row())).opIndex)
               : -1;
}

QModelIndex ConflictsModel::indexOf(int op) const
{
    const auto at = static_cast<std::size_t>(op);
    const bool known = m_result && op >= 0 && at < m_result->groups.firstConflict.size();
    return known && m_result->groups.firstConflict[at] >= 0 ? index(m_result->groups.firstConflict[at], 0)
                                                            : QModelIndex();
}

} // namespace spanscope::ui
