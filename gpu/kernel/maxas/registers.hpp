// The use of each register in the loop of a maxas kernel, alternative maps of the registers of C, and register banks.
//
//   R0-R63   C           R64-R71  j0 of A, R72-R79  j0 of B   (even k lines)      R96-R111  global loads, sgemm64
//                        R80-R87  j1 of A, R88-R95  j1 of B   (odd k lines)       R96-R103               sgemm128
//                        R64-R71  after the loop: the values on their way to memory (cs0 to cs7)
#pragma once

#include <array>
#include <string_view>

#include "gpu/kernel/maxas/kernels.hpp"
#include "gpu/layout/sgemm.hpp"

namespace tcviz::maxas {

// An assignment of the elements of C to registers.
enum class RegisterMap : std::uint8_t { Maxas, RowMajor, ColumnMajor };
struct RegisterMapRow {
  RegisterMap map;
  std::string_view name, meaning;
};
inline constexpr std::array<RegisterMapRow, 3> register_maps{{
    {RegisterMap::Maxas, "maxas", "the published map: C meets neither its A nor its B operand in a bank"},
    {RegisterMap::RowMajor, "8*xi+yi", "row after row: C is always in the bank of its B operand"},
    {RegisterMap::ColumnMajor, "xi+8*yi", "column after column: C is always in the bank of its A operand"},
}};

// Returns the register of C[xi][yi]; c_index is the inverse.
int c_register(RegisterMap map, TileIndex index);
TileIndex c_index(RegisterMap map, int c_register);

// Returns the register of an operand of a k line. Even lines use one set of registers and odd lines another, so that
// one set is loaded while the other is in use.
constexpr int a_register(int line, int xi) { return 64 + 16 * (line & 1) + xi; }
constexpr int b_register(int line, int yi) { return 72 + 16 * (line & 1) + yi; }
constexpr int first_load_register = 96;
constexpr int staging_register(int q) { return 64 + q; }  // the register of cs0 to cs7 (staging.hpp)

constexpr int bank_of(int reg) { return reg & (register_banks - 1); }

enum class RegisterUse : std::uint8_t { C, A, B, Load, Free };
// The content of a register.
struct RegisterRole {
  RegisterUse use = RegisterUse::Free;
  int set = 0;    // A, B: 0 for j0 (even k lines), 1 for j1 (odd ones)
  int index = 0;  // A: xi; B: yi; Load: number of the value, counted through all loads of the thread
};
// Returns the use of a register in the loop; Free for a register that a kernel uses for other values (addresses,
// counters).
RegisterRole role_of(const SgemmKernel& kernel, int reg);

}  // namespace tcviz::maxas
