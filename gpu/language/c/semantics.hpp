// The meaning of every computing opcode, as C++20 and CUDA's compilers define it, and the operands for which C++ leaves
// it undefined. The functions here have no undefined behaviour: if `undefined` is true, `value` returns an arbitrary
// number.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "gpu/language/c/program.hpp"

namespace tcviz::inline gpu_c {
namespace semantics {

// Values are passed as the bits of type T, which is int32_t, uint32_t, int64_t or uint64_t.
template <class T>
using Bits = std::make_unsigned_t<T>;
template <class T>
inline constexpr Bits<T> top_bit = Bits<T>{1} << (sizeof(T) * 8 - 1);
template <class T>
inline constexpr Bits<T> width = sizeof(T) * 8;

template <class T>
T number(Bits<T> bits) {
  return static_cast<T>(bits);
}
template <class T, class Value>
Bits<T> bits_of(Value value) {
  return static_cast<Bits<T>>(value);
}

// An operation that is defined for all operands.
struct Defined {
  template <class T>
  static Bits<T> undefined(Bits<T>, Bits<T>) {
    return 0;
  }
};

struct Move : Defined {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T>) {
    return a;
  }
};
struct Truth : Defined {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T>) {
    return a != 0;
  }
};
struct Not : Defined {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T>) {
    return a == 0;
  }
};
struct Flip : Defined {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T>) {
    return ~a;
  }
};
struct Popc : Defined {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T>) {
    return bits_of<T>(std::popcount(a));
  }
};
struct Clz : Defined {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T>) {
    return bits_of<T>(std::countl_zero(a));
  }
};
struct Ffs : Defined {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T>) {
    return a == 0 ? Bits<T>{0} : bits_of<T>(std::countr_zero(a)) + 1;
  }
};
struct ToI8 : Defined {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T>) {
    return bits_of<T>(static_cast<std::int8_t>(a & 0xff));
  }
};
struct ToU8 : Defined {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T>) {
    return a & 0xff;
  }
};
struct ToI16 : Defined {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T>) {
    return bits_of<T>(static_cast<std::int16_t>(a & 0xffff));
  }
};
struct ToU16 : Defined {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T>) {
    return a & 0xffff;
  }
};
struct And : Defined {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T> b) {
    return a & b;
  }
};
struct Xor : Defined {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T> b) {
    return a ^ b;
  }
};
struct Or : Defined {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T> b) {
    return a | b;
  }
};
struct Lt : Defined {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T> b) {
    return number<T>(a) < number<T>(b);
  }
};
struct Le : Defined {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T> b) {
    return number<T>(a) <= number<T>(b);
  }
};
struct Eq : Defined {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T> b) {
    return a == b;
  }
};
struct Ne : Defined {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T> b) {
    return a != b;
  }
};
struct Min : Defined {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T> b) {
    return number<T>(b) < number<T>(a) ? b : a;
  }
};
struct Max : Defined {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T> b) {
    return number<T>(a) < number<T>(b) ? b : a;
  }
};

struct Brev : Defined {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T>) {
    Bits<T> mask = ~Bits<T>{0};
    for (unsigned half = sizeof(T) * 4; half > 0; half /= 2) {
      mask ^= mask << half;
      a = (a >> half & mask) | (a & mask) << half;
    }
    return a;
  }
};

struct Neg {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T>) {
    return 0 - a;
  }
  template <class T>
  static Bits<T> undefined(Bits<T> a, Bits<T>) {
    return std::is_signed_v<T> && a == top_bit<T>;
  }
};

struct Abs {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T>) {
    return number<T>(a) < 0 ? 0 - a : a;
  }
  template <class T>
  static Bits<T> undefined(Bits<T> a, Bits<T>) {
    return std::is_signed_v<T> && a == top_bit<T>;
  }
};

struct Add {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T> b) {
    return a + b;
  }
  template <class T>
  static Bits<T> undefined(Bits<T> a, Bits<T> b) {
    return std::is_signed_v<T> ? (a ^ (a + b)) & (b ^ (a + b)) & top_bit<T> : 0;
  }
};

struct Sub {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T> b) {
    return a - b;
  }
  template <class T>
  static Bits<T> undefined(Bits<T> a, Bits<T> b) {
    return std::is_signed_v<T> ? (a ^ b) & (a ^ (a - b)) & top_bit<T> : 0;
  }
};

struct Mul {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T> b) {
    return a * b;
  }
  template <class T>
  static Bits<T> undefined(Bits<T> a, Bits<T> b) {
    if constexpr (std::is_same_v<T, std::int32_t>) {
      const std::int64_t product = std::int64_t{number<T>(a)} * number<T>(b);
      return product != static_cast<T>(product);
    } else if constexpr (std::is_signed_v<T>) {
      T product = 0;
      return __builtin_mul_overflow(number<T>(a), number<T>(b), &product);
    } else {
      return 0;
    }
  }
};

// A quotient. 32-bit quotients are exact in double precision, whose divisions compilers can vectorise.
struct Div {
  template <class T>
  static Bits<T> undefined(Bits<T> a, Bits<T> b) {
    return b == 0 || (std::is_signed_v<T> && a == top_bit<T> && b == ~Bits<T>{0});
  }
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T> b) {
    if (undefined<T>(a, b)) return 0;
    if constexpr (std::is_same_v<T, std::int32_t>)
      return bits_of<T>(static_cast<T>(static_cast<double>(number<T>(a)) / static_cast<double>(number<T>(b))));
    else
      return bits_of<T>(static_cast<T>(number<T>(a) / number<T>(b)));
  }
};

struct Mod {
  template <class T>
  static Bits<T> undefined(Bits<T> a, Bits<T> b) {
    return Div::undefined<T>(a, b);
  }
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T> b) {
    if constexpr (std::is_signed_v<T>)
      return a - Div::value<T>(a, b) * b;
    else
      return b == 0 ? 0 : a % b;
  }
};

// A shift, as in C++20 [expr.shift]: a << b is a * 2^b in the bits of the type; >> of a negative number fills with its
// sign.
struct Shl {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T> b) {
    return a << (b & (width<T> - 1));
  }
  template <class T>
  static Bits<T> undefined(Bits<T>, Bits<T> b) {
    return b >= width<T>;
  }
};

struct Shr {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T> b) {
    return bits_of<T>(number<T>(a) >> (b & (width<T> - 1)));
  }
  template <class T>
  static Bits<T> undefined(Bits<T>, Bits<T> b) {
    return b >= width<T>;
  }
};

struct Bound {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T>) {
    return a;
  }
  template <class T>
  static Bits<T> undefined(Bits<T> a, Bits<T> b) {
    return a >= b;
  }
};

struct Require {
  template <class T>
  static Bits<T> value(Bits<T> a, Bits<T>) {
    return a;
  }
  template <class T>
  static Bits<T> undefined(Bits<T> a, Bits<T>) {
    return a == 0;
  }
};

// All meanings, in the order of the opcodes.
template <class... Meanings>
struct Table {};
using Meanings = Table<Move, Truth, Not, Neg, Flip, Abs, Popc, Clz, Ffs, Brev, ToI8, ToU8, ToI16, ToU16, Add, Sub, Mul,
                       Div, Mod, Shl, Shr, And, Xor, Or, Lt, Le, Eq, Ne, Min, Max, Bound, Require>;
template <class... Rows>
constexpr std::size_t size_of(Table<Rows...>) {
  return sizeof...(Rows);
}
static_assert(size_of(Meanings{}) == static_cast<std::size_t>(Opcode::Convert));

template <class Visitor, class... Rows, std::size_t... at>
void dispatch(Table<Rows...>, std::index_sequence<at...>, Opcode op, Visitor& visit) {
  static_cast<void>(((op == static_cast<Opcode>(at) && (visit(Rows{}), true)) || ...));
}

// Calls `visit` with the meaning of an opcode up to Require. Compilers turn the comparisons into a jump table.
template <class Visitor>
void dispatch(Opcode op, Visitor&& visit) {
  dispatch(Meanings{}, std::make_index_sequence<size_of(Meanings{})>{}, op, visit);
}

}  // namespace semantics

// Computes one step on integers. False: C++ leaves the result undefined, and `result` is not changed.
bool compute_whole(Opcode op, Type type, Bits64 a, Bits64 b, Bits64& result);

}  // namespace tcviz::inline gpu_c
