#pragma once
/// A report as a sequence of blocks, rendered as plain text, Markdown or HTML. What is said
/// stands once; only its dress differs.

#include "core/exporters/exporters.h"
#include "core/importers/reported.h"
#include "core/planner/engine.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spanscope {

enum class Tone { Plain, Good, Warning, Bad };

struct DocTable
{
    struct Column
    {
        std::string title;
        bool rightAligned = false;
    };
    std::vector<Column> columns;
    std::vector<std::vector<std::string>> rows;
    std::vector<Tone> tones; ///< per row; may be empty
};

struct DocBlock
{
    enum class Kind { Heading, Paragraph, List, Table, Code, Picture };
    Kind kind = Kind::Paragraph;
    int level = 1; ///< Heading
    Tone tone = Tone::Plain;
    std::string text; ///< heading, paragraph, code; a picture's title
    std::vector<std::string> items;
    DocTable table;
    std::string svg; ///< Picture
};

class Document
{
public:
    void heading(int level, std::string text);
    void paragraph(std::string text, Tone tone = Tone::Plain);
    void list(std::vector<std::string> items);
    void table(DocTable table);
    void code(std::string text);
    void picture(std::string title, std::string svg);
    void append(const Document &other);

    [[nodiscard]] const std::vector<DocBlock> &blocks() const { return m_blocks; }

private:
    std::vector<DocBlock> m_blocks;
};

struct TextStyle
{
    bool colour = false;
    std::size_t width = 100; ///< of wrapped lines
};

[[nodiscard]] std::string toText(const Document &document, const TextStyle &style = {});
[[nodiscard]] std::string toMarkdown(const Document &document);
[[nodiscard]] std::string toHtml(const Document &document, const std::string &title);

/// Aligned columns, two spaces apart; the last column is not padded.
[[nodiscard]] std::string tableText(const DocTable &table, bool colour = false);

/// Every coordinate of an audit with its arithmetic.
[[nodiscard]] DocTable spansTable(const OpAudit &audit, const Rules &rules);

/// What would fit, with time enough that a busy machine does not change what is written.
[[nodiscard]] Fits exportFits(const GraphResult &result, std::size_t opIndex);
/// Whether the splits of a fit that clears the checked spans come again as one that clears all of them.
[[nodiscard]] bool isToldByComplete(const Fits &fits, const Fit &fit);
/// What would fit, each choice of splits once: one that clears every span also clears the checked ones.
[[nodiscard]] DocTable fitsTable(const Fits &fits, const Rules &rules, const DimAliases &aliases = {});

/// Splits a person asks about.
struct TrialQuestion
{
    std::vector<Level> splits;
    bool manual = false; ///< judged as a manual hint
};
struct TrialStyle
{
    int level = 1;
    DimAliases aliases;
};
/// The answer to a question about splits: accepted or not and why, then what is true.
[[nodiscard]] Document trialDocument(const GraphResult &result, std::size_t opIndex, const TrialQuestion &question,
                                     const TrialStyle &style = {});
/// The same as JSON on one line, with what would fit.
[[nodiscard]] std::string trialJson(const GraphResult &result, std::size_t opIndex, const TrialQuestion &question);

/// What to say about one op.
struct OpDocumentOptions
{
    int level = 1;                          ///< of the op's heading
    DimAliases aliases;                     ///< names of its output dims
    std::optional<std::vector<Level>> user; ///< splits of the user's, judged beside the plan
    bool manual = false;                    ///< judge them as a manual hint
    bool pictures = false;
    std::vector<std::pair<std::string, std::string>> givenPictures; ///< replace the drawn one
};
[[nodiscard]] Document opDocument(const GraphResult &result, std::size_t opIndex,
                                  const OpDocumentOptions &options = {});
/// What the op is; with a mark where that is assumed: `Pointwise*`.
[[nodiscard]] std::string assumedOperation(const Graph &graph, std::size_t opIndex);
/// Sizes, strides and accesses of an op, one a line.
[[nodiscard]] std::string numbersText(const Operation &op);
/// The two headings of artefactDocument(), each followed by a list.
inline constexpr std::string_view kReportedHeading = "Reported";
inline constexpr std::string_view kInferredHeading = "Inferred";
/// What a log or generated code reported about an op and what had to be inferred; empty for captured graphs.
[[nodiscard]] Document artefactDocument(const Graph &graph, std::size_t opIndex, int level);
/// The reported figures of an op beside the recomputed ones; empty for captured graphs.
[[nodiscard]] Document reportedDocument(const GraphResult &result, std::size_t opIndex, int level);
[[nodiscard]] DocTable reportedTable(const Graph &graph, const ReportedComparison &comparison);
/// What the log shows of the whole compile: aborts, how many figures agree, the preset it followed.
[[nodiscard]] Document logDocument(const GraphResult &result);
/// The whole graph: rules, ops, groups, conflicts, then every op that needs a look.
[[nodiscard]] Document graphDocument(const GraphResult &result, const ExportChoice &choice, bool pictures,
                                     const std::vector<std::pair<std::string, std::string>> &givenPictures = {});
/// Ops, groups, conflicts and a summary line: what `plan` prints.
struct PlanDocumentOptions
{
    bool heading = true; ///< start with the graph's name
    bool fits = false;   ///< add what would fit for every op that needs a look
    bool trace = false;  ///< add the full answer of every op that was searched
};
[[nodiscard]] Document planDocument(const GraphResult &result, const PlanDocumentOptions &options = {},
                                    const ExportChoice &choice = {});
/// toText(planDocument(...)), written op by op.
void writePlanText(const GraphResult &result, const PlanDocumentOptions &options, const TextStyle &style,
                   const TextSink &write);
/// The table of all ops: op, operation, shape, worst span, ratio, verdict, levels, group, reason.
[[nodiscard]] DocTable operationsTable(const GraphResult &result, const ExportChoice &choice = {});
/// `12 ops: 1 Unsupported, 2 Planned, 9 Fits`.
[[nodiscard]] std::string verdictCounts(const GraphResult &result);

} // namespace spanscope
