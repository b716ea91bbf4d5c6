#include "gpu/kernel/ptx/module.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tcviz::inline gpu_ptx {

int bits_of_ptx_type(std::string_view type) {
  constexpr std::array<std::pair<std::string_view, int>, 32> rows{{
      {".pred", 1},   {".b8", 8},      {".u8", 8},      {".s8", 8},      {".b16", 16},   {".u16", 16},   {".s16", 16},
      {".f16", 16},   {".bf16", 16},   {".b32", 32},    {".u32", 32},    {".s32", 32},   {".f32", 32},   {".tf32", 32},
      {".f16x2", 32}, {".bf16x2", 32}, {".b64", 64},    {".u64", 64},    {".s64", 64},   {".f64", 64},   {".b128", 128},
      {".e4m3", 8},   {".e5m2", 8},    {".e4m3x2", 16}, {".e5m2x2", 16}, {".u16x2", 32}, {".s16x2", 32}, {".b1", 1},
      {".f32x2", 64}, {".e8m0", 8},    {".s4", 4},      {".u4", 4},
  }};
  const auto* row = std::ranges::find(rows, type, &std::pair<std::string_view, int>::first);
  return row == rows.end() ? 0 : row->second;
}

const PtxFunction* PtxModule::entry(std::string_view name) const {
  for (const PtxFunction& function : functions)
    if (function.is_entry && function.name == name) return &function;
  return nullptr;
}

std::vector<std::string_view> PtxModule::entries() const {
  std::vector<std::string_view> names;
  for (const PtxFunction& function : functions)
    if (function.is_entry) names.push_back(function.name);
  return names;
}

}  // namespace tcviz::inline gpu_ptx
