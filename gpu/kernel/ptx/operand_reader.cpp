#include "gpu/kernel/ptx/operand_reader.hpp"

#include <fmt/format.h>

#include "gpu/kernel/ptx/declaration.hpp"

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
    if (next == '{' || next == '(') return list(next == '{' ? '}' : ')', depth);
    if (next == '[') return address(depth);
    PtxArgument operand;
    operand.negated = cursor_.take('!');
    if (next == '-' || next == '.' || (next >= '0' && next <= '9')) {
      const std::optional<PtxNumber> number = cursor_.literal();
      if (!number) return wrong("a number cannot be read");
      operand.value = number->bits;
      operand.literal = number->literal;
      return operand;
    }
    TCVIZ_TRY(name(operand));
    if (cursor_.peek() == '|') return pair(operand, depth);
    if (operand.form == PtxForm::Symbol && (cursor_.peek() == '+' || cursor_.peek() == '-')) return offset(operand);
    return operand;
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
    operand.form = operand.name.front() == '%' || operand.name == "WARP_SZ" ? PtxForm::Special : PtxForm::Symbol;
    return Nothing{};
  }

  Result<PtxArgument> offset(PtxArgument operand) {
    cursor_.take('+');  // a minus belongs to the number
    const std::optional<std::int64_t> number = cursor_.number();
    if (!number) return wrong("an offset cannot be read");
    operand.value += *number;
    return operand;
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
    const std::optional<std::int64_t> number = cursor_.number();
    if (number) {
      base.value = *number;
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
