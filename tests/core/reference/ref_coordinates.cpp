#include "tests/core/reference/ref_layout.h"

#include "tests/core/reference/python_division.h"

#include <algorithm>
#include <limits>
#include <set>

namespace reference {

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
