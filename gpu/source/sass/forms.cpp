// The evidence for each row: the kernels of compiled_kernels.hpp were assembled for sm_70 to sm_121 by
// nvJitLink 12.9 and 13.0, optimised and with -O0, about 540,000 instructions, and every word was compared with
// nvdisasm's text; those of product_kernels.hpp likewise, with nvJitLink 13.5 too. A bit is a field if the text
// follows it; every other bit had the same value in all words with that text, and is demanded.
//
//   127 126 | 125..122 reuse | 121..105 waits and stalls | 104 .. 72 modifiers | 71..64 c | 63..32 b | 31..24 a |
//   23..16 d | 15..12 guard | 11..0 opcode
//
// Waits and stalls say when, not what: they are ignored. b is a register, a 32-bit immediate, a uniform register, or a
// byte offset in constant bank 0, shifted by six (c[0x0][0x160] is 0x5800); LDCU shifts it by five.
#include "gpu/source/sass/forms.hpp"

#include <algorithm>

namespace tcviz::inline gpu_sass {
namespace {

using enum Field;
using enum SassOpcode;

constexpr std::array<FieldPlace, 29> places{{
    {D, 16, 8},
    {UniformD, 16, 6},
    {A, 24, 8},
    {B, 32, 8},
    {C, 64, 8},
    {HighB, 64, 8},
    {ImmediateB, 32, 32},
    {ImmediateC, 32, 32},
    {ConstantB, 40, 14},  // words: the byte offset is a multiple of four
    {ConstantC, 40, 14},
    {UniformB, 32, 6},
    {ConstantN, 40, 14},
    {ConstantUniformN, 39, 14},
    {OffsetN, 40, 23},  // signed, 24 bits; negative ones were not seen
    {LoadDescriptor, 32, 6},
    {StoreDescriptor, 64, 6},
    {Size, 73, 3},  // 0 U8, 2 U16, 4 nothing, 5 .64, 6 .128; odd ones extend a sign
    {ConstantSize, 73, 3},
    {ShiftN, 75, 5},
    {TableN, 72, 8},
    {CarryOut, 81, 3},
    {CarryIn, 87, 3},
    {PredicateOut, 81, 3},
    {Guard, 12, 3},
    {StepN, 79, 2},
    {HalfStepN, 79, 1},
    {AByColN, 73, 1},
    {BByColN, 74, 1},
    {TargetN, 34, 22},  // words behind the next instruction; signed, backward ones were not seen
}};

constexpr FieldPlace find_place(Field field) {
  for (const FieldPlace& place : places) {
    if (place.field == field) return place;
  }
  return {None, 0, 0};
}

constexpr int control_first = 105, control_width = 21;  // waits, stalls and reuse

constexpr OpcodeForm row(SassOpcode operation, std::uint64_t high, std::uint64_t low, std::string_view text,
                         FieldList fields = {}, TileName tile = TileName::None) {
  Word known = mask_of(control_first, control_width);
  for (const Field field : fields) {
    const FieldPlace place = find_place(field);
    const Word mask = mask_of(place.first, place.width);
    known = {known.low | mask.low, known.high | mask.high};
  }
  const Word demanded{~known.low, ~known.high};
  return {operation, {low & demanded.low, high & demanded.high}, fields, text, demanded, tile};
}

// Rows with one opcode stand together, the opcodes in rising order.
// clang-format off
constexpr std::array table{
    row(Move, 0xf00, 0x7202, "MOV $d, $b", {D, B}),
    row(MoveWide, 0x10f00, 0x7202, "MOV.64 $d, $b", {D, B}),
    row(Add, 0x7ffe0ff, 0x7210, "IADD3 $d, $-$a, $b, RZ", {D, A, B}),
    row(Add, 0x7f1e0ff, 0x7210, "IADD3 $d, $o$a, $b, RZ", {D, A, B, CarryOut}),
    row(Add, 0x07fe4ff, 0x7210, "IADD3.X $d, $-$a, $b, RZ, $i, !PT", {D, A, B, CarryIn}),
    row(ShiftedAdd, 0x78e40ff, 0x7211, "LEA $d, $a, $b, $n", {D, A, B, ShiftN}),
    row(Logic, 0x78e3cff, 0x7212, "LOP3.LUT $d, $a, $b, $c, $n, !PT", {D, A, B, C, TableN}),
    row(ShiftLeft, 0x6ff, 0x7219, "SHF.L.U32 $d, $a, $b, RZ", {D, A, B}),
    row(MultiplyAdd, 0x78e02ff, 0x7224, "IMAD$M $d, $a, $b, $c", {D, A, B, C}),
    row(MultiplyAdd, 0x78e00ff, 0x7224, "IMAD$M $d, $a, $b, $c", {D, A, B, C}),
    row(MultiplyWide, 0x78e00ff, 0x7225, "IMAD.WIDE.U32 $d, $a, $b, $c", {D, A, B, C}),
    row(AddWide, 0x78e0200, 0x7235, "IADD.64 $d, $a, $b", {D, A, B}),
    row(MultiplyMatrices, 0, 0x7236, "HMMA.884.F16.F16.STEP$s $d, $a$x, $b$y, $c",
        {D, A, B, C, HalfStepN, AByColN, BByColN}, TileName::H884F16),
    row(MultiplyMatrices, 0x5000, 0x7236, "HMMA.884.F32.F32.STEP$s $d, $a$x, $b$y, $c",
        {D, A, B, C, StepN, AByColN, BByColN}, TileName::H884F32),
    row(MultiplyMatrices, 0x5400, 0x7237, "IMMA.8816.S8.S8 $d, $a.ROW, $b.COL, $c", {D, A, B, C}, TileName::I8816S8),
    row(MultiplyMatrices, 0x400, 0x7237, "IMMA.8816.U8.U8 $d, $a.ROW, $b.COL, $c", {D, A, B, C}, TileName::I8816U8),
    row(MultiplyMatrices, 0x405400, 0x7237, "IMMA.16816.S8.S8 $d, $a.ROW, $b.COL, $c",
        {D, A, B, C}, TileName::I16816S8),
    row(MultiplyMatrices, 0x400400, 0x7237, "IMMA.16816.U8.U8 $d, $a.ROW, $b.COL, $c",
        {D, A, B, C}, TileName::I16816U8),
    row(MultiplyMatrices, 0x385400, 0x7237, "IMMA.8832.S4.S4 $d, $a.ROW, $b.COL, $c", {D, A, B, C}, TileName::I8832S4),
    row(MultiplyMatrices, 0x380400, 0x7237, "IMMA.8832.U4.U4 $d, $a.ROW, $b.COL, $c", {D, A, B, C}, TileName::I8832U4),
    row(Transpose, 0, 0x723a, "MOVM.16.MT88 $d, $a", {D, A}),
    row(MultiplyMatrices, 0, 0x723c, "HMMA.1688.F16 $d, $a, $b, $c", {D, A, B, C}, TileName::H1688F16),
    row(MultiplyMatrices, 0x1000, 0x723c, "HMMA.1688.F32 $d, $a, $b, $c", {D, A, B, C}, TileName::H1688F32),
    row(MultiplyMatrices, 0x800, 0x723c, "HMMA.16816.F16 $d, $a, $b, $c", {D, A, B, C}, TileName::H16816F16),
    row(MultiplyMatrices, 0x1800, 0x723c, "HMMA.16816.F32 $d, $a, $b, $c", {D, A, B, C}, TileName::H16816F32),
    row(MultiplyMatrices, 0x41800, 0x723c, "HMMA.16816.F32.BF16 $d, $a, $b, $c", {D, A, B, C}, TileName::H16816BF16),
    row(MultiplyMatrices, 0x85000, 0x723c, "HMMA.1684.F32.TF32 $d, $a, $b, $c", {D, A, B, C}, TileName::H1684TF32),
    row(MultiplyMatrices, 0x10400, 0x723d, "BMMA.88128.XOR.POPC $d, $a.ROW, $b.COL, $c",
        {D, A, B, C}, TileName::B88128Xor),
    row(MultiplyMatrices, 0x14400, 0x723d, "BMMA.88128.AND.POPC $d, $a.ROW, $b.COL, $c",
        {D, A, B, C}, TileName::B88128And),
    row(MultiplyMatrices, 0, 0x723f, "DMMA.$4 $d, $a, $b, $c", {D, A, B, C}, TileName::D884),
    row(Nothing, 0xfffe0ff, 0xfffffff290, "@!UPT UIADD3 URZ, UPT, UPT, URZ, URZ, URZ"),
    row(Nothing, 0xfffe03f, 0x3f3f3ff290, "@!UPT UIADD3 URZ, URZ, URZ, URZ"),
    row(ToUniform, 0xe0000, 0x72ca, "R2UR $D, $a", {UniformD, A}),
    row(Load, 0x1ee900, 0x7381, "LDG.E$z.SYS $d, [$a$+]", {D, A, OffsetN, Size}),
    row(Store, 0x10e900, 0x7386, "STG.E$z.SYS [$a$+], $b", {A, B, OffsetN, Size}),
    row(Nothing, 0xe00ff, 0xfffffff389, "@!PT SHFL.IDX PT, RZ, RZ, RZ, RZ"),
    row(ToUniform, 0xe0000, 0x73c2, "R2UR $D, $a", {UniformD, A}),
    row(MultiplyAdd, 0x78e00ff, 0x7424, "IMAD$M $d, $a, $b, $c", {D, A, HighB, ImmediateC}),
    row(Move, 0x1ff, 0xff007431, "HFMA2 $d, -RZ, RZ, 0, 0", {D}),
    row(MultiplyAdd, 0xe06ff, 0x7624, "IMAD.X $d, $a, $b, $c, $i", {D, A, HighB, ConstantC, CarryIn}),
    row(MultiplyWideSigned, 0x78e0200, 0x7625, "IMAD.WIDE $d, $a, $b, $c", {D, A, HighB, ConstantC}),
    row(MultiplyWide, 0x78e0000, 0x7625, "IMAD.WIDE.U32 $d, $a, $b, $c", {D, A, HighB, ConstantC}),
    row(LoadUniform, 0x8000a00, 0xff0077ac, "LDCU$z $D, c[0x0][$n]", {UniformD, ConstantUniformN, ConstantSize}),
    row(Move, 0xf00, 0x7802, "MOV $d, $b", {D, ImmediateB}),
    row(Add, 0x7ffe0ff, 0x7810, "IADD3 $d, $-$a, $b, RZ", {D, A, ImmediateB}),
    row(Add, 0x7f1e0ff, 0x7810, "IADD3 $d, $o$a, $b, RZ", {D, A, ImmediateB, CarryOut}),
    row(Logic, 0x78ec0ff, 0x7812, "LOP3.LUT $d, $a, $b, $c, $n, !PT", {D, A, ImmediateB, C, TableN}),
    row(Permute, 0, 0x7816, "PRMT $d, $a, $b, $c", {D, A, ImmediateB, C}),
    row(ShiftLeft, 0x6ff, 0x7819, "SHF.L.U32 $d, $a, $b, RZ", {D, A, ImmediateB}),
    row(ShiftRight, 0x11600, 0xff007819, "SHF.R.U32.HI $d, RZ, $b, $c", {D, ImmediateB, C}),
    row(ShiftLeftHigh, 0x10200, 0x7819, "SHF.L.U64.HI $d, $a, $b, $c", {D, A, ImmediateB, C}),
    row(MultiplyAdd, 0x78e0200, 0x7824, "IMAD$M $d, $a, $b, $c", {D, A, ImmediateB, C}),
    row(MultiplyAdd, 0x78e0000, 0x7824, "IMAD$M $d, $a, $b, $c", {D, A, ImmediateB, C}),
    row(MultiplyWideSigned, 0x78e0200, 0x7825, "IMAD.WIDE $d, $a, $b, $c", {D, A, ImmediateB, C}),
    row(MultiplyWide, 0x78e0000, 0x7825, "IMAD.WIDE.U32 $d, $a, $b, $c", {D, A, ImmediateB, C}),
    row(MultiplyHigh, 0x78e00ff, 0x7827, "IMAD.HI.U32 $d, $a, $b, RZ", {D, A, ImmediateB}),
    row(Add, 0x78e0000, 0x7835, "IADD $d, $a, $b", {D, A, ImmediateB}),
    row(AddWide, 0x78e0200, 0x7835, "IADD.64 $d, $a, $b", {D, A, ImmediateB}),
    row(Add, 0, 0x7836, "VIADD $d, $a, $b", {D, A, ImmediateB}),
    row(MoveUniform, 0, 0x7882, "UMOV $D, $b", {UniformD, ImmediateB}),
    row(Nothing, 0, 0x7918, "NOP"),
    row(LaneId, 0, 0x7919, "S2R $d, SR_LANEID", {D}),
    row(Next, 0x3800000, 0x7947, "BRA $t"),
    row(BranchIf, 0x3800000, 0x947, "@$g BRA $t", {Guard, TargetN}),
    row(Trap, 0x383ffff, 0xfffffff000007947, "BRA $t"),
    row(Trap, 0x383ffff, 0xfffffffc00fc7947, "BRA $t"),
    row(Nothing, 0x3800000, 0xffffffff00007948, "WARPSYNC 0xffffffff"),
    row(Nothing, 0x3800000, 0x7948, "WARPSYNC.ALL"),
    row(Exit, 0x3800000, 0x794d, "EXIT"),
    row(BarrierRegister, 0, 0xffffffff00007956, "BMOV.32 B0, 0xffffffff"),
    row(BarrierRegister, 0, 0xf007956, "BMOV.32 B15, 0x0"),
    row(Load, 0xc1e1900, 0x7981, "LDG.E$z $d, $m", {D, A, LoadDescriptor, OffsetN, Size}),
    row(Store, 0xc101900, 0x7986, "STG.E$z $m, $b", {A, B, StoreDescriptor, OffsetN, Size}),
    row(Move, 0xf00, 0x7a02, "MOV $d, $b", {D, ConstantB}),
    row(Add, 0x7f1e0ff, 0x7a10, "IADD3 $d, $o$a, $b, RZ", {D, A, ConstantB, CarryOut}),
    row(Add, 0x07fe4ff, 0x7a10, "IADD3.X $d, $-$a, $b, RZ, $i, !PT", {D, A, ConstantB, CarryIn}),
    row(ShiftedAdd, 0x78010ff, 0x7a11, "LEA $d, $p, $a, $b, $n", {D, A, ConstantB, CarryOut, ShiftN}),
    row(ShiftedAddHigh, 0xf1400, 0x7a11, "LEA.HI.X $d, $a, $b, $c, $n, $i", {D, A, ConstantB, C, CarryIn, ShiftN}),
    row(LoadUniform, 0xa00, 0x7ab9, "ULDC$z $D, c[0x0][$n]", {UniformD, ConstantN, ConstantSize}),
    row(LoadConstant, 0xa00, 0x7b82, "LDC$z $d, c[0x0][$r]", {D, A, ConstantN, ConstantSize}),
    row(CompareUniform, 0xbf05070, 0xff007c0c, "ISETP.NE.U32.AND $p, PT, RZ, $b, PT", {PredicateOut, UniformB}),
    row(Add, 0xff1e0ff, 0x7c10, "IADD3 $d, $o$a, $b, RZ", {D, A, UniformB, CarryOut}),
    row(Add, 0x87fe4ff, 0x7c10, "IADD3.X $d, $-$a, $b, RZ, $i, !PT", {D, A, UniformB, CarryIn}),
    row(ShiftedAdd, 0xf8010ff, 0x7c11, "LEA $d, $p, $a, $b, $n", {D, A, UniformB, CarryOut, ShiftN}),
    row(ShiftedAddHigh, 0x80f1400, 0x7c11, "LEA.HI.X $d, $a, $b, $c, $n, $i", {D, A, UniformB, C, CarryIn, ShiftN}),
    row(AddWide, 0xf8e0200, 0x7c35, "IADD.64 $d, $a, $b", {D, A, UniformB}),
    row(BarrierRegister, 0x100000, 0x17f55, "BMOV.32.CLEAR $B, $A", {D, A}),
};
// clang-format on

}  // namespace

FieldPlace place_of(Field field) { return find_place(field); }

std::span<const OpcodeForm> all_forms() { return table; }

std::span<const OpcodeForm> forms_of(unsigned opcode) {
  const auto opcode_of = [](const OpcodeForm& form) { return static_cast<unsigned>(form.sample.low & 0xfff); };
  const std::span<const OpcodeForm> all = all_forms();
  const auto begin = std::partition_point(all.begin(), all.end(), [&](auto& f) { return opcode_of(f) < opcode; });
  const auto end = std::partition_point(begin, all.end(), [&](auto& f) { return opcode_of(f) == opcode; });
  return {begin, end};
}

}  // namespace tcviz::inline gpu_sass
