#include "ui/models/log_model.h"

#include "core/text/sentences.h"
#include "ui/models/text.h"

#include <QStringList>

#include <unordered_map>

namespace spanscope::ui {

namespace {

QString figuresText(const ReportedFact &fact)
{
    QStringList texts;
    for (const auto &[name, value] : fact.figures) {
        texts << qs(name) + QStringLiteral(" = ") + qs(grouped(value));
    }
    for (const auto &[name, value] : fact.details) {
        texts << qs(name) + QStringLiteral(" = ") + qs(value);
    }
    return texts.join(QStringLiteral(", "));
}

/// The worst span we compute for the op, to hold against what the log says.
QString recomputed(const GraphResult &result, const std::string &op)
{
    const auto index = result.graph->operationIndex(op);
    if (!index || *index >= result.audits.size()) {
        return {};
    }
    return LogModel::tr("%1 untiled").arg(qs(humanBytes(untiledWorstSpan(result, *index))));
}

} // namespace

LogModel::LogModel(QObject *parent)
    : TextTable({{tr("Line"), tr("Line of the log"), true},
                 {tr("Operation"), tr("The op it speaks of"), false},
                 {tr("Reported"), tr("Figures found in the line"), false},
                 {tr("Recomputed"), tr("Worst span computed here for the same op"), true},
                 {tr("Text"), tr("The line, shortened; grey when it was not understood"), false}},
                parent)
{
}

void LogModel::setImport(const std::shared_ptr<const ImportResult> &import, const GraphResultPtr &result)
{
    m_import = import;
    m_result = result;
    std::unordered_map<std::size_t, const ReportedFact *> factOfLine;
    if (result) {
        for (const ReportedFact &fact : result->graph->reported) {
            factOfLine.try_emplace(fact.line, &fact);
        }
    }
    std::vector<TableRow> rows;
    if (import) {
        for (const LogLine &line : import->lines) {
            const auto fact = factOfLine.find(line.line);
            TableRow row;
            row.state = line.understood ? 1 : 0;
            row.cells = {{QString::number(line.line), static_cast<qlonglong>(line.line), {}},
                         {qs(line.op), {}, {}},
                         {fact != factOfLine.end() ? figuresText(*fact->second) : QString(), {}, {}},
                         {result && !line.op.empty() ? recomputed(*result, line.op) : QString(), {}, {}},
                         {qs(line.text), {}, {}}};
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
    return tr("%1 lines read, %2 relevant, %3 of them not understood.")
        .arg(m_import->linesRead)
        .arg(m_import->lines.size())
        .arg(m_import->notUnderstood);
}

} // namespace spanscope::ui
