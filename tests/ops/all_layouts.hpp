// Layouts for tests: every kind as it was recorded on sm_90, and Volta's accumulator as published.
#pragma once

#include <string_view>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz {

const std::vector<Layout>& all_layouts();
Layout recorded(std::string_view kind);
Layout published_volta();  // wmma.m16n16k16.acc.f32

}  // namespace tcviz
