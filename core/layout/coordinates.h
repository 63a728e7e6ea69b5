#pragma once
/// From an index expression to one coordinate per dim, and the extents of coordinates
/// (core/planner/README.md, "From an index to coordinates" and "The span of a coordinate").

#include "core/base/integers.h"
#include "core/expr/expr.h"
#include "core/expr/program.h"
#include "core/graph/graph.h"

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace spanscope {

/// Steps of expression programs that may still be run for one op: hostile indices must not take forever.
struct Effort
{
    Int decision = Int{1} << 26; ///< for the compiler's estimates; beyond it they are unknown
    Int truth = Int{1} << 28;    ///< for enumerations; beyond it bounds are given
    bool gaveUp = false;         ///< an estimate was given up that the compiler would have made
};

struct Extremes
{
    Int low = 0;
    Int high = 0;
};

/// f(v + length) = f(v) + shift for every v >= 0.
struct Period
{
    Int length = 1;
    Int shift = 0;
};

/// What was found out about a term so far.
struct TermMemory
{
    Int walked = 0; ///< values 0 .. walked - 1 of a term in one symbol were seen
    Extremes extremes;
    std::vector<Extremes> blocks; ///< after every kWalkBlock values
    bool periodKnown = false;
    std::optional<Period> period;
    std::map<std::vector<Int>, Int> spreads; ///< of a term in several symbols, by their ranges
};

/// A term that has no simple form. It remembers what it found out, so it must not be shared between threads.
struct GeneralTerm
{
    Expr expr;
    ExprProgram program;            ///< over the dep's symbols
    std::vector<int> symbols;       ///< dep symbols it contains
    std::vector<std::string> names; ///< their names, same order
    std::vector<Int> moduli;        ///< of all Mods inside
    bool onlyBareMods = true;       ///< every Mod's argument is a bare symbol
    std::shared_ptr<Effort> effort; ///< shared by all terms of an op
    mutable TermMemory memory;
};

/// One term of a coordinate in the dep symbol `symbol`:
/// floor(scale * Mod(factor * v, modulus) / divisor), without the Mod when modulus is 0.
struct CoordTerm
{
    int symbol = -1;
    Int scale = 1;
    Int factor = 1;
    Int modulus = 0;
    Int divisor = 1;
    std::shared_ptr<const GeneralTerm> general; ///< set: the members above but `symbol` say nothing

    [[nodiscard]] bool hasMod() const { return general ? !general->moduli.empty() : modulus != 0; }
    [[nodiscard]] bool hasOnlyBareMods() const { return general ? general->onlyBareMods : modulus == 0 || factor == 1; }
    /// Value of a simple term at v. Throws OverflowError.
    [[nodiscard]] Int at(Int v) const;
};

/// A sum of terms and a constant.
struct Coordinate
{
    std::vector<CoordTerm> terms; ///< one per symbol, but for terms that join several
    Int constant = 0;
    [[nodiscard]] bool isConstant() const { return terms.empty(); }
};

/// The index of one dep, taken apart once so that coordinates under many layouts and
/// ranges are cheap.
class DepIndex
{
public:
    /// \param effort shared by the deps of one op; a fresh one when null
    explicit DepIndex(const Dep &dep, std::shared_ptr<Effort> effort = nullptr);

    /// False when the index is not analysable, absent, or a range of one of its symbols is symbolic.
    [[nodiscard]] bool isKnown() const { return m_known; }
    /// Names of the dep's range symbols, in order; symbol numbers are places in it.
    [[nodiscard]] const std::vector<std::string> &symbols() const { return m_symbols; }
    /// Range sizes in the same order; symbolic ones are 0 (see allRangesIntegral()).
    [[nodiscard]] const std::vector<Int> &ranges() const { return m_ranges; }
    [[nodiscard]] bool allRangesIntegral() const { return m_allIntegral; }
    [[nodiscard]] bool isRangeIntegral(std::size_t symbol) const { return m_integral[symbol]; }
    [[nodiscard]] int symbolNumber(std::string_view name) const;

    /// One coordinate per dim of (size, stride). `ranges`: sizes per symbol (may be a tile's).
    /// \param out resized to size.size(); its memory is reused. Throws OverflowError.
    void coordinates(std::span<const Int> size, std::span<const Int> stride, std::span<const Int> ranges,
                     std::vector<Coordinate> &out) const;

    /// Whether the compiler's coordinates may miss where the index really goes: a symbol enters by its first
    /// step, which says nothing of a floor or of several Mods, and symbols that share a term are taken apart.
    [[nodiscard]] bool isTakenApartInexactly() const { return !m_groups.empty(); }
    /// Like coordinates(), but what is no plain multiple of a symbol enters as the whole expression it is.
    void trueCoordinates(std::span<const Int> size, std::span<const Int> stride, std::span<const Int> ranges,
                         std::vector<Coordinate> &out) const;

private:
    /// Terms of the index that share symbols.
    struct Group
    {
        Expr expr;
        int linearSymbol = -1; ///< set: expr is a multiple of this symbol alone
    };
    void findGroups(const Expr &index);
    class Entering;
    void start(const Entering &entering, std::size_t dims, std::vector<Coordinate> &out) const;
    void enterSymbol(std::size_t symbol, const Entering &entering, std::span<const Int> ranges,
                     std::vector<Coordinate> &out) const;

    struct Repeat
    {
        Int step = 1;
        Int modulus = 0;
        Expr atom;
    };
    struct Part
    {
        bool used = false;
        Int linear = 0; ///< part(v) = linear * v + constant when there is no program
        std::optional<ExprProgram> program;
        std::optional<Repeat> repeat;
    };
    [[nodiscard]] Int partAt(std::size_t symbol, Int value, Int offset) const;
    void findParts(const Expr &index);
    void findPrograms(const Expr &index);
    void findPart(const Expr &containing, std::size_t symbol);
    void findRepeat(const Expr &containing, const Expr &alone, std::size_t symbol);

    bool m_known = true;
    bool m_allIntegral = true;
    std::vector<std::string> m_symbols;
    std::vector<Int> m_ranges;
    std::vector<bool> m_integral;
    std::vector<Part> m_parts;
    std::vector<Group> m_groups; ///< empty when the index is a plain sum of multiples of symbols
    Int m_constant = 0;          ///< the index with all symbols 0
    std::shared_ptr<Effort> m_effort;
};

/// A coordinate given as an expression (generated code), over the dep's symbols.
/// \param effort as for DepIndex
[[nodiscard]] std::optional<Coordinate> coordinateOf(const Expr &e, const std::vector<std::string> &symbols,
                                                     std::shared_ptr<Effort> effort = nullptr);

/// The coordinate as an expression, for printing and for building tile indices.
[[nodiscard]] Expr toExpr(const Coordinate &coordinate, const std::vector<std::string> &symbols);
/// toExpr().toString(), faster where it is simple.
[[nodiscard]] std::string toText(const Coordinate &coordinate, const std::vector<std::string> &symbols);

/// A range that is no integer or not divisible by its split.
inline constexpr Int kUnknownRange = -1;

/// Extent as the compiler estimates it: nullopt where it gives up (a Mod that is not bare).
/// `ranges`: per symbol, in one tile; kUnknownRange makes coordinates with that symbol unknown.
[[nodiscard]] std::optional<Int> plannerExtent(const Coordinate &coordinate, std::span<const Int> ranges);

/// Whether an estimate of the coordinate may have been given up for the sake of time: our doing, not the compiler's.
[[nodiscard]] bool gaveUp(const Coordinate &coordinate);

/// The true max - min of one term over its symbols' ranges.
struct TrueSpread
{
    Int spread = 0;
    bool exact = true; ///< false: an upper bound
};
inline constexpr Int kMaxEnumeration = Int{1} << 20; ///< values walked before a bound is given
inline constexpr Int kWalkBlock = 64;
[[nodiscard]] TrueSpread trueSpread(const CoordTerm &term, std::span<const Int> ranges);

/// The true max - min + 1 over all symbol values.
struct TrueExtent
{
    Int extent = 1;
    bool exact = true;
};
[[nodiscard]] TrueExtent trueExtent(const Coordinate &coordinate, std::span<const Int> ranges);

/// Which dims of (size, stride) the data of an indirect dep chooses, and by which expression over the symbols
/// that its ranges do not list; nullopt where loop variables alone decide. A part that is a multiple of the next
/// larger stride cannot move a dim: `d1 + 4096*indirect0` moves no dim whose next stride is 4096. Where the
/// index does not tell how the data enters, every dim but those of size 1 depends on it, by an expression of 0.
/// All nullopt for a dep that is not indirect. Throws OverflowError.
[[nodiscard]] std::vector<std::optional<Expr>> dataDependence(const Dep &dep, std::span<const Int> size,
                                                              std::span<const Int> stride);

} // namespace spanscope
