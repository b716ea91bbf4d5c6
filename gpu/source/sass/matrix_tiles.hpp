// The table of known matrix instructions: shape, types, and the rows and columns of every lane's values in the
// operands. Plain data; steps_matrix.cpp computes the products.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "gpu/layout/kind.hpp"

namespace tcviz::inline gpu_sass {

// The names follow those of the machine instructions: family, shape, type of the sum or of the operands.
enum class TileName : std::uint8_t {
  None,
  H884F16,
  H884F32,
  H1688F16,
  H1688F32,
  H16816F16,
  H16816F32,
  H16816BF16,
  H1684TF32,
  I8816S8,
  I8816U8,
  I16816S8,
  I16816U8,
  I8832S4,
  I8832U4,
  B88128Xor,
  B88128And,
  D884,
};

// A bit of the lane number (L) or of the value number in the lane (I); Zero ends a list.
enum class TileBit : std::uint8_t { Zero, L0, L1, L2, L3, L4, I0, I1, I2, I3, I4 };
using TileBits = std::array<TileBit, 7>;  // the bits that form a row or column number, the lowest first

// Gives the row and column of value i of a lane, bit by bit.
struct TilePlaces {
  TileBits row, col;
  int values = 0;  // number of values of one lane
};

enum class TileProduct : std::uint8_t { Times, Xor, And };

// One matrix instruction.
struct Tile {
  TileName name = TileName::None;
  Shape shape;
  ElementType type = ElementType::F16, sum_type = ElementType::F32;
  TilePlaces a, b, sum;
  std::string_view section;  // section of the PTX ISA that states these places
  TileProduct product = TileProduct::Times;
  // Set only for instructions in which the four groups of eight lanes (lanes with equal bits 2 and 3) each multiply
  // their own matrices: places of operands in the other memory order, and the number of values of the sum that one step
  // of the instruction computes.
  TilePlaces a_by_col = {}, b_by_row = {};
  int step_values = 0;
};

// Returns the rows as the PTX ISA states them.
std::span<const Tile> documented_tiles();
// Returns the row of `tiles` with this name; null for None.
const Tile* find_tile(std::span<const Tile> tiles, TileName name);

// Returns the row or column number of value i of a lane.
int tile_number(const TileBits& bits, int lane, int i);

}  // namespace tcviz::inline gpu_sass
