#pragma once
/// Audits and split tables worked out by hand, and pictures of widgets to look at.

#include "core/planner/analysis.h"
#include "core/planner/audit.h"

#include <QString>
#include <QWidget>

namespace spanscope::test {

inline constexpr Int kLimit = 268435456;

/// A copy of a float16 [49216, 4096] tensor into the other stick order, device_size [64, 49216, 64] read
/// and [769, 4096, 64] written: untiled (splits 1 x 1), or on the bench as 769 x 2.
[[nodiscard]] OpAudit lmHeadUntiled();
[[nodiscard]] OpAudit lmHeadTiled();
/// One output row and `reads` reads of one row each, spans growing from 1 KiB by a factor of 1.5.
[[nodiscard]] OpAudit manyReads(int reads);
/// The divisors of 49216 = 64 x 769 that the bench shows: legal 1, the rest cuts a stick or is over the cap.
[[nodiscard]] SplitTable lmHeadRows();
/// A dim with 200 divisors, alternately legal and over the cap.
[[nodiscard]] SplitTable manyDivisors();

/// Shows the widget at `size` in a palette. With SPANSCOPE_PICTURES set to a folder, also saves
/// `<name>-light.png`, `-dark.png` and `-2x.png` there.
void showAndPicture(QWidget &widget, QSize size, const QString &name);

} // namespace spanscope::test
