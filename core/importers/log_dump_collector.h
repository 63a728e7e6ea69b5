#pragma once
/// Gathers the lines of pass dumps. Inside the importers only.

#include "core/importers/log_collector.h"

#include <optional>
#include <set>
#include <string_view>

namespace spanscope {

/// What is kept of all dumps together.
struct DumpLimits
{
    std::size_t groups = kMaxDumpGroups;
    std::size_t bytes = kMaxAllDumpBytes;
};

class DumpCollector
{
public:
    explicit DumpCollector(DumpLimits limits = {})
        : m_limits(limits)
    {
    }

    /// The pass name if this is the head line of a dump.
    [[nodiscard]] static std::optional<std::string> headOf(std::string_view stripped);

    [[nodiscard]] bool open() const { return m_open; }
    void begin(std::string pass, std::size_t line);
    /// A line while a dump is open; closes it after many lines that are no part of one.
    /// \param isWhole false where the text ends inside the line
    void add(std::string_view stripped, bool startsRecord, std::size_t line, bool isWhole);
    /// The open dump ends here.
    /// \param textEnds because the whole text does
    void finish(bool textEnds = false);
    [[nodiscard]] std::vector<DumpGroup> take() { return std::move(m_groups); }
    /// Dumps that were not kept because all together became too large.
    [[nodiscard]] std::size_t dropped() const { return m_dropped; }

private:
    void place(DumpText dump);
    void keep(DumpText dump, DumpGroup &group);

    DumpLimits m_limits;
    std::vector<DumpGroup> m_groups;
    std::unordered_map<std::size_t, std::size_t> m_groupOfHash;
    std::optional<std::size_t> m_current; ///< the group of the compile at hand; none when nothing of it was kept
    std::set<std::string> m_passes;       ///< dumped in the compile at hand, kept or not
    DumpText m_dump;
    std::size_t m_bytes = 0; ///< of all dumps kept
    std::size_t m_dropped = 0;
    std::size_t m_foreign = 0;  ///< lines in a row that are no part of a dump
    bool m_lastForeign = false; ///< other output has come since the latest op began
    bool m_open = false;
    bool m_inOp = false;
};

} // namespace spanscope
