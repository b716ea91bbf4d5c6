#include "gpu/kernel/ptx/constant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpu/kernel/ptx/declaration.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_ptx {
namespace {

constexpr int deepest = 64, lanes_of_warp = 32;

// The type of a result: unsigned if one of the operands is, or as said.
enum class ResultType : std::uint8_t { Common, Left, Signed, Unsigned };

using Bits = std::uint64_t;

std::int64_t as_signed(Bits bits) { return static_cast<std::int64_t>(bits); }

// Shifts by the lowest six bits of `by`, as ptxas does.
Bits shifted_right(Bits a, Bits by, bool is_unsigned) {
  return is_unsigned ? a >> by % 64 : static_cast<Bits>(as_signed(a) >> by % 64);
}
Bits quotient(Bits a, Bits b, bool is_unsigned) {
  if (is_unsigned) return a / b;
  return b == ~Bits{0} ? 0 - a : static_cast<Bits>(as_signed(a) / as_signed(b));
}
bool is_less(Bits a, Bits b, bool is_unsigned) { return is_unsigned ? a < b : as_signed(a) < as_signed(b); }

struct BinaryOperator {
  std::string_view sign;
  int rank;  // a higher one binds more
  ResultType type;
  Bits (*of)(Bits a, Bits b, bool is_unsigned);
};
// A sign stands in front of those with which it begins.
constexpr std::array<BinaryOperator, 18> operators{{
    {"||", 1, ResultType::Signed, [](Bits a, Bits b, bool) { return Bits{a != 0 || b != 0}; }},
    {"&&", 2, ResultType::Signed, [](Bits a, Bits b, bool) { return Bits{a != 0 && b != 0}; }},
    {"|", 3, ResultType::Common, [](Bits a, Bits b, bool) { return a | b; }},
    {"^", 4, ResultType::Common, [](Bits a, Bits b, bool) { return a ^ b; }},
    {"&", 5, ResultType::Common, [](Bits a, Bits b, bool) { return a & b; }},
    {"==", 6, ResultType::Signed, [](Bits a, Bits b, bool) { return Bits{a == b}; }},
    {"!=", 6, ResultType::Signed, [](Bits a, Bits b, bool) { return Bits{a != b}; }},
    {"<<", 8, ResultType::Left, [](Bits a, Bits b, bool) { return a << b % 64; }},
    {">>", 8, ResultType::Left, shifted_right},
    {"<=", 7, ResultType::Signed, [](Bits a, Bits b, bool is_unsigned) { return Bits{!is_less(b, a, is_unsigned)}; }},
    {">=", 7, ResultType::Signed, [](Bits a, Bits b, bool is_unsigned) { return Bits{!is_less(a, b, is_unsigned)}; }},
    {"<", 7, ResultType::Signed, [](Bits a, Bits b, bool is_unsigned) { return Bits{is_less(a, b, is_unsigned)}; }},
    {">", 7, ResultType::Signed, [](Bits a, Bits b, bool is_unsigned) { return Bits{is_less(b, a, is_unsigned)}; }},
    {"+", 9, ResultType::Common, [](Bits a, Bits b, bool) { return a + b; }},
    {"-", 9, ResultType::Common, [](Bits a, Bits b, bool) { return a - b; }},
    {"*", 10, ResultType::Common, [](Bits a, Bits b, bool) { return a * b; }},
    {"/", 10, ResultType::Common, quotient},
    {"%", 10, ResultType::Unsigned, [](Bits a, Bits b, bool) { return a % b; }},
}};

class ConstantReader {
 public:
  explicit ConstantReader(PtxCursor& cursor) : cursor_(cursor) {}

  Result<PtxNumber> read(int depth) {
    Result<PtxNumber> condition = binary(1, depth);
    if (!condition || !cursor_.take('?')) return condition;
    TCVIZ_TRY(whole(condition.value()));
    const Result<PtxNumber> first = read(depth + 1);
    TCVIZ_TRY(first);
    if (!cursor_.take(':')) return wrong("a constant expression with ? lacks its :");
    const Result<PtxNumber> second = read(depth + 1);
    TCVIZ_TRY(second);
    return condition.value().bits != 0 ? first : second;
  }

 private:
  Error wrong(std::string_view what) const { return ptx_error(cursor_.line(), what); }

  Status whole(const PtxNumber& number) const {
    if (number.literal == PtxLiteral::Whole) return Nothing{};
    return wrong("a constant expression of fractions is not read here: write its value");
  }

  Result<PtxNumber> binary(int least_rank, int depth) {
    Result<PtxNumber> left = unary(depth);
    while (left.ok()) {
      const BinaryOperator* const found = next(least_rank);
      if (found == nullptr) break;
      const Result<PtxNumber> right = binary(found->rank + 1, depth + 1);
      TCVIZ_TRY(right);
      left = joined(*found, left.value(), right.value());
    }
    return left;
  }

  // Consumes and returns the operator here; null if there is none of this rank or a higher one.
  const BinaryOperator* next(int least_rank) {
    if (std::string_view(",;]})").find(cursor_.peek()) != std::string_view::npos) return nullptr;
    const auto found = std::ranges::find_if(operators, [&](const BinaryOperator& row) { return comes(row.sign); });
    if (found == operators.end() || found->rank < least_rank) return nullptr;
    cursor_.take_sign(found->sign);
    return &*found;
  }

  bool comes(std::string_view sign) {
    const PtxCursor::Mark here = cursor_.mark();
    const bool found = cursor_.take_sign(sign);
    cursor_.back_to(here);
    return found;
  }

  Result<PtxNumber> joined(const BinaryOperator& by, const PtxNumber& left, const PtxNumber& right) const {
    TCVIZ_TRY(whole(left));
    TCVIZ_TRY(whole(right));
    if ((by.sign == "/" || by.sign == "%") && right.bits == 0) return wrong("a constant expression divides by 0");
    const bool common = left.is_unsigned || right.is_unsigned;
    const bool of_unsigned = by.type == ResultType::Left ? left.is_unsigned : common;
    const Bits bits = by.of(static_cast<Bits>(left.bits), static_cast<Bits>(right.bits), of_unsigned);
    return PtxNumber{as_signed(bits), PtxLiteral::Whole,
                     by.type == ResultType::Unsigned || (by.type != ResultType::Signed && of_unsigned)};
  }

  Result<PtxNumber> unary(int depth) {
    if (depth > deepest) return wrong("a constant expression is nested too deep");
    const PtxCursor::Mark here = cursor_.mark();
    if (std::optional<PtxNumber> number = cursor_.literal()) return *number;
    if (cursor_.take('(')) return in_brackets(depth);
    for (const char sign : {'+', '-', '~', '!'}) {
      if (!cursor_.take(sign)) continue;
      const bool is_wrong = sign == '-' && (cursor_.peek() == '.' || is_digit(cursor_.peek()));
      return is_wrong ? no_number(here) : with_sign(sign, unary(depth + 1));
    }
    if (cursor_.take_word("WARP_SZ")) return PtxNumber{lanes_of_warp, PtxLiteral::Whole};
    return no_number(here);
  }

  // Returns the error for what stands here.
  Error no_number(PtxCursor::Mark here) {
    cursor_.back_to(here);
    const std::string_view sign = cursor_.take('-') ? "-" : "";
    const std::string_view word = cursor_.word();
    if (word.empty()) return wrong("a number is missing in a constant expression");
    return wrong(fmt::format("'{}{}' is no number that PTX knows", sign, word));
  }

  Result<PtxNumber> with_sign(char sign, const Result<PtxNumber>& of) const {
    TCVIZ_TRY(of);
    PtxNumber number = of.value();
    if (sign == '+' || (sign == '-' && number.literal != PtxLiteral::Whole)) {
      if (sign == '-') number.bits = negated(number);
      return number;
    }
    TCVIZ_TRY(whole(number));
    if (sign == '-') number.bits = negated(number);
    if (sign == '~') number = {~number.bits, PtxLiteral::Whole, true};
    if (sign == '!') number = {number.bits == 0 ? 1 : 0, PtxLiteral::Whole};
    return number;
  }

  // Reads "1 << 4)", or a cast, "(.u64) 3".
  Result<PtxNumber> in_brackets(int depth) {
    for (const std::string_view type : {".s64", ".u64"}) {
      if (!cursor_.take_word(type)) continue;
      if (!cursor_.take(')')) return wrong(") is missing behind a cast");
      const Result<PtxNumber> of = unary(depth + 1);
      TCVIZ_TRY(of);
      TCVIZ_TRY(whole(of.value()));
      return PtxNumber{of.value().bits, PtxLiteral::Whole, type == ".u64"};
    }
    Result<PtxNumber> inside = read(depth + 1);
    if (inside && !cursor_.take(')')) return wrong(") is missing in a constant expression");
    return inside;
  }

  PtxCursor& cursor_;
};

}  // namespace

bool at_ptx_constant(PtxCursor& cursor) {
  const char c = cursor.peek();
  if (is_digit(c) || c == '.' || c == '-' || c == '+' || c == '~') return true;
  const PtxCursor::Mark here = cursor.mark();
  bool found = cursor.take_word("WARP_SZ");
  while (!found && cursor.take('!')) found = is_digit(cursor.peek()) || cursor.peek() == '(';
  cursor.back_to(here);
  return found;
}

Result<PtxNumber> read_ptx_constant(PtxCursor& cursor) { return ConstantReader(cursor).read(0); }

Result<std::int64_t> read_ptx_size(PtxCursor& cursor, std::string_view what) {
  const std::optional<std::int64_t> size = cursor.number();
  const bool goes_on = std::string_view("*/%+-<&|^?").find(cursor.peek()) != std::string_view::npos;
  if (size && *size >= 0 && !goes_on) return *size;
  return ptx_error(cursor.line(),
                   fmt::format("{} is a single whole number, 0 or more, for ptxas too: compute it", what));
}

}  // namespace tcviz::inline gpu_ptx
