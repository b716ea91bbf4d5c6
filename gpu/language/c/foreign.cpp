// The part of Parser for other languages: inline PTX that reads the lane, or that changes nothing that is computed
// here, and calls of functions of another language, which a translation of its text writes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gpu/language/c/foreign.hpp"
#include "gpu/language/c/parser.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_c {
namespace {

// Returns the input that "mov.u32 %0, %laneid;" reads, in any spelling.
const NameRow* register_read(std::string_view text) {
  for (const std::string_view name : {"laneid", "tid.x"}) {
    const std::size_t at = text.find(name);
    if (at == text.npos || !text.substr(at + name.size()).starts_with(";")) continue;
    if (text.starts_with("\"mov.") && text.find("%0,") != text.npos) return find_register(name);
  }
  return nullptr;
}

// A piece of a fragment that inline PTX reads or writes, as "+f"(acc[j][2]), (acc[4 * j + 2]).
struct AsmElement {
  std::string_view array;                      // "acc"
  std::string prefix;                          // all but the last number: "acc[j]", "acc[4*j"
  std::int64_t number = 0;                     // 2
  bool is_result = false, is_changed = false;  // is_changed: a result that is read as well, "+f"
};

// Reads the operand behind the constraint at `at`; none if it is no element of an array.
std::optional<AsmElement> element_behind(std::span<const Token> tokens, std::size_t at) {
  const std::string_view constraint = tokens[at].text;
  AsmElement made{tokens[at + 2].text,
                  {},
                  0,
                  constraint.starts_with("\"=") || constraint.starts_with("\"+"),
                  constraint.starts_with("\"+")};
  const std::size_t end = behind_brackets(tokens, at + 1);  // behind ")"
  if (end < at + 6 || tokens[end - 2].text != "]" || tokens[at + 2].kind != TokenKind::Name) return std::nullopt;
  std::size_t last = end - 2;  // the first token that is no part of the prefix
  if (const auto number = number_in<std::int64_t>(tokens[last - 1].text)) {
    const std::string_view before = tokens[last - 2].text;
    if (before == "[" || before == "+") made.number = *number, last -= before == "+" ? 2 : 1;
  }
  for (std::size_t token = at + 2; token < last; ++token) made.prefix += tokens[token].text;
  return made;
}

// Returns the elements of arrays that the asm at "(" reads and writes.
std::vector<AsmElement> elements_of_asm(std::span<const Token> tokens, std::size_t open_at) {
  std::vector<AsmElement> found;
  for (std::size_t at = open_at, end = behind_brackets(tokens, open_at); at + 2 < end; ++at) {
    if (tokens[at].kind != TokenKind::String || tokens[at + 1].text != "(") continue;
    if (auto element = element_behind(tokens, at)) found.push_back(*std::move(element));
  }
  return found;
}

// Returns an element that is not where it is expected: what is read of an array that is written, and what is written,
// stand in one order. Null: there is none.
const AsmElement* out_of_order(const std::vector<AsmElement>& all) {
  const AsmElement* before = nullptr;
  for (const AsmElement& each : all) {
    bool of_written = false, is_written = false;
    for (const AsmElement& one : all) {
      of_written = of_written || (one.is_result && one.array == each.array);
      is_written = is_written || (one.is_result && one.prefix == each.prefix && one.number == each.number);
    }
    const bool follows = before != nullptr && before->prefix == each.prefix && before->is_result == each.is_result;
    if (of_written && (!is_written || (follows && each.number - 1 != before->number))) return &each;
    before = &each;
  }
  return nullptr;
}

// True if a text of the asm at "(" begins or contains an instruction with this in its name.
bool names_instruction(std::span<const Token> tokens, std::size_t open_at, std::string_view part) {
  for (std::size_t at = open_at + 1; at < tokens.size() && tokens[at].kind == TokenKind::String; ++at)
    if (tokens[at].text.find(part) != std::string_view::npos) return true;
  return false;
}

}  // namespace

// True if the results of inline PTX, as "+f"(acc[0]), are no variables of whole numbers.
bool Parser::changes_no_number(std::size_t at) {
  for (; at + 2 < cursor_.tokens.size() && cursor_.tokens[at].text != ";"; ++at) {
    const std::string_view text = cursor_.tokens[at].text;
    const bool result =
        cursor_.tokens[at].kind == TokenKind::String && (text.starts_with("\"=") || text.starts_with("\"+"));
    if (!result || cursor_.tokens[at + 1].text != "(") continue;
    const Local* const local = find_owner(cursor_.tokens[at + 2].text);
    if (local != nullptr && local->form.type != Type::Opaque) return false;
  }
  return true;
}

// Refuses asm that changes the order of a fragment's values, and notes the arrays to which asm gives values that they
// did not have: a product gives those of its layout.
void Parser::note_given(std::size_t open_at, TextRange range) {
  const std::vector<AsmElement> all = elements_of_asm(cursor_.tokens, open_at);
  const bool loads = names_instruction(cursor_.tokens, open_at, "\"ld");
  if (const AsmElement* const odd = loads ? nullptr : out_of_order(all))
    cursor_.complain(range,
                     fmt::format("asm gives `{}` other values than those that it had there, or in another order: "
                                 "that is not followed here",
                                 odd->array.substr(0, 40)));
  if (names_instruction(cursor_.tokens, open_at, "mma")) return;
  for (const AsmElement& each : all) {
    const bool is_read = std::ranges::any_of(all, [&](const AsmElement& one) {
      return !one.is_result && one.prefix == each.prefix && one.number == each.number;
    });
    if (each.is_result && !each.is_changed && !is_read) given_.push_back(each.array);
  }
}

// Reads asm("mov.u32 %0, %laneid;" : "=r"(lane));
void Parser::asm_statement() {
  const TextRange range = cursor_.next().range;
  cursor_.accept_name("volatile") || cursor_.accept_name("__volatile__");
  const std::size_t open_at = cursor_.at;
  const bool opened = cursor_.accept("(");
  const NameRow* const row = cursor_.peek().kind == TokenKind::String ? register_read(cursor_.next().text) : nullptr;
  const bool output = cursor_.accept(":") && cursor_.peek().text == "\"=r\"";
  if (row == nullptr && opened && !dialect_.is_body && changes_no_number(cursor_.at)) {
    note_given(open_at, range);
    cursor_.at = behind_brackets(cursor_.tokens, open_at);
    note_named(open_at, cursor_.at);
    return end_statement();
  }
  if (!opened || row == nullptr || !output || dialect_.is_body) {
    cursor_.complain(range, "asm is followed here only if it reads %laneid or %tid.x");
    return skip_statement();
  }
  cursor_.next();
  const TextRange open = cursor_.peek().range;
  cursor_.accept("(");
  const Value target = assignable();
  expect(")", open);
  while (cursor_.accept(":")) continue;
  expect(")", range);
  assign(target, input(*row, range));
  end_statement();
}

// Reads (number, argument, ...), and writes a step that calls function `number` with 64-bit values.
Value Parser::call_foreign(const Token& name) {
  const std::pmr::vector<Value> given = arguments();
  const TextRange range = name.range;
  if (given.empty() || !given.front().is_constant()) return nothing(range);
  const auto count = static_cast<std::uint32_t>(given.size() - 1);
  const Spot first = emitter_.new_local(std::max(count, 1u));
  for (std::uint32_t at = 0; at < count; ++at) {
    const Value value = rvalue(given[at + 1]);
    if (!is_whole(value.type())) return nothing(range);
    const Value wide = emitter_.convert(value, Type::Long);
    emitter_.keep(wide, first + at);
    if (!value.is_temporary()) emitter_.release(wide);
  }
  for (std::size_t at = given.size(); at-- > 0;) emitter_.release(given[at]);
  const Value value = emitter_.take(Type::Long, range);
  emitter_.put({.op = Opcode::Foreign,
                .type = Type::Long,
                .note = static_cast<std::uint16_t>(emitter_.bits_of(given.front())),
                .to = value.place.code,
                .a = first.code,
                .b = first.code,
                .c = count,
                .range = range});
  return value;
}

}  // namespace tcviz::inline gpu_c
