// Converts matrices and vectors to the bytes that a kernel reads, and back. Pure.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gpu/run/ops/kernel_types.hpp"
#include "gpu/run/ops/numbers.hpp"

namespace tcviz::inline gpu_ops {

using Bytes = std::vector<std::byte>;

// Returns the bytes of a matrix of the kind in the form that wmma::load_matrix_sync needs (image_of). `matrix` is
// row-major, with numbers of the element type.
Bytes matrix_bytes(const Kind& kind, std::span<const double> matrix);
// Converts numbers of the computing type to bytes, one after another; values_of() converts back. For Compute::Int they
// are integers.
Bytes value_bytes(Compute compute, std::span<const double> values);
std::vector<double> values_of(Compute compute, std::span<const std::byte> bytes);
std::size_t size_of(Compute compute);

// Returns the type of scalars and vectors: double for Double, else Float.
inline Compute real_of(Compute compute) { return compute == Compute::Int ? Compute::Float : compute; }

// Returns a matrix in which every element is the number of its row (or column): after a load, the value in a slot shows
// the slot's element.
std::vector<double> rows_matrix(const Kind& kind);
std::vector<double> cols_matrix(const Kind& kind);

}  // namespace tcviz::inline gpu_ops
