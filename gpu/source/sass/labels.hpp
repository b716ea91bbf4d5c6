// Labels for the matrix elements (called things here) that a kernel moves: a label is a 64-bit number that identifies
// an element after it was moved. An element narrower than 64 bits carries a part of its label in each of several
// executions: plane p holds the bits from p * width on, and all planes together the whole label.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace tcviz::inline gpu_sass {

// Returns the label of a thing. The labels of different things differ in many bits, so that only a complete copy of one
// thing has its label.
std::uint64_t label_of(std::uint32_t thing);
// Returns the thing with this label; none if there is none. `labels[thing]` must be label_of(thing).
std::optional<std::uint32_t> thing_of(std::uint64_t label, std::span<const std::uint64_t> labels);

// Returns the number of planes for elements of `width` bits. It is at least two, so that a constant is noticed even if
// one plane holds a whole label.
int plane_count(int width);
// Returns the bits of a label that an element of `width` bits carries in a plane.
std::uint64_t plane_of(std::uint64_t label, int plane, int width);

}  // namespace tcviz::inline gpu_sass
