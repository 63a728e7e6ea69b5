/// The full answer about one op.

#include "core/exporters/document.h"
#include "core/graph/knowledge.h"
#include "core/text/joint.h"
#include "core/text/words.h"

#include <algorithm>

namespace spanscope {

namespace {

Tone toneOf(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Unsupported:
    case Verdict::Conflict:
        return Tone::Bad;
    case Verdict::ResidualRisk:
    case Verdict::Unknown:
        return Tone::Warning;
    case Verdict::Planned:
    case Verdict::Fits:
        return Tone::Good;
    case Verdict::Skipped:
        break;
    }
    return Tone::Plain;
}

class OpWriter
{
public:
    OpWriter(const GraphResult &result, std::size_t opIndex, const OpDocumentOptions &options)
        : m_result(result)
        , m_graph(*result.graph)
        , m_rules(result.rules.rules)
        , m_index(opIndex)
        , m_op(m_graph.operations.at(opIndex))
        , m_analysis(result.analyses.at(opIndex))
        , m_audit(result.audits.at(opIndex))
        , m_options(options)
    {
    }

    Document write()
    {
        m_fits = exportFits(m_result, m_index);
        m_untiled = audit(m_graph, m_index, {}, m_rules, &m_analysis);
        title();
        user();
        spans();
        splits();
        search();
        fits();
        residual();
        groupsAndMessage();
        m_doc.append(reportedDocument(m_result, m_index, m_options.level + 1));
        m_doc.append(artefactDocument(m_graph, m_index, m_options.level + 1));
        section("Next step");
        m_doc.paragraph(nextStep(m_result, m_index, m_fits));
        numbers();
        return std::move(m_doc);
    }

private:
    void section(const std::string &name) { m_doc.heading(m_options.level + 1, name); }

    void title()
    {
        m_doc.heading(m_options.level, m_op.name + ": " + assumedOperation(m_graph, m_index) + ", " +
                                           outputShapeText(m_op) + (m_op.layout ? " " + m_op.layout->dtype : ""));
        m_doc.paragraph(headline(m_result, m_index), toneOf(verdictOf(m_result, m_index)));
        if (!isMeaningless(m_result, m_index)) { // else the headline says it
            for (const Contradiction &contradiction : contradictionsOf(m_result, m_index)) {
                m_doc.paragraph("Warning: " + contradictionSentence(contradiction) + ".", Tone::Warning);
            }
        }
        std::string what = m_op.data ? m_op.data->type : m_op.kind;
        if (inputsUnknown(m_graph, m_index)) {
            what = m_op.data ? "Taken as a " + what : "Known by name only";
        }
        if (m_op.data && !m_op.data->reductionType.empty()) {
            what += " (" + m_op.data->reductionType + " over " + shapeText(m_op.data->reductionRanges) + ")";
        }
        what += ", " + neighboursSentence(m_graph, m_index) + ".";
        const Origin &origin = m_op.origin;
        if (!origin.source.empty() || !origin.code.empty()) {
            const std::string code = origin.code.empty() ? "" : "`" + origin.code + "`";
            what += " From " + origin.source + (origin.source.empty() || code.empty() ? "" : " ") + code + ".";
        }
        m_doc.paragraph(what);
        m_doc.paragraph("Rules " + m_rules.preset + ", " + limitSentence(m_result.rules) + ".");
        picture();
    }

    void picture()
    {
        for (const auto &[name, svg] : m_options.givenPictures) {
            m_doc.picture(name, svg);
        }
        if (m_options.pictures && m_options.givenPictures.empty() && !m_audit.rows.empty()) {
            m_doc.picture("Spans of " + m_op.name + " against the limit",
                          pressureSvg(m_result, m_index, m_audit, m_untiled));
        }
    }

    void user()
    {
        if (m_options.user) {
            m_doc.append(trialDocument(m_result, m_index, {*m_options.user, m_options.manual},
                                       {m_options.level + 1, m_options.aliases}));
        }
    }

    void spans()
    {
        if (m_audit.rows.empty() && m_untiled.rows.empty()) {
            return;
        }
        section("Spans untiled");
        m_doc.table(spansTable(m_untiled, m_rules));
        if (!m_audit.splits.empty()) {
            section((m_analysis.manual ? "Spans under the manual hints (" : "Spans under the plan (") +
                    levelsText(m_audit.splits, m_options.aliases) + ")");
            m_doc.table(spansTable(m_audit, m_rules));
        }
    }

    void splits()
    {
        if (m_analysis.tables.empty()) {
            return;
        }
        section("Splits");
        std::vector<std::string> items;
        for (const SplitTable &table : m_analysis.tables) {
            const std::string dim = dimText(table.hostDim);
            if (table.error) {
                items.push_back(tableSentence(table, m_rules));
                continue;
            }
            std::string start = dim + " (" + std::to_string(table.range) + ") needs at least " +
                                counted(table.required, "tile", "tiles") + " if it alone is split. ";
            for (const SplitGroup &group : splitGroups(table, m_rules)) {
                start += capitalised(group.sentence) + ". ";
            }
            start.pop_back();
            items.push_back(start);
        }
        m_doc.list(items);
    }

    void search()
    {
        if (m_analysis.searchDims.empty() || m_analysis.code == Code::TooManyDims) {
            return;
        }
        const OpAnalysis traced = analyse(m_graph, m_index, m_rules, {true});
        std::vector<const ComboStep *> steps;
        for (const ComboStep &step : traced.combos) {
            if (step.status != ComboStatus::AllOnes) {
                steps.push_back(&step);
            }
        }
        if (steps.empty()) {
            return;
        }
        section("Search");
        std::string tried = counted(static_cast<Int>(steps.size()), "combination", "combinations") + " tried";
        if (traced.combosNotTried > 0) {
            tried += ", " + std::to_string(traced.combosNotTried) + " beyond the first " +
                     std::to_string(m_rules.maxTileCombos) + " not tried";
        }
        m_doc.paragraph(tried + ", cheapest first.");
        m_doc.list(combos(steps));
    }

    std::vector<std::string> combos(const std::vector<const ComboStep *> &steps) const
    {
        constexpr std::size_t kShown = 6;
        std::vector<std::string> items;
        for (std::size_t i = 0; i < steps.size(); ++i) {
            const bool last = i + 1 == steps.size();
            if (i + 1 >= kShown && !last) {
                if (i + 1 == kShown) {
                    items.emplace_back("...");
                }
                continue;
            }
            std::vector<Level> shown = steps[i]->splits;
            std::erase_if(shown, [](const Level &level) { return level.splitCount == 1; });
            items.push_back(levelsText(shown, m_options.aliases) + ": " + comboSentence(*steps[i], m_rules));
        }
        return items;
    }

    void fits()
    {
        const Verdict verdict = verdictOf(m_result, m_index);
        const bool cheaper =
            std::any_of(m_fits.fits.begin(), m_fits.fits.end(), [](const Fit &fit) { return fit.cheaperThanPlan; });
        const bool settled = verdict == Verdict::Fits || verdict == Verdict::Planned;
        if (m_fits.fits.empty() && m_untiled.anyOver() && !settled) {
            section("What would fit");
            m_doc.paragraph(capitalised(nothingFitsSentence(m_fits)) + ".");
            return;
        }
        if (m_fits.fits.empty() || (settled && !cheaper)) {
            return;
        }
        section("What would fit");
        m_doc.table(fitsTable(m_fits, m_rules, m_options.aliases));
        if (m_fits.cutShort) {
            m_doc.paragraph("The time for this search ran out; there may be cheaper ones.");
        }
    }

    void residual()
    {
        std::vector<std::string> items;
        const Int sencores = m_graph.sencores();
        for (const AuditRow &row : m_audit.rows) {
            if (row.over) {
                items.push_back(residualSentence(row, m_rules, sencores));
            }
        }
        const std::size_t own = items.size();
        for (const std::size_t reader : m_graph.readersOf(m_op.name)) {
            readerRisks(reader, items);
        }
        if (items.empty()) {
            return;
        }
        section(spansOverTitle(m_result, m_index));
        m_doc.list(items);
        if (own > 1) {
            m_doc.paragraph(
                "All of its own together: " + coresSentence(m_audit.coresNeeded, m_audit.coreFactors, sencores) + ".");
        }
        const std::string given = coreSplitsSentence(m_op, m_audit);
        if (own > 0 && !given.empty()) {
            m_doc.paragraph(given);
        }
    }

    void readerRisks(std::size_t reader, std::vector<std::string> &items) const
    {
        constexpr std::size_t kMost = 20;
        if (reader >= m_result.audits.size() || reader == m_index || items.size() >= kMost) {
            return;
        }
        for (const AuditRow &row : m_result.audits[reader].rows) {
            if (row.over && !row.tensor.isOutput() && row.tensor.buffer == m_op.name) {
                items.push_back("its reader " + m_graph.operations[reader].name + ": " +
                                residualSentence(row, m_rules, m_graph.sencores()));
            }
        }
    }

    void groupsAndMessage()
    {
        const auto group = m_index < m_result.groups.groupOf.size() ? m_result.groups.groupOf[m_index] : -1;
        if (group >= 0) {
            section("Group");
            std::vector<std::string> members;
            for (const GroupMember &member : m_result.groups.groups[static_cast<std::size_t>(group)].members) {
                members.push_back(m_graph.operations[member.opIndex].name);
            }
            const bool one = members.size() == 1;
            m_doc.paragraph("Group " + std::to_string(group) + ": " + listed(shortened(std::move(members), 12)) +
                            (one ? " has a loop of its own." : " share one tile loop.") + " Ended by " +
                            runEndSentence(m_result, m_result.groups.groups[static_cast<std::size_t>(group)]) + ".");
        } else if (m_analysis.outcome == Outcome::Planned && m_result.groups.disabledBy != DisabledBy::Nothing) {
            section("Group");
            m_doc.paragraph(disabledSentence(m_result.groups.disabledBy));
        }
        std::string message = compilerMessage(m_graph, m_analysis, m_rules);
        const std::span<const Conflict> conflicts = m_result.groups.conflictsOf(m_index);
        if (!conflicts.empty()) {
            message = compilerMessage(m_graph, conflicts.front());
        }
        if (!message.empty()) {
            section(m_analysis.asReported ? "The compiler printed" : "The compiler would print");
            m_doc.code(message);
        }
    }

    void numbers()
    {
        section("Numbers");
        m_doc.code(numbersText(m_op));
    }

    const GraphResult &m_result;
    const Graph &m_graph;
    const Rules &m_rules;
    std::size_t m_index;
    const Operation &m_op;
    const OpAnalysis &m_analysis;
    const OpAudit &m_audit;
    const OpDocumentOptions &m_options;
    Fits m_fits;
    OpAudit m_untiled;
    Document m_doc;
};

} // namespace

Document opDocument(const GraphResult &result, std::size_t opIndex, const OpDocumentOptions &options)
{
    return OpWriter(result, opIndex, options).write();
}

} // namespace spanscope
