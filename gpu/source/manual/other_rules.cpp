// The fragments of ldmatrix, stmatrix, movmatrix, wgmma and wgmma.sp.
//
// Typed from the text of the PTX ISA 9.0, 9.7.14.5 and 9.7.15; groupID is tid >> 2, threadID_in_group is tid % 4.
#include "gpu/source/manual/rules.hpp"

namespace tcviz::inline gpu_manual {
namespace {

using enum Family;
using enum Operand;
using enum MemoryOrder;

constexpr std::string_view address_note =
    "Rows and columns are those of the matrices in memory, one below the other; thread r gives the address of row r.";
constexpr std::string_view destination_note =
    "In coordinates of the source matrix, whose columns a group of four threads holds afterwards.";
constexpr std::string_view figure_only = "The manual states this in a figure, not as a formula.";

// clang-format off
constexpr ManualRule other_table[] = {
    {Ldmatrix, {8, 8, 0}, Registers, "", None, false,
     "i / 2 * 8 + (tid >> 2)", "(tid % 4) * 2 + (i & 1)", "", "9.7.14.5.15", address_note},
    {Ldmatrix, {8, 8, 0}, Registers, "", None, true,
     "i / 2 * 8 + (tid % 4) * 2 + (i & 1)", "tid >> 2", "", "9.7.14.5.15", address_note},
    {Stmatrix, {8, 8, 0}, Registers, "", None, false,
     "i / 2 * 8 + (tid >> 2)", "(tid % 4) * 2 + (i & 1)", "", "9.7.14.5.16", address_note},
    {Stmatrix, {8, 8, 0}, Registers, "", None, true,
     "i / 2 * 8 + (tid % 4) * 2 + (i & 1)", "tid >> 2", "", "9.7.14.5.16", address_note},
    {Movmatrix, {8, 8, 0}, A, "", None, true,
     "tid >> 2", "(tid % 4) * 2 + i", "", "9.7.14.5.17"},
    {Movmatrix, {8, 8, 0}, Destination, "", None, true,
     "(tid % 4) * 2 + i", "tid >> 2", "", "9.7.14.5.17", destination_note},
    {Wgmma, {64, 0, 16}, A, "f16 bf16", None, false,
     "(tid / 32) * 16 + tid % 32 / 4 + i / 2 % 2 * 8",
     "(tid % 4) * 2 + i % 2 + i / 4 * 8", "", "9.7.15.5.1.1.1", figure_only},
    {Wgmma, {64, 0, 8}, A, "tf32", None, false,
     "(tid / 32) * 16 + tid % 32 / 4 + i / 1 % 2 * 8", "tid % 4 + i / 2 * 4", "", "9.7.15.5.1.1.2", figure_only},
    {Wgmma, {64, 0, 32}, A, "s8 u8 e4m3 e5m2", None, false,
     "(tid / 32) * 16 + tid % 32 / 4 + i / 4 % 2 * 8",
     "(tid % 4) * 4 + i % 4 + i / 8 * 16", "", "9.7.15.5.1.1.3", figure_only},
    {Wgmma, {64, 0, 256}, A, "b1", None, false,
     "(tid / 32) * 16 + tid % 32 / 4 + i / 32 % 2 * 8",
     "(tid % 4) * 32 + i % 32 + i / 64 * 128", "", "9.7.15.5.1.1.4", figure_only},
    {Wgmma, {64, 0, 0}, Accumulator, "f16 f32", None, false,
     "(tid / 32) * 16 + tid % 32 / 4 + i / 2 % 2 * 8",
     "i / 4 * 8 + (tid % 4) * 2 + i % 2", "", "9.7.15.5.1.1.1", figure_only},
    {Wgmma, {64, 0, 0}, Accumulator, "s32", None, false,
     "(tid / 32) * 16 + tid % 32 / 4 + i / 2 % 2 * 8",
     "i / 4 * 8 + (tid % 4) * 2 + i % 2", "", "9.7.15.5.1.1.3", figure_only},
    {SparseWgmma, {64, 0, 32}, A, "f16 bf16", None, false,
     "(tid / 32) * 16 + tid % 32 / 4 + i / 2 % 2 * 8",
     "(tid % 4) * 2 + i % 2 + i / 4 * 8", "", "9.7.15.6.2.1", figure_only},
    {SparseWgmma, {64, 0, 16}, A, "tf32", None, false,
     "(tid / 32) * 16 + tid % 32 / 4 + i / 1 % 2 * 8", "tid % 4 + i / 2 * 4", "", "9.7.15.6.2.2", figure_only},
    {SparseWgmma, {64, 0, 64}, A, "s8 u8 e4m3 e5m2", None, false,
     "(tid / 32) * 16 + tid % 32 / 4 + i / 4 % 2 * 8",
     "(tid % 4) * 4 + i % 4 + i / 8 * 16", "", "9.7.15.6.2.3", figure_only},
    {SparseWgmma, {64, 0, 32}, Metadata, "f16 bf16", None, false,
     "(tid / 32) * 16 + tid % 32 / 4 + (i < 8 ? 0 : 8)",
     "i % 8 + tid % 2 * 8", "tid % 4 / 2 == {}", "9.7.15.6.2.1", figure_only},
    {SparseWgmma, {64, 0, 16}, Metadata, "tf32", None, false,
     "(tid / 32) * 16 + tid % 32 / 4 + (i < 8 ? 0 : 8)",
     "i % 8 + tid % 2 * 8", "tid % 4 / 2 == {}", "9.7.15.6.2.2", figure_only},
    {SparseWgmma, {64, 0, 64}, Metadata, "s8 u8 e4m3 e5m2", None, false,
     "(tid / 32) * 16 + tid % 32 / 4 + tid % 2 * 8", "i + tid % 4 / 2 * 16", "", "9.7.15.6.2.3", figure_only},
};
// clang-format on

}  // namespace

std::span<const ManualRule> other_rules() { return other_table; }

}  // namespace tcviz::inline gpu_manual
