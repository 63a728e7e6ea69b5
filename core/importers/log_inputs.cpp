#include "core/graph/knowledge.h"
#include "core/importers/log_dump.h"
#include "core/importers/log_layout.h"
#include "core/layout/layouts.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <set>

namespace spanscope {

namespace {

struct Reading
{
    const Operation *op = nullptr;
    const Dep *dep = nullptr;
    std::size_t line = 0;
};

std::string shapeWords(const std::vector<Int> &size)
{
    std::string out;
    for (const Int dim : size) {
        out += (out.empty() ? "" : "x") + std::to_string(dim);
    }
    return out;
}

Int elements(const std::vector<Int> &size)
{
    return std::accumulate(size.begin(), size.end(), Int{1}, mulChecked);
}

struct Choice
{
    std::vector<Int> size;
    Reading from;
    std::string problem;
    bool disagree = false;
};

/// The largest shape that one of the reads explains.
Choice chooseShape(const std::vector<Reading> &readings)
{
    Choice choice;
    for (const Reading &reading : readings) {
        if (reading.dep->indirect || !reading.dep->hasIndex) {
            choice.problem = "it is read indirectly";
            continue;
        }
        const InferredShape shape = shapeFromIndex(reading.dep->index, reading.dep->ranges);
        if (shape.size.empty()) {
            choice.problem = shape.problem;
            continue;
        }
        if (choice.size.empty()) {
            choice.size = shape.size;
            choice.from = reading;
            continue;
        }
        choice.disagree = choice.disagree || choice.size != shape.size;
        const Int mine = elements(choice.size);
        const Int other = elements(shape.size);
        // Of equal volumes the finer view says more about the tensor.
        if (other > mine || (other == mine && shape.size.size() > choice.size.size())) {
            choice.size = shape.size;
            choice.from = reading;
        }
    }
    return choice;
}

Buffer inferInput(const std::string &name, const std::vector<Reading> &readings, const std::string &castDtype,
                  std::vector<InferredFact> &inferred)
{
    Buffer buffer;
    buffer.name = name;
    buffer.kind = "input";
    InferredFact fact;
    fact.tensor = name;
    fact.what = "layout";
    fact.line = readings.front().line;
    const Choice choice = chooseShape(readings);
    if (choice.size.empty()) {
        fact.op = readings.front().op->name;
        fact.how = "not inferred: " + choice.problem;
        inferred.push_back(std::move(fact));
        return buffer;
    }
    const Layout *own = choice.from.op->layout ? &*choice.from.op->layout : nullptr;
    const std::string dtype = !castDtype.empty() ? castDtype : own != nullptr ? own->dtype : std::string();
    buffer.layout = makeLayout(choice.size, dtype);
    fact.op = choice.from.op->name;
    fact.line = choice.from.line;
    fact.how = "the dump lists no graph inputs: contiguous " + shapeWords(choice.size) + " from the read " +
               choice.from.dep->indexText + " of " + fact.op + ", default device layout, dtype " +
               (dtype.empty() ? "unknown" : dtype) +
               (castDtype.empty() ? " as that op's output" : " as the cast of the loaded value says");
    if (choice.disagree) {
        fact.how += "; other reads of it would give another shape, the largest is taken";
    }
    if (!buffer.layout) {
        fact.how = "not inferred: no default device layout for " + shapeWords(choice.size) + " of dtype " +
                   (dtype.empty() ? "unknown" : dtype);
    }
    inferred.push_back(std::move(fact));
    return buffer;
}

} // namespace

namespace {

/// The planner checks what a reduction reads: without the layout of an input nothing is known of its decision. An op
/// with an indirect read it does not look at, and of one that is not told whole this is said already.
void tellUncheckedInputs(ParsedDump &parsed)
{
    std::set<std::string> unknownBuffers;
    for (const Buffer &buffer : parsed.buffers) {
        if (!buffer.layout) {
            unknownBuffers.insert(buffer.name);
        }
    }
    std::set<std::string> incomplete;
    for (const InferredFact &fact : parsed.inferred) {
        if (fact.what == inferred_what::kIncomplete) {
            incomplete.insert(fact.op);
        }
    }
    for (std::size_t i = 0; i < parsed.operations.size(); ++i) {
        const Operation &op = parsed.operations[i];
        const bool indirect =
            std::any_of(op.reads.begin(), op.reads.end(), [](const Dep &read) { return read.indirect; });
        if (incomplete.contains(op.name) || indirect || !op.data || op.data->type != "Reduction") {
            continue;
        }
        const auto unknown = std::find_if(op.reads.begin(), op.reads.end(), [&unknownBuffers](const Dep &read) {
            return unknownBuffers.contains(read.buffer);
        });
        if (unknown != op.reads.end()) {
            parsed.inferred.push_back({op.name, "", std::string(inferred_what::kIncomplete),
                                       "the layout of " + unknown->buffer + ", which the planner checks, is not told",
                                       parsed.lines[i]});
        }
    }
}

} // namespace

void inferInputs(ParsedDump &parsed, const std::map<std::string, std::string> &dtypeOfLoad)
{
    std::set<std::string> written;
    for (const Operation &op : parsed.operations) {
        written.insert(op.name);
    }
    std::vector<std::string> names;
    std::map<std::string, std::vector<Reading>> readings;
    for (std::size_t i = 0; i < parsed.operations.size(); ++i) {
        for (const Dep &read : parsed.operations[i].reads) {
            if (written.contains(read.buffer)) {
                continue;
            }
            std::vector<Reading> &list = readings[read.buffer];
            if (list.empty()) {
                names.push_back(read.buffer);
            }
            list.push_back({&parsed.operations[i], &read, parsed.lines[i]});
        }
    }
    for (const std::string &name : names) {
        const auto cast = dtypeOfLoad.find(name);
        try {
            parsed.buffers.push_back(inferInput(
                name, readings[name], cast == dtypeOfLoad.end() ? std::string() : cast->second, parsed.inferred));
        } catch (const OverflowError &) {
            parsed.buffers.push_back({name, "input", std::nullopt});
            parsed.inferred.push_back(
                {"", name, "layout", "not inferred: its size exceeds 63 bits", readings[name].front().line});
        }
    }
    tellUncheckedInputs(parsed);
}

} // namespace spanscope
