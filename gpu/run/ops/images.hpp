// Matrices and vectors as bytes for a kernel, and back. Pure.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gpu/run/ops/kernel_types.hpp"
#include "gpu/run/ops/numbers.hpp"

namespace tcviz::inline gpu_ops {

using Bytes = std::vector<std::byte>;

// Returns a row-major matrix of the kind, numbers of the element type, as wmma::load_matrix_sync wants it (image_of).
Bytes matrix_bytes(const Kind& kind, std::span<const double> matrix);
// Converts numbers of the computing type, one after another, to bytes and back; for Compute::Int they are whole
// numbers.
Bytes value_bytes(Compute compute, std::span<const double> values);
std::vector<double> values_of(Compute compute, std::span<const std::byte> bytes);
std::size_t size_of(Compute compute);

// Returns the type of scalars and vectors: float, but double for double.
inline Compute real_of(Compute compute) { return compute == Compute::Int ? Compute::Float : compute; }

// Returns matrices in which every element is its own row (column): the value that a GPU then holds in a slot tells the
// element.
std::vector<double> rows_matrix(const Kind& kind);
std::vector<double> cols_matrix(const Kind& kind);

}  // namespace tcviz::inline gpu_ops
