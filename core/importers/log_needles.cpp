#include "core/importers/log_needles.h"

#include <algorithm>
#include <numeric>

namespace spanscope {

namespace {

constexpr std::size_t kNoNeedle = ~std::size_t{0};
constexpr std::string_view kSpaces = " \t\r\n\f\v";

std::size_t slot(std::size_t state, unsigned char c)
{
    return (state << 8U) | c;
}

} // namespace

NeedleSet::NeedleSet(std::span<const Needle> needles, Spaces spaces)
    : m_needles(needles.begin(), needles.end())
    , m_spaces(spaces)
{
    build();
    renumber();
}

void NeedleSet::build()
{
    m_next.assign(256, 0);
    m_needleOf.assign(1, kNoNeedle);
    for (std::size_t n = 0; n < m_needles.size(); ++n) {
        std::size_t state = 0;
        for (const char c : m_needles[n].text) {
            const std::size_t at = slot(state, static_cast<unsigned char>(c));
            if (m_next[at] == 0) {
                m_next[at] = static_cast<State>(m_needleOf.size());
                m_needleOf.push_back(kNoNeedle);
                m_next.resize(m_next.size() + 256, 0);
            }
            state = m_next[at];
        }
        m_needleOf[state] = n;
    }
    // Breadth first: a missing edge goes where the longest proper suffix would go.
    std::vector<State> suffix(m_needleOf.size(), 0);
    std::vector<State> queue;
    for (std::size_t c = 0; c < 256; ++c) {
        if (m_next[c] != 0) {
            queue.push_back(m_next[c]);
        }
    }
    for (std::size_t i = 0; i < queue.size(); ++i) {
        const State state = queue[i];
        if (m_needleOf[state] == kNoNeedle) {
            m_needleOf[state] = m_needleOf[suffix[state]];
        }
        for (std::size_t c = 0; c < 256; ++c) {
            State &next = m_next[slot(state, static_cast<unsigned char>(c))];
            const State other = m_next[slot(suffix[state], static_cast<unsigned char>(c))];
            if (next == 0) {
                next = other;
            } else {
                suffix[next] = other;
                queue.push_back(next);
            }
        }
    }
    if (m_spaces == Spaces::Skip) {
        for (std::size_t state = 0; state < m_needleOf.size(); ++state) {
            for (const char c : kSpaces) {
                m_next[slot(state, static_cast<unsigned char>(c))] = static_cast<State>(state);
            }
        }
    }
}

/// Hit states get the highest numbers: one comparison tells a hit.
void NeedleSet::renumber()
{
    std::vector<std::size_t> order(m_needleOf.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto firstHit = std::stable_partition(order.begin(), order.end(),
                                                [this](std::size_t state) { return m_needleOf[state] == kNoNeedle; });
    m_firstHit = static_cast<State>(firstHit - order.begin());
    std::vector<State> renamed(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        renamed[order[i]] = static_cast<State>(i);
    }
    std::vector<State> next(m_next.size());
    std::vector<std::size_t> needleOf(m_needleOf.size());
    for (std::size_t state = 0; state < order.size(); ++state) {
        needleOf[renamed[state]] = m_needleOf[state];
        for (std::size_t c = 0; c < 256; ++c) {
            next[slot(renamed[state], static_cast<unsigned char>(c))] =
                renamed[m_next[slot(state, static_cast<unsigned char>(c))]];
        }
    }
    m_next = std::move(next);
    m_needleOf = std::move(needleOf);
}

std::vector<NeedleSet::Hit> NeedleSet::findAll(std::string_view text) const
{
    std::vector<Hit> hits;
    State state = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool skipped = m_spaces == Spaces::Skip && kSpaces.find(text[i]) != std::string_view::npos;
        state = step(state, text[i]);
        if (state < m_firstHit || skipped) {
            continue;
        }
        Hit hit;
        hit.needle = m_needleOf[state];
        hit.end = i + 1;
        hit.begin = i + 1;
        for (std::size_t left = m_needles[hit.needle].text.size(); left > 0;) {
            --hit.begin;
            if (m_spaces == Spaces::Count || kSpaces.find(text[hit.begin]) == std::string_view::npos) {
                --left;
            }
        }
        hits.push_back(hit);
    }
    return hits;
}

} // namespace spanscope
