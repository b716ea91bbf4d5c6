#include "gpu/source/device/kernel_files.hpp"

#include <gtest/gtest.h>

namespace tcviz {
namespace {

TEST(KernelFiles, AnIncludeGivesWayToTheFile) {
  const KernelFile files[] = {{"a.cu", "first\n#include \"b.cuh\"\nlast\n"}, {"b.cuh", "second\n"}};
  EXPECT_EQ(one_text("a.cu", files), "first\nsecond\n\nlast\n");
}

TEST(KernelFiles, AFileIsInTheTextOnce) {
  const KernelFile files[] = {{"a.cu", "#include \"b.cuh\"\n#include \"c.cuh\"\n"},
                              {"b.cuh", "#include \"c.cuh\"\nb\n"},
                              {"c.cuh", "#include \"b.cuh\"\nc\n"}};
  EXPECT_EQ(one_text("a.cu", files), "c\n\nb\n\n");
}

TEST(KernelFiles, WhatMattersInAFileOfItsOwnIsNotRepeated) {
  const KernelFile files[] = {{"a.cu", "#include <mma.h>\n#include \"b.cuh\"\n#include \"c.cuh\"\n"},
                              {"b.cuh", "#pragma once\n#include <mma.h>\n#include <cuda_fp16.h>\nb\n"},
                              {"c.cuh", "#pragma once\n#include <cuda_fp16.h>\n#pragma unroll\nc\n"}};
  EXPECT_EQ(one_text("a.cu", files), "#include <mma.h>\n#include <cuda_fp16.h>\nb\n\n#pragma unroll\nc\n\n");
}

TEST(KernelFiles, OthersIncludesStay) {
  const KernelFile files[] = {{"a.cu", "#include <mma.h>\n#include \"unknown.cuh\"\n\n// #include \"a.cu\"\n"}};
  EXPECT_EQ(one_text("a.cu", files), files[0].text);
}

TEST(KernelFiles, TheLastLineMayHaveNoEnd) {
  const KernelFile files[] = {{"a.cu", "#include \"b.cuh\"\nint a;"}, {"b.cuh", "\n\nint b;\n"}};
  EXPECT_EQ(one_text("a.cu", files), "int b;\n\nint a;");
  EXPECT_EQ(one_text("b.cuh", files), "int b;\n");
}

}  // namespace
}  // namespace tcviz
