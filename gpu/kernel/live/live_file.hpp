// The file that app/include/tcviz.cuh wrote: registers of warps, as they were. Bytes in, plain data out, and back for
// examples and tests. Knows nothing of layouts; the table of the format is in README.md.
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

// One TCVIZ and one warp: the number of times that it came by, kept or not.
struct ReachedPlace {
  std::uint64_t key = 0;
  std::uint64_t reached = 0;
  std::uint32_t line = 0, warp = 0;
};

struct LiveSnapshot {
  std::uint64_t key = 0;  // of its place; the same in all warps but for its low six bits, which are the warp
  std::uint32_t line = 0, warp = 0;
  std::uint32_t lanes = 0;       // a bit for each lane that came by
  std::uint32_t lane_bytes = 0;  // 4 to 512, a multiple of 4
  std::uint64_t reached = 0;     // 0: the first time
  std::string kind, file;
  std::vector<std::uint8_t> bytes;  // lane after lane
};

struct LiveFile {
  ComputeCapability capability = 0;  // 0: not known
  std::uint64_t missed = 0;          // snapshots that did not fit
  LiveSides block{}, grid{}, threads{};
  std::string gpu;
  std::vector<ReachedPlace> places;
  std::vector<LiveSnapshot> snapshots;  // in the order in which they were taken
};

inline constexpr std::size_t most_live_bytes = std::size_t{256} << 20;

// Reads a file. Errors describe the fault, and name the place or the snapshot.
Result<LiveFile> read_live(std::string_view bytes);
// Writes a file; cuts texts that are longer than the format's.
std::string write_live(const LiveFile& file);

// True if the bytes begin as such a file does.
bool looks_live(std::string_view bytes);

}  // namespace tcviz::inline gpu_live
