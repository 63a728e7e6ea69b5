#include "ui/models/rows_model.h"

#include "core/text/sentences.h"
#include "ui/models/text.h"

namespace spanscope::ui {

namespace {

TableCell spanCell(const AuditRow *row, ByteUnits units)
{
    if (row == nullptr || row->exactness == Exactness::Unknown) {
        return {RowsModel::tr("unknown"), qlonglong{-1}, row != nullptr ? qs(row->problem) : QString()};
    }
    if (!row->varies) {
        return {QStringLiteral("-"), qlonglong{0}, RowsModel::tr("One value: no span")};
    }
    const QString mark = row->exactness == Exactness::UpperBound ? QString(QChar(0x2264)) + u' ' : QString();
    return {mark + bytesText(row->span, units), static_cast<qlonglong>(row->span), qs(exactBytes(row->span))};
}

TableCell ratioCell(const AuditRow *row, Int limit)
{
    if (row == nullptr || row->exactness == Exactness::Unknown || !row->varies) {
        return {QStringLiteral("-"), qlonglong{-1}, {}};
    }
    return {qs(ratioText(row->span, limit)), static_cast<qlonglong>(row->span), {}};
}

} // namespace

const AuditRow *matchingRow(const OpAudit &audit, const AuditRow &row)
{
    for (const AuditRow &other : audit.rows) {
        if (other.tensor == row.tensor && other.deviceDim == row.deviceDim) {
            return &other;
        }
    }
    return nullptr;
}

RowsModel::RowsModel(QObject *parent)
    : TextTable({{tr("Tensor"), tr("The output, or a buffer that is read"), false},
                 {tr("Dev"), tr("Device dim; the last one, the stick, is left out"), true},
                 {tr("Coordinate"), tr("What gives the index of that device dim"), false},
                 {tr("Span"), tr("Bytes one core touches through it under the splits on the bench"), true},
                 {tr("Of limit"), tr("Span in units of the limit"), true},
                 {tr("Untiled"), tr("Span without splits"), true},
                 {tr("Of limit"), tr("Span without splits in units of the limit"), true},
                 {tr("State"), tr("Against the limit, and whether the compiler looks at it"), false},
                 {tr("Cores"), tr("Cores that would bring it to the limit"), true},
                 {tr("Arithmetic"), tr("Extent, inner elements, bytes of an element"), false}},
                parent)
{
}

void RowsModel::setAudits(const OpAudit &current, const OpAudit &untiled, Int limit, Int sencores)
{
    m_current = current;
    m_untiled = untiled;
    m_limit = limit;
    m_sencores = sencores;
    rebuild();
}

void RowsModel::setByteUnits(ByteUnits units)
{
    m_units = units;
    rebuild();
}

void RowsModel::clear()
{
    m_current = {};
    m_untiled = {};
    rebuild();
}

TableRow RowsModel::makeRow(const AuditRow &row) const
{
    const AuditRow *untiled = matchingRow(m_untiled, row);
    const SpanState state = spanStateOf(row);
    TableRow line;
    line.state = static_cast<int>(state);
    line.cells = {
        {qs(row.tensor.toString()), {}, qs(storageSentence(row.storage))},
        {QString::number(row.deviceDim.index), row.deviceDim.index, {}},
        {qs(row.coordinate), {}, {}},
        spanCell(&row, m_units),
        ratioCell(&row, m_limit),
        spanCell(untiled, m_units),
        ratioCell(untiled, m_limit),
        {spanStateWord(state), static_cast<int>(state),
         row.unchecked == Unchecked::Checked ? QString() : qs(uncheckedSentence(row.unchecked))},
        {row.coresNeeded ? QString::number(*row.coresNeeded) : tr("none"),
         QVariant::fromValue<qlonglong>(row.coresNeeded.value_or(std::numeric_limits<Int>::max())),
         qs(coresSentence(row.coresNeeded, row.coreFactors, m_sencores))},
        {qs(rowArithmetic(row, m_limit)), {}, {}},
    };
    return line;
}

void RowsModel::rebuild()
{
    std::vector<TableRow> rows;
    rows.reserve(m_current.rows.size());
    for (const AuditRow &row : m_current.rows) {
        rows.push_back(makeRow(row));
    }
    setRows(std::move(rows));
}

} // namespace spanscope::ui
