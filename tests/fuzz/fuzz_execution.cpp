// Any bytes as PTX, executed with a small launch: it ends within its steps, with a report whose parts fit together, or
// is refused with a sentence. The first entry of the module is taken.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "gpu/kernel/ptx/reader.hpp"
#include "gpu/kernel/xray/verdict/xray.hpp"
#include "gpu/source/manual/manual.hpp"

namespace {

using namespace tcviz;

void require(bool holds) {
  if (!holds) std::abort();
}

XrayRequest small_launch(const PtxModule& module) {
  XrayRequest launch;
  launch.entry = module.entries().empty() ? std::string_view() : module.entries().front();
  launch.architecture = 90;
  launch.block = {64, 1, 1};
  launch.shared = 4096;
  launch.most_steps = 400;
  launch.most_seconds = 2;
  for (const char* text :
       {"A=f16[m:16,k:16]", "B=f16[k:16,n:8]:col", "C=out f32[m:16,n:8]", "8", "tma(A,box=16x8)", "D=u4[m:16,k:16]"})
    launch.arguments.push_back(read_xray_argument(text).value());
  const PtxFunction* const entry = module.entry(launch.entry);
  const std::size_t wanted = entry == nullptr ? 0 : entry->params.size();
  if (launch.arguments.size() > wanted) launch.arguments.resize(wanted);
  return launch;
}

void check(const XrayReport& report, const XrayRequest& launch) {
  require(report.steps <= launch.most_steps + 64);
  for (const XrayFinding& finding : report.findings) require(!finding.text.empty() && finding.count > 0);
  for (const XrayEvent& event : report.events) require(event.step <= report.steps);
  for (const OutputVerdict& output : report.outputs) {
    std::int64_t counted = 0;
    for (const VerdictClass& one : output.classes) counted += one.count;
    require(counted <= output.elements);
  }
  for (const XrayBanks& banks : report.banks) require(banks.wavefronts >= 0 && banks.least >= 0);
}

Result<Layout> documented(const std::string& kind) {
  const Kind* const known = find_kind(kind);
  return known == nullptr ? Result<Layout>(unavailable("no such kind")) : manual_layout(*known);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const Result<PtxModule> module = read_ptx(std::string(reinterpret_cast<const char*>(bytes), size));
  if (!module) return 0;
  const XrayRequest launch = small_launch(module.value());
  const Result<XrayReport> report = run_xray(module.value(), launch, documented);
  if (report)
    check(report.value(), launch);
  else
    require(!report.error().message.empty());
  return 0;
}
