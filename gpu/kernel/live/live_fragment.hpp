// Snapshots of warps as fragments of a kind (those of a warpgroup's warps belong together), and their values, slot by
// slot of a layout. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gpu/kernel/live/live_file.hpp"
#include "gpu/layout/layout.hpp"

namespace tcviz::inline gpu_live {

struct LiveFragment {
  std::string kind, file;
  std::uint32_t line = 0, first_warp = 0;
  std::uint64_t reached = 0;  // 0: the first time
  std::uint64_t times = 0;    // that its lanes came by here in all, by the warp seen first; 0: not known
  std::uint32_t lane_bytes = 0;
  std::vector<bool> present;        // by thread
  std::vector<std::uint8_t> bytes;  // thread after thread
  int threads() const { return static_cast<int>(present.size()); }
  int missing() const;  // threads that did not come by
};
// Returns the fragments in the order in which their first warps came by.
std::vector<LiveFragment> live_fragments(const LiveFile& file);

// The format by which the bits of a value are read.
struct ValueFormat {
  std::optional<ElementType> type;  // none: a whole number
  int bits = 32;
};
// Returns the type of the catalogue's kind; for a kind that it lacks, the first type that its id names.
ValueFormat format_of(const Layout& layout);

// The values of a fragment, by slot number.
struct LiveValues {
  ValueFormat format;
  std::vector<std::uint64_t> bits;
  std::vector<double> numbers;
  std::vector<bool> present;
};
// Returns the values of a fragment; refuses a number of registers other than the layout's.
Result<LiveValues> live_values(const LiveFragment& fragment, const Layout& layout, const ValueFormat& format);

}  // namespace tcviz::inline gpu_live
