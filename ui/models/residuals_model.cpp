#include "ui/models/residuals_model.h"

#include "core/text/sentences.h"
#include "ui/models/text.h"

namespace spanscope::ui {

ResidualsModel::ResidualsModel(QObject *parent)
    : TextTable({{tr("Operation"), tr("The op that touches the span"), false},
                 {tr("Tensor"), tr("Tensor, device dim and coordinate"), false},
                 {tr("Span"), tr("Bytes one core touches"), true},
                 {tr("Of limit"), tr("Span in units of the limit"), true},
                 {tr("Cores"), tr("Cores that would bring it to the limit, of those there are"), false},
                 {tr("Why it passes"), tr("Why the compiler does not look at it"), false}},
                parent)
{
}

void ResidualsModel::setDetails(const OpDetailsPtr &details)
{
    m_details = details;
    std::vector<TableRow> rows;
    if (details) {
        const Graph &graph = *details->result->graph;
        const Int limit = details->result->rules.rules.maxSpanBytes;
        for (const Residual &residual : details->residuals) {
            const AuditRow &row = residual.row;
            const QString whole = sentence(static_cast<int>(rows.size()));
            TableRow line;
            line.cells = {
                {qs(graph.operations.at(residual.opIndex).name), {}, whole},
                {QStringLiteral("%1 dev %2  %3")
                     .arg(qs(row.tensor.toString()))
                     .arg(row.deviceDim.index)
                     .arg(qs(row.coordinate)),
                 {},
                 whole},
                {qs(humanBytes(row.span)), static_cast<qlonglong>(row.span), qs(bytesAgainstLimit(row.span, limit))},
                {qs(ratioText(row.span, limit)), static_cast<qlonglong>(row.span), {}},
                {qs(coresSentence(row.coresNeeded, row.coreFactors, graph.sencores())), {}, {}},
                {qs(uncheckedSentence(row.unchecked)), {}, whole},
            };
            rows.push_back(std::move(line));
        }
    }
    setRows(std::move(rows));
}

int ResidualsModel::opIndex(const QModelIndex &index) const
{
    return m_details && index.isValid()
               ? static_cast<int>(m_details->residuals.at(static_cast<std::size_t>(index.row())).opIndex)
               : -1;
}

QString ResidualsModel::sentence(int row) const
{
    const GraphResult &result = *m_details->result;
    return qs(residualSentence(m_details->residuals.at(static_cast<std::size_t>(row)).row, result.rules.rules,
                               result.graph->sencores()));
}

} // namespace spanscope::ui
