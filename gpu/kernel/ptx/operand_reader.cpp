#include "gpu/kernel/ptx/operand_reader.hpp"

#include <fmt/format.h>

#include "gpu/kernel/ptx/constant.hpp"
#include "gpu/kernel/ptx/declaration.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_ptx {
namespace {

constexpr int most_nested = 8;

class OperandReader {
 public:
  OperandReader(PtxCursor& cursor, const PtxScopes& scopes, PtxFunction& function)
      : cursor_(cursor), scopes_(scopes), function_(function) {}

  Status read(PtxLine& into) {
    into.first = static_cast<std::uint32_t>(function_.operands.size());
    while (!cursor_.take(';')) {
      if (cursor_.at_end()) return wrong("expected ; after an instruction");
      Result<PtxArgument> operand = read_one(0);
      TCVIZ_TRY(operand);
      function_.operands.push_back(operand.value());
      if (!cursor_.take(',') && cursor_.peek() != ';') return wrong("expected a comma between operands");
    }
    into.count = static_cast<std::uint32_t>(function_.operands.size()) - into.first;
    return Nothing{};
  }

 private:
  Error wrong(std::string_view what) const { return ptx_error(cursor_.line(), what); }

  Result<PtxArgument> read_one(int depth) {
    if (depth > most_nested) return wrong("braces are nested too deep");
    const char next = cursor_.peek();
    if (next == '{') return list('}', depth);
    if (next == '(') {
      const std::optional<PtxArgument> number = constant_alone();
      return number ? *number : list(')', depth);
    }
    if (next == '[') return address(depth);
    if (at_ptx_constant(cursor_)) return constant();
    PtxArgument operand;
    operand.negated = cursor_.take('!');
    TCVIZ_TRY(name(operand));
    if (cursor_.peek() == '|') return pair(operand, depth);
    if (operand.form == PtxForm::Symbol && (cursor_.peek() == '+' || cursor_.peek() == '-')) return offset(operand);
    return operand;
  }

  Result<PtxArgument> constant() {
    const Result<PtxNumber> number = read_ptx_constant(cursor_);
    TCVIZ_TRY(number);
    PtxArgument operand;
    operand.value = number.value().bits;
    operand.literal = number.value().literal;
    return operand;
  }

  // Reads (1 << 4) | 2 if that is all of an operand, and no list of operands.
  std::optional<PtxArgument> constant_alone() {
    const PtxCursor::Mark here = cursor_.mark();
    const Result<PtxArgument> number = constant();
    if (number && (cursor_.peek() == ',' || cursor_.peek() == ';')) return number.value();
    cursor_.back_to(here);
    return std::nullopt;
  }

  Status name(PtxArgument& operand) {
    operand.name = cursor_.word();
    if (operand.name.empty()) return wrong("an operand is missing");
    if (operand.name == "_") {
      operand.form = PtxForm::Sink;
      return Nothing{};
    }
    const std::optional<std::int32_t> reg = scopes_.find(operand.name);
    if (reg) {
      operand.form = PtxForm::Register;
      operand.reg = *reg;
      return Nothing{};
    }
    operand.form = operand.name.front() == '%' ? PtxForm::Special : PtxForm::Symbol;
    return Nothing{};
  }

  Result<PtxArgument> offset(PtxArgument operand) {
    cursor_.take('+');  // a minus belongs to the number
    const Result<std::int64_t> number = whole("an offset");
    TCVIZ_TRY(number);
    const auto moved = static_cast<std::uint64_t>(operand.value) + static_cast<std::uint64_t>(number.value());
    operand.value = static_cast<std::int64_t>(moved);
    return operand;
  }
  Result<std::int64_t> whole(std::string_view what) {
    const Result<PtxArgument> number = constant();
    TCVIZ_TRY(number);
    if (number.value().literal != PtxLiteral::Whole) return wrong(fmt::format("{} is a whole number", what));
    return number.value().value;
  }

  // Reads %p1|%p2.
  Result<PtxArgument> pair(const PtxArgument& first, int depth) {
    cursor_.take('|');
    Result<PtxArgument> second = read_one(depth + 1);
    TCVIZ_TRY(second);
    return with_elements({first, second.value()}, PtxForm::Vector);
  }

  Result<PtxArgument> list(char end, int depth) {
    cursor_.take(end == '}' ? '{' : '(');
    std::vector<PtxArgument> found;
    while (!cursor_.take(end)) {
      if (cursor_.at_end()) return wrong("a list of operands does not end");
      Result<PtxArgument> operand = read_one(depth + 1);
      TCVIZ_TRY(operand);
      found.push_back(operand.value());
      if (!cursor_.take(',') && cursor_.peek() != end) return wrong("expected a comma between operands");
    }
    if (found.empty() && end == '}') return wrong("a vector has no elements");
    return with_elements(found, PtxForm::Vector);
  }

  PtxArgument with_elements(const std::vector<PtxArgument>& found, PtxForm form) {
    PtxArgument operand;
    operand.form = form;
    operand.first = static_cast<std::uint32_t>(function_.elements.size());
    operand.count = static_cast<std::uint32_t>(found.size());
    function_.elements.insert(function_.elements.end(), found.begin(), found.end());
    return operand;
  }

  // Reads [%rd1 + 16], [name], [64], [%rd1, {%r1, %r2}].
  Result<PtxArgument> address(int depth) {
    cursor_.take('[');
    PtxArgument base;
    if (is_digit(cursor_.peek())) {
      const Result<std::int64_t> number = whole("an address");
      TCVIZ_TRY(number);
      base.value = number.value();
    } else {
      TCVIZ_TRY(name(base));
    }
    while (cursor_.peek() == '+' || cursor_.peek() == '-') {
      Result<PtxArgument> moved = offset(base);
      TCVIZ_TRY(moved);
      base = moved.value();
    }
    std::vector<PtxArgument> coordinates;
    while (cursor_.take(',')) {
      Result<PtxArgument> more = read_one(depth + 1);
      TCVIZ_TRY(more);
      coordinates.push_back(more.value());
    }
    if (!cursor_.take(']')) return wrong("] is missing");
    PtxArgument operand = with_elements(coordinates, PtxForm::Address);
    operand.reg = base.reg, operand.value = base.value, operand.name = base.reg >= 0 ? std::string_view() : base.name;
    return operand;
  }

  PtxCursor& cursor_;
  const PtxScopes& scopes_;
  PtxFunction& function_;
};

}  // namespace

Status read_ptx_operands(PtxCursor& cursor, const PtxScopes& scopes, PtxFunction& function, PtxLine& into) {
  return OperandReader(cursor, scopes, function).read(into);
}

}  // namespace tcviz::inline gpu_ptx
