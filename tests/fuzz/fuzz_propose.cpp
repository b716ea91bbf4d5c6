// Any text as the source of a kernel whose launch is proposed: a proposal with every argument comes back, or a
// sentence, and the comment that is made of it is read again as the same launch.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "gpu/kernel/ptx/reader.hpp"
#include "gpu/kernel/xray/propose/propose.hpp"

namespace {

using namespace tcviz;

void require(bool holds) {
  if (!holds) std::abort();
}

const PtxModule& module() {
  static const Result<PtxModule> read = read_ptx(
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry gemm(.param .u64 A, .param .u64 B, .param .u64 "
      "C, "
      ".param .u32 M, .param .u32 N, .param .u32 K, .param .f32 alpha, .param .align 8 .b8 S[48], .param .align 64 .b8 "
      "map[128])\n{\n.reg .b64 "
      "%rd<4>;\n.reg .b32 %r<2>;\nld.param.u64 %rd1, [A];\nld.global.b32 %r1, [%rd1];\nld.param.u64 %rd2, [C];\n"
      "st.global.b32 [%rd2], %r1;\nret;\n}\n");
  return read.value();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string source(reinterpret_cast<const char*>(bytes), size);
  Result<LaunchProposal> made = propose_launch(module(), {source}, "");
  require(made.ok() && made.value().arguments.size() == 9);
  LaunchWords words, read;
  add_proposal(made.value(), words);
  for (std::string& argument : words.arguments)
    if (argument.empty()) argument = "null";
  if (words.block.empty()) words.block = "32";
  made.value().call = call_text(words);
  const std::string with = with_launch_comment(source, made.value());
  require(with.size() > source.size() && with.find("// xray: gemm <<<") != std::string::npos);
  require(add_launch_comments("// xray: " + call_text(words), read).ok() && call_text(read) == call_text(words));
  return 0;
}
