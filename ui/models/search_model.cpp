#include "ui/models/search_model.h"

#include "core/text/sentences.h"
#include "ui/models/text.h"

#include <QStringList>

#include <algorithm>

namespace spanscope::ui {

namespace {

QString costText(const Cost &cost)
{
    QStringList tuple;
    for (const Int split : cost.tuple) {
        tuple << QString::number(split);
    }
    return QStringLiteral("(%1, %2, %3, (%4))")
        .arg(cost.product)
        .arg(cost.tiledDims)
        .arg(cost.largest)
        .arg(tuple.join(QStringLiteral(", ")));
}

TableRow comboRow(const ComboStep &step, int rank, const Rules &rules)
{
    TableRow row;
    row.state = static_cast<int>(step.status);
    row.cells = {
        {QString::number(rank), rank, {}},
        {qs(levelsText(normalized(step.splits))), {}, {}},
        {qs(grouped(step.cost.product)), static_cast<qlonglong>(step.cost.product), {}},
        {costText(step.cost), rank, {}},
        {comboStatusWord(step.status), static_cast<int>(step.status), {}},
        {qs(comboSentence(step, rules)), {}, {}},
    };
    return row;
}

} // namespace

QString comboStatusWord(ComboStatus status)
{
    switch (status) {
    case ComboStatus::Fits:
        return SearchModel::tr("fits");
    case ComboStatus::AllOnes:
        return SearchModel::tr("no split");
    case ComboStatus::CutsStick:
        return SearchModel::tr("cuts a stick");
    case ComboStatus::ResizeFailed:
        return SearchModel::tr("no tile layout");
    case ComboStatus::LeavesSpans:
        return SearchModel::tr("leaves spans");
    }
    return {};
}

SearchModel::SearchModel(QObject *parent)
    : TextTable({{tr("Rank"), tr("Position in the order of cost"), true},
                 {tr("Splits"), tr("Split counts by output dim"), false},
                 {tr("Tiles"), tr("Product of the split counts"), true},
                 {tr("Cost"), tr("Tiles, number of tiled dims, largest split, the counts in search order"), false},
                 {tr("Status"), tr("Why it was refused, or that it fits"), false},
                 {tr("What remains"), tr("The test that failed and by how much"), false}},
                parent)
{
}

void SearchModel::setDetails(const OpDetailsPtr &details, const Rules &rules)
{
    m_details = details;
    std::vector<TableRow> rows;
    m_summary.clear();
    if (details) {
        int rank = 0;
        for (const ComboStep &step : details->traced.combos) {
            rows.push_back(comboRow(step, ++rank, rules));
        }
        if (rows.empty()) {
            m_summary = tr("The compiler searches no splits for this operation: %1. Splits of your own go on the "
                           "bench of the page Pressure.")
                            .arg(details->traced.code ? qs(codeSentence(*details->traced.code))
                                                      : tr("no span is over the limit"));
        } else {
            m_summary = tr("Combos in order of cost: %1. Not tried, beyond the limit of %3: %2.")
                            .arg(rows.size())
                            .arg(details->traced.combosNotTried)
                            .arg(rules.maxTileCombos);
            const bool onlyNone =
                std::all_of(details->traced.combos.begin(), details->traced.combos.end(),
                            [](const ComboStep &step) { return step.status == ComboStatus::AllOnes; });
            if (onlyNone) {
                m_summary +=
                    QStringLiteral("\n") +
                    tr("No split was legal, so only the op as it is could be looked at. %1 The bench tells "
                       "what forbids each divisor; What would fit lists splits that only a manual hint can ask "
                       "for.")
                        .arg(details->causeText)
                        .simplified();
            }
        }
    }
    setRows(std::move(rows));
}

Levels SearchModel::levels(const QModelIndex &index) const
{
    if (!m_details || !index.isValid()) {
        return {};
    }
    return normalized(m_details->traced.combos.at(static_cast<std::size_t>(index.row())).splits);
}

} // namespace spanscope::ui
