#include "ui/models/span_state.h"

#include <QCoreApplication>

namespace spanscope::ui {

SpanState spanStateOf(const AuditRow &row)
{
    if (row.exactness == Exactness::Unknown) {
        return SpanState::Unknown;
    }
    if (!row.varies) {
        return SpanState::NoSpan;
    }
    if (!row.over) {
        return SpanState::Fits;
    }
    return row.unchecked == Unchecked::Checked ? SpanState::Over : SpanState::OverUnchecked;
}

QString spanStateWord(SpanState state)
{
    switch (state) {
    case SpanState::NoSpan:
        return QCoreApplication::translate("SpanState", "no span");
    case SpanState::Fits:
        return QCoreApplication::translate("SpanState", "fits");
    case SpanState::Over:
        return QCoreApplication::translate("SpanState", "over");
    case SpanState::OverUnchecked:
        return QCoreApplication::translate("SpanState", "over, not checked");
    case SpanState::Unknown:
        return QCoreApplication::translate("SpanState", "unknown");
    }
    return {};
}

} // namespace spanscope::ui
