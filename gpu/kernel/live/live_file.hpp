// Reads and writes the file that app/include/tcviz.cuh writes from a running kernel: the registers of warps at the
// places that the user marked with the macro TCVIZ. Knows nothing of layouts; README.md has the table of the format.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/kind.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_live {

inline constexpr int lanes_of_warp = 32;
using LiveSides = std::array<std::uint32_t, 3>;

// One warp at one use of TCVIZ: how often the warp reached it, whether or not a snapshot was kept.
struct ReachedPlace {
  std::uint64_t key = 0;
  std::uint64_t reached = 0;
  std::uint32_t line = 0, warp = 0;
};

// The registers of one warp, saved once at one use of TCVIZ.
struct LiveSnapshot {
  std::uint64_t key = 0;  // key of its ReachedPlace; the low six bits are the warp, the rest is the same in all warps
  std::uint32_t line = 0, warp = 0;
  std::uint32_t lanes = 0;          // one bit for each lane that executed this TCVIZ
  std::uint32_t lane_bytes = 0;     // bytes of each lane: 4 to 512, a multiple of 4
  std::uint64_t reached = 0;        // how often the warp had reached this place before: 0 is the first time
  std::string kind, file;           // the kind of fragment, as the user named it, and the source file
  std::vector<std::uint8_t> bytes;  // register contents of all lanes, one lane after another
};

struct LiveFile {
  ComputeCapability capability = 0;  // 0: not known
  std::uint64_t missed = 0;          // snapshots that were dropped because the buffer was full
  // Each in x, y and z: index of the watched block, blocks of the grid, threads of a block.
  LiveSides block{}, grid{}, threads{};
  std::string gpu;
  std::vector<ReachedPlace> places;
  std::vector<LiveSnapshot> snapshots;  // in the order in which they were taken
};

inline constexpr std::size_t most_live_bytes = std::size_t{256} << 20;

// Reads a file from its bytes. An error describes the fault and names the place or the snapshot.
Result<LiveFile> read_live(std::string_view bytes);
// Returns the bytes of a file; cuts off texts that are longer than the format allows.
std::string write_live(const LiveFile& file);

// True if `bytes` begin like such a file.
bool looks_live(std::string_view bytes);

}  // namespace tcviz::inline gpu_live
