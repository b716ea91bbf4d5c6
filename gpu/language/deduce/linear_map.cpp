#include "gpu/language/deduce/linear_map.hpp"

#include <algorithm>
#include <bit>

namespace tcviz::inline gpu_deduce {
namespace {

// Returns a part of the matrix as a map. BitMatrix has i's bits first; the maps have tid's.
LinearMap part_of(const BitMatrix& matrix, int shift, int bits) {
  LinearMap map{{{"tid", matrix.tid_bits}, {"i", matrix.i_bits}}, {}, 0, bits};
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  const auto part = [&](std::uint64_t image) { return image >> shift & mask; };
  for (int bit = 0; bit < matrix.tid_bits; ++bit)
    map.images.push_back(part(matrix.basis[static_cast<std::size_t>(matrix.i_bits + bit)]));
  for (int bit = 0; bit < matrix.i_bits; ++bit) map.images.push_back(part(matrix.basis[static_cast<std::size_t>(bit)]));
  map.constant = part(matrix.offset);
  return map;
}

// A combination of the element's bits together with the input bits that make it.
struct Reduced {
  std::uint64_t image, inputs;
};

// Reduces by Gauss: finds every row with a pivot of its own, and the combinations of inputs that make nothing.
void reduce(const LinearMap& whole, std::vector<Reduced>& pivots, std::vector<std::uint64_t>& kernel) {
  for (std::size_t bit = 0; bit < whole.images.size(); ++bit) {
    Reduced next{whole.images[bit], std::uint64_t{1} << bit};
    for (const Reduced& pivot : pivots)
      if (next.image & std::bit_floor(pivot.image)) next = {next.image ^ pivot.image, next.inputs ^ pivot.inputs};
    if (next.image == 0) {
      kernel.push_back(next.inputs);
      continue;
    }
    for (Reduced& pivot : pivots)
      if (pivot.image & std::bit_floor(next.image)) pivot = {pivot.image ^ next.image, pivot.inputs ^ next.inputs};
    pivots.push_back(next);
  }
}

LinearMap inputs_part(const LinearMap& all, int shift, int bits) {
  LinearMap part = all;
  const std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  for (std::uint64_t& image : part.images) image = image >> shift & mask;
  part.constant = all.constant >> shift & mask;
  part.result_bits = bits;
  return part;
}

}  // namespace

std::uint64_t LinearMap::apply(std::uint64_t input_bits) const {
  std::uint64_t result = constant;
  for (std::size_t bit = 0; bit < images.size(); ++bit)
    if (input_bits >> bit & 1) result ^= images[bit];
  return result;
}

bool LinearMap::each_bit_has_one_source() const {
  std::uint64_t seen = constant;
  for (const std::uint64_t image : images) {
    if (seen & image) return false;
    seen |= image;
  }
  return true;
}

LinearMap row_map(const BitMatrix& matrix) { return part_of(matrix, matrix.col_bits, matrix.row_bits); }
LinearMap col_map(const BitMatrix& matrix) { return part_of(matrix, 0, matrix.col_bits); }
LinearMap linear_map(const BitMatrix& matrix) { return part_of(matrix, 0, matrix.row_bits + matrix.col_bits); }

std::optional<InverseMaps> invert(const BitMatrix& matrix) {
  const LinearMap whole = linear_map(matrix);
  std::vector<Reduced> pivots;
  std::vector<std::uint64_t> kernel;
  reduce(whole, pivots, kernel);
  const int element_bits = matrix.row_bits + matrix.col_bits;
  if (static_cast<int>(pivots.size()) != element_bits) return std::nullopt;
  LinearMap all{{{"row", matrix.row_bits}, {"col", matrix.col_bits}, {"r", static_cast<int>(kernel.size())}}, {}, 0, 0};
  // Pivots of full rank are single bits: each names the inputs that make that bit of the element.
  const auto inputs_of = [&](int bit) {
    return std::ranges::find(pivots, std::uint64_t{1} << bit, &Reduced::image)->inputs;
  };
  for (int bit = 0; bit < matrix.row_bits; ++bit) all.images.push_back(inputs_of(matrix.col_bits + bit));
  for (int bit = 0; bit < matrix.col_bits; ++bit) all.images.push_back(inputs_of(bit));
  all.images.insert(all.images.end(), kernel.begin(), kernel.end());
  for (int bit = 0; bit < element_bits; ++bit)
    if (whole.constant >> bit & 1) all.constant ^= inputs_of(bit);
  return InverseMaps{inputs_part(all, 0, matrix.tid_bits), inputs_part(all, matrix.tid_bits, matrix.i_bits),
                     static_cast<int>(kernel.size())};
}

LinearMap with_groups(const LinearMap& map) {
  LinearMap grouped = map;
  grouped.inputs.clear();
  for (const Input& input : map.inputs) {
    if (input.name != "tid" || input.bits <= 2) {
      grouped.inputs.push_back(input);
      continue;
    }
    grouped.inputs.push_back({"threadID_in_group", 2});
    grouped.inputs.push_back({"groupID", input.bits - 2});
  }
  return grouped;
}

}  // namespace tcviz::inline gpu_deduce
