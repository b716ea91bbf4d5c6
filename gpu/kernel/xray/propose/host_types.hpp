// The number types of host code and kernels, by their last names.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_xray {

struct HostType {
  std::string_view name;
  int bytes;
  std::string_view format;  // of an array with such elements: "f16"; empty: none that a launch knows
};
inline constexpr auto host_types = std::to_array<HostType>({{"half", 2, "f16"},
                                                            {"__half", 2, "f16"},
                                                            {"half_t", 2, "f16"},
                                                            {"nv_half", 2, "f16"},
                                                            {"float16", 2, "f16"},
                                                            {"fp16", 2, "f16"},
                                                            {"half2", 4, "f16"},
                                                            {"__half2", 4, "f16"},
                                                            {"bf16", 2, "bf16"},
                                                            {"__nv_bfloat16", 2, "bf16"},
                                                            {"nv_bfloat16", 2, "bf16"},
                                                            {"bfloat16_t", 2, "bf16"},
                                                            {"bfloat16", 2, "bf16"},
                                                            {"__nv_bfloat162", 4, "bf16"},
                                                            {"float", 4, "f32"},
                                                            {"float2", 8, "f32"},
                                                            {"float4", 16, "f32"},
                                                            {"double", 8, "f64"},
                                                            {"char", 1, "s8"},
                                                            {"signed char", 1, "s8"},
                                                            {"int8_t", 1, "s8"},
                                                            {"unsigned char", 1, "u8"},
                                                            {"uint8_t", 1, "u8"},
                                                            {"short", 2, ""},
                                                            {"int16_t", 2, ""},
                                                            {"uint16_t", 2, ""},
                                                            {"int", 4, "s32"},
                                                            {"int32_t", 4, "s32"},
                                                            {"unsigned int", 4, "s32"},
                                                            {"unsigned", 4, ""},
                                                            {"uint", 4, ""},
                                                            {"uint32_t", 4, "s32"},
                                                            {"int2", 8, ""},
                                                            {"int4", 16, ""},
                                                            {"uint4", 16, ""},
                                                            {"long", 8, ""},
                                                            {"long long", 8, ""},
                                                            {"unsigned long", 8, ""},
                                                            {"unsigned long long", 8, ""},
                                                            {"unsigned short", 2, ""},
                                                            {"int64_t", 8, ""},
                                                            {"uint64_t", 8, ""},
                                                            {"size_t", 8, ""},
                                                            {"cuuint32_t", 4, ""},
                                                            {"cuuint64_t", 8, ""},
                                                            {"CUdeviceptr", 8, ""},
                                                            {"__nv_fp8_e4m3", 1, "e4m3"},
                                                            {"__nv_fp8_e5m2", 1, "e5m2"},
                                                            {"float_e4m3_t", 1, "e4m3"},
                                                            {"float_e5m2_t", 1, "e5m2"}});

// Returns the row of a type, "cutlass::half_t"; null: it is not known.
inline const HostType* host_type(std::string_view name) {
  const auto found = std::ranges::find(host_types, last_part(name), &HostType::name);
  return found == host_types.end() ? nullptr : &*found;
}

}  // namespace tcviz::inline gpu_xray
