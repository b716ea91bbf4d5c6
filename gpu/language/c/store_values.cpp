#include "gpu/language/c/store_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpu/language/c/parser.hpp"

namespace tcviz::inline gpu_c {
namespace {

// make_float2(frag[0], frag[1]) and its like: values that are stored side by side.
constexpr auto side_by_side =
    std::to_array<std::string_view>({"make_float2", "make_float4", "make_half2", "__floats2half2_rn", "__halves2half2",
                                     "float2", "float4", "make_int4"});

bool is_side_by_side(std::string_view word) { return std::ranges::find(side_by_side, word) != side_by_side.end(); }

// True for a call that may give another number than its argument: relu(, but not __float2half( or float2(.
bool is_computing_call(const Token& name, const Token& next) {
  constexpr auto quiet = std::to_array<std::string_view>({"2", "cast", "make_", "half", "float", "bfloat16"});
  const auto is_in_name = [&](std::string_view part) { return name.text.find(part) != std::string_view::npos; };
  return name.kind == TokenKind::Name && next.text == "(" && !is_type_word(name.text) &&
         std::ranges::none_of(quiet, is_in_name);
}

// True for an operator that computes a value, and is none of a pointer's type.
bool is_computing_sign(TokenSpan tokens, std::size_t at) {
  constexpr auto operators =
      std::to_array<std::string_view>({"+", "-", "*", "/", "%", "?", "&", "|", "^", "<<", ">>", "!", "~"});
  if (std::ranges::find(operators, tokens[at].text) == operators.end()) return false;
  const std::string_view next = at + 1 < tokens.size() ? tokens[at + 1].text : std::string_view();
  const bool of_type = tokens[at].text == "*" && (at == 0 || next == ">" || next == ")");
  const bool of_address = tokens[at].text == "&" && (at == 0 || tokens[at - 1].text == "(");
  return !of_type && !of_address;
}

// True for __shfl_xor_sync and the like.
bool exchanges_lanes(const Token& token) {
  return token.kind == TokenKind::Name &&
         (token.text.find("shfl") != std::string_view::npos || token.text.find("shuffle") != std::string_view::npos);
}

}  // namespace

std::size_t behind_target(TokenSpan tokens, std::size_t name) {
  std::size_t first = name, at = name + 1;
  while (first > 2 && tokens[first - 1].text == "," && tokens[first - 2].kind == TokenKind::Name) first -= 2;
  const bool binding =
      first > 1 && tokens[first - 1].text == "[" && (tokens[first - 2].text == "auto" || tokens[first - 2].text == "&");
  if (binding) return behind_brackets(tokens, first - 1);
  while (tokens[at].text == "[") at = behind_brackets(tokens, at);
  return at;
}

std::size_t statement_end(TokenSpan tokens, std::size_t at) {
  for (; at + 1 < tokens.size() && tokens[at].text != ";" && tokens[at].text != "}";) {
    const bool opens = tokens[at].text == "(" || tokens[at].text == "{" || tokens[at].text == "[";
    at = opens ? behind_brackets(tokens, at) : at + 1;
  }
  return at;
}

std::size_t value_end(TokenSpan tokens, std::size_t at) {
  int angles = 0;
  for (++at; at + 1 < tokens.size();) {
    const std::string_view text = tokens[at].text;
    angles += (text == "<") - (text == ">");
    if (text == ";" || text == ")" || text == "}" || text == "]" || (text == "," && angles <= 0)) break;
    at = text == "(" || text == "{" || text == "[" ? behind_brackets(tokens, at) : at + 1;
  }
  return at;
}

std::size_t find_maker(TokenSpan tokens, std::size_t at, std::size_t end) {
  while (at < end && (!is_side_by_side(tokens[at].text) || (tokens[at + 1].text != "(" && tokens[at + 1].text != "{")))
    ++at;
  return at;
}

std::size_t argument_of(TokenSpan tokens, std::size_t maker, std::size_t token) {
  std::size_t number = 0;
  for (std::size_t at = maker + 2; at < token;) {
    const std::string_view text = tokens[at].text;
    number += text == ",";
    const std::size_t behind = text == "(" || text == "{" || text == "[" ? behind_brackets(tokens, at) : at + 1;
    at = behind > token ? token : behind;
  }
  return number;
}

bool computes(TokenSpan tokens) {
  int depth = 0;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    depth += (tokens[at].text == "[") - (tokens[at].text == "]");
    const bool calls = at + 1 < tokens.size() && is_computing_call(tokens[at], tokens[at + 1]);
    if (depth == 0 && (calls || is_computing_sign(tokens, at))) return true;
  }
  return false;
}

// True, with a complaint, if the value of a statement is that of another lane, or of an array whose first values were
// taken from another one: float e[2] = {d[1], d[0]};
bool Parser::has_other_values(std::span<const Subscript> all, std::span<const Token> value, TextRange range) {
  const auto is_made = [&](std::string_view name) {
    const Local* const local = find_owner(name);
    return local != nullptr && local->is_made;
  };
  const auto body_exchanges = [&](const Token& token) {
    return std::ranges::any_of(functions_, [&](const Function& each) {
      return each.name == token.text && each.body != 0 &&
             std::ranges::any_of(
                 cursor_.tokens.subspan(each.body, behind_brackets(cursor_.tokens, each.body) - each.body),
                 exchanges_lanes);
    });
  };
  for (const Token& token : value)
    if (exchanges_lanes(token) || body_exchanges(token)) {
      cursor_.complain(range, "what is stored here comes from another lane, which is not followed here");
      return true;
    }
  const auto made = std::ranges::find_if(all, [&](const Subscript& each) { return is_made(each.name); });
  const auto named = std::ranges::find_if(
      value, [&](const Token& token) { return token.kind == TokenKind::Name && is_made(token.text); });
  if (made == all.end() && named == value.end()) return false;
  const std::string_view name = made != all.end() ? made->name : named->text;
  cursor_.complain(range, fmt::format("the values of `{}` were taken from another array, and in which order is not "
                                      "followed here: store the values of that one",
                                      name.substr(0, 40)));
  return true;
}

// Notes acc[i] = 0, or acc[i] *= 2. Refuses it in an array to which the fragment is stored, and another value for what
// was copied from a fragment. An array of its own may begin with any value.
void Parser::note_value(const Subscript& one, bool changes, TextRange range) {
  filled_.push_back(one.name);
  if (store_.any && is_filled(store_.memory, range)) return;
  store_.computes = store_.computes || changes;
  if (changes) return;
  if (std::ranges::find(copied_, one.name) == copied_.end()) return;
  cursor_.complain(range,
                   fmt::format("`{}` has values of a fragment, and gets another here: what is stored then is not "
                               "followed",
                               one.name));
}

// Complains if an array to which the fragment is stored gets another value as well.
bool Parser::is_filled(std::string_view memory, TextRange range) {
  if (std::ranges::find(filled_, memory) == filled_.end()) return false;
  cursor_.complain(range,
                   fmt::format("`{}` gets a value that is no fragment's, and the fragment: which of them is left "
                               "is not followed here",
                               memory.substr(0, 40)));
  return true;
}

// Requires equal indices in acc[i] = in[i]: another name for the same values, as long as none of them moves.
void Parser::same_index(const Subscript& one, const Subscript& other, TextRange range) {
  copied_.push_back(one.name);
  copied_.push_back(other.name);
  if (store_.any && (is_used_as_both(store_.memory, range))) return;
  const Value first = flat_index(one, range);
  const Value second = flat_index(other, range);
  if (!is_whole(first.type()) || !is_whole(second.type())) return;
  const Value same = combine(*find_binary("=="), first, second);
  emitter_.require(same.place, Need::SameOrder, range);
  note_copied(one, other, range);
}

// Writes: if the index is i, the copy has value i, provided that the array has it from which it is copied.
void Parser::note_copied(const Subscript& one, const Subscript& other, TextRange range) {
  const auto flag_of = [&](std::string_view name) {
    const Local* const local = find_owner(name);
    return local != nullptr && local->flags.place_class() == Spot::Class::Local ? local : nullptr;
  };
  const Local* const to = flag_of(one.name);
  if (to == nullptr) return;
  if (store_.any && store_.fragment == one.name && !to->is_assigned)
    return cursor_.complain(
        range, fmt::format("`{}` is stored before it gets these values: store it behind them", one.name.substr(0, 40)));
  locals_[static_cast<std::size_t>(to - locals_.data())].is_assigned = true;
  const Local* const from = flag_of(other.name);
  const Spot has = from != nullptr && from->is_assigned ? from->flags : emitter_.constant(1, Type::Int, range).place;
  const Spot flag = to->flags;
  const Value asked = emitter_.variable(Variable::I, Type::Int, range);
  const Value same = combine(*find_binary("=="), flat_index(one, range), asked);
  emitter_.release(same);
  const std::size_t over = emitter_.jump(Opcode::JumpIfZero, same.place, range);
  emitter_.move(flag, has, range);
  emitter_.land(over);
}

void Parser::require_copied(std::string_view fragment, TextRange range) {
  const Local* const local = find_owner(fragment);
  const bool is_copy = local != nullptr && local->flags.place_class() == Spot::Class::Local && local->is_assigned;
  if (is_copy && local->form.type == Type::Opaque) emitter_.require(local->flags, Need::Copied, range);
}

// Notes the arrays to which a statement that is not followed may give values.
void Parser::note_named(std::size_t from, std::size_t to) {
  for (const Token& token : cursor_.tokens.subspan(from, to - from)) {
    if (token.kind != TokenKind::Name) continue;
    std::erase(filled_, token.text);
    const Local* const local = find_owner(token.text);
    if (local == nullptr || local->form.type != Type::Opaque) continue;
    if (local->flags.place_class() == Spot::Class::Local)
      emitter_.set(local->flags, 1);
    else
      locals_[static_cast<std::size_t>(local - locals_.data())].is_assigned = false;
  }
}

}  // namespace tcviz::inline gpu_c
