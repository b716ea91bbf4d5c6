#include "gpu/run/gemm/gemm_texts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "embedded/gemm_files.hpp"
#include "gpu/source/device/kernel_files.hpp"

namespace tcviz::inline gpu_gemm {
namespace {

struct ConstantLine {
  std::string_view name;

  std::string operator()(int value) const { return fmt::format("constexpr int {} = {};\n", name, value); }
  std::string operator()(bool value) const { return fmt::format("constexpr bool {} = {};\n", name, value); }
  std::string operator()(float value) const { return fmt::format("constexpr float {} = {:.1f}f;\n", name, value); }
  std::string operator()(const std::vector<int>& values) const {
    return fmt::format("__device__ constexpr int {}[] = {{{}}};\n", name, fmt::join(values, ", "));
  }
};

}  // namespace

std::string gemm_text(std::string_view file, std::string_view head) {
  std::vector<KernelFile> files{{"head.cuh", head}};
  for (const embedded::File& each : embedded::gemm_files()) files.push_back({each.name, each.bytes});
  return one_text(file, files);
}

std::string head_text(std::initializer_list<KernelConstant> constants) {
  std::string text;
  for (const KernelConstant& constant : constants) text += std::visit(ConstantLine{constant.name}, constant.value);
  return text;
}

std::string head_text(const WarpPlan& plan) {
  return head_text({{"M", plan.m},
                    {"N", plan.n},
                    {"K", plan.k},
                    {"WARPS_M", plan.warps_m},
                    {"WARPS_N", plan.warps_n},
                    {"STAGES", plan.stages}});
}

GemmTiles tiles_of_warps(const WarpPlan& plan, int shared_bytes) {
  GemmTiles tiles{plan.m, plan.n, plan.k, plan.m / plan.warps_m, plan.n / plan.warps_n, plan.threads(), shared_bytes};
  tiles.order = BlockOrder::Strips;
  return tiles;
}

}  // namespace tcviz::inline gpu_gemm
