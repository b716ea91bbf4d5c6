// The f32 accumulator of 16x16x16 on an H200, against which the texts are judged.
#pragma once

#include <gmock/gmock.h>

#include <filesystem>
#include <utility>

#include "gpu/language/compiler/host_compiler.hpp"
#include "gpu/layout/layout_file.hpp"

namespace tcviz {

inline Layout accumulator() {
  auto layouts = read_layouts(std::filesystem::path(TCVIZ_LAYOUT_FILES) / "sm_90.json");
  for (Layout& layout : layouts.value())
    if (layout.kind() == "wmma.m16n16k16.acc.f32") return std::move(layout);
  ADD_FAILURE() << "sm_90.json lacks the accumulator";
  return layouts.value().front();
}

// Folders that a compilation left behind.
inline int left_behind() {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::temp_directory_path()))
    count += entry.path().filename().string().starts_with("tcviz-compile-");
  return count;
}

// Where this machine has no compiler, there is nothing to test.
class WithCompiler : public testing::Test {
 protected:
  void SetUp() override {
    if (!find_host_compiler()) GTEST_SKIP() << "no C++ compiler here";
  }
};

}  // namespace tcviz
