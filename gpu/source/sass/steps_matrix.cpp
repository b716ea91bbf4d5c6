#include <algorithm>
#include <cmath>

#include "gpu/layout/element_value.hpp"
#include "gpu/source/sass/forms.hpp"
#include "gpu/source/sass/matrix_tiles.hpp"
#include "gpu/source/sass/steps.hpp"

namespace tcviz::inline gpu_sass {
namespace {

// The whole numbers up to which f32 tells all apart; f16 ends at 2048.
constexpr double most_exact = 1 << 24, most_exact_half = 2048;

// The numbers of an operand: one matrix, or one for each of four groups of lanes.
constexpr std::size_t most_elements = 1024;
struct Matrix {
  std::array<double, most_elements> elements{};
  int cols = 0, group_size = 0;

  double& at(int group, int row, int col) {
    return elements[static_cast<std::size_t>(group * group_size + row * cols + col)];
  }
};

int group_of(const Tile& tile, int lane) { return tile.step_values == 0 ? 0 : lane >> 2 & 3; }

bool exact(ElementType type, double value) {
  const double most = type == ElementType::F16 ? most_exact_half : most_exact;
  return value == std::trunc(value) && std::abs(value) <= most;
}

int words_for(int values, ElementType type) { return std::max(1, values * element_bits(type) / 32); }

// The registers of a whole operand. RZ stands for as many zeros.
using Words = std::array<Lanes, 8>;
Objection read_words(const Warp& warp, const CodeInput& input, int count, Words& words) {
  const bool zero = input.value == zero_register;
  if (!zero && input.value % static_cast<unsigned>(count) != 0) return "reads a matrix from registers not aligned";
  if (!zero && input.value + static_cast<unsigned>(count) > zero_register) return "reads registers that do not exist";
  for (int word = 0; word < count; ++word) {
    const std::uint32_t number = zero ? input.value : input.value + static_cast<unsigned>(word);
    const Objection problem = warp.read({input.type, number}, words[static_cast<std::size_t>(word)]);
    if (!problem.empty()) return problem;
  }
  return {};
}

std::uint64_t value_bits(const Words& words, std::size_t lane, int i, int width) {
  const int bit = i * width;
  const auto word = static_cast<std::size_t>(bit / 32);
  if (width == 64) return std::uint64_t{words[word + 1][lane]} << 32 | words[word][lane];
  return words[word][lane] >> bit % 32 & ((std::uint64_t{1} << width) - 1);
}

void set_bits(Words& words, std::size_t lane, int i, int width, std::uint64_t value) {
  const int bit = i * width;
  const auto word = static_cast<std::size_t>(bit / 32);
  words[word][lane] |= static_cast<std::uint32_t>(value << bit % 32);
  if (width == 64) words[word + 1][lane] = static_cast<std::uint32_t>(value >> 32);
}

Objection read_matrix(const Warp& warp, const Tile& tile, const CodeInput& input, const TilePlaces& places,
                      Matrix& matrix) {
  Words words;
  const Objection problem = read_words(warp, input, words_for(places.values, tile.type), words);
  if (!problem.empty()) return problem;
  for (int lane = 0; lane < lanes; ++lane) {
    for (int i = 0; i < places.values; ++i) {
      const auto bits = value_bits(words, static_cast<std::size_t>(lane), i, element_bits(tile.type));
      const double value = decode(tile.type, bits);
      if (!exact(tile.type, value)) return "multiplies a number that is not a small whole one";
      matrix.at(group_of(tile, lane), tile_number(places.row, lane, i), tile_number(places.col, lane, i)) = value;
    }
  }
  return {};
}

double multiply(TileProduct product, double a, double b) {
  if (product == TileProduct::Times) return a * b;
  const bool both = a != 0 && b != 0;
  return product == TileProduct::And ? both : !both && (a != 0 || b != 0);
}

struct Operands {
  Matrix a, b;
};

double element_of_product(const Tile& tile, Operands& in, int group, int row, int col) {
  double sum = 0;
  for (int k = 0; k < tile.shape.k; ++k) {
    sum += multiply(tile.product, in.a.at(group, row, k), in.b.at(group, k, col));
  }
  return sum;
}

// The values of the sum that this instruction makes: all, or those of its step.
struct Range {
  int first = 0, count = 0;
};
Range range_of(const Tile& tile, const Instruction& x) {
  if (tile.step_values == 0) return {0, tile.sum.values};
  return {static_cast<int>(x.n & tile_step_mask) * tile.step_values, tile.step_values};
}

// Computes d = a * b + c. Reads all of c before it writes anything: d may be the same registers.
Objection add_product(Warp& warp, const Tile& tile, const Instruction& x, Operands& in) {
  const Range range = range_of(tile, x);
  const int width = element_bits(tile.sum_type), count = words_for(range.count, tile.sum_type);
  Words from, to{};
  const Objection problem = read_words(warp, x.c, count, from);
  if (!problem.empty()) return problem;
  if (x.d % count != 0 || x.d + count > zero_register) return "writes a matrix to registers not aligned";
  for (int lane = 0; lane < lanes; ++lane) {
    const auto at = static_cast<std::size_t>(lane);
    for (int i = 0; i < range.count; ++i) {
      const int row = tile_number(tile.sum.row, lane, range.first + i);
      const int col = tile_number(tile.sum.col, lane, range.first + i);
      const double c = decode(tile.sum_type, value_bits(from, at, i, width));
      const double sum = c + element_of_product(tile, in, group_of(tile, lane), row, col);
      if (!exact(tile.sum_type, c) || !exact(tile.sum_type, sum)) return "makes a sum that is not exact";
      set_bits(to, at, i, width, encode(tile.sum_type, static_cast<int>(sum)));
    }
  }
  for (int word = 0; word < count; ++word) {
    const Objection written = warp.write(x.d + word, to[static_cast<std::size_t>(word)]);
    if (!written.empty()) return written;
  }
  return {};
}

}  // namespace

Objection step_matrix(Warp& warp, const Instruction& x) {
  const Tile* tile = find_tile(warp.tiles(), x.form->tile);
  if (tile == nullptr) return "multiplies matrices in a way that is not documented";
  const auto [m, n, k] = tile->shape;
  Operands in;
  in.a.cols = k, in.a.group_size = m * k;
  in.b.cols = n, in.b.group_size = k * n;
  const bool a_by_col = (x.n & tile_a_by_col) != 0, b_by_col = (x.n & tile_b_by_col) != 0;
  const bool steps = tile->step_values != 0;
  for (const Objection problem : {read_matrix(warp, *tile, x.a, steps && a_by_col ? tile->a_by_col : tile->a, in.a),
                                  read_matrix(warp, *tile, x.b, steps && !b_by_col ? tile->b_by_row : tile->b, in.b)}) {
    if (!problem.empty()) return problem;
  }
  return add_product(warp, *tile, x, in);
}

}  // namespace tcviz::inline gpu_sass
