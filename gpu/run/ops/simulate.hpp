// Executes an operation on the CPU, slot by slot over a layout: the result that a machine without a GPU shows, and the
// second opinion on one that has it.
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
  std::vector<double> out;     // of Form::Store: the values written to memory
  // The element that each slot holds: on the CPU from the layout, on a GPU from the GPU itself.
  std::vector<std::optional<Element>> there;
};

Body::Value body_value(ElementType type);

// Reads the text that runs for each value: the operation's own, or the user's. An error lists what is wrong with the
// text.
Result<Body> read_body(const Operation& operation, const std::string& own_text, ElementType type);

// Executes the operation; the layout must be that of problem.kind.
Result<Fragments> simulate(const Operation& operation, const Body& body, const Layout& layout, const Problem& problem);

// Runs one value through a body, as both executors and the reference of a user's own body compute it.
struct BodyPlace {
  Element element;
  Slot slot;
};
std::variant<double, BodyError> run_body(const Body& body, const Problem& problem, double x, const BodyPlace& place,
                                         std::span<double> out);

}  // namespace tcviz::inline gpu_ops
