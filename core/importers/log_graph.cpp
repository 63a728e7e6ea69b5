#include "core/importers/log_graph.h"

#include "core/graph/knowledge.h"
#include "core/importers/log_dump_index.h"
#include "core/importers/log_text.h"
#include "core/importers/reported.h"
#include "core/layout/dtypes.h"

#include <algorithm>
#include <set>

namespace spanscope {

namespace {

/// How far after a warning about a tensor the line about its op may stand.
constexpr std::size_t kTieLines = 50;
constexpr std::size_t kTieFacts = 100;
/// More compiles than this are not told apart by single lines.
constexpr std::size_t kMaxDrafts = 20'000;

std::optional<std::vector<Int>> shapeOf(const ReportedFact &fact)
{
    if (fact.kind == "combo_span") {
        return std::nullopt; // of a tile that was tried, not of the op
    }
    auto shape = integersOf(fact, "shape");
    return shape ? shape : integersOf(fact, "layout_size");
}

class DraftBuilder
{
public:
    DraftBuilder(CollectedLog &log, std::vector<std::string> &notes, const WorkContext &context)
        : m_log(log)
        , m_notes(notes)
        , m_context(context)
    {
    }

    std::vector<GraphDraft> build()
    {
        const bool readAll = !m_log.cancelled; // else what was read until then is shown
        for (const DumpGroup &group : m_log.dumps) {
            m_log.cancelled = m_log.cancelled || m_context.cancelled();
            if (readAll && m_log.cancelled) {
                break;
            }
            addDump(group);
        }
        for (std::size_t i = 0; i < m_log.facts.size(); ++i) {
            place(i);
        }
        for (GraphDraft &draft : m_drafts) {
            finish(draft);
        }
        std::erase_if(m_drafts, [](const GraphDraft &draft) {
            return draft.graph.operations.empty() && draft.graph.reported.empty();
        });
        std::stable_sort(m_drafts.begin(), m_drafts.end(),
                         [](const GraphDraft &a, const GraphDraft &b) { return a.line < b.line; });
        return std::move(m_drafts);
    }

private:
    void addDump(const DumpGroup &group)
    {
        ParsedDump parsed = parseDump(*group.best);
        GraphDraft draft;
        draft.fromDump = true;
        draft.line = group.line;
        draft.pass = group.best->pass;
        draft.bufferOfOp = std::move(parsed.bufferOfOp);
        const auto splits =
            group.latestSplits ? splitsOfDump(*group.latestSplits) : std::map<std::string, CoreSplits>{};
        for (Operation &op : parsed.operations) {
            const auto found = splits.find(op.name);
            if (found != splits.end() && op.coreSplits.empty()) {
                op.coreSplits = found->second;
            }
        }
        for (const DumpProblem &problem : parsed.problems) {
            ++m_log.notUnderstood;
            if (m_log.lines.size() < kMaxUnderstoodLines + 2 * kMaxNearMissLines) {
                m_log.lines.push_back({problem.line, false, problem.op, shortText(problem.text)});
            }
        }
        std::string note = "pass dump AFTER " + group.best->pass + " at line " + std::to_string(group.best->line) +
                           ": " + std::to_string(parsed.operations.size()) +
                           (parsed.operations.size() == 1 ? " operation" : " operations");
        if (group.best->tiled) {
            note += "; it is of after the tiling, ranges are those of a tile";
        }
        if (group.passes.size() > 1) {
            note += "; chosen of " + std::to_string(group.passes.size()) + " dumps of this compile";
        }
        if (group.best->cut) {
            note += "; too long, its end was left out";
        }
        m_notes.push_back(std::move(note));
        if (group.best->tiled) {
            parsed.inferred.push_back({"", "", std::string(inferred_what::kRanges),
                                       "only dumps of after the tiling were found: ranges are a tile's",
                                       group.best->line});
        }
        reportOps(parsed, group.best->pass, draft.graph);
        draft.graph.buffers = std::move(parsed.buffers);
        draft.graph.operations = std::move(parsed.operations);
        draft.graph.inferred = std::move(parsed.inferred);
        draft.graph.finish();
        m_dumps.add(draft.graph, draft.bufferOfOp, draft.line);
        m_drafts.push_back(std::move(draft));
    }

    /// The op's name in a draft: logs say op0 or buf0.
    static std::string nameIn(const GraphDraft &draft, const std::string &op)
    {
        const auto known = draft.bufferOfOp.find(op);
        return known == draft.bufferOfOp.end() ? op : known->second;
    }

    /// The dump that shows the op (in that shape): the latest before the line, else the first after it.
    GraphDraft *dumpFor(const ReportedFact &fact, const std::optional<std::vector<Int>> &shape)
    {
        const auto found = m_dumps.find(fact.op, shape, fact.line);
        return found ? &m_drafts[*found] : nullptr;
    }

    GraphDraft &lastDumpBefore(std::size_t line)
    {
        if (const auto found = m_dumps.before(line)) {
            return m_drafts[*found];
        }
        if (!m_lone && !m_dumps.empty()) { // said before the first dump of its compile
            return m_drafts.front();
        }
        return loneDraft(line);
    }

    GraphDraft &loneDraft(std::size_t line)
    {
        if (!m_lone) {
            m_drafts.emplace_back();
            m_drafts.back().line = line;
            m_lone = m_drafts.size() - 1;
        }
        return m_drafts[*m_lone];
    }

    void place(std::size_t i)
    {
        ReportedFact &fact = m_log.facts[i];
        std::optional<InferredFact> tie;
        if (fact.op.empty()) {
            tie = tieToOp(i);
        }
        const auto shape = shapeOf(fact);
        GraphDraft *draft = nullptr;
        if (fact.op.empty()) {
            draft = &draftWithoutOp(fact);
        } else {
            draft = dumpFor(fact, shape);
            if (draft == nullptr) {
                draft = &loneDraftFor(fact, shape);
                addToLone(*draft, fact, shape);
                m_loneNames.insert(fact.op);
            } else {
                fact.op = nameIn(*draft, fact.op);
            }
        }
        if (tie) {
            tie->op = fact.op;
            draft->graph.inferred.push_back(std::move(*tie));
        }
        draft->graph.reported.push_back(fact);
    }

    GraphDraft &draftWithoutOp(const ReportedFact &fact)
    {
        const auto lastDump = m_dumps.before(fact.line);
        const bool lone = m_lone && lastDump && m_drafts[*m_lone].line > m_drafts[*lastDump].line;
        return lone ? m_drafts[*m_lone] : lastDumpBefore(fact.line);
    }

    /// A warning names a tensor only; the work_division line that follows it names the op.
    std::optional<InferredFact> tieToOp(std::size_t i)
    {
        ReportedFact &fact = m_log.facts[i];
        if (fact.tensor.empty()) {
            return std::nullopt;
        }
        InferredFact tie;
        tie.tensor = fact.tensor;
        tie.what = "op of a warning";
        tie.line = fact.line;
        const std::size_t end = std::min(m_log.facts.size(), i + 1 + kTieFacts);
        for (std::size_t j = i + 1; j < end && m_log.facts[j].line <= fact.line + kTieLines; ++j) {
            const ReportedFact &next = m_log.facts[j];
            if (next.kind != "work_division_span") {
                continue;
            }
            const GraphDraft *dump = dumpFor(next, shapeOf(next));
            if (dump != nullptr && !uses(*dump, nameIn(*dump, next.op), fact.tensor)) {
                break;
            }
            fact.op = next.op;
            tie.how = "the warning names the tensor only; the next work_division line (" + std::to_string(next.line) +
                      ") is about " + next.op;
            return tie;
        }
        if (m_dumps.shows(fact.tensor) || m_loneNames.contains(fact.tensor)) {
            fact.op = fact.tensor;
            tie.how = "the warning names the tensor only; taken as the op that writes it";
            return tie;
        }
        return std::nullopt;
    }

    static bool uses(const GraphDraft &draft, const std::string &opName, const std::string &tensor)
    {
        const Operation *op = draft.graph.findOperation(opName);
        return op == nullptr || op->name == tensor ||
               std::any_of(op->reads.begin(), op->reads.end(), [&](const Dep &read) { return read.buffer == tensor; });
    }

    /// Another shape under a known name means that another compile has begun.
    GraphDraft &loneDraftFor(const ReportedFact &fact, const std::optional<std::vector<Int>> &shape)
    {
        if (m_lone && shape) {
            const GraphDraft &draft = m_drafts[*m_lone];
            const auto known = draft.loneByName.find(fact.op);
            if (known != draft.loneByName.end()) {
                const LoneOp &op = draft.lone[known->second];
                const bool other = op.shape && *op.shape != *shape;
                const bool otherTensor = fact.kind == "work_division_span" && !op.shapeOfUnnamedTensor;
                if (other && !otherTensor && m_drafts.size() < kMaxDrafts) {
                    m_lone.reset();
                }
            }
        }
        return loneDraft(fact.line);
    }

    /// A warning tells tensor and span, the work_division line after it op and span.
    static void nameTensor(LoneOp &op, const ReportedFact &fact, bool unnamed)
    {
        const auto best = fact.figures.find("best_span");
        constexpr std::size_t kMost = 64;
        if (fact.kind == "cannot_satisfy" && best != fact.figures.end() && op.namedTensors.size() < kMost) {
            op.namedTensors.emplace_back(fact.tensor, best->second);
        }
        const auto printed = fact.details.find("span_mb");
        if (!unnamed || !op.shapeOfUnnamedTensor || printed == fact.details.end()) {
            return;
        }
        for (const auto &[tensor, span] : op.namedTensors) {
            if (!printsAs(span, printed->second)) {
                continue;
            }
            if (tensor == op.name) {
                op.shapeOfUnnamedTensor = false;
                op.namedInput.clear();
                return;
            }
            op.namedInput = tensor;
        }
    }

    static void addToLone(GraphDraft &draft, const ReportedFact &fact, const std::optional<std::vector<Int>> &shape)
    {
        const auto [it, fresh] = draft.loneByName.emplace(fact.op, draft.lone.size());
        if (fresh) {
            draft.lone.emplace_back();
            draft.lone.back().name = fact.op;
            draft.lone.back().line = fact.line;
        }
        LoneOp &op = draft.lone[it->second];
        const bool unnamed = fact.kind == "work_division_span";
        if (shape && !op.shape) {
            op.shape = shape;
            op.shapeOfUnnamedTensor = unnamed;
        }
        const bool sameTensor = shape && op.shape == shape;
        if (sameTensor && !unnamed) {
            op.shapeOfUnnamedTensor = false;
        }
        nameTensor(op, fact, unnamed && sameTensor);
        if (sameTensor && !op.deviceSize) {
            op.deviceSize = integersOf(fact, "device_size");
        }
        const auto dtype = fact.details.find("dtype");
        if (op.dtype.empty() && dtype != fact.details.end()) {
            op.dtype = canonicalDtype(dtype->second);
        }
        if (fact.kind == "planner_op") {
            op.ranges = integersOf(fact, "ranges");
            op.reductionRanges = integersOf(fact, "reduction_ranges");
        }
        for (const char *key : {"splits", "op_it_space_splits"}) {
            const auto splits = fact.details.find(key);
            if (splits != fact.details.end() && op.splits.empty()) {
                op.splits = coreSplitsOf(splits->second);
            }
        }
    }

    /// What Work Division told of an op whose dump was made before it.
    static void takeCoreSplits(Graph &graph)
    {
        graph.finish();
        for (const std::size_t i : graph.reportedOfKind("work_division_splits")) {
            const ReportedFact &fact = graph.reported[i];
            const auto splits = fact.details.find("op_it_space_splits");
            const auto op = graph.operationIndex(fact.op);
            if (op && splits != fact.details.end() && graph.operations[*op].coreSplits.empty()) {
                graph.operations[*op].coreSplits = coreSplitsOf(splits->second);
            }
        }
    }

    void finish(GraphDraft &draft)
    {
        for (const LoneOp &lone : draft.lone) {
            draft.graph.operations.push_back(buildLoneOp(lone, draft.graph.inferred));
        }
        std::set<Int> limits;
        takeCoreSplits(draft.graph);
        for (const ReportedFact &fact : draft.graph.reported) {
            const auto limit = fact.figures.find("limit");
            if (limit != fact.figures.end() && limit->second > 0) {
                limits.insert(limit->second);
            }
        }
        if (limits.size() == 1) {
            draft.graph.config.maxSpanBytes = *limits.begin();
        } else if (limits.size() > 1) {
            m_notes.push_back("the log tells several limits (" + std::to_string(*limits.begin()) + " to " +
                              std::to_string(*limits.rbegin()) + "): none is taken over");
        }
        if (!draft.fromDump && !draft.lone.empty()) {
            m_notes.push_back("from line " + std::to_string(draft.line) + ": " + std::to_string(draft.lone.size()) +
                              (draft.lone.size() == 1 ? " operation" : " operations") +
                              " known from single lines only, inputs unknown");
        }
        if (m_log.cancelled) {
            draft.graph.inferred.push_back(
                {"", "", std::string(inferred_what::kOperations), "cancelled before all of it was read", draft.line});
        } else if (draft.graph.operations.empty()) {
            draft.graph.inferred.push_back({"", "", std::string(inferred_what::kOperations),
                                            "the log names no op with which to compute", draft.line});
        }
        draft.graph.finish();
        for (const Operation &op : draft.graph.operations) {
            for (const Dep &read : op.reads) {
                if (draft.graph.producerOf(read.buffer) == nullptr && draft.graph.layoutOf(read.buffer) == nullptr) {
                    draft.graph.warnings.push_back(op.name + " reads " + read.buffer + ", whose layout is unknown");
                }
            }
        }
    }

    CollectedLog &m_log;
    std::vector<std::string> &m_notes;
    const WorkContext &m_context;
    std::vector<GraphDraft> m_drafts;
    std::optional<std::size_t> m_lone; ///< the draft that lone lines go to
    std::set<std::string> m_loneNames;
    DumpIndex m_dumps; ///< the dumps are the first of the drafts
};

} // namespace

std::vector<GraphDraft> buildDrafts(CollectedLog &log, std::vector<std::string> &notes, const WorkContext &context)
{
    return DraftBuilder(log, notes, context).build();
}

} // namespace spanscope
