// Finds the path of an element in the log of an execution.
#pragma once

#include "gpu/kernel/xray/machine/machine.hpp"
#include "gpu/kernel/xray/machine/path_log.hpp"
#include "gpu/kernel/xray/verdict/path.hpp"

namespace tcviz::inline gpu_xray {

struct FoundPath {
  std::vector<PathHop> hops;
  // Labels of the factors of the first product; the log has their paths only if it was asked for these labels.
  std::vector<Label> multiplied;
};

// Returns the points (dimension, index) whose values a log must record for `wish`.
std::vector<std::pair<int, std::int64_t>> points_of(const PathWish& wish, const XrayLaunch& launch,
                                                    const LabelSpace& labels);
// Returns the label of the wished element of an input; 0 for an element of an output, or a missing one.
Label label_of_wish(const PathWish& wish, const XrayLaunch& launch, const XrayMemory& memory, LabelSpace& labels);

// Follows an element of an output backwards to the arrays that it comes from.
FoundPath walk_back(Machine& machine, const PathLog& log, const PathWish& wish);
// Follows an element of an input forwards to where it is used.
FoundPath walk_on(Machine& machine, const PathLog& log, Label element);

}  // namespace tcviz::inline gpu_xray
