#include "core/layout/dtypes.h"

#include <algorithm>
#include <array>

namespace spanscope {

namespace {

struct DtypeRow
{
    std::string_view name;
    std::string_view shortName;
    Int itemBytes;
    Int elemsPerStick; ///< 0: the compiler has no default
};

constexpr std::array<DtypeRow, 17> kDtypes{{
    {"float16", "f16", 2, 64},
    {"bfloat16", "bf16", 2, 64},
    {"float32", "f32", 4, 32},
    {"float64", "f64", 8, 0},
    {"int32", "i32", 4, 32},
    {"int64", "i64", 8, 32},
    {"int16", "i16", 2, 0},
    {"int8", "i8", 1, 0},
    {"uint8", "u8", 1, 0},
    {"uint16", "u16", 2, 0},
    {"uint32", "u32", 4, 0},
    {"uint64", "u64", 8, 0},
    {"bool", "b8", 1, 64},
    {"float8_e4m3fn", "f8", 1, 128},
    {"float8_e5m2", "f8e5m2", 1, 128},
    {"float8_e4m3fnuz", "f8e4m3fnuz", 1, 128},
    {"float8_e5m2fnuz", "f8e5m2fnuz", 1, 128},
}};

const DtypeRow *rowOf(std::string_view dtype)
{
    if (dtype.starts_with("torch.")) {
        dtype.remove_prefix(6);
    }
    const auto *const it = std::find_if(kDtypes.begin(), kDtypes.end(), [dtype](const DtypeRow &row) {
        return row.name == dtype || row.shortName == dtype;
    });
    return it == kDtypes.end() ? nullptr : it;
}

} // namespace

std::optional<Int> itemSize(std::string_view dtype)
{
    const DtypeRow *row = rowOf(dtype);
    return row == nullptr ? std::nullopt : std::optional(row->itemBytes);
}

std::optional<Int> defaultElemsPerStick(std::string_view dtype)
{
    const DtypeRow *row = rowOf(dtype);
    return row == nullptr || row->elemsPerStick == 0 ? std::nullopt : std::optional(row->elemsPerStick);
}

std::string_view canonicalDtype(std::string_view dtype)
{
    if (const DtypeRow *row = rowOf(dtype)) {
        return row->name;
    }
    return dtype.starts_with("torch.") ? dtype.substr(6) : dtype;
}

} // namespace spanscope
