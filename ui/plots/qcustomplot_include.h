#pragma once
/// The only way to include QCustomPlot. Its header needs Qt's `foreach` and implicit
/// char conversions, and is not free of the warnings that this project treats as errors.

#if defined(QT_NO_FOREACH) || defined(QT_NO_KEYWORDS)
#error "QCustomPlot's header needs Qt's foreach"
#endif

#pragma GCC system_header
#include <qcustomplot.h>
