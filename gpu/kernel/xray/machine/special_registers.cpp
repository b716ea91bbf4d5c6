// The registers that every thread finds filled: its place, and the size of its block and grid. A block is a cluster of
// its own.
#include "gpu/kernel/xray/machine/special_registers.hpp"

#include <algorithm>
#include <array>

#include "gpu/kernel/xray/machine/machine.hpp"

namespace tcviz::inline gpu_xray {
namespace {

constexpr std::array<std::string_view, 35> fixed_registers = {"%tid.x",
                                                              "%tid.y",
                                                              "%tid.z",
                                                              "%ntid.x",
                                                              "%ntid.y",
                                                              "%ntid.z",
                                                              "%ctaid.x",
                                                              "%ctaid.y",
                                                              "%ctaid.z",
                                                              "%nctaid.x",
                                                              "%nctaid.y",
                                                              "%nctaid.z",
                                                              "%laneid",
                                                              "%lanemask_eq",
                                                              "%lanemask_lt",
                                                              "%lanemask_le",
                                                              "%lanemask_gt",
                                                              "%lanemask_ge",
                                                              "%cluster_ctaid.x",
                                                              "%cluster_ctaid.y",
                                                              "%cluster_ctaid.z",
                                                              "%cluster_nctaid.x",
                                                              "%cluster_nctaid.y",
                                                              "%cluster_nctaid.z",
                                                              "%cluster_ctarank",
                                                              "%cluster_nctarank",
                                                              "%dynamic_smem_size",
                                                              "%total_smem_size",
                                                              "%clusterid.x",
                                                              "%clusterid.y",
                                                              "%clusterid.z",
                                                              "%nclusterid.x",
                                                              "%nclusterid.y",
                                                              "%nclusterid.z",
                                                              "%is_explicit_cluster"};
constexpr std::array<std::string_view, 18> varying_registers = {"%warpid",
                                                                "%nwarpid",
                                                                "%smid",
                                                                "%nsmid",
                                                                "%gridid",
                                                                "%clock",
                                                                "%clock_hi",
                                                                "%clock64",
                                                                "%globaltimer",
                                                                "%globaltimer_lo",
                                                                "%globaltimer_hi",
                                                                "%current_graph_exec",
                                                                "%aggr_smem_size",
                                                                "%reserved_smem_offset_begin",
                                                                "%reserved_smem_offset_end",
                                                                "%reserved_smem_offset_cap",
                                                                "%reserved_smem_offset_0",
                                                                "%reserved_smem_offset_1"};

// True for %pm3, %pm3_64 and %envreg3.
bool is_numbered(std::string_view name) {
  if (name.ends_with("_64") && name.starts_with("%pm")) name.remove_suffix(3);
  const std::string_view stem = name.starts_with("%pm") ? "%pm" : "%envreg";
  if (!name.starts_with(stem)) return false;
  name.remove_prefix(stem.size());
  return !name.empty() && name.size() <= 2 &&
         std::ranges::all_of(name, [](char digit) { return digit >= '0' && digit <= '9'; });
}

}  // namespace

SpecialKind special_kind(std::string_view name) {
  if (std::ranges::find(fixed_registers, name) != fixed_registers.end()) return SpecialKind::Fixed;
  const bool varies = std::ranges::find(varying_registers, name) != varying_registers.end() || is_numbered(name);
  return varies ? SpecialKind::Varying : SpecialKind::Unknown;
}

std::uint64_t Machine::special(std::string_view name, int thread) const {
  const int x = thread % launch.block[0], y = thread / launch.block[0] % launch.block[1],
            z = thread / launch.block[0] / launch.block[1];
  const int lane = thread % lanes_of_warp;
  const std::array<std::pair<std::string_view, std::int64_t>, 38> rows{{
      {"%tid.x", x},
      {"%tid.y", y},
      {"%tid.z", z},
      {"%ntid.x", launch.block[0]},
      {"%ntid.y", launch.block[1]},
      {"%ntid.z", launch.block[2]},
      {"%ctaid.x", block_index[0]},
      {"%ctaid.y", block_index[1]},
      {"%ctaid.z", block_index[2]},
      {"%nctaid.x", launch.grid[0]},
      {"%nctaid.y", launch.grid[1]},
      {"%nctaid.z", launch.grid[2]},
      {"%laneid", lane},
      {"%warpid", thread / lanes_of_warp},
      {"%lanemask_eq", std::int64_t{1} << lane},
      {"%lanemask_lt", (std::int64_t{1} << lane) - 1},
      {"%lanemask_le", (std::int64_t{2} << lane) - 1},
      {"%lanemask_gt", static_cast<std::uint32_t>(~((std::uint64_t{2} << lane) - 1))},
      {"%lanemask_ge", static_cast<std::uint32_t>(~((std::uint64_t{1} << lane) - 1))},
      {"%cluster_ctaid.x", 0},
      {"%cluster_ctaid.y", 0},
      {"%cluster_ctaid.z", 0},
      {"%cluster_nctaid.x", 1},
      {"%cluster_nctaid.y", 1},
      {"%cluster_nctaid.z", 1},
      {"%cluster_ctarank", 0},
      {"%cluster_nctarank", 1},
      {"%nwarpid", static_cast<std::int64_t>(warps.size())},
      {"%nsmid", 1},
      {"%dynamic_smem_size", launch.shared},
      {"%total_smem_size", static_cast<std::int64_t>(program.shared_bytes)},
      {"%clusterid.x", block_index[0]},
      {"%clusterid.y", block_index[1]},
      {"%clusterid.z", block_index[2]},
      {"%nclusterid.x", launch.grid[0]},
      {"%nclusterid.y", launch.grid[1]},
      {"%nclusterid.z", launch.grid[2]},
      {"%is_explicit_cluster", 0},
  }};
  for (const auto& [row, value] : rows)
    if (row == name) return static_cast<std::uint64_t>(value);
  return 0;  // clocks, numbers of processors
}

}  // namespace tcviz::inline gpu_xray
