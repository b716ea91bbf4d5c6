// Layouts for tests: as they were recorded on sm_90, and Volta's accumulator as published.
#pragma once

#include <string_view>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz {

const std::vector<Layout>& all_layouts();          // of WMMA, recorded on sm_90
const std::vector<Layout>& accumulator_layouts();  // of mma and wgmma, recorded on sm_90
Layout recorded(std::string_view kind);            // of any family, recorded on sm_90
Layout published_volta();                          // wmma.m16n16k16.acc.f32 of sm_70, which no later GPU has

}  // namespace tcviz
