#include "tests/session/xray_stand_in.hpp"

#include <charconv>
#include <fstream>
#include <sstream>

#include "gpu/kernel/ptx/reader.hpp"
#include "gpu/kernel/xray/verdict/judged_as_proposed.hpp"
#include "gpu/kernel/xray/verdict/launch_text.hpp"
#include "gpu/kernel/xray/verdict/xray.hpp"
#include "gpu/source/manual/manual.hpp"

namespace tcviz {
namespace {

XrayRequest launch_of_sample(const std::string& source) {
  const bool is_staged = source.find(".entry tiled") != std::string::npos;
  XrayRequest launch;
  launch.architecture = 80;
  if (is_staged) {
    launch.block = {128, 1, 1};
    for (const char* text : {"A=f16[m:64,k:64]", "B=f16[k:64,n:64]", "C=out f16[m:64,n:64]", "64", "64"})
      launch.arguments.push_back(read_xray_argument(text).value());
    return launch;
  }
  launch.block = {64, 1, 1};
  for (const char* text : {"A=f16[m:32,k:80]", "B=f16[k:80,n:24]:col", "C=out f32[m:32,n:24]", "32", "24", "80"})
    launch.arguments.push_back(read_xray_argument(text).value());
  return launch;
}

std::string text_of_kernel(const char* name) {
  std::ostringstream text;
  text << std::ifstream(std::string(TCVIZ_XRAY_KERNELS "/") + name).rdbuf();
  return text.str();
}

int warp_of(std::string_view event) {
  int warp = 0;
  const std::size_t colon = event.find(":w");
  std::from_chars(event.data() + colon + 2, event.data() + event.size(), warp);
  return warp;
}

// "2:w1" -> the step of that product; -1: there is none.
std::int64_t step_of(const XrayReport& report, std::string_view event) {
  int number = 0;
  const int warp = warp_of(event);
  std::from_chars(event.data(), event.data() + event.find(":w"), number);
  for (const XrayEvent& one : report.events)
    if (is_product(one.opcode) && one.warp == warp && number-- == 0) return one.step;
  return -1;
}

}  // namespace

std::string sample_kernel() { return text_of_kernel("mma_naive.ptx"); }
std::string copying_kernel() { return text_of_kernel("tiled.ptx"); }

// The two registers behind those of A.
std::string faulty_kernel() {
  std::string text = sample_kernel();
  const std::size_t at = text.find("mma.sync"), open = text.find('{', text.find('{', text.find('{', at) + 1) + 1);
  const std::size_t close = text.find('}', open), comma = text.find(',', open);
  const std::string first = text.substr(open + 1, comma - open - 1), second = text.substr(comma + 1, close - comma - 1);
  return text.replace(open + 1, close - open - 1, second + "," + first);
}

XrayWork xray_here() {
  return [](const XrayQuestion& question, const std::function<bool()>&) -> Result<XrayReport> {
    const Result<PtxModule> module = read_ptx(question.source);
    TCVIZ_TRY(module);
    LaunchWords words;
    TCVIZ_TRY(add_launch_comments(question.source, words));
    const bool has_comment = !words.block.empty();
    Result<XrayRequest> read = has_comment ? launch_of(words) : launch_of_sample(question.source);
    TCVIZ_TRY(read);
    XrayRequest launch = std::move(read).value();
    if (!question.access.empty()) {
      const Result<AccessWish> access = read_access_wish(question.access);
      TCVIZ_TRY(access);
      launch.access = access.value();
    }
    if (!question.path.empty()) {
      Result<PathWish> wish = read_path_wish(question.path, launch);
      TCVIZ_TRY(wish);
      launch.path = std::move(wish).value();
    }
    const LayoutFunction layouts = [](const std::string& kind) { return manual_layout(*find_kind(kind)); };
    Result<XrayReport> report = run_xray(module.value(), launch, layouts);
    TCVIZ_TRY(report);
    if (!question.event.empty()) {
      launch.snapshot_step = step_of(report.value(), question.event);
      launch.snapshot_warp = warp_of(question.event);
      report = run_xray(module.value(), launch, layouts);
      TCVIZ_TRY(report);
    }
    report.value().milliseconds = 0;
    return report;
  };
}

std::string proposed_call() {
  return "<<<1, 64>>> (A=f16[m:32,k:80], B=f16[k:80,n:24]:col, C=out f32[m:32,n:24], 32, 24, 80)";
}

XrayWork proposing_xray() {
  return [run = xray_here()](const XrayQuestion& question, const std::function<bool()>& stopped) {
    Result<XrayReport> report = run(question, stopped);
    if (!report || question.source.find("// xray:") != std::string::npos) return report;
    LaunchProposal proposed;
    proposed.block = {"block", "64", "a usual block", false};
    proposed.call = proposed_call();
    judge_as_proposed(proposed, report.value());
    return report;
  };
}

}  // namespace tcviz
