#include "tests/core/reference/ref_layout.h"

#include "tests/core/reference/python_division.h"

#include <algorithm>
#include <limits>
#include <set>

namespace reference {

Ints contiguous(const Ints &size)
{
    Ints out(size.size(), 1);
    for (std::size_t i = size.size(); i-- > 1;) {
        out[i - 1] = out[i] * std::max<Int>(size[i], 1);
    }
    return out;
}

namespace {

/// The host dim behind each device dim; the stick dim appears twice.
std::vector<int> deviceDims(const std::vector<int> &order)
{
    if (order.size() == 1) {
        return {order[0], order[0]};
    }
    std::vector<int> out(order.begin() + 1, order.end());
    out.push_back(order.front());
    out.push_back(order.back());
    return out;
}

} // namespace

RefDevice defaultDevice(const Ints &size, const Ints &stride, Int stick, const std::vector<int> &order)
{
    if (size.empty()) {
        return {{1, stick}, {-1, -1}, stick};
    }
    RefDevice out{{}, {}, stick};
    const std::vector<int> dims = deviceDims(order);
    for (std::size_t j = 0; j < dims.size(); ++j) {
        const bool last = j + 1 == dims.size();
        const bool sparse = dims[j] < 0;
        const auto h = static_cast<std::size_t>(std::max(dims[j], 0));
        const bool outerStick = !last && dims[j] == dims.back();
        const bool unit = sparse || size[h] == 1;
        out.size.push_back(last ? stick : sparse ? 1 : outerStick ? ceilOf(size[h], stick) : size[h]);
        out.map.push_back(unit ? -1 : outerStick ? stride[h] * stick : stride[h]);
    }
    return out;
}

Ints elementPlace(const Ints &hostIndex, Int stick, const std::vector<int> &order)
{
    if (hostIndex.empty()) {
        return {0, 0};
    }
    Ints out;
    const std::vector<int> dims = deviceDims(order);
    for (std::size_t j = 0; j < dims.size(); ++j) {
        if (dims[j] < 0) {
            out.push_back(0);
            continue;
        }
        const Int i = hostIndex[static_cast<std::size_t>(dims[j])];
        const bool isStickDim = dims[j] == dims.back();
        out.push_back(!isStickDim ? i : j + 1 == dims.size() ? i % stick : i / stick);
    }
    return out;
}

namespace {

class Resizer
{
public:
    Resizer(const RefDevice &device, const Ints &oldSize, const Ints &newSize)
        : m_device(device)
        , m_old(oldSize)
        , m_new(newSize)
        , m_oldStride(contiguous(oldSize))
        , m_newStride(contiguous(newSize))
        , m_match(device.size.size(), kPlaceholder)
    {
    }

    std::optional<RefDevice> run()
    {
        matchDims();
        if (const std::optional<std::size_t> p = provisionalStick()) {
            for (std::size_t j = 0; j + 1 < m_match.size(); ++j) {
                const bool odd = m_match[j] >= 0 && m_device.size[j] > 1 && m_device.map[j] != m_oldStride[at(j)];
                if (odd && m_device.size[j] == ceilOf(m_old[*p], m_device.stick)) {
                    m_match[j] = kUnclaimed;
                }
            }
        }
        const std::vector<std::size_t> left = unmatched();
        const bool anyUnclaimed = std::find(m_match.begin(), m_match.end(), kUnclaimed) != m_match.end();
        if (left.empty()) {
            return anyUnclaimed ? std::nullopt : std::optional(placed());
        }
        const std::optional<std::size_t> p = provisionalStick();
        return p ? stickPlaced(*p) : std::nullopt;
    }

private:
    static constexpr int kPlaceholder = -1;
    static constexpr int kUnclaimed = -2;

    [[nodiscard]] std::size_t at(std::size_t j) const { return static_cast<std::size_t>(m_match[j]); }

    void matchDims()
    {
        for (std::size_t j = 0; j + 1 < m_device.size.size(); ++j) {
            std::vector<std::size_t> same;
            std::vector<std::size_t> sameStride;
            for (std::size_t h = 0; h < m_old.size(); ++h) {
                if (m_old[h] == m_device.size[j]) {
                    same.push_back(h);
                    if (m_oldStride[h] == m_device.map[j]) {
                        sameStride.push_back(h);
                    }
                }
            }
            if (same.size() == 1) {
                m_match[j] = static_cast<int>(same.front());
            } else if (m_device.size[j] != 1) {
                m_match[j] =
                    same.size() > 1 && sameStride.size() == 1 ? static_cast<int>(sameStride.front()) : kUnclaimed;
            }
        }
    }

    [[nodiscard]] std::vector<std::size_t> unmatched() const
    {
        std::vector<std::size_t> out;
        for (std::size_t h = 0; h < m_old.size(); ++h) {
            if (std::find(m_match.begin(), m_match.end(), static_cast<int>(h)) == m_match.end()) {
                out.push_back(h);
            }
        }
        return out;
    }

    [[nodiscard]] std::optional<std::size_t> provisionalStick() const
    {
        std::vector<std::size_t> left = unmatched();
        if (left.size() > 1) {
            std::erase_if(left, [this](std::size_t h) { return m_old[h] <= 1; });
        }
        return left.size() == 1 ? std::optional(left.front()) : std::nullopt;
    }

    RefDevice placed() const
    {
        RefDevice out = m_device;
        for (std::size_t j = 0; j + 1 < m_match.size(); ++j) {
            if (m_match[j] >= 0) {
                const std::size_t h = at(j);
                out.size[j] = m_new[h];
                out.map[j] = moved(m_device.map[j], m_new[h], m_oldStride[h], m_newStride[h]);
            }
        }
        return out;
    }

    static Int moved(Int map, Int newSize, Int oldStride, Int newStride)
    {
        if (newSize == 1) {
            return -1;
        }
        return map == oldStride || map == -1 ? newStride : map;
    }

    std::optional<RefDevice> stickPlaced(std::size_t p) const
    {
        RefDevice out = placed();
        const Int stick = m_device.stick;
        for (std::size_t j = 0; j + 1 < m_match.size(); ++j) {
            if (m_match[j] != kUnclaimed) {
                continue;
            }
            if (m_device.size[j] != ceilOf(m_old[p], stick)) {
                return std::nullopt;
            }
            out.size[j] = ceilOf(m_new[p], stick);
            out.map[j] = moved(m_device.map[j], m_new[p], stick * m_oldStride[p], stick * m_newStride[p]);
        }
        out.map.back() = moved(m_device.map.back(), m_new[p], m_oldStride[p], m_newStride[p]);
        return out;
    }

    const RefDevice &m_device;
    const Ints &m_old;
    const Ints &m_new;
    Ints m_oldStride;
    Ints m_newStride;
    std::vector<int> m_match;
};

} // namespace

std::optional<RefDevice> resized(const RefDevice &device, const Ints &oldSize, const Ints &newSize)
{
    return Resizer(device, oldSize, newSize).run();
}

std::string RefIndex::text() const
{
    std::string out;
    for (const IndexTerm &t : terms) {
        std::string x = t.symbol;
        if (t.divisor > 1) {
            x = "floor(" + x + "/" + std::to_string(t.divisor) + ")";
        }
        if (t.modulus > 0) {
            x = "(Mod(" + x + ", " + std::to_string(t.modulus) + "))";
        }
        out += (out.empty() ? "" : " + ") + (t.factor == 1 ? x : std::to_string(t.factor) + "*" + x);
    }
    if (constant < 0) {
        return out + " - " + std::to_string(-constant);
    }
    return out.empty() ? std::to_string(constant) : constant == 0 ? out : out + " + " + std::to_string(constant);
}

} // namespace reference
