#include "app/cli/kernels/xray_example.hpp"

#include <fmt/format.h>

#include "app/cli/kit/values.hpp"
#include "app/session/xray/built_in_xray_examples.hpp"

namespace tcviz::inline app_cli {
namespace {

constexpr std::string_view first_kernel =
    R"(// C[16x8] = A[16x16] B[16x8], one warp; A row by row, B column by column, C row by row.
// xray: product <<<1, 32>>> (A=f16[m:16,k:16], B=f16[k:16,n:8]:col, C=out f32[m:16,n:8])
.version 7.0
.target sm_80
.address_size 64

.visible .entry product(.param .u64 A, .param .u64 B, .param .u64 C)
{
  .reg .b32 %r<12>;
  .reg .f32 %f<5>;
  .reg .b64 %rd<10>;
  ld.param.u64 %rd1, [A];
  ld.param.u64 %rd2, [B];
  ld.param.u64 %rd3, [C];
  mov.u32 %r1, %tid.x;
  shr.u32 %r2, %r1, 2;            // row of A, column of B
  and.b32 %r3, %r1, 3;            // pair of k
  shl.b32 %r4, %r2, 5;            // 32 bytes to a row of 16 f16
  shl.b32 %r5, %r3, 2;
  add.u32 %r4, %r4, %r5;
  cvt.u64.u32 %rd4, %r4;
  add.s64 %rd5, %rd1, %rd4;
  add.s64 %rd6, %rd2, %rd4;
  ld.global.b32 %r6, [%rd5];
  ld.global.b32 %r7, [%rd5+256];  // eight rows below
  ld.global.b32 %r8, [%rd5+16];   // eight k further
  ld.global.b32 %r9, [%rd5+272];
  ld.global.b32 %r10, [%rd6];
  ld.global.b32 %r11, [%rd6+16];
  mov.f32 %f1, 0f00000000;
  mov.f32 %f2, %f1;
  mov.f32 %f3, %f1;
  mov.f32 %f4, %f1;
  mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
    {%f1, %f2, %f3, %f4}, {%r6, %r7, %r8, %r9}, {%r10, %r11}, {%f1, %f2, %f3, %f4};
  shl.b32 %r4, %r2, 5;            // 32 bytes to a row of 8 f32
  shl.b32 %r5, %r3, 3;
  add.u32 %r4, %r4, %r5;
  cvt.u64.u32 %rd7, %r4;
  add.s64 %rd8, %rd3, %rd7;
  st.global.v2.f32 [%rd8], {%f1, %f2};
  st.global.v2.f32 [%rd8+256], {%f3, %f4};
  ret;
}
)";

// Lists the examples as comments, so that the list may stand behind a kernel.
std::string list_of_examples() {
  std::string text =
      "\n// More kernels, in CUDA C++: tcviz xray --example NAME > kernel.cu; tcviz xray kernel.cu\n"
      "// With NAME:FAULT there is something to find in it.\n";
  for (const XrayExample& example : built_in_xray_examples()) {
    text += fmt::format("//\n// {:<22}{} ({})\n", example.id, example.title, example.arch);
    for (const PlantedFault& fault : example.faults)
      text += fmt::format("// {:<22}{}\n", example.id + ":" + fault.id, fault.question);
  }
  return text;
}

}  // namespace

std::vector<std::string> xray_example_names() {
  std::vector<std::string> names = {std::string(first_xray_example)};
  for (const XrayExample& example : built_in_xray_examples()) {
    names.push_back(example.id);
    for (const PlantedFault& fault : example.faults) names.push_back(example.id + ":" + fault.id);
  }
  return names;
}

Result<std::string> xray_example(const std::string& name) {
  if (name == first_xray_example) return std::string(first_kernel) + list_of_examples();
  for (const XrayExample& example : built_in_xray_examples()) {
    if (name == example.id) return example.source;
    for (const PlantedFault& fault : example.faults)
      if (name == example.id + ":" + fault.id) return faulted_source(example, fault);
  }
  const std::vector<std::string> names = xray_example_names();
  const std::vector<std::string_view> legal(names.begin(), names.end());
  return bad_input(
      fmt::format("--example has no kernel '{}'.{} `tcviz xray --example` lists all.", name, suggest(name, legal)));
}

}  // namespace tcviz::inline app_cli
