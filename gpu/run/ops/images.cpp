#include "gpu/run/ops/images.hpp"

#include <cstring>

#include "gpu/layout/element_value.hpp"

namespace tcviz::inline gpu_ops {
namespace {

template <class T>
void append(Bytes& bytes, T value) {
  const std::size_t at = bytes.size();
  bytes.resize(at + sizeof value);
  std::memcpy(bytes.data() + at, &value, sizeof value);
}

template <class T>
std::vector<double> numbers_of(std::span<const std::byte> bytes) {
  std::vector<double> values(bytes.size() / sizeof(T));
  for (std::size_t n = 0; n < values.size(); ++n) {
    T value;
    std::memcpy(&value, bytes.data() + n * sizeof value, sizeof value);
    values[n] = static_cast<double>(value);
  }
  return values;
}

template <class F>
std::vector<double> by_element(const Kind& kind, F&& value) {
  std::vector<double> matrix;
  for (int row = 0; row < kind.rows(); ++row) {
    for (int col = 0; col < kind.cols(); ++col) matrix.push_back(value(row, col));
  }
  return matrix;
}

}  // namespace

Bytes matrix_bytes(const Kind& kind, std::span<const double> matrix) {
  const Image image = image_of(kind);
  Bytes bytes(static_cast<std::size_t>(image.bytes));
  const std::size_t size = static_cast<std::size_t>(element_bits(kind.type)) / 8;
  for (int row = 0; row < kind.rows(); ++row) {
    for (int col = 0; col < kind.cols(); ++col) {
      const std::uint64_t bits = encode(kind.type, matrix[static_cast<std::size_t>(row * kind.cols() + col)]);
      std::memcpy(bytes.data() + static_cast<std::size_t>(image.place(row, col)) * size, &bits,
                  size);  // low bytes first
    }
  }
  return bytes;
}

std::size_t size_of(Compute compute) { return compute == Compute::Double ? 8 : 4; }

Bytes value_bytes(Compute compute, std::span<const double> values) {
  Bytes bytes;
  for (const double value : values) {
    if (compute == Compute::Double) append(bytes, value);
    if (compute == Compute::Float) append(bytes, static_cast<float>(value));
    if (compute == Compute::Int) append(bytes, static_cast<std::int32_t>(value));
  }
  return bytes;
}

std::vector<double> values_of(Compute compute, std::span<const std::byte> bytes) {
  if (compute == Compute::Double) return numbers_of<double>(bytes);
  return compute == Compute::Float ? numbers_of<float>(bytes) : numbers_of<std::int32_t>(bytes);
}

std::vector<double> rows_matrix(const Kind& kind) {
  return by_element(kind, [](int row, int) { return static_cast<double>(row); });
}

std::vector<double> cols_matrix(const Kind& kind) {
  return by_element(kind, [](int, int col) { return static_cast<double>(col); });
}

}  // namespace tcviz::inline gpu_ops
