// Arrays of whole numbers, as NumPy, PyTorch and Triton compute with them: every cell by itself, shapes broadcast.
#pragma once

#include <optional>
#include <span>

#include "gpu/language/python/library.hpp"
#include "gpu/language/python/tree.hpp"
#include "gpu/language/python/value.hpp"

namespace tcviz::inline gpu_python {

// The most cells of an array: those of the largest layouts.
inline constexpr std::size_t most_python_cells = 1 << 17;

PythonValue python_array(std::vector<std::int64_t> cells, std::vector<std::size_t> shape);
// Computes a sign b of arrays and whole numbers. `stop` says why there is no value.
PythonValue compute_arrays(PythonSign sign, const PythonValue& a, const PythonValue& b, PythonStop& stop);
// Computes ~a, or -a as 0 - a is.
PythonValue flip_array(const PythonValue& a, PythonStop& stop);
PythonValue not_array(const PythonValue& a);
PythonValue absolute_array(const PythonValue& a, PythonStop& stop);
// Chooses a where the condition holds, and b where not.
PythonValue choose_arrays(const PythonValue& condition, const PythonValue& a, const PythonValue& b, PythonStop& stop);
// Gives the smaller, or the larger, of each two cells.
PythonValue extreme_arrays(bool largest, const PythonValue& a, const PythonValue& b, PythonStop& stop);
// Returns the array as it is when it is broadcast to a shape.
PythonValue broadcast_array(const PythonValue& a, const std::vector<std::size_t>& shape, PythonStop& stop);
// Makes an array of a list of lists of whole numbers.
PythonValue array_of_items(const PythonValue& items, PythonStop& stop);

// A part of an index: a number, a slice, None, which adds a dimension of one, or `...`.
struct PythonSubscript {
  enum class Kind : std::uint8_t { At, Slice, New, Rest } kind = Kind::At;
  std::int64_t at = 0;
  std::optional<std::int64_t> begin{}, end{};  // of a slice
  std::int64_t step = 1;                       // not 0
};
// Returns the places that a slice picks of `size`.
std::vector<std::int64_t> picked_by(const PythonSubscript& slice, std::size_t size);
// Returns array[...].
PythonValue index_array(const PythonValue& array, std::span<const PythonSubscript> subscripts, PythonStop& stop);

}  // namespace tcviz::inline gpu_python
