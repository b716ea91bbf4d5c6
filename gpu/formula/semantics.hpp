// What every opcode computes, with C's meaning, and when C leaves it undefined. No function here has undefined
// behaviour of its own: where `undefined` holds, the value is any.
#pragma once

#include <bit>
#include <cstdint>

#include "gpu/formula/program.hpp"

namespace tcviz::semantics {

using Word = std::uint32_t;
inline std::int32_t as_int(Word word) { return static_cast<std::int32_t>(word); }
inline Word as_word(std::int32_t value) { return static_cast<Word>(value); }
inline constexpr Word int_min = 0x80000000u;

struct Defined {
  static Word undefined(Word, Word) { return 0; }
};

// clang-format off
struct Move : Defined { static Word value(Word a, Word) { return a; } };
struct Truth : Defined { static Word value(Word a, Word) { return a != 0; } };
struct Not : Defined { static Word value(Word a, Word) { return a == 0; } };
struct NegU : Defined { static Word value(Word a, Word) { return 0u - a; } };
struct Neg { static Word value(Word a, Word) { return 0u - a; }
             static Word undefined(Word a, Word) { return a == int_min; } };
struct Flip : Defined { static Word value(Word a, Word) { return ~a; } };
struct Abs { static Word value(Word a, Word) { return as_int(a) < 0 ? 0u - a : a; }
             static Word undefined(Word a, Word) { return a == int_min; } };
struct Popc : Defined { static Word value(Word a, Word) { return static_cast<Word>(std::popcount(a)); } };
struct Clz : Defined { static Word value(Word a, Word) { return static_cast<Word>(std::countl_zero(a)); } };
struct Ffs : Defined { static Word value(Word a, Word) { return a == 0 ? 0u : static_cast<Word>(std::countr_zero(a)) + 1; } };
struct ToI8 : Defined { static Word value(Word a, Word) { return as_word(static_cast<std::int8_t>(a & 0xff)); } };
struct ToU8 : Defined { static Word value(Word a, Word) { return a & 0xff; } };
struct ToI16 : Defined { static Word value(Word a, Word) { return as_word(static_cast<std::int16_t>(a & 0xffff)); } };
struct ToU16 : Defined { static Word value(Word a, Word) { return a & 0xffff; } };
struct AddU : Defined { static Word value(Word a, Word b) { return a + b; } };
struct SubU : Defined { static Word value(Word a, Word b) { return a - b; } };
struct MulU : Defined { static Word value(Word a, Word b) { return a * b; } };
struct And : Defined { static Word value(Word a, Word b) { return a & b; } };
struct Xor : Defined { static Word value(Word a, Word b) { return a ^ b; } };
struct Or : Defined { static Word value(Word a, Word b) { return a | b; } };
struct Lt : Defined { static Word value(Word a, Word b) { return as_int(a) < as_int(b); } };
struct LtU : Defined { static Word value(Word a, Word b) { return a < b; } };
struct Le : Defined { static Word value(Word a, Word b) { return as_int(a) <= as_int(b); } };
struct LeU : Defined { static Word value(Word a, Word b) { return a <= b; } };
struct Eq : Defined { static Word value(Word a, Word b) { return a == b; } };
struct Ne : Defined { static Word value(Word a, Word b) { return a != b; } };
struct Min : Defined { static Word value(Word a, Word b) { return as_int(b) < as_int(a) ? b : a; } };
struct MinU : Defined { static Word value(Word a, Word b) { return b < a ? b : a; } };
struct Max : Defined { static Word value(Word a, Word b) { return as_int(a) < as_int(b) ? b : a; } };
struct MaxU : Defined { static Word value(Word a, Word b) { return a < b ? b : a; } };
// clang-format on

struct Brev : Defined {
  static Word value(Word a, Word) {
    a = (a >> 1 & 0x55555555u) | (a & 0x55555555u) << 1;
    a = (a >> 2 & 0x33333333u) | (a & 0x33333333u) << 2;
    a = (a >> 4 & 0x0f0f0f0fu) | (a & 0x0f0f0f0fu) << 4;
    a = (a >> 8 & 0x00ff00ffu) | (a & 0x00ff00ffu) << 8;
    return a >> 16 | a << 16;
  }
};

struct Add {
  static Word value(Word a, Word b) { return a + b; }
  static Word undefined(Word a, Word b) { return (a ^ (a + b)) & (b ^ (a + b)) & int_min; }
};

struct Sub {
  static Word value(Word a, Word b) { return a - b; }
  static Word undefined(Word a, Word b) { return (a ^ b) & (a ^ (a - b)) & int_min; }
};

struct Mul {
  static Word value(Word a, Word b) { return a * b; }
  static Word undefined(Word a, Word b) {
    const std::int64_t product = std::int64_t{as_int(a)} * as_int(b);
    return product != static_cast<std::int32_t>(product);
  }
};

// 32-bit quotients are exact in double precision, which compilers know to do several at a time.
struct Div {
  static Word undefined(Word a, Word b) { return b == 0 || (a == int_min && b == ~0u); }
  static Word value(Word a, Word b) {
    if (undefined(a, b)) return 0;
    return as_word(static_cast<std::int32_t>(static_cast<double>(as_int(a)) / static_cast<double>(as_int(b))));
  }
};

struct DivU {
  static Word undefined(Word, Word b) { return b == 0; }
  static Word value(Word a, Word b) { return b == 0 ? 0 : a / b; }
};

struct Mod {
  static Word undefined(Word a, Word b) { return Div::undefined(a, b); }
  static Word value(Word a, Word b) { return a - Div::value(a, b) * b; }
};

struct ModU {
  static Word undefined(Word, Word b) { return b == 0; }
  static Word value(Word a, Word b) { return b == 0 ? 0 : a % b; }
};

// C17 6.5.7: the count is 0 to 31; a << b of an int is defined where a * 2^b is representable and a not negative.
struct Shl {
  static Word value(Word a, Word b) { return a << (b & 31); }
  static Word undefined(Word a, Word b) {
    return (b > 31) | (((a << (b & 31)) >> (b & 31)) ^ a) | (a << (b & 31)) >> 31;
  }
};

struct ShlU {
  static Word value(Word a, Word b) { return a << (b & 31); }
  static Word undefined(Word, Word b) { return b > 31; }
};

// Of a negative int: what every compiler of ours does, the sign comes in.
struct Shr {
  static Word value(Word a, Word b) { return as_word(as_int(a) >> (b & 31)); }
  static Word undefined(Word, Word b) { return b > 31; }
};

struct ShrU {
  static Word value(Word a, Word b) { return a >> (b & 31); }
  static Word undefined(Word, Word b) { return b > 31; }
};

struct Require {
  static Word value(Word a, Word) { return a; }
  static Word undefined(Word a, Word) { return a == 0; }
};

// Calls `visit` with the semantics of an opcode that is no jump.
template <class Visitor>
void dispatch(Opcode op, Visitor&& visit) {
  switch (op) {
    case Opcode::Move:
      return visit(Move{});
    case Opcode::Truth:
      return visit(Truth{});
    case Opcode::Not:
      return visit(Not{});
    case Opcode::Neg:
      return visit(Neg{});
    case Opcode::NegU:
      return visit(NegU{});
    case Opcode::Flip:
      return visit(Flip{});
    case Opcode::Abs:
      return visit(Abs{});
    case Opcode::Popc:
      return visit(Popc{});
    case Opcode::Clz:
      return visit(Clz{});
    case Opcode::Ffs:
      return visit(Ffs{});
    case Opcode::Brev:
      return visit(Brev{});
    case Opcode::ToI8:
      return visit(ToI8{});
    case Opcode::ToU8:
      return visit(ToU8{});
    case Opcode::ToI16:
      return visit(ToI16{});
    case Opcode::ToU16:
      return visit(ToU16{});
    case Opcode::Add:
      return visit(Add{});
    case Opcode::AddU:
      return visit(AddU{});
    case Opcode::Sub:
      return visit(Sub{});
    case Opcode::SubU:
      return visit(SubU{});
    case Opcode::Mul:
      return visit(Mul{});
    case Opcode::MulU:
      return visit(MulU{});
    case Opcode::Div:
      return visit(Div{});
    case Opcode::DivU:
      return visit(DivU{});
    case Opcode::Mod:
      return visit(Mod{});
    case Opcode::ModU:
      return visit(ModU{});
    case Opcode::Shl:
      return visit(Shl{});
    case Opcode::ShlU:
      return visit(ShlU{});
    case Opcode::Shr:
      return visit(Shr{});
    case Opcode::ShrU:
      return visit(ShrU{});
    case Opcode::And:
      return visit(And{});
    case Opcode::Xor:
      return visit(Xor{});
    case Opcode::Or:
      return visit(Or{});
    case Opcode::Lt:
      return visit(Lt{});
    case Opcode::LtU:
      return visit(LtU{});
    case Opcode::Le:
      return visit(Le{});
    case Opcode::LeU:
      return visit(LeU{});
    case Opcode::Eq:
      return visit(Eq{});
    case Opcode::Ne:
      return visit(Ne{});
    case Opcode::Min:
      return visit(Min{});
    case Opcode::MinU:
      return visit(MinU{});
    case Opcode::Max:
      return visit(Max{});
    case Opcode::MaxU:
      return visit(MaxU{});
    case Opcode::Require:
      return visit(Require{});
    case Opcode::Jump:
    case Opcode::JumpIfZero:
    case Opcode::JumpIfNot0:
      return;
  }
}

}  // namespace tcviz::semantics
