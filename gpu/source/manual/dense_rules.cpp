// The fragments of mma.
//
// Typed from the text of the PTX ISA 9.0, 9.7.14.5; groupID is tid >> 2, threadID_in_group is tid % 4.
#include "gpu/source/manual/rules.hpp"

namespace tcviz::inline gpu_manual {
namespace {

using enum Family;
using enum Operand;
using enum MemoryOrder;

constexpr std::string_view m16n8k256_note =
    "The manual has (threadID_in_group * 32) + i as the column for i < 64, without the & 0x1F of every other case: "
    "that would put i = 32..63 into the next thread's columns. Corrected here.";

// clang-format off
constexpr ManualRule dense_table[] = {
    // Four products: threads 4p..4p+3 and 16+4p..16+4p+3 compute product p.
    {Mma, {8, 8, 4}, A, "f16", Row, false,
     "8 * (tid % 16 / 4) + tid % 4 + (tid < 16 ? 0 : 4)", "i", "", "9.7.14.5.1"},
    {Mma, {8, 8, 4}, A, "f16", Col, false,
     "8 * (tid % 16 / 4) + i % 4 + (tid < 16 ? 0 : 4)", "tid % 4", "", "9.7.14.5.1"},
    {Mma, {8, 8, 4}, B, "f16", Row, false,
     "tid % 4", "8 * (tid % 16 / 4) + i + (tid < 16 ? 0 : 4)", "", "9.7.14.5.1"},
    {Mma, {8, 8, 4}, B, "f16", Col, false,
     "i", "8 * (tid % 16 / 4) + tid % 4 + (tid < 16 ? 0 : 4)", "", "9.7.14.5.1"},
    {Mma, {8, 8, 4}, Accumulator, "f16", None, false,
     "8 * (tid % 16 / 4) + tid % 4 + (tid < 16 ? 0 : 4)", "i", "", "9.7.14.5.1"},
    {Mma, {8, 8, 4}, Accumulator, "f32", None, false,
     "8 * (tid % 16 / 4) + (tid & 1) + (i & 2) + (tid < 16 ? 0 : 4)",
     "(i & 4) + (tid & 2) + (i & 1)", "", "9.7.14.5.1"},
    {Mma, {8, 8, 4}, A, "f64", None, false,
     "tid >> 2", "tid % 4", "", "9.7.14.5.2"},
    {Mma, {8, 8, 4}, B, "f64", None, false,
     "tid % 4", "tid >> 2", "", "9.7.14.5.2"},
    {Mma, {8, 8, 4}, Accumulator, "f64", None, false,
     "tid >> 2", "(tid % 4) * 2 + i", "", "9.7.14.5.2"},
    {Mma, {8, 8, 16}, A, "s8 u8", None, false,
     "tid >> 2", "(tid % 4) * 4 + i", "", "9.7.14.5.3"},
    {Mma, {8, 8, 16}, B, "s8 u8", None, false,
     "(tid % 4) * 4 + i", "tid >> 2", "", "9.7.14.5.3"},
    {Mma, {8, 8, 16}, Accumulator, "s32", None, false,
     "tid >> 2", "(tid % 4) * 2 + i", "", "9.7.14.5.3"},
    {Mma, {8, 8, 32}, A, "s4 u4", None, false,
     "tid >> 2", "(tid % 4) * 8 + i", "", "9.7.14.5.4"},
    {Mma, {8, 8, 32}, B, "s4 u4", None, false,
     "(tid % 4) * 8 + i", "tid >> 2", "", "9.7.14.5.4"},
    {Mma, {8, 8, 32}, Accumulator, "s32", None, false,
     "tid >> 2", "(tid % 4) * 2 + i", "", "9.7.14.5.4"},
    {Mma, {8, 8, 128}, A, "b1", None, false,
     "tid >> 2", "(tid % 4) * 32 + i", "", "9.7.14.5.5"},
    {Mma, {8, 8, 128}, B, "b1", None, false,
     "(tid % 4) * 32 + i", "tid >> 2", "", "9.7.14.5.5"},
    {Mma, {8, 8, 128}, Accumulator, "s32", None, false,
     "tid >> 2", "(tid % 4) * 2 + i", "", "9.7.14.5.5"},
    {Mma, {16, 8, 4}, A, "tf32 f64", None, false,
     "(tid >> 2) + (i == 0 ? 0 : 8)", "tid % 4", "", "9.7.14.5.6"},
    {Mma, {16, 8, 4}, B, "tf32 f64", None, false,
     "tid % 4", "tid >> 2", "", "9.7.14.5.6"},
    {Mma, {16, 8, 4}, Accumulator, "", None, false,
     "(tid >> 2) + (i < 2 ? 0 : 8)", "(tid % 4) * 2 + (i & 1)", "", "9.7.14.5.6"},
    {Mma, {16, 8, 8}, A, "f16 bf16", None, false,
     "(tid >> 2) + (i < 2 ? 0 : 8)", "(tid % 4) * 2 + (i & 1)", "", "9.7.14.5.7"},
    {Mma, {16, 8, 8}, B, "f16 bf16", None, false,
     "(tid % 4) * 2 + i", "tid >> 2", "", "9.7.14.5.7"},
    {Mma, {16, 8, 8}, A, "tf32 f64", None, false,
     "(tid >> 2) + (i % 2 == 0 ? 0 : 8)", "tid % 4 + (i < 2 ? 0 : 4)", "", "9.7.14.5.7"},
    {Mma, {16, 8, 8}, B, "tf32 f64", None, false,
     "tid % 4 + (i == 0 ? 0 : 4)", "tid >> 2", "", "9.7.14.5.7"},
    {Mma, {16, 8, 8}, Accumulator, "", None, false,
     "(tid >> 2) + (i < 2 ? 0 : 8)", "(tid % 4) * 2 + (i & 1)", "", "9.7.14.5.7"},
    {Mma, {16, 8, 16}, A, "f16 bf16", None, false,
     "(tid >> 2) + ((i < 2 || (4 <= i && i < 6)) ? 0 : 8)",
     "(tid % 4) * 2 + (i & 1) + (i < 4 ? 0 : 8)", "", "9.7.14.5.8"},
    {Mma, {16, 8, 16}, B, "f16 bf16", None, false,
     "(tid % 4) * 2 + (i & 1) + (i < 2 ? 0 : 8)", "tid >> 2", "", "9.7.14.5.8"},
    {Mma, {16, 8, 16}, A, "f64", None, false,
     "(tid >> 2) + (i % 2 == 0 ? 0 : 8)", "i * 2 - (i % 2 == 0 ? 0 : 2) + tid % 4", "", "9.7.14.5.8"},
    {Mma, {16, 8, 16}, B, "f64", None, false,
     "tid % 4 + i * 4", "tid >> 2", "", "9.7.14.5.8"},
    {Mma, {16, 8, 16}, Accumulator, "f16 f32 f64", None, false,
     "(tid >> 2) + (i < 2 ? 0 : 8)", "(tid % 4) * 2 + (i & 1)", "", "9.7.14.5.8"},
    {Mma, {16, 8, 16}, A, "s8 u8 e4m3 e5m2", None, false,
     "(tid >> 2) + (i < 4 ? 0 : 8)", "(tid % 4) * 4 + (i & 3)", "", "9.7.14.5.9"},
    {Mma, {16, 8, 16}, B, "s8 u8 e4m3 e5m2", None, false,
     "(tid % 4) * 4 + i", "tid >> 2", "", "9.7.14.5.9"},
    {Mma, {16, 8, 16}, Accumulator, "s32", None, false,
     "(tid >> 2) + (i < 2 ? 0 : 8)", "(tid % 4) * 2 + (i & 1)", "", "9.7.14.5.9"},
    {Mma, {16, 8, 32}, A, "s4 u4", None, false,
     "(tid >> 2) + (i < 8 ? 0 : 8)", "(tid % 4) * 8 + (i & 7)", "", "9.7.14.5.10"},
    {Mma, {16, 8, 32}, B, "s4 u4", None, false,
     "(tid % 4) * 8 + (i & 7)", "tid >> 2", "", "9.7.14.5.10"},
    {Mma, {16, 8, 32}, A, "s8 u8 e4m3 e5m2", None, false,
     "(tid >> 2) + ((i < 4 || (8 <= i && i < 12)) ? 0 : 8)",
     "(tid % 4) * 4 + (i & 3) + (i < 8 ? 0 : 16)", "", "9.7.14.5.10"},
    {Mma, {16, 8, 32}, B, "s8 u8 e4m3 e5m2", None, false,
     "(tid % 4) * 4 + (i & 3) + (i < 4 ? 0 : 16)", "tid >> 2", "", "9.7.14.5.10"},
    {Mma, {16, 8, 32}, Accumulator, "", None, false,
     "(tid >> 2) + (i < 2 ? 0 : 8)", "(tid % 4) * 2 + (i & 1)", "", "9.7.14.5.10"},
    {Mma, {16, 8, 64}, A, "s4 u4", None, false,
     "(tid >> 2) + ((i < 8 || (16 <= i && i < 24)) ? 0 : 8)",
     "(tid % 4) * 8 + (i & 7) + (i < 16 ? 0 : 32)", "", "9.7.14.5.11"},
    {Mma, {16, 8, 64}, B, "s4 u4", None, false,
     "(tid % 4) * 8 + (i & 7) + (i < 8 ? 0 : 32)", "tid >> 2", "", "9.7.14.5.11"},
    {Mma, {16, 8, 64}, Accumulator, "", None, false,
     "(tid >> 2) + (i < 2 ? 0 : 8)", "(tid % 4) * 2 + (i & 1)", "", "9.7.14.5.11"},
    {Mma, {16, 8, 128}, A, "b1", None, false,
     "(tid >> 2) + (i < 32 ? 0 : 8)", "(tid % 4) * 32 + (i & 0x1F)", "", "9.7.14.5.12"},
    {Mma, {16, 8, 128}, B, "b1", None, false,
     "(tid % 4) * 32 + i", "tid >> 2", "", "9.7.14.5.12"},
    {Mma, {16, 8, 128}, Accumulator, "", None, false,
     "(tid >> 2) + (i < 2 ? 0 : 8)", "(tid % 4) * 2 + (i & 1)", "", "9.7.14.5.12"},
    {Mma, {16, 8, 256}, A, "b1", None, false,
     "(tid >> 2) + ((i < 32 || (64 <= i && i < 96)) ? 0 : 8)",
     "(tid % 4) * 32 + (i & 0x1F) + (i < 64 ? 0 : 128)", "", "9.7.14.5.13", m16n8k256_note},
    {Mma, {16, 8, 256}, B, "b1", None, false,
     "(tid % 4) * 32 + (i & 0x1F) + (i < 32 ? 0 : 128)", "tid >> 2", "", "9.7.14.5.13"},
    {Mma, {16, 8, 256}, Accumulator, "", None, false,
     "(tid >> 2) + (i < 2 ? 0 : 8)", "(tid % 4) * 2 + (i & 1)", "", "9.7.14.5.13"},
};
// clang-format on

}  // namespace

std::span<const ManualRule> dense_rules() { return dense_table; }

}  // namespace tcviz::inline gpu_manual
