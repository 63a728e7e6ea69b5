#include "ui/models/fits_model.h"

#include "core/text/sentences.h"
#include "ui/models/text.h"

#include <QStringList>

namespace spanscope::ui {

namespace {

QString coversText(const Fit &fit)
{
    QString text =
        fit.kind == FitKind::Complete ? FitsModel::tr("every span") : FitsModel::tr("what the compiler checks");
    if (!fit.butFor.empty()) {
        QStringList rows;
        for (const std::string &row : fit.butFor) {
            rows << qs(row);
        }
        text += FitsModel::tr(" but for %1").arg(rows.join(QStringLiteral("; ")));
    }
    if (fit.cheaperThanPlan) {
        text += FitsModel::tr(", cheaper than the plan");
    }
    return text;
}

TableRow fitRow(const Fit &fit, const Rules &rules, const DimAliases &aliases)
{
    QStringList outside;
    for (const Outside reason : fit.outside) {
        outside << qs(outsideSentence(reason, rules));
    }
    TableRow row;
    row.state = static_cast<int>(fit.kind);
    row.cells = {
        {qs(levelsText(fit.levels, aliases)), {}, {}},
        {qs(grouped(fit.tiles)), static_cast<qlonglong>(fit.tiles), {}},
        {qs(humanBytes(fit.worstSpan)), static_cast<qlonglong>(fit.worstSpan),
         qs(bytesAgainstLimit(fit.worstSpan, rules.maxSpanBytes))},
        {coversText(fit), {}, {}},
        {outside.isEmpty() ? FitsModel::tr("nothing") : outside.join(QStringLiteral("; ")), {}, {}},
    };
    return row;
}

} // namespace

FitsModel::FitsModel(QObject *parent)
    : TextTable({{tr("Splits"), tr("Split counts by output dim"), false},
                 {tr("Tiles"), tr("Product of the split counts"), true},
                 {tr("Worst span"), tr("Largest span of one core that remains"), true},
                 {tr("Clears"), tr("Which spans are brought under the limit"), false},
                 {tr("Outside of"), tr("Rules of the compiler that it steps outside of"), false}},
                parent)
{
}

void FitsModel::setDetails(const OpDetailsPtr &details, const Rules &rules, const DimAliases &aliases)
{
    m_details = details;
    std::vector<TableRow> rows;
    if (details) {
        for (const Fit &fit : details->fits.fits) {
            rows.push_back(fitRow(fit, rules, aliases));
        }
    }
    setRows(std::move(rows));
}

Levels FitsModel::levels(const QModelIndex &index) const
{
    if (!m_details || !index.isValid()) {
        return {};
    }
    return m_details->fits.fits.at(static_cast<std::size_t>(index.row())).levels;
}

int FitsModel::completeRow() const
{
    if (m_details) {
        for (std::size_t i = 0; i < m_details->fits.fits.size(); ++i) {
            if (m_details->fits.fits[i].kind == FitKind::Complete) {
                return static_cast<int>(i);
            }
        }
    }
    return -1;
}

} // namespace spanscope::ui
