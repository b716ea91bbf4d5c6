#include "gpu/kernel/ptx/function_reader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/kernel/ptx/constant.hpp"
#include "gpu/kernel/ptx/declaration.hpp"
#include "gpu/kernel/ptx/operand_reader.hpp"
#include "gpu/kernel/ptx/scopes.hpp"

namespace tcviz::inline gpu_ptx {
namespace {

constexpr std::size_t most_registers = 4'000'000, most_scopes = 1000;

class FunctionReader {
 public:
  FunctionReader(PtxCursor& cursor, PtxFunction& function) : cursor_(cursor), function_(function) {}

  Status read() {
    if (cursor_.peek() == '(') TCVIZ_TRY(parameters());  // the results of a .func
    function_.params.clear();
    function_.name = cursor_.word();
    if (function_.name.empty()) return wrong("a function without a name");
    if (cursor_.peek() == '(') TCVIZ_TRY(parameters());
    TCVIZ_TRY(limits());
    if (cursor_.take(';')) return Nothing{};
    if (!cursor_.take('{')) return wrong("expected { before the body of a function");
    scopes_.open();
    function_.places.emplace_back();
    return body();
  }

 private:
  Error wrong(std::string_view what) const { return ptx_error(cursor_.line(), what); }

  Error twice(std::string_view name) const { return wrong(fmt::format("{} is declared twice", name)); }

  Status parameters() {
    cursor_.take('(');
    while (!cursor_.take(')')) {
      if (cursor_.at_end()) return wrong("the list of parameters does not end");
      if (cursor_.take_word(".reg")) {
        cursor_.word(), cursor_.word();
      } else {
        Result<PtxVariable> variable = read_ptx_variable(cursor_);
        TCVIZ_TRY(variable);
        if (variable.value().space != PtxSpace::Param)
          return wrong(fmt::format("the parameter {} is not in .param", variable.value().name));
        if (std::ranges::find(function_.params, variable.value().name, &PtxVariable::name) != function_.params.end())
          return twice(variable.value().name);
        function_.params.push_back(std::move(variable).value());
      }
      if (!cursor_.take(',') && cursor_.peek() != ')') return wrong("expected a comma between parameters");
    }
    return Nothing{};
  }

  // Reads .maxntid 128, 1, 1 and the like, up to the body.
  Status limits() {
    while (cursor_.peek() == '.') {
      const std::string_view word = cursor_.word();
      const bool threads = word == ".reqntid" || word == ".maxntid";
      std::int64_t product = 1;
      std::vector<int> sides;
      std::optional<std::int64_t> side = cursor_.number();
      while (side) {
        sides.push_back(static_cast<int>(std::clamp<std::int64_t>(*side, 0, 1 << 20)));
        product = *side > 0 && *side <= 1024 && product <= 1024 ? product * *side : 0;
        side = cursor_.take(',') ? cursor_.number() : std::nullopt;
      }
      if (word == ".pragma") cursor_.skip_past(';');
      if (threads) function_.threads = static_cast<int>(product);
      if (word == ".reqnctapercluster") function_.cluster = static_cast<int>(product);
      if (word != ".reqntid" || sides.empty() || sides.size() > 3) continue;
      function_.required = {1, 1, 1};
      std::ranges::copy(sides, function_.required.begin());
    }
    return Nothing{};
  }

  Status body() {
    while (scopes_.depth() > 0) {
      if (cursor_.at_end()) return wrong("the text ends inside a function");
      TCVIZ_TRY(statement());
    }
    if (scopes_.missing().empty()) return Nothing{};
    return wrong(fmt::format("there is no label {} in {}", scopes_.missing(), function_.name));
  }

  Status statement() {
    if (cursor_.take('{')) {
      if (scopes_.depth() >= most_scopes) return wrong("{ is nested too deep");
      scopes_.open();
      return Nothing{};
    }
    if (cursor_.take('}')) {
      scopes_.close(function_);
      return Nothing{};
    }
    if (cursor_.take(';')) return Nothing{};
    if (cursor_.peek() == '.') return directive();
    if (cursor_.peek() == '@') return instruction();
    const PtxCursor::Mark here = cursor_.mark();
    const std::string_view word = cursor_.word();
    if (word.empty()) return wrong("expected an instruction");
    if (cursor_.take(':')) return label(word);
    cursor_.back_to(here);
    return instruction();
  }

  // Reads a label, or the list of targets or the prototype of a call that has one.
  Status label(std::string_view name) {
    if (!scopes_.label(name, static_cast<std::int32_t>(function_.instructions.size()))) return twice(name);
    const PtxCursor::Mark here = cursor_.mark();
    const std::string_view word = cursor_.word();
    if (word == ".branchtargets" || word == ".callprototype" || word == ".calltargets")
      cursor_.skip_past(';');
    else
      cursor_.back_to(here);
    return Nothing{};
  }

  Status directive() {
    const PtxCursor::Mark here = cursor_.mark();
    const std::string_view word = cursor_.word();
    if (word == ".reg") return registers();
    if (word == ".loc") return location();
    if (word == ".pragma") {
      cursor_.skip_past(';');
      return Nothing{};
    }
    cursor_.back_to(here);
    Result<PtxVariable> variable = read_ptx_variable(cursor_);
    TCVIZ_TRY(variable);
    if (!scopes_.declare_variable(variable.value().name)) return twice(variable.value().name);
    function_.variables.push_back(std::move(variable).value());
    return cursor_.take(';') ? Status(Nothing{}) : Status(wrong("expected ; after a declaration"));
  }

  Status registers() {
    const std::string_view type = cursor_.word();
    const int bits = bits_of_ptx_type(type);
    const char kind = bits == 0 || type.ends_with("x2") ? 'b' : type[1];
    if (bits == 0) return wrong(fmt::format("{} is not a type of a register", type));
    do {
      const std::string_view name = cursor_.word();
      if (name.empty()) return wrong("a register without a name");
      const auto first = static_cast<std::int32_t>(function_.registers.size());
      if (cursor_.take('<')) {
        const Result<std::int64_t> read = read_ptx_size(cursor_, fmt::format("the number of registers {}", name));
        TCVIZ_TRY(read);
        const std::int64_t count = read.value();
        if (!cursor_.take('>')) return wrong("> is missing behind the number of registers");
        if (count > static_cast<std::int64_t>(most_registers - function_.registers.size()))
          return wrong(fmt::format("{} registers {}: a function has at most {}", count, name, most_registers));
        if (!scopes_.declare(name, first, static_cast<std::int32_t>(count))) return twice(name);
        function_.registers.resize(function_.registers.size() + count, {name, bits, kind});
      } else {
        if (function_.registers.size() >= most_registers) return wrong("too many registers");
        if (!scopes_.declare(name, first)) return twice(name);
        function_.registers.push_back({name, bits, kind});
      }
    } while (cursor_.take(','));
    return cursor_.take(';') ? Status(Nothing{}) : Status(wrong("expected ; after a declaration"));
  }

  // Reads .loc 1 20 5, function_name $L__info_string0, inlined_at 1 2 3.
  Status location() {
    PtxPlace place;
    const auto next = [&](int& into) { into = static_cast<int>(cursor_.number().value_or(0)); };
    next(place.file), next(place.line);
    cursor_.number();
    while (cursor_.take(',')) {
      if (cursor_.word() == "inlined_at") {
        next(place.caller_file), next(place.caller_line);
        cursor_.number();
      } else {
        cursor_.word();
        if (cursor_.take('+')) cursor_.number();
      }
    }
    function_.places.push_back(place);
    return Nothing{};
  }

  Status instruction() {
    PtxLine found;
    if (cursor_.take('@')) {
      found.negated = cursor_.take('!');
      const std::string_view name = cursor_.word();
      const std::optional<std::int32_t> reg = scopes_.find(name);
      if (!reg) return wrong(fmt::format("there is no register {}", name));
      found.predicate = *reg;
    }
    found.opcode = cursor_.word();
    found.ptx_line = cursor_.line();
    if (found.opcode.empty()) return wrong("expected an instruction");
    found.place = static_cast<std::uint32_t>(function_.places.size() - 1);
    TCVIZ_TRY(read_ptx_operands(cursor_, scopes_, function_, found));
    const bool branches = found.opcode == "bra" || found.opcode.starts_with("bra.");
    if (branches) {
      if (found.count != 1 || function_.operands[found.first].form != PtxForm::Symbol)
        return wrong("bra needs a label");
      scopes_.branch(function_.operands[found.first].name, static_cast<std::uint32_t>(function_.instructions.size()));
    }
    function_.instructions.push_back(found);
    return Nothing{};
  }

  PtxCursor& cursor_;
  PtxFunction& function_;
  PtxScopes scopes_;
};

}  // namespace

Status read_ptx_function(PtxCursor& cursor, PtxFunction& function) { return FunctionReader(cursor, function).read(); }

}  // namespace tcviz::inline gpu_ptx
