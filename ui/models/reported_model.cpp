#include "ui/models/reported_model.h"

#include "core/text/reported_sentences.h"
#include "core/text/words.h"
#include "ui/models/text.h"

#include <QStringList>

#include <algorithm>

namespace spanscope::ui {

namespace {

constexpr std::size_t kMostRows = 20'000; ///< a table that people can still walk through

QString dash(const QString &text)
{
    return text.isEmpty() ? QStringLiteral("\u2013") : text;
}

} // namespace

ReportedModel::ReportedModel(QObject *parent)
    : TextTable({{tr("Line"), tr("Line of the log"), true},
                 {tr("Operation"), tr("The op it speaks of"), false},
                 {tr("Figure"), tr("What the log reports"), false},
                 {tr("Reported"), tr("As the log prints it"), false},
                 {tr("Recomputed"), tr("The same figure computed here"), false},
                 {tr("Equal?"), tr("Whether the two agree, to the printed rounding"), false},
                 {tr("By"), tr("The formula that gives the recomputed figure"), false},
                 {tr("Remark"), tr("The tensor, tiles that explain the figure, or why there is no comparison"), false}},
                parent)
{
}

ReportedModel::Prepared ReportedModel::prepare(const ReportedComparisonPtr &comparison, const GraphPtr &graph)
{
    Prepared out{comparison, graph, {}};
    const std::size_t count = std::min(comparison->figures.size(), kMostRows);
    out.rows.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        const ReportedFigure &figure = comparison->figures[i];
        const ReportedFact &fact = graph->reported.at(figure.fact);
        const bool compared = figure.agreement != Agreement::NotComparable;
        const std::string_view formula = compared ? formulaWords(figure.formula) : std::string_view();
        const std::string_view label = compared ? formulaLabel(figure.formula) : std::string_view();
        TableRow row;
        row.state = static_cast<int>(figure.agreement);
        row.cells = {{QString::number(fact.line), static_cast<qlonglong>(fact.line), qs(fact.text)},
                     {dash(qs(figure.op)), {}, {}},
                     {qs(figure.what), {}, {}},
                     {dash(qs(figure.reported)), {}, {}},
                     {qs(oursWords(figure)), {}, {}},
                     {qs(agreementWords(figure.agreement)), {}, {}},
                     {dash(qs(label)), {}, qs(formula)},
                     {qs(remarkWords(figure)), {}, {}}};
        out.rows.push_back(std::move(row));
    }
    return out;
}

void ReportedModel::setComparison(Prepared prepared)
{
    m_comparison = std::move(prepared.comparison);
    m_graph = std::move(prepared.graph);
    setRows(std::move(prepared.rows));
}

void ReportedModel::clear()
{
    setComparison({});
}

int ReportedModel::opIndex(const QModelIndex &index) const
{
    if (!m_comparison || !index.isValid()) {
        return -1;
    }
    const auto op = m_graph->operationIndex(m_comparison->figures.at(static_cast<std::size_t>(index.row())).op);
    return op ? static_cast<int>(*op) : -1;
}

QString ReportedModel::summary() const
{
    if (!m_comparison || m_comparison->figures.empty()) {
        return {};
    }
    QString text = qs(comparisonSentence(*m_comparison));
    if (m_comparison->figures.size() > kMostRows) {
        text += tr(" The first %1 are shown.").arg(kMostRows);
    }
    return text;
}

QStringList ReportedModel::aborts() const
{
    QStringList lines;
    if (!m_comparison) {
        return lines;
    }
    constexpr qsizetype kMost = 6;
    for (const AbortNote &note : m_comparison->aborts) {
        if (lines.size() == kMost) {
            lines << tr("%1 more aborts.").arg(static_cast<qsizetype>(m_comparison->aborts.size()) - kMost);
            break;
        }
        lines << qs(capitalised(abortSentence(*m_graph, note)));
    }
    return lines;
}

} // namespace spanscope::ui
