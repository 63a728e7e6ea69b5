#pragma once
/// The one place where codes and numbers become sentences. Window, CLI and exporters
/// print nothing about a verdict that does not come from here.

#include "core/groups/groups.h"
#include "core/planner/audit.h"
#include "core/planner/engine.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace spanscope {

/// Output host dims under the names a person gave them: (host dim, alias).
using DimAliases = std::vector<std::pair<int, std::string>>;

/// 268435456 -> `268,435,456`.
[[nodiscard]] std::string grouped(Int value);
/// 335544320 -> `320.00 MiB` (KiB, MiB, GiB, TiB; two decimals; below 1 KiB `512 B`).
[[nodiscard]] std::string humanBytes(Int bytes);
/// `335544320 B = 320.00 MiB`.
[[nodiscard]] std::string exactBytes(Int bytes);
/// `335544320 B = 320.00 MiB = 1.25 x limit`.
[[nodiscard]] std::string bytesAgainstLimit(Int bytes, Int limit);
/// The same for the worst span of splits: `no span` for 0.
[[nodiscard]] std::string worstAgainstLimit(Int bytes, Int limit);
/// `1.25x`; `<0.01x` for tiny positive ratios. Two decimals, rounded half up, but never
/// a whole number for a span that is a little more: `>1.00x`.
[[nodiscard]] std::string ratioText(Int bytes, Int limit);
/// The same for a narrow place: from 100 on a whole number, `32768x`, `>130x` for a little more than that.
[[nodiscard]] std::string narrowRatioText(Int bytes, Int limit);
/// `dim 1 / 5`, `H/5 x K/2`, `-` for none.
[[nodiscard]] std::string levelsText(const std::vector<Level> &levels, const DimAliases &aliases = {});
/// `1x8195x256x64`.
[[nodiscard]] std::string shapeText(const std::vector<Extent> &size);
/// The shape of an op's output, else its ranges; `shape unknown` where the artefact does not tell it.
[[nodiscard]] std::string outputShapeText(const Operation &op);
/// What the op is: its aten target without prefix and overload, else its data type.
[[nodiscard]] std::string operationText(const Operation &op);

/// The cause in one or two words: `cap`, `stick alignment`, `validation`, `no output split`.
[[nodiscard]] std::string causeWord(CauseKind kind);
/// A row's place: `output dev 0 (floor(d0/64))`, `input arg1_1 dev 2 (d1)`, `input arg1_1` for all of them.
[[nodiscard]] std::string rowPlace(const AuditRow &row);
/// A row's state in a word: `fits`, `over`, `over, unchecked`, `over, misjudged`, `unknown`, `no span`.
[[nodiscard]] std::string rowWord(const AuditRow &row);
/// The tensors an op reads and who reads its buffer: `reads arg0_1 and buf3; read by buf5`.
[[nodiscard]] std::string neighboursSentence(const Graph &graph, std::size_t opIndex);
/// A skip or rejection code in words: `indirect reads are not tiled`.
[[nodiscard]] std::string codeSentence(Code code);
[[nodiscard]] std::string uncheckedSentence(Unchecked why);
[[nodiscard]] std::string outsideSentence(Outside outside, const Rules &rules);
[[nodiscard]] std::string conflictSentence(const Graph &graph, const Conflict &conflict);
[[nodiscard]] std::string storageSentence(Storage storage);
[[nodiscard]] std::string disabledSentence(DisabledBy by);
[[nodiscard]] std::string limitSentence(const RulesInForce &rules);

/// What a status means in a few words: `cuts a stick of the output`, `over the planner's cap of 64`.
[[nodiscard]] std::string splitStatusWords(SplitStatus status, StickFailure failure, const Rules &rules);
/// The judgement on a split: `24608 rows are no multiple of the 64-element stick of the output (dim 0)`.
[[nodiscard]] std::string splitSentence(const SplitEntry &entry, HostDim dim, const Rules &rules);
/// Splits of one dim that share their fate.
struct SplitGroup
{
    SplitStatus status = SplitStatus::Legal;
    std::vector<Int> counts; ///< ascending
    std::string sentence; ///< `2, 4, ..., 64 cut a stick of the output (dim 0): 49216/2 = 24608 is no multiple of 64`
};
/// The entries of a table above 1 grouped by status and blocking tensor, in order of the first count.
[[nodiscard]] std::vector<SplitGroup> splitGroups(const SplitTable &table, const Rules &rules);
/// Why the compiler's own splits of a dim lead nowhere, or which it has:
/// `every split of dim 0 up to 64 cuts a stick of the output (dim 0, 64 elements)`.
[[nodiscard]] std::string tableSentence(const SplitTable &table, const Rules &rules);
/// A combo of the search: `leaves 2 spans, worst 401408000 B = 382.81 MiB = 1.50 x limit (output dev 0)`.
[[nodiscard]] std::string comboSentence(const ComboStep &step, const Rules &rules);
/// The answer to a try.
enum class TrialAnswer {
    Fits,
    LeavesSpans, ///< nothing refuses the splits, but a true span stays over the limit
    Unknown,     ///< nothing refuses them, and some span could not be computed
    DoesNotFit,  ///< the compiler, or for a manual hint the sticks, refuse them
    Error,       ///< they cannot be tried at all
};
/// \param truth the audit of the op under the trial's splits
[[nodiscard]] TrialAnswer trialAnswer(const Trial &trial, const OpAudit &truth);
/// The name in JSON.
[[nodiscard]] std::string_view trialAnswerName(TrialAnswer answer);
/// The answer as a sentence: what fits or stays over, or why the compiler (or the sticks) refuse it.
/// \param manual the splits were judged as a hint that a person writes
[[nodiscard]] std::string trialSentence(const Trial &trial, const OpAudit &truth, bool manual, const Rules &rules);
/// The arithmetic of a row: `769 x 262144 x 2 B = 403177472 B = 384.50 MiB = 1.50 x limit`.
[[nodiscard]] std::string rowArithmetic(const AuditRow &row, Int limit);
/// `2 of 32 cores on d1`, `hopeless: it takes 769 cores on d0 and there are 32`, `no number of cores helps`.
[[nodiscard]] std::string coresSentence(const std::optional<Int> &cores,
                                        const std::vector<std::pair<std::string, Int>> &factors, Int sencores);
/// What Work Division gave an op according to its artefact, and whether that covers the rows over the limit:
/// `Work Division gave it 32 on c1, which is enough.` Empty when nobody told.
[[nodiscard]] std::string coreSplitsSentence(const Operation &op, const OpAudit &audit);
/// A residual risk: tensor, coordinate, span, why the compiler did not see it, cores.
[[nodiscard]] std::string residualSentence(const AuditRow &row, const Rules &rules, Int sencores);
[[nodiscard]] std::string causeSentence(const Cause &cause, const Graph &graph, std::size_t opIndex,
                                        const OpAnalysis &analysis, const Rules &rules);

// Where an artefact leaves something open (core/graph/knowledge.h):
/// The headline of an op whose refusal only the log tells.
[[nodiscard]] std::string reportedRefusalHeadline(const GraphResult &result, std::size_t opIndex);
/// The headline of an op whose span over the limit only the log tells.
[[nodiscard]] std::string reportedRiskHeadline(const GraphResult &result, std::size_t opIndex);
/// Either of them in a few words.
[[nodiscard]] std::string reportedReason(const GraphResult &result, std::size_t opIndex);
/// How to get an artefact that shows more: a clause that begins with a verb.
[[nodiscard]] std::string moreToLog();
/// Whether the planner lets the compile pass, or why that is not known.
[[nodiscard]] std::string compilesSentence(const GraphResult &result);
/// What was inferred about the graph, counted by kind: `Inferred, not told: layout (3) and tiles.` Empty when nothing
/// was.
[[nodiscard]] std::string inferredKinds(const Graph &graph);
/// The same with where to read more.
[[nodiscard]] std::string inferredSentence(const Graph &graph);
/// What of an op could not be computed, and why: `input arg1_1: its layout is symbolic`.
[[nodiscard]] std::string unknownSentence(const OpAnalysis &analysis, const OpAudit &audit);
/// `it writes 0x4096 elements where its ranges are 98000x4096 (/operations/0/writes/0/ranges)`.
[[nodiscard]] std::string contradictionSentence(const Contradiction &contradiction);
/// What a person must be told about the numbers of a graph: contradictions op by op, then the graph's own warnings.
/// \param most how many at most; the last line counts what is left
[[nodiscard]] std::vector<std::string> inputWarnings(const GraphResult &result, std::size_t most);
/// The same about one op.
[[nodiscard]] std::vector<std::string> inputWarningsOf(const GraphResult &result, std::size_t opIndex);
/// Whether no row at all could be computed.
[[nodiscard]] bool isNothingKnown(const OpAudit &audit);

/// The splits an op runs with, under a group or hints by hand; in parentheses its own plan where that is not applied.
[[nodiscard]] std::string splitsInForceText(const GraphResult &result, std::size_t opIndex,
                                            const DimAliases &aliases = {});
/// What heads the list of an op's spans over the limit: what stands in the way of a compile is no risk that remains.
[[nodiscard]] std::string spansOverTitle(const GraphResult &result, std::size_t opIndex);
/// The headline of an op: one or two sentences.
[[nodiscard]] std::string headline(const GraphResult &result, std::size_t opIndex);
/// One short line for a table: `output span overflow` / `indirect reads` / `every split up to 64 cuts a stick`.
[[nodiscard]] std::string shortReason(const GraphResult &result, std::size_t opIndex);
/// That no splits bring an op's spans within the limit, and how far that was looked for.
[[nodiscard]] std::string nothingFitsSentence(const Fits &fits);
/// What to do about it, given what would fit: one or two sentences.
[[nodiscard]] std::string nextStep(const GraphResult &result, std::size_t opIndex, const Fits &fits);
/// What the compiler itself would print for an unsupported op or a conflict; empty otherwise.
[[nodiscard]] std::string compilerMessage(const Graph &graph, const OpAnalysis &analysis, const Rules &rules);
/// The same for a conflict between groups.
[[nodiscard]] std::string compilerMessage(const Graph &graph, const Conflict &conflict);

} // namespace spanscope
