#include "gpu/kernel/xray/verdict/limits.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace tcviz::inline gpu_xray {
namespace {

constexpr std::int64_t kibibyte = 1024, most_static_shared = 48 * kibibyte;

// The most shared memory of a block, from an architecture on, with the part that the host must request.
struct SharedLimit {
  ComputeCapability from;
  std::int64_t bytes;
};
constexpr std::array<SharedLimit, 10> shared_limits = {{{70, 96 * kibibyte},
                                                        {75, 64 * kibibyte},
                                                        {80, 163 * kibibyte},
                                                        {86, 99 * kibibyte},
                                                        {87, 163 * kibibyte},
                                                        {88, 99 * kibibyte},
                                                        {90, 227 * kibibyte},
                                                        {100, 227 * kibibyte},
                                                        {110, 227 * kibibyte},
                                                        {120, 99 * kibibyte}}};

std::int64_t most_shared(ComputeCapability architecture) {
  std::int64_t most = most_shared_of_any;
  for (const SharedLimit& limit : shared_limits)
    if (architecture >= limit.from) most = limit.bytes;
  return most;
}

// CUDA C++ programming guide, "Compute capabilities": local memory of a thread. ptxas takes as much of parameters.
constexpr std::uint64_t most_local = 512 * 1024, most_parameters = 32764;
constexpr std::uint64_t most_local_of_block = std::uint64_t{1} << 28;  // that is executed here

// The most in x, y, z.
constexpr std::array<std::int64_t, 3> most_of_block = {1024, 1024, 64}, most_of_grid = {2147483647, 65535, 65535};
constexpr std::int64_t most_blocks = std::int64_t{1} << 31;  // of a grid that is executed here

// Returns the product of the sides, or `most` if it is more.
std::int64_t product_of(const Dim3& sides, std::int64_t most) {
  std::int64_t product = 1;
  for (const int side : sides) product = std::min(product * side, most);
  return product;
}

// Refuses variables and parameters for which this machine would need more memory than a GPU has for them.
Status check_variables(const XrayProgram& program, std::int64_t threads) {
  if (program.param_bytes > most_parameters)
    return bad_input(
        fmt::format("the kernel has {} bytes of parameters: {} are the most.", program.param_bytes, most_parameters));
  if (program.local_bytes > most_local)
    return bad_input(
        fmt::format("a thread has {} bytes of local memory: {} are the most.", program.local_bytes, most_local));
  if (program.local_bytes * static_cast<std::uint64_t>(threads) > most_local_of_block)
    return bad_input(
        fmt::format("{} threads with {} bytes of local memory each are too many to be executed here; fewer threads "
                    "show the same mistakes.",
                    threads, program.local_bytes));
  return Nothing{};
}

bool has_side_below_1(const Dim3& sides) { return std::ranges::min(sides) < 1; }

Error no_block(const Dim3& block, const Dim3& grid, std::int64_t count) {
  const std::string_view last = count == 1 ? "the only one" : "the last";
  return bad_input(fmt::format("there is no block {} in a grid of {}: of {} block{}, {} is {},{},{}.",
                               fmt::join(block, ","), fmt::join(grid, ","), count, count == 1 ? "" : "s", last,
                               grid[0] - 1, grid[1] - 1, grid[2] - 1));
}

}  // namespace

Status check_grid(const Dim3& grid) {
  constexpr std::string_view names = "xyz";
  if (has_side_below_1(grid)) return bad_input("--grid has sides of 1 and more.");
  for (std::size_t side = 0; side < 3; ++side)
    if (grid[side] > most_of_grid[side])
      return bad_input(fmt::format("a grid of {} blocks along {}: a GPU takes {} at most.", grid[side], names[side],
                                   most_of_grid[side]));
  if (product_of(grid, most_blocks + 1) > most_blocks)
    return bad_input("the grid has too many blocks; a smaller one shows the same mistakes.");
  return Nothing{};
}

Status check_block(const Dim3& block) {
  if (has_side_below_1(block)) return bad_input("--block has sides of 1 and more.");
  if (block[2] > most_of_block[2] && block[2] <= most_of_block[0])
    return bad_input(fmt::format("a block of {} threads along z: a GPU takes {} at most.", block[2], most_of_block[2]));
  if (const std::int64_t threads = product_of(block, std::int64_t{1} << 31); threads > most_of_block[0])
    return bad_input(fmt::format("a block of {} threads: 1,024 are the most.", threads));
  return Nothing{};
}

Status check_launch(const XrayRequest& launch) {
  TCVIZ_TRY(check_grid(launch.grid));
  TCVIZ_TRY(check_block(launch.block));
  for (const Dim3& block : launch.blocks)
    for (std::size_t side = 0; side < 3; ++side)
      if (block[side] >= launch.grid[side]) return no_block(block, launch.grid, product_of(launch.grid, most_blocks));
  return Nothing{};
}

Status check_kernel(const XrayProgram& program, const XrayLaunch& launch, ComputeCapability architecture) {
  const std::int64_t threads = std::int64_t{launch.block[0]} * launch.block[1] * launch.block[2];
  TCVIZ_TRY(check_variables(program, threads));
  if (program.function->threads > 0 && threads > program.function->threads)
    return bad_input(
        fmt::format("a block of {} threads: the kernel is made for {} at most (__launch_bounds__), and a "
                    "GPU refuses to launch it.",
                    threads, program.function->threads));
  const Dim3& required = program.function->required;
  if (required[0] > 0 && required != launch.block)
    return bad_input(
        fmt::format("a block of {} threads: the kernel is made for {} (.reqntid), and a GPU refuses to launch "
                    "it otherwise.",
                    fmt::join(launch.block, "x"), fmt::join(required, "x")));
  if (program.function->cluster > 1)
    return bad_input(
        fmt::format("the kernel is made for clusters of {} blocks (.reqnctapercluster): clusters of one "
                    "block alone are in this version.",
                    program.function->cluster));
  const auto shared = static_cast<std::int64_t>(program.shared_bytes), fixed = shared - launch.shared;
  if (architecture < 90 && fixed > most_static_shared)  // ptxas of CUDA 13 takes more for sm_90
    return bad_input(
        fmt::format("{} bytes of shared memory are declared with their size: {} are the most; more has to "
                    "be `extern __shared__`, and its size in the launch.",
                    fixed, most_static_shared));
  if (shared > most_shared(architecture))
    return bad_input(fmt::format("a block asks for {} bytes of shared memory: on {} {} are the most.", shared,
                                 architecture == 0 ? "any GPU" : fmt::format("sm_{}", architecture),
                                 most_shared(architecture)));
  return Nothing{};
}

}  // namespace tcviz::inline gpu_xray
