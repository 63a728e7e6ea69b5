#include "core/layout/layouts.h"

#include <algorithm>

namespace spanscope {

namespace {

constexpr int kPlaceholder = -1;
constexpr int kUnclaimed = -2;

/// One resize: device dims are matched with host dims by size, and what is left over is
/// taken for the two halves of the stick dim (planner README, "Resize").
class Resizer
{
public:
    Resizer(const StaticDeviceLayout &layout, const std::vector<Int> &oldSize, const std::vector<Int> &newSize)
        : m_layout(layout)
        , m_old(oldSize)
        , m_new(newSize)
        , m_oldStride(contiguousStrides(oldSize))
        , m_newStride(contiguousStrides(newSize))
        , m_match(layout.deviceSize.size() - 1, kPlaceholder)
    {
    }

    ResizeResult run()
    {
        matchBySize();
        unmatchStickHalf();
        ResizeResult out;
        const std::vector<int> free = unmatchedHostDims();
        const bool anyUnclaimed = std::count(m_match.begin(), m_match.end(), kUnclaimed) > 0;
        int stick = -1;
        if (!free.empty()) {
            stick = single(free);
            if (stick < 0) {
                out.error = "no single host dim is left for the stick";
                return out;
            }
        } else if (anyUnclaimed) {
            out.error = "device dim " + std::to_string(firstUnclaimed()) + " of size " +
                        std::to_string(m_layout.deviceSize[static_cast<std::size_t>(firstUnclaimed())]) +
                        " belongs to no host dim";
            return out;
        }
        apply(stick, out);
        return out;
    }

private:
    [[nodiscard]] int firstUnclaimed() const
    {
        return static_cast<int>(std::find(m_match.begin(), m_match.end(), kUnclaimed) - m_match.begin());
    }

    void matchBySize()
    {
        for (std::size_t j = 0; j < m_match.size(); ++j) {
            const Int size = m_layout.deviceSize[j];
            int found = -1;
            int count = 0;
            int byStride = -1;
            int strideCount = 0;
            for (std::size_t h = 0; h < m_old.size(); ++h) {
                if (m_old[h] != size) {
                    continue;
                }
                found = static_cast<int>(h);
                ++count;
                if (m_oldStride[h] == m_layout.strideMap[j]) {
                    byStride = static_cast<int>(h);
                    ++strideCount;
                }
            }
            if (count == 1) {
                m_match[j] = found;
            } else if (size == 1) {
                m_match[j] = kPlaceholder;
            } else {
                m_match[j] = strideCount == 1 ? byStride : kUnclaimed;
            }
        }
    }

    [[nodiscard]] std::vector<int> unmatchedHostDims() const
    {
        std::vector<int> out;
        for (std::size_t h = 0; h < m_old.size(); ++h) {
            if (std::find(m_match.begin(), m_match.end(), static_cast<int>(h)) == m_match.end()) {
                out.push_back(static_cast<int>(h));
            }
        }
        return out;
    }

    /// The one dim of `dims`; of several the one of size > 1; -1 when that is not unique.
    [[nodiscard]] int single(const std::vector<int> &dims) const
    {
        if (dims.size() == 1) {
            return dims.front();
        }
        int found = -1;
        for (const int h : dims) {
            if (m_old[static_cast<std::size_t>(h)] > 1) {
                if (found >= 0) {
                    return -1;
                }
                found = h;
            }
        }
        return found;
    }

    /// A stick dim's count of sticks may equal another host dim's size by chance.
    void unmatchStickHalf()
    {
        const int p = single(unmatchedHostDims());
        if (p < 0) {
            return;
        }
        const Int sticks = ceilDiv(m_old[static_cast<std::size_t>(p)], m_layout.elemsPerStick);
        for (std::size_t j = 0; j < m_match.size(); ++j) {
            if (m_match[j] >= 0 && m_layout.deviceSize[j] > 1 &&
                m_layout.strideMap[j] != m_oldStride[static_cast<std::size_t>(m_match[j])] &&
                m_layout.deviceSize[j] == sticks) {
                m_match[j] = kUnclaimed;
            }
        }
    }

    /// The stride_map entry of a device dim that walks host dim h in steps of `unit` elements.
    [[nodiscard]] Int newStride(Int current, std::size_t h, Int unit) const
    {
        if (m_new[h] == 1) {
            return -1;
        }
        if (current == -1 || current == mulChecked(unit, m_oldStride[h])) {
            return mulChecked(unit, m_newStride[h]);
        }
        return current;
    }

    void apply(int stick, ResizeResult &out) const
    {
        StaticDeviceLayout layout = m_layout;
        for (std::size_t j = 0; j < m_match.size(); ++j) {
            if (m_match[j] >= 0) {
                const auto h = static_cast<std::size_t>(m_match[j]);
                layout.deviceSize[j] = m_new[h];
                layout.strideMap[j] = newStride(layout.strideMap[j], h, 1);
            } else if (m_match[j] == kUnclaimed) {
                const auto p = static_cast<std::size_t>(stick);
                if (layout.deviceSize[j] != ceilDiv(m_old[p], layout.elemsPerStick)) {
                    out.error = "device dim " + std::to_string(j) + " of size " + std::to_string(layout.deviceSize[j]) +
                                " is not the number of sticks of host dim " + std::to_string(stick);
                    return;
                }
                layout.deviceSize[j] = ceilDiv(m_new[p], layout.elemsPerStick);
                layout.strideMap[j] = newStride(layout.strideMap[j], p, layout.elemsPerStick);
            }
        }
        if (stick >= 0) {
            layout.strideMap.back() = newStride(layout.strideMap.back(), static_cast<std::size_t>(stick), 1);
        }
        out.layout = std::move(layout);
    }

    const StaticDeviceLayout &m_layout;
    const std::vector<Int> &m_old;
    const std::vector<Int> &m_new;
    std::vector<Int> m_oldStride;
    std::vector<Int> m_newStride;
    std::vector<int> m_match; ///< per device dim but the last: host dim, placeholder or unclaimed
};

} // namespace

ResizeResult resizeDeviceLayout(const StaticDeviceLayout &layout, const std::vector<Int> &oldSize,
                                const std::vector<Int> &newSize)
{
    if (layout.deviceSize.empty() || layout.elemsPerStick <= 0 || oldSize.size() != newSize.size()) {
        return {std::nullopt, "the layout has no device dims or its sizes do not match"};
    }
    return Resizer(layout, oldSize, newSize).run();
}

} // namespace spanscope
