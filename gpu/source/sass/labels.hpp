// A label for each thing that moves, and the label that arrived somewhere. A label has 64 bits, of which narrow
// elements carry a part at a time: plane p holds bits p * width and up, and all planes together the whole.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace tcviz::inline gpu_sass {

// Returns a thing's label. Labels of different things differ in many bits, so that only a whole copy of one thing has
// its label.
std::uint64_t label_of(std::uint32_t thing);
// Returns the thing with this label among those of `labels`, in which label_of(thing) stands at the thing's number; or
// none.
std::optional<std::uint32_t> thing_of(std::uint64_t label, std::span<const std::uint64_t> labels);

// Returns the number of planes, at least two, so that a constant is seen even if a plane holds a whole label.
int plane_count(int width);
std::uint64_t plane_of(std::uint64_t label, int plane, int width);

}  // namespace tcviz::inline gpu_sass
