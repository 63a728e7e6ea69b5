#pragma once
/// How long work tells where it is and hears that it is no longer wanted.

#include <cstddef>
#include <functional>
#include <stop_token>

namespace spanscope {

/// Called now and then from the working thread: done of total (total may be 0
/// while it is unknown).
using ProgressCallback = std::function<void(std::size_t done, std::size_t total)>;

/// Passed to every function that may take long. Both members are optional.
struct WorkContext
{
    std::stop_token stop;
    ProgressCallback progress;

    [[nodiscard]] bool cancelled() const { return stop.stop_requested(); }
    void report(std::size_t done, std::size_t total) const
    {
        if (progress) {
            progress(done, total);
        }
    }
};

} // namespace spanscope
