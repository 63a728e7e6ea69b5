#include "ui/models/log_model.h"

#include "ui/models/text.h"

#include <algorithm>

namespace spanscope::ui {

LogModel::LogModel(QObject *parent)
    : TextTable({{tr("Line"), tr("Line of the log"), true},
                 {tr("Operation"), tr("The op it speaks of"), false},
                 {tr("Text"), tr("The line, shortened; grey when it was not understood"), false}},
                parent)
{
}

void LogModel::setImport(const std::shared_ptr<const ImportResult> &import, const GraphResultPtr &result)
{
    m_result = result;
    if (import == m_import) {
        return; // other rules, the same lines
    }
    m_import = import;
    m_longest.clear();
    std::vector<TableRow> rows;
    if (import) {
        rows.reserve(import->lines.size());
        for (const LogLine &line : import->lines) {
            TableRow row;
            row.state = line.understood ? 1 : 0;
            row.cells = {
                {QString::number(line.line), static_cast<qlonglong>(line.line), {}},
                {qs(line.op), {}, {}},
                {qs(line.text), {}, line.understood ? QString() : tr("Not understood: %1").arg(qs(line.text))}};
            if (const QString &text = row.cells.back().text; text.size() > m_longest.size()) {
                m_longest = text;
            }
            rows.push_back(std::move(row));
        }
    }
    setRows(std::move(rows));
}

int LogModel::opIndex(const QModelIndex &index) const
{
    if (!m_import || !m_result || !index.isValid()) {
        return -1;
    }
    const auto op = m_result->graph->operationIndex(m_import->lines.at(static_cast<std::size_t>(index.row())).op);
    return op ? static_cast<int>(*op) : -1;
}

QString LogModel::summary() const
{
    if (!m_import || m_import->linesRead == 0) {
        return {};
    }
    const auto understood = std::count_if(m_import->lines.begin(), m_import->lines.end(),
                                          [](const LogLine &line) { return line.understood; });
    const QString seen = understood == 1 ? tr("1 line recognised (a record or the head of a pass dump)")
                                         : tr("%1 lines recognised (records and heads of pass dumps)").arg(understood);
    const std::size_t missed = m_import->notUnderstood;
    return seen + (missed == 0   ? tr(".")
                   : missed == 1 ? tr(", 1 looked relevant but was not understood (grey).")
                                 : tr(", %1 looked relevant but were not understood (grey).").arg(missed));
}

} // namespace spanscope::ui
