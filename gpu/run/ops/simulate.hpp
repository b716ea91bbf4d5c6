// An operation executed on the CPU, slot by slot over a layout: what a machine without a GPU shows, and the second
// opinion on one that has it.
#pragma once

#include <optional>
#include <vector>

#include "gpu/layout/layout.hpp"
#include "gpu/run/ops/body.hpp"
#include "gpu/run/ops/operation.hpp"

namespace tcviz::inline gpu_ops {

// The values of a fragment by slot number, before and after, wherever they were computed.
struct Fragments {
  std::vector<double> before, after;
  std::vector<double> second;  // of Form::Split: the other fragment
  std::vector<double> out;     // of Form::Store: what was written to memory
  // Which element each slot holds: of the CPU what the layout says, of a GPU what the GPU itself says.
  std::vector<std::optional<Element>> there;
};

Body::Value body_value(ElementType type);

// The text that runs for each value: the operation's own, or the user's. An error lists what is wrong with the text.
Result<Body> read_body(const Operation& operation, const std::string& own_text, ElementType type);

// The layout must be of problem.kind.
Result<Fragments> simulate(const Operation& operation, const Body& body, const Layout& layout, const Problem& problem);

// One value through a body, as both executors and the reference of a user's own body compute it.
struct BodyPlace {
  Element element;
  Slot slot;
};
std::variant<double, BodyError> run_body(const Body& body, const Problem& problem, double x, const BodyPlace& place,
                                         std::span<double> out);

}  // namespace tcviz::inline gpu_ops
