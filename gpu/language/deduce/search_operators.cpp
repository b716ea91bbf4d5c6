#include "gpu/language/deduce/search_operators.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace tcviz::inline gpu_deduce {
namespace {

using Values = SearchValues;
using Constant = std::optional<std::int32_t>;

struct Always {
  static bool defined(int, int) { return true; }
};
struct ByNumber {
  static bool defined(int, int b) { return b != 0; }
};
constexpr int most_shift = 14;

// clang-format off
struct And : Always { static int value(int a, int b) { return a & b; } };
struct Or : Always { static int value(int a, int b) { return a | b; } };
struct Xor : Always { static int value(int a, int b) { return a ^ b; } };
struct Add : Always { static int value(int a, int b) { return a + b; } };
struct Sub : Always { static int value(int a, int b) { return a - b; } };
struct Mul : Always { static int value(int a, int b) { return a * b; } };
// A quotient. Quotients of 16 bits are exact in single precision, which compilers know to do several at a time.
struct Div : ByNumber {
  static int value(int a, int b) {
    return static_cast<int>(static_cast<float>(a) / static_cast<float>(b == 0 ? 1 : b));
  }
};
struct Mod : ByNumber { static int value(int a, int b) { return a - Div::value(a, b) * b; } };
struct Shl { static int value(int a, int b) { return a << (b & 15); }
             static bool defined(int a, int b) { return a >= 0 && b >= 0 && b <= most_shift; } };
struct Shr { static int value(int a, int b) { return a >> (b & 15); }
             static bool defined(int, int b) { return b >= 0 && b <= most_shift; } };
// clang-format on

// Applies the operator at every point; `a` and `b` return the operands at a point.
template <class Op, class A, class B>
bool apply_each(A a, B b, Values& out) {
  int lost = 0;
  for (std::size_t p = 0; p < search_points; ++p) {
    const int left = a(p), right = b(p), value = Op::value(left, right);
    out[p] = static_cast<std::int16_t>(value);
    lost |= static_cast<int>(!Op::defined(left, right)) | (value ^ out[p]);
  }
  return lost == 0;
}

template <class Op>
bool apply(const Values& a, const Values& b, Values& out) {
  return apply_each<Op>([&](std::size_t p) { return a[p]; }, [&](std::size_t p) { return b[p]; }, out);
}
template <class Op>
bool apply_right(const Values& a, std::int16_t b, Values& out) {
  return apply_each<Op>([&](std::size_t p) { return a[p]; }, [b](std::size_t) { return b; }, out);
}
template <class Op>
bool apply_left(std::int16_t a, const Values& b, Values& out) {
  return apply_each<Op>([a](std::size_t) { return a; }, [&](std::size_t p) { return b[p]; }, out);
}

template <class Op>
bool equals(const Values& a, const Values& b, const Values& target) {
  for (std::size_t p = 0; p < search_points; ++p)
    if (Op::value(a[p], b[p]) != target[p] || !Op::defined(a[p], b[p])) return false;
  return true;
}

template <class Op>
Constant if_right(const Values& x, std::int32_t c, const Values& f) {
  for (std::size_t p = 0; p < search_points; ++p)
    if (Op::value(x[p], c) != f[p] || !Op::defined(x[p], c)) return std::nullopt;
  return c;
}

Constant of_and(const Values& x, const SearchTarget& f) { return if_right<And>(x, f.bits, f.values); }

Constant of_or(const Values& x, const SearchTarget& f) {
  std::int32_t c = 0;
  for (std::size_t p = 0; p < search_points; ++p) {
    if (x[p] & ~f.values[p]) return std::nullopt;
    c |= f.values[p] & ~x[p];
  }
  return if_right<Or>(x, c, f.values);
}

Constant of_xor(const Values& x, const SearchTarget& f) { return if_right<Xor>(x, f.values[0] ^ x[0], f.values); }
Constant of_add(const Values& x, const SearchTarget& f) { return if_right<Add>(x, f.values[0] - x[0], f.values); }

Constant of_mul(const Values& x, const SearchTarget& f) {
  const auto p = static_cast<std::size_t>(std::ranges::find_if(x, [](std::int16_t v) { return v != 0; }) - x.begin());
  return p == search_points ? std::nullopt : if_right<Mul>(x, f.values[p] / x[p], f.values);
}

// Returns c with |x| / c = |f|, which holds if |x| / (|f| + 1) < c <= |x| / |f|.
Constant of_div(const Values& x, const SearchTarget& f) {
  std::int32_t from = 1, to = INT16_MAX;
  for (std::size_t p = 0; p < search_points && from <= to; ++p) {
    const std::int32_t all = std::abs(x[p]), part = std::abs(f.values[p]);
    from = std::max(from, all / (part + 1) + 1);
    if (part != 0) to = std::min(to, all / part);
  }
  return from <= to ? if_right<Div>(x, from, f.values) : std::nullopt;
}

// Returns c that divides every x - f and is larger than every f.
Constant of_mod(const Values& x, const SearchTarget& f) {
  std::int32_t common = 0;
  for (std::size_t p = 0; p < search_points; ++p) {
    common = std::gcd(common, x[p] - f.values[p]);
    if (common != 0 && common <= f.most) return std::nullopt;
  }
  for (std::int32_t c = f.most + 1; c <= common; ++c)
    if (common % c == 0)
      if (const Constant found = if_right<Mod>(x, c, f.values)) return found;
  return std::nullopt;
}

template <class Shift>
Constant of_shift(const Values& x, const SearchTarget& f) {
  for (std::int32_t c = 1; c <= most_shift; ++c)
    if (const Constant found = if_right<Shift>(x, c, f.values)) return found;
  return std::nullopt;
}

template <class Op>
constexpr SearchOperator row(std::string_view sign, bool commutes, decltype(SearchOperator::constant) constant) {
  return {sign, commutes, apply<Op>, apply_right<Op>, apply_left<Op>, equals<Op>, constant};
}

constexpr std::array<SearchOperator, 10> search_operators_rows = {
    row<And>("&", true, of_and),         row<Or>("|", true, of_or),     row<Xor>("^", true, of_xor),
    row<Add>("+", true, of_add),         row<Sub>("-", false, nullptr), row<Mul>("*", true, of_mul),
    row<Div>("/", false, of_div),        row<Mod>("%", false, of_mod),  row<Shl>("<<", false, of_shift<Shl>),
    row<Shr>(">>", false, of_shift<Shr>)};

}  // namespace

SearchTarget::SearchTarget(const SearchValues& of) : values(of) {
  for (const std::int16_t value : values) {
    bits |= value;
    most = std::max(most, std::abs(std::int32_t{value}));
  }
}

std::span<const SearchOperator> search_operators() { return search_operators_rows; }

}  // namespace tcviz::inline gpu_deduce
