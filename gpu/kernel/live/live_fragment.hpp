// Joins snapshots of warps to fragments of a kind (the four warps of a warpgroup give one fragment), and reads the
// values of a fragment in the slots of a layout. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gpu/kernel/live/live_file.hpp"
#include "gpu/layout/layout.hpp"

namespace tcviz::inline gpu_live {

// The registers of the warp or warpgroup that holds one fragment, saved once.
struct LiveFragment {
  std::string kind, file;
  std::uint32_t line = 0, first_warp = 0;
  std::uint64_t reached = 0;  // which time the lanes executed this TCVIZ: 0 is the first
  std::uint64_t times = 0;    // how often its lanes executed this TCVIZ in all, by the warp seen first; 0: not known
  std::uint32_t lane_bytes = 0;
  std::vector<bool> present;        // false: the thread's registers were not saved
  std::vector<std::uint8_t> bytes;  // register contents of all threads, one thread after another
  int threads() const { return static_cast<int>(present.size()); }
  int missing() const;  // counts the threads whose registers were not saved
};
// Returns the fragments of `file`, in the order in which their first warps were saved.
std::vector<LiveFragment> live_fragments(const LiveFile& file);
// Returns the file with this fragment alone.
LiveFile with_fragment_alone(LiveFile file, const LiveFragment& fragment);

// The number format of the values of a fragment.
struct ValueFormat {
  std::optional<ElementType> type;  // none: an unsigned integer
  int bits = 32;                    // size of one value
};
// Returns the format of the layout's kind. If the catalogue lacks the kind, takes the first type that the kind's id
// names.
ValueFormat format_of(const Layout& layout);

// The values of a fragment, by slot number.
struct LiveValues {
  ValueFormat format;
  std::vector<std::uint64_t> bits;
  std::vector<double> numbers;  // the same values as numbers
  std::vector<bool> present;
};
// Returns the values of `fragment`; refuses a fragment whose number of registers is not that of `layout`.
Result<LiveValues> live_values(const LiveFragment& fragment, const Layout& layout, const ValueFormat& format);

}  // namespace tcviz::inline gpu_live
