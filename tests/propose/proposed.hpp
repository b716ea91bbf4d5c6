// Small kernels as PTX, and the launches that are proposed for them.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gpu/kernel/ptx/reader.hpp"
#include "gpu/kernel/xray/propose/propose.hpp"

namespace tcviz {

// Returns PTX of an entry with these parameter types, and what each pointer is used for: r, w, b (both), - (a number);
// of a tensor map: l (loads), s (stores).
inline std::string ptx(const std::string& name, const std::vector<std::string>& types, const std::string& uses,
                       const std::string& head = "", const std::string& access = "f32") {
  std::string params, body;
  for (std::size_t n = 0; n < types.size(); ++n) {
    const std::string type = types[n].substr(0, types[n].find('['));
    params += fmt::format("{}.param {} {}_param_{}{}", n == 0 ? "" : ", ", type, name, n, types[n].substr(type.size()));
  }
  for (std::size_t n = 0; n < uses.size(); ++n) {
    if (uses[n] == '-') continue;
    if (uses[n] == 'l' || uses[n] == 's') {
      body += fmt::format("mov.b64 %rd1{}, {}_param_{};\nprefetch.tensormap [%rd1{}];\n", n, name, n, n);
      body += uses[n] == 'l' ? fmt::format(
                                   "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%f1], "
                                   "[%rd1{}, {{%f1, %f1}}], [%f1];\n",
                                   n)
                             : fmt::format(
                                   "cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [%rd1{}, {{%f1, %f1}}], "
                                   "[%f1];\n",
                                   n);
      continue;
    }
    body += fmt::format("ld.param.u64 %rd1{}, [{}_param_{}];\ncvta.to.global.u64 %rd2{}, %rd1{};\n", n, name, n, n, n);
    if (uses[n] != 'w') body += fmt::format("ld.global.{} %f1, [%rd2{}];\n", access, n);
    if (uses[n] != 'r') body += fmt::format("st.global.{} [%rd2{}], %f1;\n", access, n);
  }
  return fmt::format(
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry {}({})\n{}\n{{\n.reg .b32 %f<2>;\n"
      ".reg .b64 %rd<30>;\n{}ret;\n}}\n",
      name, params, head, body);
}

inline LaunchProposal proposed(const std::string& text, const std::string& source, const std::string& entry = "") {
  const Result<PtxModule> module = read_ptx(text);
  EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().message);
  Result<LaunchProposal> made = propose_launch(module.value(), {source}, entry);
  EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().message);
  return made.ok() ? std::move(made).value() : LaunchProposal();
}

inline std::string call_of(const LaunchProposal& proposal) {
  LaunchWords words;
  add_proposal(proposal, words);
  return call_text(words);
}

}  // namespace tcviz
