// Reads the log of an execution backwards.
#pragma once

#include "gpu/kernel/xray/machine/machine.hpp"
#include "gpu/kernel/xray/machine/path_log.hpp"
#include "gpu/kernel/xray/verdict/path.hpp"

namespace tcviz::inline gpu_xray {

struct FoundPath {
  std::vector<PathHop> hops;
  std::vector<Label> multiplied;  // the factors of the first product; the log knows their ways if it wanted them
};

// Returns the points that a log for this wish must note.
std::vector<std::pair<int, std::int64_t>> points_of(const PathWish& wish, const XrayLaunch& launch,
                                                    const LabelSpace& labels);
// Returns the label of an element of an input; 0: it is one of an output, or missing.
Label label_of_wish(const PathWish& wish, const XrayLaunch& launch, const XrayMemory& memory);

FoundPath walk_back(Machine& machine, const PathLog& log, const PathWish& wish);
// Follows an element of an input forwards to the places where it went.
FoundPath walk_on(Machine& machine, const PathLog& log, Label element);

}  // namespace tcviz::inline gpu_xray
