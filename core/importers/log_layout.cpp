#include "core/importers/log_layout.h"

#include "core/importers/log_text.h"
#include "core/layout/dtypes.h"
#include "core/layout/layouts.h"

#include <algorithm>
#include <numeric>

namespace spanscope {

namespace {

std::string printed(const PyValue &value)
{
    switch (value.kind) {
    case PyValue::Kind::Integer:
        return std::to_string(value.integer);
    case PyValue::Kind::Call:
        // sympify('4*s0') and the like: the expression inside.
        return value.items.size() == 1 ? printed(value.items.front()) : value.text;
    default:
        return value.text;
    }
}

/// A positional argument of a layout that is no name of its own: the device string is skipped.
std::string dtypeOf(const PyValue &value)
{
    if (const PyValue *dtype = value.argument("dtype")) {
        return std::string(canonicalDtype(dtype->text));
    }
    for (const PyValue &item : value.items) {
        if (item.kind == PyValue::Kind::Name && item.text.starts_with("torch.")) {
            return std::string(canonicalDtype(item.text));
        }
    }
    return {};
}

std::optional<DeviceLayout> deviceLayoutOf(const PyValue *value)
{
    if (value == nullptr || value->kind != PyValue::Kind::Call) {
        return std::nullopt;
    }
    const auto size = extentsOf(value->argument("device_size"));
    if (!size || size->empty()) {
        return std::nullopt;
    }
    DeviceLayout device;
    device.deviceSize = *size;
    device.strideMap = extentsOf(value->argument("stride_map")).value_or(std::vector<Extent>{});
    const PyValue *elems = value->argument("elems_per_stick");
    device.elemsPerStick = elems != nullptr ? extentOf(*elems) : device.deviceSize.back();
    const PyValue *dtype = value->argument("device_dtype");
    device.deviceDtype = dtype != nullptr ? shortText(dtype->lastName(), 100) : std::string();
    const PyValue *arrangement = value->argument("element_arrangement");
    device.elementArrangement = arrangement != nullptr ? shortText(arrangement->lastName(), 100) : std::string();
    return device;
}

} // namespace

Extent extentOf(const PyValue &value)
{
    if (value.kind == PyValue::Kind::Integer) {
        return Extent(value.integer);
    }
    const std::string text = shortText(printed(value), 1000);
    const ParsedExpr parsed = parseExpr(text);
    if (parsed.error) {
        return Extent::symbol(text.empty() ? "?" : text);
    }
    return parsed.expr.isConstant() ? Extent(parsed.expr.constant()) : Extent::symbol(parsed.expr.toString());
}

std::optional<std::vector<Extent>> extentsOf(const PyValue *value)
{
    if (value != nullptr && value->kind == PyValue::Kind::Call && value->items.size() == 1) {
        value = &value->items.front(); // torch.Size([1, 2])
    }
    if (value == nullptr || !value->isSequence()) {
        return std::nullopt;
    }
    std::vector<Extent> out;
    std::transform(value->items.begin(), value->items.end(), std::back_inserter(out), extentOf);
    return out;
}

std::optional<Layout> layoutFromPython(const PyValue &value)
{
    if (value.kind != PyValue::Kind::Call || value.lastName().find("Layout") == std::string_view::npos) {
        return std::nullopt;
    }
    Layout layout;
    layout.type = shortText(value.lastName(), 100);
    layout.dtype = dtypeOf(value);
    layout.size = extentsOf(value.argument("size")).value_or(std::vector<Extent>{});
    layout.stride = extentsOf(value.argument("stride")).value_or(std::vector<Extent>{});
    layout.device = deviceLayoutOf(value.argument("device_layout"));
    return layout;
}

OrderGuess guessLayout(const std::vector<Int> &shape, const std::string &dtype, const std::vector<Int> &deviceSize)
{
    OrderGuess guess;
    const auto consider = [&](const std::vector<int> &order) {
        const std::optional<Layout> layout = makeLayout(shape, dtype, order);
        const std::optional<StaticLayout> fixed = layout ? staticLayout(*layout) : std::nullopt;
        if (!fixed || fixed->device.deviceSize != deviceSize) {
            return;
        }
        if (guess.matches++ == 0) {
            guess.layout = layout;
            guess.order = order;
        }
    };
    constexpr std::size_t kMaxRank = 6;
    if (shape.size() > kMaxRank) {
        return guess;
    }
    std::vector<int> order(shape.size());
    std::iota(order.begin(), order.end(), 0);
    do {
        consider(order);
    } while (std::next_permutation(order.begin(), order.end()));
    if (guess.matches == 0) { // a sparse tensor: one element a stick
        do {
            std::vector<int> sparse = order;
            sparse.push_back(-1);
            consider(sparse);
        } while (std::next_permutation(order.begin(), order.end()));
    }
    return guess;
}

namespace {

struct Step
{
    Int stride = 0;
    Int range = 1;
};

/// The coefficient and range of each symbol, nullopt when the index is no plain sum of them.
std::optional<std::vector<Step>> stepsOf(const Expr &index, const std::vector<SymbolRange> &ranges)
{
    std::vector<Step> steps;
    for (const Monomial &term : index.terms()) {
        if (term.atoms.size() != 1 || term.atoms.front()->kind != Atom::Kind::Symbol || term.coefficient <= 0) {
            return std::nullopt;
        }
        const auto range = std::find_if(ranges.begin(), ranges.end(), [&](const SymbolRange &candidate) {
            return candidate.symbol == term.atoms.front()->text;
        });
        if (range == ranges.end() || !range->size.isInteger()) {
            return std::nullopt;
        }
        if (range->size.value > 1) {
            steps.push_back({term.coefficient, range->size.value});
        }
    }
    std::sort(steps.begin(), steps.end(), [](const Step &a, const Step &b) { return a.stride > b.stride; });
    return steps;
}

} // namespace

InferredShape shapeFromIndex(const Expr &index, const std::vector<SymbolRange> &ranges)
{
    InferredShape out;
    const auto steps = stepsOf(index, ranges);
    if (!steps || index.constant() < 0) {
        out.problem = "the index is no plain sum of loop variables";
        return out;
    }
    // Outer to inner: each dim but the first must hold a whole number of the next step.
    for (std::size_t i = 0; i < steps->size(); ++i) {
        const Step &step = (*steps)[i];
        if (i == 0) {
            out.size.push_back(addChecked(step.range, index.constant() / step.stride));
            continue;
        }
        const Int outer = (*steps)[i - 1].stride;
        if (outer % step.stride != 0 || outer / step.stride < step.range) {
            out.problem = "the steps " + std::to_string(outer) + " and " + std::to_string(step.stride) +
                          " fit no contiguous tensor";
            out.size.clear();
            return out;
        }
        out.size.push_back(outer / step.stride);
    }
    if (!steps->empty() && steps->back().stride != 1) {
        out.size.push_back(steps->back().stride);
    }
    if (steps->empty()) {
        out.size.push_back(addChecked(index.constant(), 1));
    }
    return out;
}

} // namespace spanscope
