#pragma once
/// Small graphs under the documented rules.

#include "core/groups/groups.h"

namespace spanscope::test {

/// Seven ops of bfloat16 [98000, 4096]: buf0, buf1, buf2 in a chain (one group), buf3 small and apart,
/// buf4 which reads buf1 (a conflict with the closed group), buf5 reads buf4, buf6 small, reads nothing.
[[nodiscard]] GraphResultPtr groupedGraph();

/// `linear(f16[2,4096], f16[49216,4096])`: a copy that no split up to 64 can tile, and the product.
[[nodiscard]] GraphResultPtr vocabularyGraph();

/// A chain of `ops` operations whose spans are `(index % 1000 + 1) KiB * 1024`, every seventh unsupported,
/// every third untiled at twice its span. Not analysed: the values are put in.
[[nodiscard]] GraphResultPtr manyOperations(int ops);

} // namespace spanscope::test
