#include "ui/plots/pressure_rows.h"

#include "core/text/sentences.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace spanscope::ui {

namespace {

QString translated(const char *text)
{
    return QCoreApplication::translate("PressurePlot", text);
}

QString fromStd(const std::string &text)
{
    return QString::fromStdString(text);
}

const AuditRow *sameRow(const OpAudit &audit, const AuditRow &row, std::size_t guess)
{
    const auto matches = [&row](const AuditRow &other) {
        return other.tensor == row.tensor && other.deviceDim == row.deviceDim;
    };
    if (guess < audit.rows.size() && matches(audit.rows[guess])) {
        return &audit.rows[guess];
    }
    const auto it = std::find_if(audit.rows.begin(), audit.rows.end(), matches);
    return it == audit.rows.end() ? nullptr : &*it;
}

/// `192.25 MiB`, or why there is no such number.
QString spanText(const AuditRow &row, ByteUnits units)
{
    const SpanState state = spanStateOf(row);
    if (state == SpanState::Unknown) {
        return spanStateWord(state);
    }
    if (state == SpanState::NoSpan) {
        return translated("one value: no span");
    }
    const QString bound = row.exactness == Exactness::UpperBound ? QStringLiteral("\u2264 ") : QString();
    return bound + bytesText(row.span, units);
}

bool hasNumber(SpanState state)
{
    return state != SpanState::Unknown && state != SpanState::NoSpan;
}

/// `arg1_1 dev 0 = floor(d1/64): 32 x 3149824 x 2 B = ...; d1 < 2048 adds 31; stored whole; was ...`.
QString readoutText(const AuditRow &row, const AuditRow *untiled, Int limit)
{
    const QString tensor = row.tensor.isOutput() ? translated("output") : fromStd(row.tensor.buffer);
    QString text = translated("%1 dev %2 = %3: %4")
                       .arg(tensor)
                       .arg(row.deviceDim.index)
                       .arg(fromStd(row.coordinate), fromStd(rowArithmetic(row, limit)));
    for (const auto &[symbol, adds] : row.extents) {
        const auto range = std::find_if(row.tileRanges.begin(), row.tileRanges.end(),
                                        [&name = symbol](const auto &entry) { return entry.first == name; });
        text += QStringLiteral("; ");
        text += range == row.tileRanges.end()
                    ? translated("%1 adds %2").arg(fromStd(symbol), fromStd(grouped(adds)))
                    : translated("%1 < %2 adds %3")
                          .arg(fromStd(symbol), fromStd(grouped(range->second)), fromStd(grouped(adds)));
    }
    text += QStringLiteral("; ") + fromStd(storageSentence(row.storage));
    if (row.over && row.unchecked != Unchecked::Checked) {
        text += QStringLiteral("; ") + fromStd(uncheckedSentence(row.unchecked));
    }
    if (untiled != nullptr && untiled->span != row.span) {
        text += QStringLiteral("; ") + translated("untiled %1").arg(fromStd(bytesAgainstLimit(untiled->span, limit)));
    }
    return text;
}

QString groupTitle(const TensorRef &tensor, int readsBefore)
{
    if (tensor.isOutput()) {
        return tensor.buffer.empty() ? translated("output") : translated("output %1").arg(fromStd(tensor.buffer));
    }
    const QString title = translated("read %1").arg(fromStd(tensor.buffer));
    return readsBefore == 0 ? title : translated("%1 (again, %2)").arg(title).arg(readsBefore + 1);
}

} // namespace

int PressureRows::worst() const
{
    if (rows.empty()) {
        return -1;
    }
    const auto it = std::max_element(rows.begin(), rows.end(), [](const PressureRow &a, const PressureRow &b) {
        return std::make_pair(a.span, a.state == SpanState::Unknown) <
               std::make_pair(b.span, b.state == SpanState::Unknown);
    });
    return static_cast<int>(it - rows.begin());
}

bool PressureRows::sameRows(const PressureRows &other) const
{
    return std::equal(rows.begin(), rows.end(), other.rows.begin(), other.rows.end(),
                      [](const PressureRow &a, const PressureRow &b) {
                          return a.tensor == b.tensor && a.deviceDim == b.deviceDim && a.coordinate == b.coordinate;
                      });
}

PressureRows pressureRows(const OpAudit &current, const OpAudit &untiled, Int limit, ByteUnits units)
{
    PressureRows out;
    out.limit = limit;
    out.units = units;
    std::map<std::string, int> reads;
    for (std::size_t i = 0; i < current.rows.size(); ++i) {
        const AuditRow &row = current.rows[i];
        if (i == 0 || row.tensor != current.rows[i - 1].tensor) {
            const int before = row.tensor.isOutput() ? 0 : reads[row.tensor.buffer]++;
            out.groups.push_back({groupTitle(row.tensor, before), static_cast<int>(i), 0});
        }
        ++out.groups.back().count;
        const AuditRow *old = sameRow(untiled, row, i);
        PressureRow shown;
        shown.device = translated("dev %1").arg(row.deviceDim.index);
        shown.coordinate = fromStd(row.coordinate);
        shown.state = spanStateOf(row);
        shown.untiledState = old != nullptr ? spanStateOf(*old) : shown.state;
        shown.span = hasNumber(shown.state) ? row.span : 0;
        shown.untiled = old != nullptr && hasNumber(shown.untiledState) ? old->span : 0;
        shown.value = spanText(row, units);
        const QString before = old != nullptr ? spanText(*old, units) : shown.value;
        if (before != shown.value) {
            shown.was = translated("was %1").arg(before);
        }
        if (hasNumber(shown.state)) {
            shown.value += QStringLiteral(" \u00b7 ") + fromStd(ratioText(row.span, limit));
            shown.word = spanStateWord(shown.state);
        }
        shown.readout = readoutText(row, old, limit);
        shown.controls = row.controls;
        shown.tensor = row.tensor;
        shown.deviceDim = row.deviceDim;
        out.rows.push_back(std::move(shown));
    }
    return out;
}

} // namespace spanscope::ui
