#include "tests/xray/mbarrier_body.hpp"

namespace tcviz {

std::string barrier_text(const std::string& body) {
  return ".version 8.0\n.target sm_90a\n.address_size 64\n.visible .entry f(.param .u64 C)\n{\n"
         ".reg .pred %p<9>; .reg .b32 %r<20>; .reg .f32 %f<9>; .reg .b64 %rd<20>; .shared .align 8 .b64 bar[4];\n"
         "mov.u32 %r1, %tid.x; mov.u32 %r2, bar; setp.eq.u32 %p1, %r1, 0; ld.param.u64 %rd1, [C];"
         "mul.wide.u32 %rd2, %r1, 4; add.s64 %rd3, %rd1, %rd2;\n" +
         body + "\n}\n";
}

XrayReport run_barriers(const std::string& body, const std::string& block) {
  KernelCase made;
  made.entry = "f", made.block = block, made.arguments = {"C=out s32[m:" + block + "]"};
  return run_case(made, barrier_text(body), {20'000});
}

}  // namespace tcviz
