// Places as the PTX ISA (8.5, "Warp-level Matrix Fragment for mma") gives them. There groupID is the lane >> 2, bits L2
// L3 L4, and threadID_in_group the lane % 4, bits L0 L1. For example A of m16n8k16:
//     row = groupID            for 0 <= i < 2 || 4 <= i < 6,  groupID + 8 otherwise     -> L2 L3 L4 I1
//     col = threadID_in_group * 2 + (i & 1)  for i < 4, that + 8 otherwise              -> I0 L0 L1 I2
// That the machine instructions take their operands as mma does is not stated: that every product comes out right is
// the evidence for it.
#include "gpu/source/sass/matrix_tiles.hpp"

#include <algorithm>

namespace tcviz::inline gpu_sass {
namespace {

using enum TileBit;
using enum ElementType;

constexpr TilePlaces sum_16x8{{L2, L3, L4, I1}, {I0, L0, L1}, 4};
constexpr TilePlaces sum_8x8{{L2, L3, L4}, {I0, L0, L1}, 2};

constexpr TilePlaces half_a8{{L2, L3, L4, I1}, {I0, L0, L1}, 4}, half_b8{{I0, L0, L1}, {L2, L3, L4}, 2};
constexpr TilePlaces half_a16{{L2, L3, L4, I1}, {I0, L0, L1, I2}, 8}, half_b16{{I0, L0, L1, I1}, {L2, L3, L4}, 4};
constexpr TilePlaces tf32_a4{{L2, L3, L4, I0}, {L0, L1}, 2}, tf32_b4{{L0, L1}, {L2, L3, L4}, 1};
constexpr TilePlaces double_a4{{L2, L3, L4}, {L0, L1}, 1}, double_b4{{L0, L1}, {L2, L3, L4}, 1};
constexpr TilePlaces byte_a8x16{{L2, L3, L4}, {I0, I1, L0, L1}, 4}, byte_b16{{I0, I1, L0, L1}, {L2, L3, L4}, 4};
constexpr TilePlaces byte_a16x16{{L2, L3, L4, I2}, {I0, I1, L0, L1}, 8};
constexpr TilePlaces nibble_a{{L2, L3, L4}, {I0, I1, I2, L0, L1}, 8}, nibble_b{{I0, I1, I2, L0, L1}, {L2, L3, L4}, 8};
constexpr TilePlaces bit_a{{L2, L3, L4}, {I0, I1, I2, I3, I4, L0, L1}, 32};
constexpr TilePlaces bit_b{{I0, I1, I2, I3, I4, L0, L1}, {L2, L3, L4}, 32};

// m8n8k4 of f16: lanes 0-3 and 16-19 are one group, L4 tells its halves apart.
constexpr TilePlaces volta_a_row{{L0, L1, L4}, {I0, I1}, 4}, volta_a_col{{I0, I1, L4}, {L0, L1}, 4};
constexpr TilePlaces volta_b_row{{L0, L1}, {I0, I1, L4}, 4}, volta_b_col{{I0, I1}, {L0, L1, L4}, 4};
constexpr TilePlaces volta_sum16{{L0, L1, L4}, {I0, I1, I2}, 8}, volta_sum32{{L0, I1, L4}, {I0, L1, I2}, 8};

constexpr std::string_view m8n8k4_half = "Matrix Fragments for mma.m8n8k4 with .f16 floating point type";
constexpr std::string_view m8n8k4_double = "Matrix Fragments for mma.m8n8k4 with .f64 floating point type";
constexpr std::string_view m8n8k16 = "Matrix Fragments for mma.m8n8k16", m8n8k32 = "Matrix Fragments for mma.m8n8k32";
constexpr std::string_view m8n8k128 = "Matrix Fragments for mma.m8n8k128", m16n8k4 = "Matrix Fragments for mma.m16n8k4";
constexpr std::string_view m16n8k8 = "Matrix Fragments for mma.m16n8k8";
constexpr std::string_view m16n8k16 = "Matrix Fragments for mma.m16n8k16 with floating point type";
constexpr std::string_view m16n8k16_byte = "Matrix Fragments for mma.m16n8k16 with integer type";

using N = TileName;
using P = TileProduct;

// clang-format off
constexpr std::array<Tile, 17> tiles{{
    {N::H884F16, {8, 8, 4}, F16, F16, volta_a_row, volta_b_col, volta_sum16, m8n8k4_half, P::Times,
     volta_a_col, volta_b_row, 4},
    {N::H884F32, {8, 8, 4}, F16, F32, volta_a_row, volta_b_col, volta_sum32, m8n8k4_half, P::Times,
     volta_a_col, volta_b_row, 2},
    {N::H1688F16, {16, 8, 8}, F16, F16, half_a8, half_b8, sum_16x8, m16n8k8},
    {N::H1688F32, {16, 8, 8}, F16, F32, half_a8, half_b8, sum_16x8, m16n8k8},
    {N::H16816F16, {16, 8, 16}, F16, F16, half_a16, half_b16, sum_16x8, m16n8k16},
    {N::H16816F32, {16, 8, 16}, F16, F32, half_a16, half_b16, sum_16x8, m16n8k16},
    {N::H16816BF16, {16, 8, 16}, BF16, F32, half_a16, half_b16, sum_16x8, m16n8k16},
    {N::H1684TF32, {16, 8, 4}, TF32, F32, tf32_a4, tf32_b4, sum_16x8, m16n8k4},
    {N::I8816S8, {8, 8, 16}, S8, S32, byte_a8x16, byte_b16, sum_8x8, m8n8k16},
    {N::I8816U8, {8, 8, 16}, U8, S32, byte_a8x16, byte_b16, sum_8x8, m8n8k16},
    {N::I16816S8, {16, 8, 16}, S8, S32, byte_a16x16, byte_b16, sum_16x8, m16n8k16_byte},
    {N::I16816U8, {16, 8, 16}, U8, S32, byte_a16x16, byte_b16, sum_16x8, m16n8k16_byte},
    {N::I8832S4, {8, 8, 32}, S4, S32, nibble_a, nibble_b, sum_8x8, m8n8k32},
    {N::I8832U4, {8, 8, 32}, U4, S32, nibble_a, nibble_b, sum_8x8, m8n8k32},
    {N::B88128Xor, {8, 8, 128}, B1, S32, bit_a, bit_b, sum_8x8, m8n8k128, P::Xor},
    {N::B88128And, {8, 8, 128}, B1, S32, bit_a, bit_b, sum_8x8, m8n8k128, P::And},
    {N::D884, {8, 8, 4}, F64, F64, double_a4, double_b4, sum_8x8, m8n8k4_double},
}};
// clang-format on

int bit_value(TileBit bit, int lane, int i) {
  if (bit == Zero) return 0;
  const int place = static_cast<int>(bit) - static_cast<int>(bit < I0 ? L0 : I0);
  return (bit < I0 ? lane : i) >> place & 1;
}

}  // namespace

std::span<const Tile> documented_tiles() { return tiles; }

const Tile* find_tile(std::span<const Tile> among, TileName name) {
  const auto found = std::find_if(among.begin(), among.end(), [&](const Tile& tile) { return tile.name == name; });
  return found == among.end() ? nullptr : &*found;
}

int tile_number(const TileBits& bits, int lane, int i) {
  int number = 0;
  for (std::size_t at = 0; at < bits.size(); ++at) number |= bit_value(bits[at], lane, i) << at;
  return number;
}

}  // namespace tcviz::inline gpu_sass
