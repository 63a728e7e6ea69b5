#pragma once
/// Finds any of a few dozen literals in one pass over the bytes.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace spanscope {

/// An Aho-Corasick automaton as a flat table: one look-up a byte, whatever the number of needles.
class NeedleSet
{
public:
    struct Needle
    {
        std::string_view text;
        std::uint32_t tag = 0; ///< the caller's
    };
    struct Hit
    {
        std::size_t needle = 0; ///< index of the needle
        std::size_t begin = 0;  ///< its first byte
        std::size_t end = 0;    ///< one past its last byte
    };
    enum class Spaces { Count, Skip };

    /// \param spaces Skip: white space in the searched text is passed over (needles must have none),
    ///        so a needle is found although a line break cut it
    explicit NeedleSet(std::span<const Needle> needles, Spaces spaces = Spaces::Count);

    /// All hits in order of their ends; where several end at one byte, the longest only.
    [[nodiscard]] std::vector<Hit> findAll(std::string_view text) const;

    using State = std::uint16_t;
    /// For callers with their own loop: states >= firstHit() are hits.
    [[nodiscard]] State step(State state, char c) const
    {
        return m_next[(static_cast<std::size_t>(state) << 8U) | static_cast<unsigned char>(c)];
    }
    [[nodiscard]] State firstHit() const { return m_firstHit; }
    /// The tag of the longest needle that ends in a hit state.
    [[nodiscard]] std::uint32_t tag(State state) const { return m_needles[m_needleOf[state]].tag; }

private:
    void build();
    void renumber();

    std::vector<Needle> m_needles;
    Spaces m_spaces;
    std::vector<State> m_next; ///< 256 entries a state
    std::vector<std::size_t> m_needleOf;
    State m_firstHit = 0;
};

} // namespace spanscope
