#include "core/importers/log_collector.h"

#include "core/importers/log_dump_collector.h"
#include "core/importers/log_text.h"

#include <algorithm>

namespace spanscope {

namespace {

constexpr std::size_t kMaxJoinedLines = 12;
constexpr std::size_t kMaxJoinedBytes = 16'000;
constexpr const char *kEllipsis = "\xE2\x80\xA6";
constexpr std::size_t kMaxOwnBytes = 512; ///< wording is looked for across a break only near the line's end

std::string factKey(const ReportedFact &fact)
{
    std::string key = fact.kind + '\n' + fact.op + '\n' + fact.tensor;
    for (const auto &[name, value] : fact.figures) {
        key += '\n' + name + '=' + std::to_string(value);
    }
    for (const auto &[name, value] : fact.details) {
        key += '\n' + name + '=' + squeezed(value);
    }
    return key;
}

/// `buf12` or `op12`.
bool isOpName(std::string_view name)
{
    const std::size_t prefix = name.starts_with("buf") ? 3 : name.starts_with("op") ? 2 : 0;
    return prefix > 0 && name.size() > prefix && name.find_first_not_of("0123456789", prefix) == std::string_view::npos;
}

/// A line and its neighbours as one text, and where the line itself lies in it.
struct Joined
{
    std::string text;
    std::size_t ownBegin = 0;
    std::size_t ownEnd = 0;
    std::vector<std::size_t> lineEnds; ///< of the line and each one after it
};

class Collector
{
public:
    Collector(std::istream &in, const WorkContext &context)
        : m_reader(in, context)
    {
    }

    CollectedLog run()
    {
        RawLine line;
        while (m_reader.next(line)) {
            handle(line);
        }
        m_dumps.finish(true);
        m_log.droppedDumps = m_dumps.dropped();
        m_log.dumps = m_dumps.take();
        m_log.linesRead = m_reader.linesRead();
        m_log.longLines = m_reader.longLines();
        m_log.cancelled = m_reader.cancelled();
        std::stable_sort(m_log.lines.begin(), m_log.lines.end(),
                         [](const LogLine &a, const LogLine &b) { return a.line < b.line; });
        return std::move(m_log);
    }

private:
    void handle(const RawLine &line)
    {
        std::string cleaned;
        std::string_view text = line.text;
        if (text.find('\\') != std::string_view::npos || text.find('\x1b') != std::string_view::npos) {
            cleaned = cleanLine(text);
            text = cleaned;
        }
        const StrippedLine stripped = stripPrefix(text);
        if ((line.hits & log_hit::kDump) != 0) {
            if (auto pass = DumpCollector::headOf(stripped.text)) {
                m_dumps.begin(std::move(*pass), line.number);
                m_reader.everyLine(true);
                remember(line.number, true, {}, line.text);
                return;
            }
        }
        if (m_dumps.open()) {
            m_dumps.add(stripped.text, stripped.startsRecord, line.number, !m_reader.endsOpenAfter(0));
            m_reader.everyLine(m_dumps.open());
        }
        if ((line.hits & log_hit::kRecord) != 0 && line.number > m_consumedUntil) {
            const std::string name = stripped.startsRecord ? std::string() : cutName(stripped.text);
            handleRecords(name.empty() ? text : name, stripped.startsRecord, line.number);
        }
    }

    /// A terminal that wraps inside the op's name leaves `[CRITICAL] b` and `uf0: ...`: the line with
    /// its name made whole, empty when that is not so.
    [[nodiscard]] std::string cutName(std::string_view text) const
    {
        const std::string_view rest = text.substr(0, text.find(':'));
        const StrippedLine before = stripPrefix(m_reader.before());
        const std::string_view start = trimmed(before.text);
        const bool cut = before.startsRecord && !isOpName(rest) && rest.size() + start.size() < 24 &&
                         isOpName(std::string(start) + std::string(rest));
        return cut ? std::string(start) + std::string(text) : std::string();
    }

    /// What was read of the last record where the text ends without a line break: its last word may go on.
    /// \return false when the record cannot be used
    static bool readBeforeEnd(FoundRecord &record, std::string_view text)
    {
        const std::string_view rest = trimmed(text.substr(std::min(record.end, text.size())));
        const bool unitCut = rest == "M" || rest == "G" || rest == "K";
        if (!rest.empty() && !unitCut) {
            return true;
        }
        ReportedFact &fact = record.fact;
        if (fact.kind == "abort") { // what it is called is told, the node or the number may go on
            if (fact.details.erase("node") == 0) {
                fact.figures.clear();
            }
            return true;
        }
        for (const char *freeText : {"message", "reason", "rejected_stick"}) {
            const auto detail = fact.details.find(freeText);
            if (detail != fact.details.end()) {
                detail->second += detail->second.ends_with('.') ? "" : kEllipsis;
                return true;
            }
        }
        const std::string_view last = lastWord(text.substr(0, record.end));
        const bool hasNumber = last.find_first_of("0123456789") != std::string_view::npos;
        const bool isUnit = last == "MB" || last == "GB" || last == "KB";
        const bool nameCut = text.substr(0, record.end).ends_with(':');
        return !unitCut && !nameCut &&
               (last.empty() || isUnit || (!hasNumber && record.state == RecordState::Complete));
    }

    void handleRecords(std::string_view text, bool startsRecord, std::size_t number)
    {
        std::vector<FoundRecord> records = findRecords(text);
        if (!records.empty() && m_reader.endsOpenAfter(0) && !readBeforeEnd(records.back(), text)) {
            records.pop_back();
            if (records.empty()) {
                nearMiss(number, text);
                return;
            }
        }
        bool any = false;
        for (std::size_t i = 0; i < records.size(); ++i) {
            // What another record follows does not go on in the next line.
            const bool usable = records[i].state == RecordState::Complete ||
                                (records[i].state == RecordState::Partial && i + 1 < records.size());
            if (usable) {
                keep(std::move(records[i].fact), number, text.substr(quoteStart(text, records[i].begin)));
                any = true;
            }
        }
        if (!records.empty() && records.back().state == RecordState::Complete) {
            return;
        }
        const std::size_t openAt = records.empty() ? std::string_view::npos : records.back().begin;
        if (acrossLines(text, openAt, startsRecord, number)) {
            return;
        }
        if (!records.empty() && records.back().state == RecordState::Partial) {
            keep(std::move(records.back().fact), number, text.substr(quoteStart(text, openAt)));
        } else if (!any) {
            nearMiss(number, text);
        }
    }

    /// Where the quote of a record begins: its line within unescaped text, but not far before it.
    [[nodiscard]] static std::size_t quoteStart(std::string_view text, std::size_t at)
    {
        const std::size_t from = at - std::min<std::size_t>(at, 200);
        const std::size_t newline = text.substr(from, at - from).rfind('\n');
        return newline != std::string_view::npos ? from + newline + 1 : at < 200 ? 0 : at - 100;
    }

    /// Wrapped records: the line with those around it, joined as words, then as cut words.
    bool acrossLines(std::string_view text, std::size_t openAt, bool startsRecord, std::size_t number)
    {
        const std::size_t end = std::min(openAt, text.size());
        const std::string_view own = text.substr(end - std::min(end, kMaxOwnBytes));
        // Whatever the joints, the same wordings show: without one in the nearest lines there is nothing to try.
        const bool useBefore = !startsRecord && own.data() == text.data();
        const std::vector<std::string> nearest = following(2);
        if ((nearest.empty() && !useBefore) || findRecords(join(own, nearest, "\n", useBefore).text).empty()) {
            return false;
        }
        const std::vector<std::string> next = following(kMaxJoinedLines);
        for (const bool withBefore : {false, true}) {
            for (const std::string_view glue : {"\n", ""}) {
                const bool worthIt = withBefore ? useBefore : !next.empty();
                if (worthIt && takeJoined(join(own, next, glue, withBefore), number)) {
                    return true;
                }
            }
        }
        return false;
    }

    bool takeJoined(const Joined &joined, std::size_t number)
    {
        bool any = false;
        const bool endsOpen = m_reader.endsOpenAfter(joined.lineEnds.size() - 1);
        for (FoundRecord &record : findRecords(joined.text)) {
            if (endsOpen && !readBeforeEnd(record, joined.text)) {
                continue;
            }
            const bool usable = record.state == RecordState::Complete || record.state == RecordState::Partial;
            if (!usable || record.begin >= joined.ownEnd || record.end <= joined.ownBegin) {
                continue;
            }
            const auto last = std::lower_bound(joined.lineEnds.begin(), joined.lineEnds.end(), record.end);
            m_consumedUntil =
                std::max(m_consumedUntil, number + static_cast<std::size_t>(last - joined.lineEnds.begin()));
            const std::size_t from = quoteStart(joined.text, record.begin);
            keep(std::move(record.fact), number,
                 std::string_view(joined.text).substr(from, std::max(record.end, from) - from));
            any = true;
        }
        return any;
    }

    /// The lines after this one, up to the next that starts a record of its own.
    std::vector<std::string> following(std::size_t count)
    {
        std::vector<std::string> out;
        std::size_t bytes = 0;
        for (const std::string_view raw : m_reader.after(count)) {
            const std::string cleaned = cleanLine(raw.substr(0, kMaxJoinedBytes));
            const StrippedLine stripped = stripPrefix(cleaned);
            bytes += raw.size();
            if (stripped.startsRecord || bytes > kMaxJoinedBytes || trimmed(stripped.text).empty()) {
                break;
            }
            out.emplace_back(trimmed(stripped.text));
        }
        return out;
    }

    Joined join(std::string_view own, const std::vector<std::string> &next, std::string_view glue,
                bool withBefore) const
    {
        Joined out;
        if (withBefore) {
            std::string_view before = m_reader.before();
            before = before.substr(before.size() - std::min(before.size(), kMaxOwnBytes));
            out.text = cleanLine(trimmed(before));
            out.text += glue;
        }
        out.ownBegin = out.text.size();
        // A hard wrap keeps the blank at the end of the line as part of the text.
        out.text += withBefore ? trimmed(stripPrefix(own).text) : own;
        out.ownEnd = out.text.size();
        out.lineEnds.push_back(out.ownEnd);
        for (const std::string &line : next) {
            out.text += glue;
            out.text += line;
            out.lineEnds.push_back(out.text.size());
        }
        return out;
    }

    void keep(ReportedFact fact, std::size_t number, std::string_view text)
    {
        remember(number, true, fact.op.empty() ? fact.tensor : fact.op, text);
        const std::string key = factKey(fact);
        const std::size_t hash = std::hash<std::string>{}(key);
        const auto known = m_factOfHash.find(hash);
        if (known != m_factOfHash.end()) {
            ++m_log.repeatedFacts;
            ++m_log.facts[known->second].figures["times"];
            return;
        }
        m_factBytes += key.size() + kShortTextBytes;
        if (m_log.facts.size() >= kMaxLogFacts || m_factBytes > kMaxFactBytes) {
            ++m_log.droppedFacts;
            return;
        }
        m_factOfHash.emplace(hash, m_log.facts.size());
        fact.line = number;
        fact.text = shortText(text);
        fact.figures["times"] = 1;
        m_log.facts.push_back(std::move(fact));
    }

    void nearMiss(std::size_t number, std::string_view text)
    {
        ++m_log.notUnderstood;
        remember(number, false, {}, text);
    }

    void remember(std::size_t number, bool understood, std::string_view op, std::string_view text)
    {
        std::size_t &count = understood ? m_understoodLines : m_nearMissLines;
        if (count >= (understood ? kMaxUnderstoodLines : kMaxNearMissLines)) {
            return;
        }
        ++count;
        m_log.lines.push_back({number, understood, std::string(op), shortText(text)});
    }

    LogReader m_reader;
    DumpCollector m_dumps;
    CollectedLog m_log;
    std::unordered_map<std::size_t, std::size_t> m_factOfHash;
    std::size_t m_factBytes = 0;
    std::size_t m_consumedUntil = 0;
    std::size_t m_understoodLines = 0;
    std::size_t m_nearMissLines = 0;
};

} // namespace

CollectedLog collectLog(std::istream &in, const WorkContext &context)
{
    return Collector(in, context).run();
}

} // namespace spanscope
