#include "ui/models/op_details.h"

#include "core/exporters/document.h"
#include "core/graph/knowledge.h"
#include "core/planner/engine.h"
#include "core/text/sentences.h"
#include "ui/models/text.h"

#include <QStringList>

namespace spanscope::ui {

namespace {

QString extentList(const std::vector<Extent> &extents)
{
    QStringList texts;
    for (const Extent &extent : extents) {
        texts << qs(extent.toString());
    }
    return u'[' + texts.join(QStringLiteral(", ")) + u']';
}

QString depText(const Dep &dep)
{
    QStringList ranges;
    for (const SymbolRange &range : dep.ranges) {
        ranges << qs(range.symbol) + QStringLiteral(": ") + qs(range.size.toString());
    }
    constexpr qsizetype kLongest = 2000; // characters that anybody would read
    QString index = dep.hasIndex ? qs(dep.index.toString()) : QStringLiteral("*");
    if (index.size() > kLongest) {
        index = index.left(kLongest) + QStringLiteral("... (%1 characters)").arg(index.size());
    }
    QString text = qs(dep.buffer) + u'[' + index + u']';
    if (!ranges.isEmpty()) {
        text += QStringLiteral("   ") + ranges.join(QStringLiteral(", "));
    }
    return dep.indirect ? text + QStringLiteral("   (indirect)") : text;
}

class NumberLines
{
public:
    void add(const QString &name, const QString &value)
    {
        if (!value.isEmpty()) {
            m_lines << name.leftJustified(15) + value;
        }
    }
    [[nodiscard]] QString text() const { return m_lines.join(u'\n'); }

private:
    QStringList m_lines;
};

void addLayout(NumberLines &lines, const QString &prefix, const Layout &layout)
{
    lines.add(prefix + QStringLiteral("size"), extentList(layout.size));
    lines.add(prefix + QStringLiteral("stride"), extentList(layout.stride));
    lines.add(prefix + QStringLiteral("dtype"), qs(layout.dtype));
    if (layout.device) {
        lines.add(prefix + QStringLiteral("device_size"), extentList(layout.device->deviceSize));
        lines.add(prefix + QStringLiteral("stride_map"), extentList(layout.device->strideMap));
        lines.add(prefix + QStringLiteral("stick"), qs(layout.device->elemsPerStick.toString()));
    } else {
        lines.add(prefix + QStringLiteral("layout"), qs(layout.type));
    }
}

void addOrigin(NumberLines &lines, const Origin &origin)
{
    QStringList targets;
    for (const std::string &target : origin.targets) {
        targets << qs(target);
    }
    lines.add(QStringLiteral("targets"), targets.join(QStringLiteral(", ")));
    lines.add(QStringLiteral("source"), qs(origin.source));
    lines.add(QStringLiteral("code"), qs(origin.code));
}

std::vector<Residual> residualsOf(const GraphResult &result, std::size_t opIndex)
{
    std::vector<Residual> found;
    const auto addFrom = [&](std::size_t index, const std::string *onlyBuffer) {
        for (const AuditRow &row : result.audits.at(index).rows) {
            if (row.over && (onlyBuffer == nullptr || row.tensor.buffer == *onlyBuffer)) {
                found.push_back({index, row});
            }
        }
    };
    addFrom(opIndex, nullptr);
    const Operation &op = result.graph->operations.at(opIndex);
    std::vector<std::string> buffers;
    for (const Dep &write : op.writes) {
        buffers.push_back(write.buffer);
    }
    if (buffers.empty()) {
        buffers.push_back(op.name);
    }
    for (const std::string &buffer : buffers) {
        for (const std::size_t reader : result.graph->readersOf(buffer)) {
            if (reader != opIndex && reader < result.audits.size()) {
                addFrom(reader, &buffer);
            }
        }
    }
    return found;
}

/// The two lists of the artefact's document, each under its heading.
void takeArtefact(OpDetails &details, const Graph &graph, std::size_t opIndex)
{
    const Document document = artefactDocument(graph, opIndex, 1);
    QStringList *list = nullptr;
    for (const DocBlock &block : document.blocks()) {
        if (block.kind == DocBlock::Kind::Heading) {
            list = block.text == kReportedHeading   ? &details.reported
                   : block.text == kInferredHeading ? &details.inferred
                                                    : nullptr;
        } else if (list != nullptr) {
            for (const std::string &item : block.items) {
                list->append(qs(item));
            }
        }
    }
}

} // namespace

QString opNumbers(const Graph &graph, std::size_t opIndex)
{
    const Operation &op = graph.operations.at(opIndex);
    NumberLines lines;
    lines.add(QStringLiteral("kind"), qs(op.kind));
    if (op.data) {
        const QString assumed = inputsUnknown(graph, opIndex) ? QStringLiteral(" (assumed)") : QString();
        lines.add(QStringLiteral("data"), (qs(op.data->type) + u' ' + qs(op.data->reductionType)).trimmed() + assumed);
        lines.add(QStringLiteral("ranges"), extentList(op.data->ranges));
        if (!op.data->reductionRanges.empty()) {
            lines.add(QStringLiteral("reduces"), extentList(op.data->reductionRanges));
        }
    }
    if (op.layout) {
        addLayout(lines, {}, *op.layout);
    }
    for (const Dep &dep : op.writes) {
        lines.add(QStringLiteral("write"), depText(dep));
    }
    for (const Dep &dep : op.reads) {
        lines.add(QStringLiteral("read"), depText(dep));
        const Layout *layout = dep.accessLayout ? &*dep.accessLayout : graph.layoutOf(dep.buffer);
        if (layout != nullptr) {
            addLayout(lines, QStringLiteral("  "), *layout);
        }
    }
    addOrigin(lines, op.origin);
    return lines.text();
}

std::vector<SplitTable> allSplitTables(const Graph &graph, std::size_t opIndex, const OpAnalysis &analysis,
                                       const Rules &rules)
{
    std::vector<HostDim> dims;
    for (const HostDimInfo &info : hostDims(graph, opIndex)) {
        if (info.range.isInteger() && info.range.value > 1) {
            dims.push_back(info.dim);
        }
    }
    return splitTables(graph, opIndex, dims, analysis, rules);
}

OpDetailsPtr computeDetails(const GraphResultPtr &result, std::size_t opIndex, const WorkContext &context)
{
    const Graph &graph = *result->graph;
    const Rules &rules = result->rules.rules;
    auto details = std::make_shared<OpDetails>();
    details->result = result;
    details->opIndex = opIndex;
    details->headline = qs(headline(*result, opIndex));
    details->traced = analyse(graph, opIndex, rules, AnalyseOptions{.trace = true});
    if (context.cancelled()) {
        return nullptr;
    }
    details->fits = whatWouldFit(graph, opIndex, details->traced, rules);
    if (details->traced.outcome == Outcome::Unsupported) {
        details->cause = decisiveCause(graph, opIndex, details->traced, rules);
    }
    if (context.cancelled()) {
        return nullptr;
    }
    if (details->cause) {
        details->causeText = qs(causeSentence(*details->cause, graph, opIndex, details->traced, rules));
    }
    details->nextStep = qs(nextStep(*result, opIndex, details->fits));
    details->compilerText = qs(compilerMessage(graph, details->traced, rules));
    details->tables = allSplitTables(graph, opIndex, details->traced, rules);
    details->residuals = residualsOf(*result, opIndex);
    details->numbers = opNumbers(graph, opIndex);
    takeArtefact(*details, graph, opIndex);
    return details;
}

} // namespace spanscope::ui
