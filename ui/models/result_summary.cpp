#include "ui/models/result_summary.h"

#include "core/exporters/document.h"
#include "core/text/sentences.h"
#include "ui/models/text.h"

namespace spanscope::ui {

namespace {

QString haystackOf(const Operation &op, const OpSummary &row)
{
    QString text = row.name + u'\n' + row.operation + u'\n' + row.source + u'\n' + row.shape;
    for (const std::string &target : op.origin.targets) {
        text += u'\n' + qs(target);
    }
    for (const std::string &node : op.origin.fxNodes) {
        text += u'\n' + qs(node);
    }
    text += u'\n' + qs(op.origin.code);
    return text.toLower();
}

QString tensorsOf(const Operation &op)
{
    QString text;
    for (const auto *deps : {&op.writes, &op.reads}) {
        for (const Dep &dep : *deps) {
            text += qs(dep.buffer) + u' ';
        }
    }
    return (text + qs(op.name)).toLower();
}

OpSummary summarizeOp(const GraphResult &result, std::size_t index)
{
    const Operation &op = result.graph->operations.at(index);
    const OpAnalysis &analysis = result.analyses.at(index);
    const OpAudit &audit = result.audits.at(index);
    OpSummary row;
    row.verdict = verdictOf(result, index);
    row.worstSpan = audit.worstSpan;
    row.untiledSpan = untiledWorstSpan(result, index);
    row.unknown = audit.hasUnknown;
    row.name = qs(op.name);
    row.operation = qs(assumedOperation(*result.graph, index));
    if (op.layout) {
        row.shape = qs(outputShapeText(op));
        row.dtype = qs(op.layout->dtype);
    }
    row.levels = qs(splitsInForceText(result, index));
    const int group = result.groups.groupOf.empty() ? -1 : result.groups.groupOf.at(index);
    row.group = group >= 0 ? u'G' + QString::number(group) : QString();
    row.source = qs(op.origin.source);
    row.reason = qs(shortReason(result, index));
    row.code = analysis.code ? qs(codeName(*analysis.code)) : QString();
    row.haystack = haystackOf(op, row);
    row.tensors = tensorsOf(op);
    return row;
}

} // namespace

ResultSummaryPtr summarize(GraphResultPtr result, const WorkContext &context)
{
    auto summary = std::make_shared<ResultSummary>();
    const std::size_t count = std::min(result->analyses.size(), result->audits.size());
    summary->ops.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        if (context.cancelled()) {
            return nullptr;
        }
        summary->ops.push_back(summarizeOp(*result, i));
        ++summary->counts.at(static_cast<std::size_t>(summary->ops.back().verdict));
        context.report(i + 1, count);
    }
    summary->result = std::move(result);
    return summary;
}

} // namespace spanscope::ui
