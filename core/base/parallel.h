#pragma once
/// Runs independent work items on several threads.

#include "core/base/progress.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

namespace spanscope {

/// Calls work(i) for every i in [0, count), on `jobs` threads (0: one per core). `work` must not
/// throw. Stops early when the context is cancelled.
template <typename Work> void parallelFor(std::size_t count, unsigned jobs, const WorkContext &context, Work work)
{
    constexpr std::size_t kBatch = 64;
    std::atomic<std::size_t> next{0};
    std::mutex reporting;
    const auto loop = [&] {
        while (!context.cancelled()) {
            const std::size_t from = next.fetch_add(kBatch);
            if (from >= count) {
                return;
            }
            const std::size_t to = std::min(from + kBatch, count);
            for (std::size_t i = from; i < to; ++i) {
                work(i);
            }
            if (context.progress) {
                const std::scoped_lock lock(reporting);
                context.report(to, count);
            }
        }
    };
    const unsigned threads = jobs == 0 ? std::max(1U, std::thread::hardware_concurrency()) : jobs;
    std::vector<std::jthread> pool;
    for (unsigned i = 1; i < threads && i * kBatch < count; ++i) {
        pool.emplace_back(loop);
    }
    loop();
}

} // namespace spanscope
