#include "tests/ui/sample_graphs.h"

#include "core/importers/import.h"

namespace spanscope::test {

namespace {

RulesInForce documented()
{
    RulesInForce rules;
    rules.rules = *presetRules("documented");
    return rules;
}

Operation named(Operation op, const std::string &name, const std::vector<std::string> &reads)
{
    op.name = name;
    op.writes.front().buffer = name;
    for (std::size_t i = 0; i < reads.size(); ++i) {
        op.reads[i].buffer = reads[i];
    }
    return op;
}

} // namespace

GraphResultPtr groupedGraph()
{
    const GraphPtr large = graphFromExpression("add(bf16[98000,4096], bf16[98000,4096])");
    const GraphPtr small = graphFromExpression("neg(bf16[64,4096])");
    auto graph = std::make_shared<Graph>();
    graph->name = "grouped";
    graph->buffers = large->buffers;
    const Operation &add = large->operations.front();
    const Operation &neg = small->operations.front();
    const std::string &input = add.reads.front().buffer;
    graph->buffers.push_back(small->buffers.front());
    graph->buffers.back().name = "small";
    graph->operations = {
        named(add, "buf0", {input, input}), named(add, "buf1", {"buf0", input}), named(add, "buf2", {"buf1", input}),
        named(neg, "buf3", {"small"}),      named(add, "buf4", {"buf1", input}), named(add, "buf5", {"buf4", input}),
        named(neg, "buf6", {"small"}),
    };
    graph->outputs = {"buf5"};
    graph->finish();
    return runGraph(graph, documented());
}

GraphResultPtr vocabularyGraph()
{
    return runGraph(graphFromExpression("linear(f16[2,4096], f16[49216,4096])"), documented());
}

GraphResultPtr manyOperations(int ops)
{
    const GraphPtr small = graphFromExpression("neg(bf16[64,4096])");
    auto graph = std::make_shared<Graph>();
    graph->buffers = small->buffers;
    auto result = std::make_shared<GraphResult>();
    result->rules = documented();
    for (int i = 0; i < ops; ++i) {
        const std::string read = i == 0 ? small->buffers.front().name : "buf" + std::to_string(i - 1);
        graph->operations.push_back(named(small->operations.front(), "buf" + std::to_string(i), {read}));
        OpAnalysis analysis;
        analysis.opIndex = static_cast<std::size_t>(i);
        analysis.outcome = i % 7 == 0 ? Outcome::Unsupported : Outcome::Planned;
        result->analyses.push_back(analysis);
        OpAudit audit;
        audit.worstSpan = (i % 1000 + 1) * Int{1024} * 1024;
        result->audits.push_back(audit);
        result->untiledWorst.push_back(audit.worstSpan * (i % 3 == 0 ? 2 : 1));
    }
    graph->finish();
    result->groups.groupOf.assign(static_cast<std::size_t>(ops), -1);
    result->groups.firstConflict.assign(static_cast<std::size_t>(ops), -1);
    result->graph = graph;
    return result;
}

} // namespace spanscope::test
