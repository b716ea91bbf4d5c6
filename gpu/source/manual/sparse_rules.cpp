// The fragments of mma.sp.
//
// Typed from the text of the PTX ISA 9.0, 9.7.14.6; groupID is tid >> 2, threadID_in_group is tid % 4.
#include "gpu/source/manual/rules.hpp"

namespace tcviz::inline gpu_manual {
namespace {

using enum Family;
using enum Operand;
using enum MemoryOrder;

// A is packed: a thread holds those elements of a chunk, which the manual gives as [firstcol ... lastcol], that are not
// zero, in their order. The packed column is half the first column of the chunk plus the element's place among them.
//
// The manual has only figures of metadata. Value v is bits 2v and 2v+1 of the register; columns count the two-bit
// indices of a row.
constexpr std::string_view figure_note =
    "The manual states this in a figure, not as a formula. CUTLASS's traits (mma_traits_sm80_sparse.hpp) agree.";
constexpr std::string_view m16n8k128_note =
    "From CUTLASS's traits (mma_traits_sm80_sparse.hpp), which call the manual's figure of these metadata wrong.";

// clang-format off
constexpr ManualRule sparse_table[] = {
    {SparseMma, {16, 8, 16}, A, "f16 bf16", None, false,
     "(tid >> 2) + (i < 2 ? 0 : 8)", "(tid % 4) * 2 + (i & 1)", "", "9.7.14.6.2.1"},
    {SparseMma, {16, 8, 16}, B, "f16 bf16", None, false,
     "(tid % 4) * 2 + (i & 1) + (i < 2 ? 0 : 8)", "tid >> 2", "", "9.7.14.6.2.1"},
    {SparseMma, {16, 8, 16}, Metadata, "f16 bf16", None, false,
     "(tid >> 2) + (i < 8 ? 0 : 8)", "i % 8", "tid % 4 == {}", "9.7.14.6.2.1", figure_note},
    {SparseMma, {16, 8, 32}, A, "f16 bf16", None, false,
     "(tid >> 2) + ((i < 2 || (4 <= i && i < 6)) ? 0 : 8)",
     "(tid % 4) * 2 + (i & 1) + (i < 4 ? 0 : 8)", "", "9.7.14.6.2.2"},
    {SparseMma, {16, 8, 32}, B, "f16 bf16", None, false,
     "(tid % 4) * 2 + (i & 1) + i / 2 * 8", "tid >> 2", "", "9.7.14.6.2.2"},
    {SparseMma, {16, 8, 32}, Metadata, "f16 bf16", None, false,
     "(tid >> 2) + (i < 8 ? 0 : 8)", "i % 8 + tid % 2 * 8", "tid % 4 / 2 == {}", "9.7.14.6.2.2", figure_note},
    {SparseMma, {16, 8, 16}, A, "tf32", None, false,
     "(tid >> 2) + (i % 2 == 0 ? 0 : 8)", "tid % 4 + (i < 2 ? 0 : 4)", "", "9.7.14.6.2.3"},
    {SparseMma, {16, 8, 16}, B, "tf32", None, false,
     "tid % 4 + i * 4", "tid >> 2", "", "9.7.14.6.2.3"},
    {SparseMma, {16, 8, 16}, Metadata, "tf32", None, false,
     "(tid >> 2) + (i < 8 ? 0 : 8)", "i % 8 + tid % 2 * 8", "tid % 4 / 2 == {}", "9.7.14.6.2.3", figure_note},
    {SparseMma, {16, 8, 8}, A, "tf32", None, false,
     "(tid >> 2) + (i == 0 ? 0 : 8)", "tid % 4", "", "9.7.14.6.2.4"},
    {SparseMma, {16, 8, 8}, B, "tf32", None, false,
     "tid % 4 + (i == 0 ? 0 : 4)", "tid >> 2", "", "9.7.14.6.2.4"},
    {SparseMma, {16, 8, 8}, Metadata, "tf32", None, false,
     "(tid >> 2) + (i < 8 ? 0 : 8)", "i % 8", "tid % 4 == {}", "9.7.14.6.2.4", figure_note},
    {SparseMma, {16, 8, 32}, A, "s8 u8", None, false,
     "(tid >> 2) + (i < 4 ? 0 : 8)", "(tid % 4) * 4 + (i & 3)", "", "9.7.14.6.2.5"},
    {SparseMma, {16, 8, 32}, B, "s8 u8", None, false,
     "(tid % 4) * 4 + (i & 3) + (i < 4 ? 0 : 16)", "tid >> 2", "", "9.7.14.6.2.5"},
    {SparseMma, {16, 8, 32}, Metadata, "s8 u8", None, false,
     "(tid >> 2) + (tid % 2 == 0 ? 0 : 8)", "i", "tid % 4 / 2 == {}", "9.7.14.6.2.5", figure_note},
    {SparseMma, {16, 8, 64}, A, "s8 u8 e4m3 e5m2", None, false,
     "(tid >> 2) + ((i < 4 || (8 <= i && i < 12)) ? 0 : 8)",
     "(tid % 4) * 4 + (i & 3) + (i < 8 ? 0 : 16)", "", "9.7.14.6.2.6"},
    {SparseMma, {16, 8, 64}, B, "s8 u8 e4m3 e5m2", None, false,
     "(tid % 4) * 4 + (i & 3) + i / 4 * 16", "tid >> 2", "", "9.7.14.6.2.6"},
    {SparseMma, {16, 8, 64}, Metadata, "s8 u8 e4m3 e5m2", None, false,
     "(tid >> 2) + (tid % 2 == 0 ? 0 : 8)", "i + tid % 4 / 2 * 16", "", "9.7.14.6.2.6", figure_note},
    {SparseMma, {16, 8, 64}, A, "s4 u4", None, false,
     "(tid >> 2) + (i < 8 ? 0 : 8)", "(tid % 4) * 8 + (i & 7)", "", "9.7.14.6.2.7"},
    {SparseMma, {16, 8, 64}, B, "s4 u4", None, false,
     "(tid % 4) * 8 + (i & 7) + (i < 8 ? 0 : 32)", "tid >> 2", "", "9.7.14.6.2.7"},
    {SparseMma, {16, 8, 64}, Metadata, "s4 u4", None, false,
     "(tid >> 2) + (tid % 2 == 0 ? 0 : 8)", "i", "tid % 4 / 2 == {}", "9.7.14.6.2.7", figure_note},
    {SparseMma, {16, 8, 128}, A, "s4 u4", None, false,
     "(tid >> 2) + ((i < 8 || (16 <= i && i < 24)) ? 0 : 8)",
     "(tid % 4) * 8 + (i & 7) + (i < 16 ? 0 : 32)", "", "9.7.14.6.2.8"},
    {SparseMma, {16, 8, 128}, B, "s4 u4", None, false,
     "(tid % 4) * 8 + (i & 7) + i / 8 * 32", "tid >> 2", "", "9.7.14.6.2.8"},
    {SparseMma, {16, 8, 128}, Metadata, "s4 u4", None, false,
     "(tid >> 2) + (tid % 2 == 0 ? 0 : 8)", "i + tid % 4 / 2 * 16", "", "9.7.14.6.2.8", m16n8k128_note},
    {SparseMma, {16, 8, 8}, Accumulator, "", None, false,
     "(tid >> 2) + (i < 2 ? 0 : 8)", "(tid % 4) * 2 + (i & 1)", "", "9.7.14.6.2.4"},
    {SparseMma, {16, 8, 16}, Accumulator, "", None, false,
     "(tid >> 2) + (i < 2 ? 0 : 8)", "(tid % 4) * 2 + (i & 1)", "", "9.7.14.6.2.1"},
    {SparseMma, {16, 8, 32}, Accumulator, "f16 f32", None, false,
     "(tid >> 2) + (i < 2 ? 0 : 8)", "(tid % 4) * 2 + (i & 1)", "", "9.7.14.6.2.2"},
    {SparseMma, {16, 8, 32}, Accumulator, "s32", None, false,
     "(tid >> 2) + (i < 2 ? 0 : 8)", "(tid % 4) * 2 + (i & 1)", "", "9.7.14.6.2.5"},
    {SparseMma, {16, 8, 64}, Accumulator, "f16 f32", None, false,
     "(tid >> 2) + (i < 2 ? 0 : 8)", "(tid % 4) * 2 + (i & 1)", "", "9.7.14.6.2.6"},
    {SparseMma, {16, 8, 64}, Accumulator, "s32", None, false,
     "(tid >> 2) + (i < 2 ? 0 : 8)", "(tid % 4) * 2 + (i & 1)", "", "9.7.14.6.2.6"},
    {SparseMma, {16, 8, 128}, Accumulator, "", None, false,
     "(tid >> 2) + (i < 2 ? 0 : 8)", "(tid % 4) * 2 + (i & 1)", "", "9.7.14.6.2.8"},
};
// clang-format on

}  // namespace

std::span<const ManualRule> sparse_rules() { return sparse_table; }

}  // namespace tcviz::inline gpu_manual
