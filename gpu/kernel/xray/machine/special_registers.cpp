// The registers that every thread finds filled: its place, and the size of its block and grid. A block is a cluster of
// its own.
#include "gpu/kernel/xray/machine/machine.hpp"

namespace tcviz::inline gpu_xray {

std::uint64_t Machine::special(std::string_view name, int thread) const {
  const int x = thread % launch.block[0], y = thread / launch.block[0] % launch.block[1],
            z = thread / launch.block[0] / launch.block[1];
  const int lane = thread % lanes_of_warp;
  const std::array<std::pair<std::string_view, std::int64_t>, 39> rows{{
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
      {"WARP_SZ", lanes_of_warp},
  }};
  for (const auto& [row, value] : rows)
    if (row == name) return static_cast<std::uint64_t>(value);
  return 0;  // clocks, numbers of processors
}

}  // namespace tcviz::inline gpu_xray
