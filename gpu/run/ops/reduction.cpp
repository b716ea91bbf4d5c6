#include "gpu/run/ops/reduction.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "gpu/layout/gf2.hpp"

namespace tcviz::inline gpu_ops {
namespace {

using Bits = std::uint64_t;

// Vectors with their images; reduced so that every image has a leading bit of its own.
struct Echelon {
  std::vector<Bits> images, inputs;

  // Reduces an image to the rest that the vectors leave of it; adds the inputs that it took.
  void reduce(Bits& image, Bits& input) const {
    for (std::size_t n = 0; n < images.size(); ++n) {
      if (std::bit_width(image ^ images[n]) < std::bit_width(image)) {
        image ^= images[n];
        input ^= inputs[n];
      }
    }
  }
  void add(Bits image, Bits input) {
    images.push_back(image);
    inputs.push_back(input);
    for (std::size_t n = images.size() - 1; n > 0 && images[n] > images[n - 1]; --n) {
      std::swap(images[n], images[n - 1]);
      std::swap(inputs[n], inputs[n - 1]);
    }
  }
};

// Returns a basis of the inputs that leave the row (column) as it is; those of i alone first, as basis[] has i's bits
// first.
std::vector<Bits> stays(const BitMatrix& matrix, Bits kept) {
  Echelon seen;
  std::vector<Bits> kernel;
  for (std::size_t bit = 0; bit < matrix.basis.size(); ++bit) {
    Bits image = matrix.basis[bit] & kept, input = Bits{1} << bit;
    seen.reduce(image, input);
    if (image == 0) {
      kernel.push_back(input);
    } else {
      seen.add(image, input);
    }
  }
  return kernel;
}

Bits image_of(const BitMatrix& matrix, Bits input) {
  Bits image = 0;
  for (std::size_t bit = 0; bit < matrix.basis.size(); ++bit) {
    if (input >> bit & 1) image ^= matrix.basis[bit];
  }
  return image;
}

// Returns the linearity of the layout with slots that hold nothing up to the next power of two of values.
Linearity linearity_of(const Layout& layout) {
  const auto values = static_cast<unsigned>(layout.values());
  if (std::has_single_bit(values)) return extract_bits(layout);
  LayoutData data{layout.kind(), layout.rows(), layout.cols(), layout.threads(), 0, layout.element_bits(), {}, {}};
  data.values = static_cast<int>(std::bit_ceil(values));
  for (int tid = 0; tid < layout.threads(); ++tid) {
    for (int i = 0; i < data.values; ++i)
      data.map.push_back(i < layout.values() ? layout.map()[static_cast<std::size_t>(tid * layout.values() + i)]
                                             : no_element);
  }
  const auto padded = Layout::make(std::move(data));
  if (!padded) return {std::nullopt, padded.error().message};
  return extract_bits_where_held(padded.value());
}

int order_of(const FoldStep& step) { return step.tid_xor == 0 ? 0 : step.tid_xor < threads_of_warp ? 1 : 2; }

}  // namespace

Result<std::vector<FoldStep>> fold_steps(const Layout& layout, Axis axis) {
  const Linearity linearity = linearity_of(layout);
  if (!linearity.matrix) {
    return unavailable(
        fmt::format("{}: no shuffles can be derived from this layout: {}", layout.kind(), linearity.reason));
  }
  const BitMatrix& matrix = *linearity.matrix;
  const Bits cols = (Bits{1} << matrix.col_bits) - 1, rows = ((Bits{1} << matrix.row_bits) - 1) << matrix.col_bits;
  Echelon reached;
  std::vector<FoldStep> steps;
  for (const Bits input : stays(matrix, axis == Axis::Rows ? rows : cols)) {
    Bits image = image_of(matrix, input), unused = 0;
    reached.reduce(image, unused);
    if (image == 0) continue;  // another owner of an element that has been counted
    reached.add(image, 0);
    const Bits i_mask = (Bits{1} << matrix.i_bits) - 1;
    steps.push_back({static_cast<int>(input & i_mask), static_cast<int>(input >> matrix.i_bits)});
  }
  std::stable_sort(steps.begin(), steps.end(),
                   [](const FoldStep& l, const FoldStep& r) { return order_of(l) < order_of(r); });
  return steps;
}

}  // namespace tcviz::inline gpu_ops
