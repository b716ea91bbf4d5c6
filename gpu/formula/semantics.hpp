// What every opcode computes, with C's meaning, and when C leaves it undefined. No function here has undefined
// behaviour of its own: where `undefined` holds, the value is any.
#pragma once

#include <bit>
#include <cstddef>
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

template <Opcode op, class Meaning>
struct Row {
  static constexpr Opcode opcode = op;
  using Computes = Meaning;
};
template <class... Rows>
struct Table {};

// In the opcodes' order.
using Meanings =
    Table<Row<Opcode::Move, Move>, Row<Opcode::Truth, Truth>, Row<Opcode::Not, Not>, Row<Opcode::Neg, Neg>,
          Row<Opcode::NegU, NegU>, Row<Opcode::Flip, Flip>, Row<Opcode::Abs, Abs>, Row<Opcode::Popc, Popc>,
          Row<Opcode::Clz, Clz>, Row<Opcode::Ffs, Ffs>, Row<Opcode::Brev, Brev>, Row<Opcode::ToI8, ToI8>,
          Row<Opcode::ToU8, ToU8>, Row<Opcode::ToI16, ToI16>, Row<Opcode::ToU16, ToU16>, Row<Opcode::Add, Add>,
          Row<Opcode::AddU, AddU>, Row<Opcode::Sub, Sub>, Row<Opcode::SubU, SubU>, Row<Opcode::Mul, Mul>,
          Row<Opcode::MulU, MulU>, Row<Opcode::Div, Div>, Row<Opcode::DivU, DivU>, Row<Opcode::Mod, Mod>,
          Row<Opcode::ModU, ModU>, Row<Opcode::Shl, Shl>, Row<Opcode::ShlU, ShlU>, Row<Opcode::Shr, Shr>,
          Row<Opcode::ShrU, ShrU>, Row<Opcode::And, And>, Row<Opcode::Xor, Xor>, Row<Opcode::Or, Or>,
          Row<Opcode::Lt, Lt>, Row<Opcode::LtU, LtU>, Row<Opcode::Le, Le>, Row<Opcode::LeU, LeU>, Row<Opcode::Eq, Eq>,
          Row<Opcode::Ne, Ne>, Row<Opcode::Min, Min>, Row<Opcode::MinU, MinU>, Row<Opcode::Max, Max>,
          Row<Opcode::MaxU, MaxU>, Row<Opcode::Require, Require>>;

template <class... Rows>
constexpr bool has_every_opcode_but_jumps(Table<Rows...>) {
  std::size_t at = 0;
  return sizeof...(Rows) == static_cast<std::size_t>(Opcode::Jump) &&
         ((static_cast<std::size_t>(Rows::opcode) == at++) && ...);
}
static_assert(has_every_opcode_but_jumps(Meanings{}));

template <class Visitor, class... Rows>
void dispatch(Table<Rows...>, Opcode op, Visitor& visit) {
  static_cast<void>(((op == Rows::opcode && (visit(typename Rows::Computes{}), true)) || ...));
}

// Calls `visit` with the semantics of an opcode that is no jump. Compilers make a jump table of the comparisons.
template <class Visitor>
void dispatch(Opcode op, Visitor&& visit) {
  dispatch(Meanings{}, op, visit);
}

}  // namespace tcviz::semantics
