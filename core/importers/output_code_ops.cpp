#include "core/importers/output_code_ops.h"

#include "core/graph/knowledge.h"
#include "core/importers/log_layout.h"
#include "core/importers/log_text.h"
#include "core/importers/output_code_values.h"

#include <algorithm>
#include <set>

namespace spanscope {

namespace {

/// Where an op stands: kernel, loops around it.
struct SpecPlace
{
    const KernelText *kernel = nullptr;
    std::vector<LoopInfo> loops;
};

class CodeGraphBuilder
{
public:
    CodeGraphBuilder(CodeModule &code, Graph &graph, std::vector<CodeProblem> &problems, const WorkContext &context)
        : m_code(code)
        , m_graph(graph)
        , m_problems(problems)
        , m_context(context)
    {
    }

    void build()
    {
        std::size_t done = 0;
        for (KernelText &kernel : m_code.kernels) {
            m_context.report(done++, m_code.kernels.size());
            if (m_context.cancelled()) {
                m_code.missing = "cancelled before all of it was read";
                break;
            }
            const PyParsed parsed = parsePyValue(kernel.text);
            const bool usable =
                parsed.value && parsed.value->items.size() > 1 && parsed.value->items[0].kind == PyValue::Kind::String;
            if (!usable) {
                lose(kernel.line, parsed.value ? std::string("a kernel without name and list of specs")
                                               : "a kernel that cannot be read: " + parsed.problem);
                continue;
            }
            kernel.name = shortText(parsed.value->items[0].text, 200);
            m_opsInKernel = 0;
            entries(parsed.value->items[1], {&kernel, {}}, 0);
        }
        addInputs(m_graph);
        if (!m_code.missing.empty()) {
            m_graph.inferred.push_back({"", "", std::string(inferred_what::kOperations), m_code.missing, m_code.line});
        }
    }

private:
    void entries(const PyValue &list, const SpecPlace &place, int depth)
    {
        constexpr int kMaxLoopDepth = 64;
        if (!list.isSequence() || depth > kMaxLoopDepth) {
            lose(place.kernel->line, place.kernel->name + ": " + "a body that is no list of specs");
            return;
        }
        for (const PyValue &entry : list.items) {
            if (m_context.cancelled()) {
                m_code.missing = "cancelled before all of it was read";
                return;
            }
            const std::string_view name = entry.kind == PyValue::Kind::Call ? entry.lastName() : std::string_view();
            if (name == "LoopSpec") {
                loop(entry, place, depth);
            } else if (name == "OpSpec") {
                opSpec(entry, place);
            } else if (name == "UnimplementedOp") {
                unimplemented(entry, place);
            } else {
                lose(place.kernel->line, place.kernel->name + ": " + "an entry of unknown kind: " + entry.text);
            }
        }
    }

    void loop(const PyValue &entry, SpecPlace place, int depth)
    {
        const PyValue *count = argument(entry, "count", 0);
        const PyValue *body = argument(entry, "body", 1);
        if (count == nullptr || body == nullptr) {
            lose(place.kernel->line, place.kernel->name + ": " + "a LoopSpec without count or body");
            return;
        }
        const std::string text = expressionText(*count);
        const ParsedExpr parsed = parseExpr(text);
        place.loops.push_back({parsed.error ? shortText(text) : parsed.expr.toString()});
        entries(*body, place, depth + 1);
    }

    static const PyValue *argument(const PyValue &call, std::string_view name, std::size_t position)
    {
        const PyValue *named = call.argument(name);
        return named != nullptr ? named : position < call.items.size() ? &call.items[position] : nullptr;
    }

    void unimplemented(const PyValue &entry, const SpecPlace &place)
    {
        const PyValue *what = argument(entry, "op", 0);
        Operation op;
        op.name = freeName("", place);
        op.kind = "UnimplementedOp";
        op.relayoutable = false;
        op.loops = place.loops;
        op.origin.targets = {what != nullptr ? shortText(what->text) : std::string("unknown")};
        ReportedFact fact;
        fact.kind = "unimplemented_op";
        fact.op = op.name;
        fact.line = place.kernel->line;
        fact.text = place.kernel->name + ": no Spyre op for " + op.origin.targets.front();
        m_graph.reported.push_back(std::move(fact));
        m_graph.operations.push_back(std::move(op));
        ++m_opsInKernel;
    }

    void opSpec(const PyValue &spec, const SpecPlace &place)
    {
        const PyValue *args = spec.argument("args");
        const PyValue *space = spec.argument("iteration_space");
        if (args == nullptr || !args->isSequence() || space == nullptr || space->kind != PyValue::Kind::Dict) {
            lose(place.kernel->line, place.kernel->name + ": " + "an OpSpec without iteration_space or args");
            return;
        }
        m_missing.clear();
        m_symbols = iterationSpace(*space);
        checkSymbols();
        Operation op;
        op.kind = "ComputedBuffer";
        op.relayoutable = false;
        op.loops = place.loops;
        for (const IterationSymbol &symbol : m_symbols) {
            op.coreSplits.emplace_back(symbol.name, symbol.cores);
        }
        const PyValue *what = spec.argument("op");
        op.origin.targets = {what != nullptr ? shortText(what->text) : std::string("unknown")};
        for (const PyValue &arg : args->items) {
            tensorArg(arg, op, place);
        }
        const PyValue *reduction = spec.argument("is_reduction");
        setData(op, reduction != nullptr && reduction->text == "True", *place.kernel);
        op.name = freeName(op.writes.empty() ? "" : op.writes.front().buffer, place);
        if (op.writes.empty()) {
            miss("none of its tensors is written");
        }
        if (!m_missing.empty()) {
            m_pending.push_back({"", "", std::string(inferred_what::kIncomplete), m_missing, place.kernel->line});
        }
        nameFacts(op.name);
        m_graph.reported.push_back(specFact(spec, op, *place.kernel));
        m_graph.operations.push_back(std::move(op));
        ++m_opsInKernel;
    }

    void checkSymbols()
    {
        for (const IterationSymbol &symbol : m_symbols) {
            const ParsedExpr name = parseExpr(symbol.name);
            if (name.error || name.expr.symbols() != std::vector<std::string>{symbol.name}) {
                miss("its iteration space has an entry that is no symbol: " + symbol.name);
            }
        }
    }

    void tensorArg(const PyValue &arg, Operation &op, const SpecPlace &place)
    {
        const PyValue *input = arg.argument("is_input");
        const auto deviceSize = extentsOf(arg.argument("device_size"));
        const PyValue *coordinates = arg.argument("device_coordinates");
        if (arg.kind != PyValue::Kind::Call || !deviceSize || deviceSize->empty() || coordinates == nullptr ||
            !coordinates->isSequence()) {
            problem(place, "an argument without device_size and device_coordinates");
            miss("one of its tensors cannot be read");
            return;
        }
        Dep dep;
        dep.hasIndex = false;
        dep.buffer = bufferName(arg, op, place);
        for (const PyValue &coordinate : coordinates->items) {
            dep.deviceCoordinates.push_back(coordinateOfValue(coordinate, dep, place));
        }
        for (const IterationSymbol &symbol : m_symbols) {
            dep.ranges.push_back({symbol.name, symbol.range});
        }
        dep.accessLayout = accessLayout(arg, *deviceSize, dep.buffer, place);
        const bool isInput = input == nullptr || input->text != "False";
        (isInput ? op.reads : op.writes).push_back(std::move(dep));
    }

    Expr coordinateOfValue(const PyValue &value, Dep &dep, const SpecPlace &place)
    {
        if (value.kind == PyValue::Kind::Call && value.lastName() == "IndirectAccess") {
            dep.indirect = true;
            const std::string buffer = value.items.empty() ? "" : shortText(value.items.front().text, 200);
            const ParsedExpr access = parseExpr("IndirectAccess(" + buffer + ")");
            return access.error ? parseExpr("IndirectAccess(unnamed)").expr : access.expr;
        }
        const std::string text = expressionText(value);
        const ParsedExpr parsed = parseExpr(text);
        if (parsed.error) {
            problem(place, "a coordinate that is no expression: " + text);
            miss("a coordinate is no expression: " + text);
            return parseExpr("Unreadable(0)").expr;
        }
        dep.indirect = dep.indirect || text.find("IndirectAccess") != std::string::npos;
        return parsed.expr;
    }

    /// The buffer's name: given, else by the place in the kernel's call, else a name of its own.
    std::string bufferName(const PyValue &arg, const Operation &op, const SpecPlace &place)
    {
        if (const PyValue *name = arg.argument("name"); name != nullptr && name->kind == PyValue::Kind::String) {
            return shortText(name->text, 200);
        }
        const std::string &kernel = place.kernel->name;
        const PyValue *index = arg.argument("arg_index");
        const Int position = index != nullptr && index->kind == PyValue::Kind::Integer ? index->integer : -1;
        const auto call = m_code.calls.find(kernel);
        if (position >= 0 && call != m_code.calls.end() && static_cast<std::size_t>(position) < call->second.size() &&
            !call->second[static_cast<std::size_t>(position)].empty()) {
            return call->second[static_cast<std::size_t>(position)];
        }
        if (position >= 0) {
            return kernel + ".arg" + std::to_string(position);
        }
        return kernel + ".op" + std::to_string(m_opsInKernel) + ".tensor" +
               std::to_string(op.reads.size() + op.writes.size());
    }

    Layout accessLayout(const PyValue &arg, const std::vector<Extent> &deviceSize, const std::string &buffer,
                        const SpecPlace &place)
    {
        Layout layout;
        layout.type = "FixedTiledLayout";
        DeviceLayout device;
        device.deviceSize = deviceSize;
        device.elemsPerStick = deviceSize.back();
        const PyValue *format = arg.argument("device_dtype");
        device.deviceDtype = format != nullptr ? shortText(format->lastName(), 100) : "";
        const auto facts = m_code.buffers.find(buffer);
        if (facts != m_code.buffers.end() && !facts->second.dtype.empty()) {
            layout.dtype = facts->second.dtype;
            layout.size = facts->second.size;
            layout.stride = facts->second.stride;
        } else {
            layout.dtype = inferDtype(device.deviceDtype, buffer, *place.kernel);
        }
        layout.device = std::move(device);
        return layout;
    }

    std::string inferDtype(const std::string &format, const std::string &buffer, const KernelText &kernel)
    {
        std::string dtype = dtypeOfFormat(format);
        std::string how = "not told, from the device format " + format;
        if (format.empty() || dtype.empty()) {
            how = "the device format " + (format.empty() ? std::string("is missing") : format + " is unknown") +
                  ": no bytes per item";
        } else if (dtype == "int32" && kernel.integers64) {
            dtype = "int64";
            how += " and the int64 tensors of the kernel's comment";
        }
        m_pending.push_back({"", buffer, "itemsize", how, kernel.line});
        return dtype;
    }

    /// What was inferred while the op had no name yet; the same is said once per tensor.
    void nameFacts(const std::string &op)
    {
        for (InferredFact &fact : m_pending) {
            fact.op = op;
            if (fact.what == inferred_what::kIncomplete || m_told.insert(fact.tensor + "\n" + fact.how).second) {
                m_graph.inferred.push_back(std::move(fact));
            }
        }
        m_pending.clear();
    }

    /// Output dims are the iteration symbols that the output's coordinates use, or all for a pointwise op.
    void setData(Operation &op, bool reduction, const KernelText &kernel)
    {
        OpData data;
        data.type = reduction ? "Reduction" : "Pointwise";
        std::set<std::string> used;
        for (const Dep &write : op.writes) {
            for (const Expr &coordinate : write.deviceCoordinates) {
                const std::vector<std::string> symbols = coordinate.symbols();
                used.insert(symbols.begin(), symbols.end());
            }
        }
        for (const IterationSymbol &symbol : m_symbols) {
            const bool isOutput = !reduction || used.contains(symbol.name);
            (isOutput ? data.ranges : data.reductionRanges).push_back(symbol.range);
            if (!isOutput) {
                for (Dep &write : op.writes) {
                    std::erase_if(write.ranges, [&](const SymbolRange &range) { return range.symbol == symbol.name; });
                }
            }
        }
        if (reduction && !op.origin.targets.empty()) {
            data.reductionType = op.origin.targets.front();
        }
        op.data = std::move(data);
        if (!op.writes.empty()) {
            op.layout = op.writes.front().accessLayout;
            inferSize(op, kernel);
        }
    }

    /// Outside of loops the output is as large as what the op iterates over.
    void inferSize(Operation &op, const KernelText &kernel)
    {
        if (op.layout && op.layout->size.empty() && op.loops.empty() && !op.data->ranges.empty()) {
            op.layout->size = op.data->ranges;
            m_pending.push_back({"", op.writes.front().buffer, "size",
                                 "not told, from the ranges of the op that writes it", kernel.line});
        }
    }

    /// The output buffer's name when nobody has it yet, else one from kernel and number.
    std::string freeName(const std::string &wanted, const SpecPlace &place)
    {
        std::string name = wanted.empty() ? place.kernel->name + ".op" + std::to_string(m_opsInKernel) : wanted;
        const std::string base = name;
        while (!m_names.insert(name).second) {
            name = base + "#" + std::to_string(++m_repeats.try_emplace(base, 1).first->second);
        }
        return name;
    }

    /// Something the op that is being read cannot be judged without.
    void miss(const std::string &what) { m_missing = m_missing.empty() ? shortText(what) : m_missing; }

    /// Ops are missing from the graph.
    void lose(std::size_t line, const std::string &why)
    {
        problemAt(line, why);
        m_code.missing = m_code.missing.empty() ? shortText(why) : m_code.missing;
    }

    void problem(const SpecPlace &place, const std::string &text)
    {
        problemAt(place.kernel->line, place.kernel->name + ": " + text);
    }

    void problemAt(std::size_t line, const std::string &text)
    {
        constexpr std::size_t kMostKept = 10'000;
        if (m_problems.size() < kMostKept) {
            m_problems.push_back({line, shortText(text), 1});
        } else {
            ++m_problems.back().times;
        }
    }

    CodeModule &m_code;
    Graph &m_graph;
    std::vector<CodeProblem> &m_problems;
    const WorkContext &m_context;
    std::vector<IterationSymbol> m_symbols;
    std::vector<InferredFact> m_pending;
    std::set<std::string> m_told;
    std::string m_missing; ///< of the op that is being read
    std::set<std::string> m_names;
    std::map<std::string, std::size_t> m_repeats; ///< per name: the number of its latest namesake
    std::size_t m_opsInKernel = 0;
};

} // namespace

void buildCodeGraph(CodeModule &code, Graph &graph, std::vector<CodeProblem> &problems, const WorkContext &context)
{
    CodeGraphBuilder(code, graph, problems, context).build();
}

} // namespace spanscope
