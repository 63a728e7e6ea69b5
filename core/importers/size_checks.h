#pragma once
/// Sizes of an imported op that cannot all be true: nothing is decided of such an op. Inside the importers only.

#include "core/graph/graph.h"

namespace spanscope {

/// Adds an inferred fact (inferred_what::kIncomplete) to each op whose sizes are below 1 or contradict each other:
/// its ranges and what it writes, a device layout too small for its tensor, coordinates that use a symbol without a
/// range or lead out of the tensor. Ops that single log lines tell of are left alone, their tensor is uncertain.
/// Calls no finish().
void checkSizes(Graph &graph);

} // namespace spanscope
