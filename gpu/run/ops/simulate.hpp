// Executes an operation on the CPU, slot by slot with a layout: the result for machines without a GPU, and a check of
// results from a GPU.
#pragma once

#include <optional>
#include <vector>

#include "gpu/layout/layout.hpp"
#include "gpu/run/ops/body.hpp"
#include "gpu/run/ops/operation.hpp"

namespace tcviz::inline gpu_ops {

// The values of a fragment by slot number, before and after an operation, whether computed on a CPU or GPU.
struct Fragments {
  std::vector<double> before, after;
  std::vector<double> second;  // for Form::Split: the second fragment
  std::vector<double> out;     // for Form::Store: the values written to memory
  // The element that each slot holds: on the CPU by the layout, on a GPU as shown by the GPU.
  std::vector<std::optional<Element>> there;
};

Body::Value body_value(ElementType type);

// Parses the text for each value: the user's, or the operation's if `own_text` is empty. An error lists all errors in
// the text.
Result<Body> read_body(const Operation& operation, const std::string& own_text, ElementType type);

// Executes the operation. The layout must be that of problem.kind.
Result<Fragments> simulate(const Operation& operation, const Body& body, const Layout& layout, const Problem& problem);

// The slot of a value, and the element in it.
struct BodyPlace {
  Element element;
  Slot slot;
};
// Executes a body on one value, in the same way for the executors and for the reference of a user's body.
std::variant<double, BodyError> run_body(const Body& body, const Problem& problem, double x, const BodyPlace& place,
                                         std::span<double> out);

}  // namespace tcviz::inline gpu_ops
