#include "tests/core/reference/ref_layout.h"

#include <algorithm>
#include <limits>
#include <set>

namespace reference {

namespace {

constexpr Int kForever = std::numeric_limits<Int>::max();

Int floorOf(Int a, Int d)
{
    return a >= 0 ? a / d : -((-a + d - 1) / d);
}

Int modOf(Int a, Int m)
{
    return a - floorOf(a, m) * m;
}

Int ceilOf(Int a, Int d)
{
    return (a + d - 1) / d;
}

} // namespace

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

namespace {

Int termAt(const IndexTerm &t, Int v)
{
    const Int x = floorOf(v, t.divisor);
    return t.factor * (t.modulus > 0 ? modOf(x, t.modulus) : x);
}

} // namespace

Int RefIndex::at(const Values &values) const
{
    Int out = constant;
    for (const IndexTerm &t : terms) {
        out += termAt(t, values.at(t.symbol));
    }
    return out;
}

Int CoordPiece::at(const Values &values) const
{
    Int x = symbol.empty() ? constant : floorOf(values.at(symbol), divisor);
    x = modulus > 0 ? modOf(x, modulus) : x;
    x *= step;
    return floorOf(next > 0 ? modOf(x, next) : x, stride);
}

Int valueAt(const RefCoordinate &coordinate, const Values &values)
{
    Int out = 0;
    for (const CoordPiece &piece : coordinate) {
        out += piece.at(values);
    }
    return out;
}

namespace {

/// Enters X, which steps by `step` up to `end`, into the coordinates of (size, stride).
void enter(const Ints &size, const Ints &stride, CoordPiece x, Int end, std::vector<RefCoordinate> &out)
{
    const auto nextOf = [&](std::size_t i) {
        Int next = kForever;
        for (std::size_t k = 0; k < size.size(); ++k) {
            if (size[k] > 1 && stride[k] > stride[i]) {
                next = std::min(next, stride[k]);
            }
        }
        return next;
    };
    std::optional<std::size_t> primary;
    for (std::size_t i = 0; i < size.size(); ++i) {
        if (size[i] != 1 && stride[i] > 0 && stride[i] <= x.step && (!primary || stride[i] > stride[*primary])) {
            primary = i;
        }
    }
    for (std::size_t i = 0; i < size.size(); ++i) {
        const bool inside = size[i] != 1 && x.step < stride[i] && stride[i] < end;
        if (primary == i || inside) {
            CoordPiece piece = x;
            piece.stride = stride[i];
            piece.next = nextOf(i) < end ? nextOf(i) : 0;
            const bool wraps = piece.next > 0 && !x.symbol.empty() && x.step % piece.next == 0;
            if (x.step != 0 && !wraps) { // otherwise 0 throughout
                out[i].push_back(piece);
            }
        }
    }
}

/// The terms in one symbol, equal Mods and floors taken together.
std::vector<IndexTerm> termsOf(const RefIndex &index, const std::string &symbol)
{
    std::vector<IndexTerm> out;
    for (const IndexTerm &t : index.terms) {
        const auto same = std::find_if(out.begin(), out.end(), [&t](const IndexTerm &o) {
            return o.divisor == t.divisor && o.modulus == t.modulus;
        });
        if (t.symbol != symbol) {
            continue;
        }
        if (same == out.end()) {
            out.push_back(t);
        } else {
            same->factor += t.factor;
        }
    }
    return out;
}

} // namespace

std::vector<RefCoordinate> coordinatesOf(const Ints &size, const Ints &stride, const Values &ranges,
                                         const RefIndex &index)
{
    std::vector<RefCoordinate> out(size.size());
    if (index.constant > 0) {
        enter(size, stride, {"", 1, 0, index.constant, 1, 0, 1}, kForever, out);
    }
    std::set<std::string> symbols;
    for (const IndexTerm &t : index.terms) {
        symbols.insert(t.symbol);
    }
    const Int offset = std::min<Int>(index.constant, 0);
    for (const std::string &v : symbols) {
        const std::vector<IndexTerm> own = termsOf(index, v);
        const Int range = ranges.contains(v) ? ranges.at(v) : 0;
        const IndexTerm &t = own.front();
        if (range <= 1) {
            continue;
        }
        if (own.size() == 1 && t.modulus > 0 && t.modulus < range && offset == 0) {
            enter(size, stride, {v, t.divisor, t.modulus, 0, t.factor, 0, 1}, t.factor * t.modulus, out);
            continue;
        }
        const auto part = [&](Int x) {
            Int sum = offset;
            for (const IndexTerm &term : own) {
                sum += termAt(term, x);
            }
            return sum;
        };
        enter(size, stride, {v, 1, 0, 0, part(1), 0, 1}, part(range), out);
    }
    return out;
}

Int walkedExtent(const RefCoordinate &coordinate, const Values &ranges)
{
    // Pieces of one symbol are walked together; different symbols are independent.
    std::set<std::string> symbols;
    for (const CoordPiece &piece : coordinate) {
        symbols.insert(piece.symbol);
    }
    Int extent = 1;
    for (const std::string &v : symbols) {
        RefCoordinate own;
        std::copy_if(coordinate.begin(), coordinate.end(), std::back_inserter(own),
                     [&v](const CoordPiece &piece) { return piece.symbol == v; });
        Int low = kForever;
        Int high = -kForever;
        for (Int x = 0; x < (v.empty() ? 1 : ranges.at(v)); ++x) {
            const Int value = valueAt(own, {{v, x}});
            low = std::min(low, value);
            high = std::max(high, value);
        }
        extent += high - low;
    }
    return extent;
}

TrueWalk walkedTruth(const Ints &size, const Ints &stride, std::size_t dim, const RefIndex &index,
                     const RefCoordinate &coordinate, const Values &ranges)
{
    TrueWalk out;
    Int next = kForever;
    for (std::size_t k = 0; k < size.size(); ++k) {
        if (size[k] > 1 && stride[k] > stride[dim]) {
            next = std::min(next, stride[k]);
        }
    }
    std::set<std::string> symbols;
    for (const IndexTerm &t : index.terms) {
        symbols.insert(t.symbol);
    }
    for (const std::string &v : symbols) {
        const std::vector<IndexTerm> own = termsOf(index, v);
        const bool plain =
            std::all_of(own.begin(), own.end(), [](const IndexTerm &t) { return t.divisor == 1 && t.modulus == 0; });
        Int low = kForever;
        Int high = -kForever;
        for (Int x = 0; x < std::max<Int>(1, ranges.contains(v) ? ranges.at(v) : 1); ++x) {
            Int value = 0;
            if (plain) {
                for (const CoordPiece &piece : coordinate) {
                    value += piece.symbol == v ? piece.at({{v, x}}) : 0;
                }
            } else if (size[dim] != 1 && stride[dim] > 0) {
                for (const IndexTerm &t : own) {
                    value += termAt(t, x);
                }
                value = (next == kForever ? value : value % next) / stride[dim];
            }
            low = std::min(low, value);
            high = std::max(high, value);
        }
        out.extent += high - low;
        if (high > low) {
            out.symbols.insert(v);
        }
    }
    return out;
}

} // namespace reference
