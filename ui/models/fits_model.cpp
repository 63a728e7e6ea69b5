#include "ui/models/fits_model.h"

#include "core/text/sentences.h"
#include "ui/models/text.h"

#include <QStringList>

#include <algorithm>

namespace spanscope::ui {

namespace {

QString coversText(const Fit &fit, bool inputsUnknown)
{
    QString text = fit.kind != FitKind::Complete ? FitsModel::tr("checked")
                   : inputsUnknown               ? FitsModel::tr("all known")
                                                 : FitsModel::tr("all");
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

/// A rule in a word or two, for a narrow column.
QString outsideWord(Outside outside, const Rules &rules)
{
    switch (outside) {
    case Outside::OverAutoCap:
        return FitsModel::tr("cap");
    case Outside::DroppedBySplitLimit:
        return FitsModel::tr("%1 splits a dim").arg(rules.maxSplitsPerDim);
    case Outside::BeyondComboLimit:
        return FitsModel::tr("%1 combos").arg(rules.maxTileCombos);
    case Outside::TooManyDims:
        return FitsModel::tr("%1 dims").arg(rules.maxTileDims);
    case Outside::UnsearchedDim:
        return FitsModel::tr("dim");
    case Outside::Validation:
        return FitsModel::tr("final check");
    }
    return {};
}

/// Dims without an alias go by the name that exports give them: D0, D1 ...
DimAliases named(const std::vector<Level> &levels, DimAliases aliases)
{
    for (const Level &level : levels) {
        const int dim = level.hostDim.index;
        const bool has =
            std::any_of(aliases.begin(), aliases.end(), [dim](const auto &entry) { return entry.first == dim; });
        if (!has) {
            aliases.emplace_back(dim, "D" + std::to_string(dim));
        }
    }
    return aliases;
}

TableRow fitRow(const Fit &fit, const Rules &rules, const DimAliases &aliases, bool inputsUnknown)
{
    QStringList outside;
    QStringList sentences;
    for (const Outside reason : fit.outside) {
        outside << outsideWord(reason, rules);
        sentences << qs(outsideSentence(reason, rules));
    }
    const QString covers = coversText(fit, inputsUnknown);
    const QString whole =
        FitsModel::tr("Clears %1. Outside of the compiler's rules: %2")
            .arg(fit.kind != FitKind::Complete ? FitsModel::tr("the spans that the compiler checks")
                 : inputsUnknown               ? FitsModel::tr("every known span")
                                               : FitsModel::tr("every span"),
                 sentences.isEmpty() ? FitsModel::tr("nothing") : sentences.join(QStringLiteral("; ")));
    TableRow row;
    row.state = static_cast<int>(fit.kind);
    row.cells = {
        {qs(levelsText(fit.levels, named(fit.levels, aliases))), {}, whole},
        {qs(grouped(fit.tiles)), static_cast<qlonglong>(fit.tiles), {}},
        {qs(humanBytes(fit.worstSpan)), static_cast<qlonglong>(fit.worstSpan),
         qs(bytesAgainstLimit(fit.worstSpan, rules.maxSpanBytes))},
        {covers, {}, whole},
        {outside.isEmpty() ? FitsModel::tr("nothing") : outside.join(QStringLiteral(", ")), {}, whole},
    };
    return row;
}

} // namespace

FitsModel::FitsModel(QObject *parent)
    : TextTable({{tr("Splits"),
                  tr("Split counts by output dim, under its alias or the name D0, D1 ... that exports give it"), false},
                 {tr("Tiles"), tr("Product of the split counts"), true},
                 {tr("Worst"), tr("Largest span of one core that remains"), true},
                 {tr("Clears"), tr("Which spans are brought under the limit"), false},
                 {tr("Outside"), tr("Rules of the compiler that it steps outside of"), false}},
                parent)
{
}

void FitsModel::setDetails(const OpDetailsPtr &details, const Rules &rules, const DimAliases &aliases)
{
    m_details = details;
    m_shown.clear();
    std::vector<TableRow> rows;
    if (details) {
        const std::vector<Fit> &fits = details->fits.fits;
        for (std::size_t i = 0; i < fits.size(); ++i) {
            const bool again = fits[i].kind == FitKind::Covered &&
                               std::any_of(fits.begin(), fits.end(), [&covered = fits[i]](const Fit &other) {
                                   return other.kind == FitKind::Complete && other.levels == covered.levels;
                               });
            if (!again) {
                m_shown.push_back(i);
                rows.push_back(fitRow(fits[i], rules, aliases, details->fits.inputsUnknown));
            }
        }
    }
    setRows(std::move(rows));
}

Levels FitsModel::levels(const QModelIndex &index) const
{
    if (!m_details || !index.isValid()) {
        return {};
    }
    return fitOf(index.row()).levels;
}

const Fit &FitsModel::fitOf(int row) const
{
    return m_details->fits.fits.at(m_shown.at(static_cast<std::size_t>(row)));
}

int FitsModel::completeRow() const
{
    for (int row = 0; row < static_cast<int>(m_shown.size()); ++row) {
        if (fitOf(row).kind == FitKind::Complete) {
            return row;
        }
    }
    return -1;
}

} // namespace spanscope::ui
