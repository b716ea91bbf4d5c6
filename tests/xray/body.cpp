#include "tests/xray/body.hpp"

#include "gpu/kernel/ptx/reader.hpp"
#include "gpu/kernel/xray/step/lower.hpp"

namespace tcviz {

std::string text_with(const std::string& body, const BodyWish& wish) {
  std::string params;
  for (std::size_t at = 0; at < wish.more.size(); ++at) params += ", .param .u64 P" + std::to_string(at);
  return ".version 8.8\n.target sm_90\n.address_size 64\n.visible .entry f(.param .u64 A, .param .u64 C" + params +
         ")" + wish.before +
         "\n{\n.reg .f32 %f<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f64 %d<9>; .reg .b16 %h<9>; .reg .pred %p<4>;"
         ".shared .align 16 .b8 s[128];\n"
         "ld.param.u64 %rd1, [A]; ld.param.u64 %rd2, [C]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x;"
         "mov.u32 %r3, %ntid.x; mad.lo.u32 %r1, %r2, %r3, %r1; mul.wide.u32 %rd3, %r1, 4; add.s64 %rd1, %rd1, %rd3;"
         "add.s64 %rd2, %rd2, %rd3; ld.global.f32 %f1, [%rd1];\n" +
         body + "\nret;\n}\n";
}

XrayReport run_body(const std::string& body, const BodyWish& wish) {
  KernelCase made;
  made.entry = "f", made.grid = wish.grid, made.block = wish.block, made.architecture = 0;
  const int threads = std::stoi(wish.grid) * std::stoi(wish.block);
  made.arguments = {"A=f32[m:" + std::to_string(threads) + "]", "C=out f32[m:" + std::to_string(threads) + "]"};
  made.arguments.insert(made.arguments.end(), wish.more.begin(), wish.more.end());
  made.expect = wish.expect;
  return run_case(made, text_with(body, wish));
}

std::string refusal_of(const std::string& text) {
  const auto module = read_ptx(text);
  if (!module.ok()) return module.error().message;
  const auto program = lower(module.value(), *module.value().entry("f"), {});
  if (!program.ok()) return program.error().message;
  for (const XrayStep& step : program.value().steps)
    if (step.run == nullptr) return step.refusal;
  return {};
}

}  // namespace tcviz
