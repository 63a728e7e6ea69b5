#include "app/cli/split_options.h"

#include <algorithm>
#include <charconv>

namespace spanscope::cli {

namespace {

template <typename T> bool parseNumber(std::string_view text, T &value)
{
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

Level parseLevel(const std::string &option, const std::string &text)
{
    const std::size_t equals = text.find('=');
    Level level;
    const std::string_view view = text;
    if (equals == std::string::npos || !parseNumber(view.substr(0, equals), level.hostDim.index) ||
        !parseNumber(view.substr(equals + 1), level.splitCount) || level.hostDim.index < 0 || level.splitCount < 1) {
        throw CLI::ValidationError(option, "\"" + text + "\" is not DIM=COUNT, like 1=5");
    }
    return level;
}

void addLevel(const std::string &option, std::vector<Level> &levels, const Level &level)
{
    const auto at = std::lower_bound(levels.begin(), levels.end(), level,
                                     [](const Level &a, const Level &b) { return a.hostDim < b.hostDim; });
    if (at != levels.end() && at->hostDim == level.hostDim) {
        throw CLI::ValidationError(option, "dim " + std::to_string(level.hostDim.index) + " is given twice");
    }
    levels.insert(at, level);
}

/// `buf0:rest` -> op and rest.
std::pair<std::string, std::string> parseOp(const std::string &option, const std::string &text)
{
    const std::size_t colon = text.rfind(':');
    if (colon == std::string::npos || colon == 0) {
        throw CLI::ValidationError(option, "\"" + text + "\" does not start with OP:");
    }
    return {text.substr(0, colon), text.substr(colon + 1)};
}

void addPin(ExportChoice &choice, const std::string &text)
{
    const auto [op, rest] = parseOp("--pin", text);
    const auto known =
        std::find_if(choice.pins.begin(), choice.pins.end(), [&op = op](const Pin &pin) { return pin.op == op; });
    Pin &pin = known == choice.pins.end() ? choice.pins.emplace_back(Pin{op, {}}) : *known;
    for (const std::string &part : CLI::detail::split(rest, ',')) {
        addLevel("--pin", pin.levels, parseLevel("--pin", part));
    }
}

void addAlias(ExportChoice &choice, const std::string &text)
{
    const auto [op, rest] = parseOp("--alias", text);
    const std::size_t equals = rest.find('=');
    int dim = 0;
    if (equals == std::string::npos || !parseNumber(std::string_view(rest).substr(0, equals), dim) ||
        equals + 1 == rest.size()) {
        throw CLI::ValidationError("--alias", "\"" + text + "\" is not OP:DIM=NAME, like buf0:1=H");
    }
    choice.aliases[op].emplace_back(dim, rest.substr(equals + 1));
}

CLI::Option *addRepeated(CLI::App &command, const std::string &name, const char *type, const char *help,
                         const std::function<void(const std::string &)> &each)
{
    return command
        .add_option_function<std::vector<std::string>>(
            name,
            [each](const std::vector<std::string> &values) {
                for (const std::string &value : values) {
                    each(value);
                }
            },
            help)
        ->type_name(type)
        ->type_size(1)
        ->expected(1, CLI::detail::expected_max_vector_size)
        ->allow_extra_args(false);
}

} // namespace

CLI::Option *addSplitOption(CLI::App &command, std::vector<Level> &levels)
{
    return addRepeated(command, "--split", "DIM=COUNT",
                       "Tile host dim DIM into COUNT tiles; may be repeated, or 0=2,1=4",
                       [&levels](const std::string &value) {
                           for (const std::string &part : CLI::detail::split(value, ',')) {
                               addLevel("--split", levels, parseLevel("--split", part));
                           }
                       });
}

void addChoiceOptions(CLI::App &command, ExportChoice &choice)
{
    addRepeated(command, "--pin", "OP:DIM=COUNT", "Export this split of an op as a manual hint, e.g. buf0:0=2,1=4",
                [&choice](const std::string &value) { addPin(choice, value); });
    addRepeated(command, "--alias", "OP:DIM=NAME", "Name an output dim in hints, e.g. buf0:1=H",
                [&choice](const std::string &value) { addAlias(choice, value); });
}

} // namespace spanscope::cli
