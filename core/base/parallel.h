#pragma once
/// Runs independent work items on several threads.

#include "core/base/progress.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace spanscope {

/// Calls work(i) for every i in [0, count), on `jobs` threads (0: one per core). Stops early when the
/// context is cancelled or `work` throws; the first exception is passed on once all threads have ended.
template <typename Work> void parallelFor(std::size_t count, unsigned jobs, const WorkContext &context, Work work)
{
    constexpr std::size_t kBatch = 64;
    std::atomic<std::size_t> next{0};
    std::mutex reporting;
    std::size_t done = 0; // items, so that what is told never goes back
    std::atomic<bool> failed{false};
    std::exception_ptr failure;
    const auto loop = [&] {
        while (!context.cancelled() && !failed) {
            const std::size_t from = next.fetch_add(kBatch);
            if (from >= count) {
                return;
            }
            const std::size_t to = std::min(from + kBatch, count);
            try {
                for (std::size_t i = from; i < to; ++i) {
                    work(i);
                }
            } catch (...) {
                const std::scoped_lock lock(reporting);
                if (!failed.exchange(true)) {
                    failure = std::current_exception();
                }
                return;
            }
            if (context.progress) {
                const std::scoped_lock lock(reporting);
                done += to - from;
                context.report(done, count);
            }
        }
    };
    const unsigned threads = jobs == 0 ? std::max(1U, std::thread::hardware_concurrency()) : jobs;
    {
        std::vector<std::jthread> pool;
        for (unsigned i = 1; i < threads && i * kBatch < count; ++i) {
            pool.emplace_back(loop);
        }
        loop();
    }
    if (failure) {
        std::rethrow_exception(failure);
    }
}

} // namespace spanscope
