// The part of Parser that reads a kernel's use of a fragment: C[row * ld + col] = frag[i] says the place of value i.
#include <fmt/format.h>

#include <array>

#include "gpu/language/c/parser.hpp"
#include "gpu/language/c/store_values.hpp"

namespace tcviz::inline gpu_c {
namespace {

constexpr std::size_t most_names = 200;

// The names of the row and the col that a function takes.
constexpr std::array<std::array<std::string_view, 2>, 4> place_names = {
    {{"row", "col"}, {"i", "j"}, {"m", "n"}, {"r", "c"}}};

// True if the token may stand before a star that is no product.
bool may_stand_before_star(const Token& token) {
  return token.kind == TokenKind::Sign && token.text != ")" && token.text != "]";
}

}  // namespace

// True if it is a name that depends on the thread by itself.
bool Parser::is_of_thread(std::string_view name, const Local* local) const {
  if (name == "threadIdx.x" || find_lane_function(name) != nullptr) return true;
  if (local != nullptr)
    return (local->place.code == Spot::of(Variable::Tid).code || (name.size() > 1 && who_is(name) != Who::Thread)) &&
           is_number(local->form.type);
  const NameRow* const input = find_name(name, Inputs::Slot);
  return input != nullptr && input->variable == Variable::Tid;
}

// True if a value that is written so depends on the thread: by the names that stand in it, and in the values that these
// have.
bool Parser::depends_on_thread(TokenSpan tokens) {
  std::pmr::vector<std::string_view> names(cursor_.memory);
  const auto add_names = [&](TokenSpan from) {
    for (const Token& token : from)
      if (token.kind == TokenKind::Name && std::ranges::find(names, token.text) == names.end())
        names.push_back(token.text);
  };
  add_names(tokens);
  for (std::size_t name = 0; name < names.size(); ++name) {
    if (name == most_names) {
      cursor_.give_up(tokens.front().range, fmt::format("this index comes from more than {} names", most_names));
      return false;
    }
    const std::string_view base = names[name].substr(0, names[name].find('.'));
    const Local* const local = find_local(base);
    if (is_of_thread(names[name], local)) return true;
    for (const Function& each : functions_)
      if (each.name == base)
        add_names(
            cursor_.tokens.subspan(each.parameters, behind_brackets(cursor_.tokens, each.body) - each.parameters));
    if (local == nullptr) continue;
    for (std::size_t named = 0; named + 2 < cursor_.at && named + 2 < cursor_.tokens.size(); ++named) {
      if (cursor_.tokens[named].text != base) continue;
      const std::size_t at = behind_target(cursor_.tokens, named);
      const bool lists = cursor_.tokens[at].text == "{";
      if (!lists && (!is_assignment(cursor_.tokens[at]) || is_step(cursor_.tokens[at]))) continue;
      const std::size_t end = lists ? behind_brackets(cursor_.tokens, at) : value_end(cursor_.tokens, at);
      if (end <= cursor_.at) add_names(cursor_.tokens.subspan(at + 1, end - at - 1));
    }
  }
  return false;
}

// Reads name "[" index "]" ["[" index "]"], if the name is no variable of whole numbers.
std::optional<Parser::Subscript> Parser::subscript_at(std::size_t at) {
  const TokenSpan tokens = cursor_.tokens;
  const Token& token = tokens[at];
  if (token.kind != TokenKind::Name || at + 1 >= tokens.size() || tokens[at + 1].text != "[") return std::nullopt;
  Subscript found{.name = token.text};
  const Local* const local = find_owner(token.text);
  if (local != nullptr && local->form.type != Type::Opaque) return std::nullopt;
  const bool is_member = token.text.ends_with(".x") || token.text.ends_with(".data") || token.text.ends_with(".val");
  if (local != nullptr && !local->memory.empty()) {  // p[2] of float* p = C + 8
    found.name = local->memory;
    found.before = local->place;
  }
  found.is_fragment = is_member || (local != nullptr && !local->is_pointer);
  found.inner = local != nullptr && local->form.rank > 1 ? local->form.sizes[1] : 0;
  found.end = at + 1;
  while (tokens[found.end].text == "[" && found.count < found.indices.size()) {
    const std::size_t behind = behind_brackets(tokens, found.end);
    found.indices[found.count++] = tokens.subspan(found.end + 1, behind - found.end - 2);
    found.end = behind;
  }
  found.of_thread = found.before && depends_on_thread(tokens.subspan(at, 1));
  for (std::size_t each = 0; each < found.count; ++each)
    found.of_thread = found.of_thread || depends_on_thread(found.indices[each]);
  return found;
}

// Reads *p, *(p + 8), reinterpret_cast<float2*>(p + 8): the pointer is at `at`.
std::optional<Parser::Subscript> Parser::pointed_at(std::size_t at) {
  const TokenSpan tokens = cursor_.tokens;
  const Local* const local = tokens[at].kind == TokenKind::Name ? find_local(tokens[at].text) : nullptr;
  if (local == nullptr || !local->is_pointer || local->form.type != Type::Opaque || at < 2) return std::nullopt;
  const bool inside = tokens[at - 1].text == "(";
  const std::size_t star = inside ? at - 2 : at - 1;
  const bool is_cast = inside && (tokens[star].text == ">" || tokens[star].text == ")");
  const bool is_star = tokens[star].text == "*" && (star == 0 || may_stand_before_star(tokens[star - 1]));
  if (!is_cast && !is_star) return std::nullopt;
  Subscript found{.name = tokens[at].text};
  found.count = 1;
  found.end = inside ? behind_brackets(tokens, at - 1) : at + 1;
  if (inside && tokens[at + 1].text != ")") {
    if (tokens[at + 1].text != "+") return std::nullopt;
    found.indices[0] = tokens.subspan(at + 2, found.end - at - 3);
  }
  if (!local->memory.empty()) {
    found.name = local->memory;
    found.before = local->place;
  }
  found.of_thread = depends_on_thread(tokens.subspan(at, 1)) || depends_on_thread(found.indices[0]);
  return found;
}

// Returns all of a statement's subscripts that may be memory or a fragment.
std::pmr::vector<Parser::Subscript> Parser::subscripts(std::size_t begin, std::size_t end) {
  std::pmr::vector<Subscript> found(cursor_.memory);
  const auto is_choice = [](const Token& token) { return token.text == "?"; };
  const bool chooses = std::ranges::any_of(cursor_.tokens.subspan(begin, end - begin), is_choice);
  for (std::size_t at = begin; at < end; ++at)
    if (auto each = cursor_.tokens[at + 1].text == "[" ? subscript_at(at) : pointed_at(at)) {
      // The one of the two that the thread moves is memory.
      if (!each->name.ends_with(".x")) each->is_fragment = !each->of_thread;
      each->is_chosen = chooses;
      found.push_back(*each);
      at = each->end - 1;
    }
  return found;
}

// Reads a store. False: this is no such statement.
bool Parser::store_statement() {
  if (dialect_.is_body || dialect_.inputs != Inputs::Slot) return false;
  const std::size_t begin = cursor_.at;
  const auto pointed = cursor_.at_sign("*") ? pointed_at(begin + (cursor_.peek(1).text == "(" ? 2 : 1)) : std::nullopt;
  const bool vector = !pointed && (cursor_.at_sign("*") || cursor_.at_name("reinterpret_cast"));
  const auto left = pointed ? pointed : vector ? std::nullopt : subscript_at(begin);
  if (!left && !vector) return false;
  const std::size_t end = statement_end(cursor_.tokens, begin);
  std::size_t sign = left ? left->end : begin;
  if (vector)
    while (sign < end && cursor_.tokens[sign].text != "=")
      sign = cursor_.tokens[sign].text == "(" ? behind_brackets(cursor_.tokens, sign) : sign + 1;
  if (sign >= end || !is_assignment(cursor_.tokens[sign]) || (vector && cursor_.tokens[sign].text != "=")) return false;
  const std::pmr::vector<Subscript> all = subscripts(begin, end);
  if (vector && (all.empty() || cursor_.tokens[begin + 1].kind == TokenKind::Name) &&
      !cursor_.at_name("reinterpret_cast") && cursor_.tokens[begin + 1].text != "reinterpret_cast")
    return false;
  const TextRange range = join(cursor_.peek().range, cursor_.tokens[sign - 1].range);
  cursor_.at = end;
  end_statement();
  take_store(all, {sign, end}, vector, range);
  return true;
}

// Reads * p = C + row * ld, * p = &C[row * ld], * p = C: a pointer that keeps its place. False: it is none.
bool Parser::pointer_into_array() {
  const Token name = cursor_.peek(1);
  if (dialect_.is_body || name.kind != TokenKind::Name || cursor_.peek(2).text != "=") return false;
  const bool address = cursor_.peek(3).text == "&";
  const Token& array = cursor_.peek(address ? 4 : 3);
  const Local* const found = array.kind == TokenKind::Name ? find_local(array.text) : nullptr;
  const std::string_view sign = cursor_.peek(address ? 5 : 4).text;
  const bool fits = address ? sign == "[" : sign == "+" || sign == ";" || sign == ",";
  if (found == nullptr || found->form.type != Type::Opaque || found->form.rank > 1 || !fits) return false;
  Local pointer{.name = name.text, .form = scalar_form(Type::Opaque), .is_pointer = true, .range = name.range};
  pointer.memory = found->memory.empty() ? found->name : found->memory;
  const std::optional<Spot> before = found->memory.empty() ? std::nullopt : std::optional(found->place);
  cursor_.at += address ? 6 : sign == "+" ? 5 : 4;
  Value offset = emitter_.constant(0, Type::Long, name.range);
  in_place_ = true;
  if (address || sign == "+") offset = rvalue(assignment());
  in_place_ = false;
  if (address) expect("]", name.range);
  if (!is_whole(offset.type())) return true;
  offset = emitter_.convert(offset, Type::Long);
  if (before) offset = combine(*find_binary("+"), {.place = *before, .form = scalar_form(Type::Long)}, offset);
  pointer.place = emitter_.new_local();
  emitter_.keep(offset, pointer.place);
  add_local(pointer);
  return true;
}

// True for frag[i], once or again: frag[i] > 0 ? frag[i] : 0.
bool Parser::is_one_value(std::span<const Subscript> all) {
  const Subscript* first = nullptr;
  const auto same_word = [](const Token& one, const Token& other) { return one.text == other.text; };
  for (const Subscript& each : all) {
    if (!each.is_fragment) continue;
    if (first == nullptr) first = &each;
    if (each.name != first->name || each.count != first->count) return false;
    for (std::size_t at = 0; at < each.count; ++at)
      if (!std::ranges::equal(each.indices[at], first->indices[at], same_word)) return false;
  }
  return first != nullptr;
}

void Parser::take_store(std::span<const Subscript> all, std::array<std::size_t, 2> places, bool vector,
                        TextRange range) {
  const auto [sign, end] = places;
  const auto is_memory = [](const Subscript& each) { return !each.is_fragment; };
  const auto memory = std::ranges::find_if(all, is_memory);
  const auto fragments = std::ranges::count_if(all, [](const Subscript& each) { return each.is_fragment; });
  const bool one_value = is_one_value(all);
  const auto memories = static_cast<std::ptrdiff_t>(all.size()) - fragments;
  const bool to_fragment = !all.empty() && all.front().is_fragment && all.front().end <= sign;
  if (has_other_values(all, cursor_.tokens.subspan(sign, end - sign), range)) return;
  const auto changes_variable = [](const Subscript& each) {
    return std::ranges::any_of(each.indices, [](TokenSpan index) { return std::ranges::any_of(index, is_assignment); });
  };
  if (std::ranges::any_of(all, changes_variable))  // C[at++]
    return cursor_.complain(range, "an index changes a variable here: make that a statement of its own");
  const bool changes = cursor_.tokens[sign].text != "=";
  if (to_fragment && memories == 0 && (changes || fragments == 1)) return note_value(all.front(), changes, range);
  if (to_fragment && memories == 0 && fragments == 2 && all[0].name != all[1].name)
    return same_index(all[0], all[1], range);
  const bool loads = to_fragment && memories == 1;
  const std::size_t maker = find_maker(cursor_.tokens, sign, end);
  const bool pair = maker < end;
  const bool fits = memories == 1 && cursor_.tokens[sign].text == "=" && fragments > 0 &&
                    (one_value || loads || (vector && pair)) && vector == pair;
  if (!fits)
    return cursor_.complain(
        range, fragments > 0
                   ? "such a statement is followed here for one value of a fragment, as in C[row * ld + col] = frag[i]"
                   : "what is stored here is no value of a fragment, as in C[row * ld + col] = "
                     "frag[i]");
  store_.computes = store_.computes || computes(cursor_.tokens.subspan(sign + 1, end - sign - 1));
  if (pair) return emit_pair(*memory, all, maker, range);
  emit_store(*memory, *std::ranges::find_if(all, &Subscript::is_fragment), 0, range);
}

// Writes the stores of make_float2(frag[0], frag[1]), side by side.
void Parser::emit_pair(const Subscript& memory, std::span<const Subscript> all, std::size_t maker, TextRange range) {
  const std::size_t end = behind_brackets(cursor_.tokens, maker + 1) - 1;
  const std::size_t arguments = argument_of(cursor_.tokens, maker, end) + 1;
  for (std::size_t argument = 0; argument < arguments; ++argument) {
    std::pmr::vector<Subscript> given(cursor_.memory);
    for (const Subscript& each : all)
      if (each.is_fragment && argument_of(cursor_.tokens, maker, each.end - 1) == argument) given.push_back(each);
    if (!is_one_value(given))
      return cursor_.complain(range,
                              "each of the values that are stored side by side is followed here if it is one of "
                              "a fragment, as in make_float2(frag[0], frag[1])");
    emit_store(memory, given.front(), static_cast<std::int64_t>(argument), range);
  }
}

// Returns the index of frag[i], or of frag[a][b] as if its values stood in a row.
Value Parser::flat_index(const Subscript& fragment, TextRange range) {
  if (fragment.count == 2 && fragment.inner == 0) {
    cursor_.complain(range, fmt::format("how many values `{}[...]` has is not known here", fragment.name));
    return nothing(range);
  }
  const Value index = parse_index(fragment);
  if (fragment.count == 1 || !is_whole(index.type())) return index;
  const Value before = combine(*find_binary("*"), index, emitter_.constant(fragment.inner, Type::Int, range));
  return combine(*find_binary("+"), before, bounded(fragment, 1, parse_span(fragment.indices[1])));
}

// Requires that an index is inside of an array that the text declares, unless it may not be read: i < 4 ? frag[i] : 0.
Value Parser::bounded(const Subscript& of, std::size_t dimension, const Value& index) {
  const Local* const local = of.before || of.is_chosen || !is_whole(index.type()) ? nullptr : find_owner(of.name);
  if (local == nullptr || local->is_pointer || local->form.rank != of.count || local->form.sizes[dimension] == 0)
    return index;
  const Type type = promoted(index.type());
  const Value size = emitter_.constant(local->form.sizes[dimension], type, index.range);
  return emitter_.apply(Opcode::Bound, type, emitter_.convert(index, type), size, type, index.range);
}

// Reads the first index, counted from the beginning of the array itself.
Value Parser::parse_index(const Subscript& subscript) {
  const Value index = bounded(subscript, 0, parse_span(subscript.indices[0]));
  if (!subscript.before || !is_whole(index.type())) return index;
  return combine(*find_binary("+"), {.place = *subscript.before, .form = scalar_form(Type::Long), .range = index.range},
                 index);
}

Value Parser::parse_span(TokenSpan tokens) {
  if (tokens.empty()) return emitter_.constant(0, Type::Int, cursor_.peek().range);
  const std::size_t at = std::exchange(cursor_.at, static_cast<std::size_t>(tokens.data() - cursor_.tokens.data()));
  const std::size_t end = cursor_.at + tokens.size();
  const Value value = rvalue(expression());
  if (cursor_.at != end && !cursor_.gave_up)
    cursor_.complain(cursor_.peek().range, fmt::format("expected `]` before {}", quoted(cursor_.peek())));
  if (!cursor_.gave_up) cursor_.at = at;
  return value;
}

// True if the text gives the array values before it stores them.
bool Parser::has_first_values(std::string_view name) const {
  const Local* const local = find_owner(name);
  const bool declared = local != nullptr && local->form.type == Type::Opaque && local->is_assigned;
  return std::ranges::find(filled_, name) != filled_.end() ||
         (declared && local->flags.place_class() != Spot::Class::Local);
}

// Writes: if the index of the fragment is i, the index of the memory is the answer.
void Parser::emit_store(const Subscript& memory, const Subscript& fragment, std::int64_t offset, TextRange range) {
  const bool other = store_.any && (store_.memory != memory.name || store_.fragment != fragment.name ||
                                    store_.two_indices != (memory.count == 2));
  if (other)
    return cursor_.complain(
        range, fmt::format("`{}` and `{}` are both used with a fragment: keep the one that is meant", store_.memory,
                           memory.name));
  store_.any = true;
  store_.two_indices = memory.count == 2;
  store_.memory = memory.name;
  store_.fragment = fragment.name;
  if (std::ranges::find(given_, fragment.name) != given_.end())
    return cursor_.complain(range, fmt::format("`{}` has values that asm gave it, which are not followed here",
                                               fragment.name.substr(0, 40)));
  if (is_used_as_both(memory.name, range) || is_filled(memory.name, range)) return;
  const Value index = flat_index(fragment, range);
  if (!is_whole(index.type())) return;
  note_more_values(fragment, index);
  store_.computes = store_.computes || has_first_values(fragment.name);
  const Value asked = emitter_.variable(Variable::I, Type::Int, range);
  const Value same = combine(*find_binary("=="), index, asked);
  emitter_.release(same);
  const std::size_t over = emitter_.jump(Opcode::JumpIfZero, same.place, range);
  require_copied(fragment.name, range);
  in_place_ = true;
  const Value first = parse_index(memory);
  in_place_ = false;
  keep_index(store_.first, memory.count == 2 || offset == 0 ? first : added(first, offset, range), range);
  if (store_.two_indices) {
    const Value second = parse_span(memory.indices[1]);
    keep_index(store_.second, offset == 0 ? second : added(second, offset, range), range);
  }
  emitter_.land(over);
}

Value Parser::added(const Value& value, std::int64_t offset, TextRange range) {
  if (!is_whole(value.type())) return value;
  return combine(*find_binary("+"), value, emitter_.constant(static_cast<Bits64>(offset), Type::Int, range));
}

// Reads func(i, row, col) of a function that is not known: its arguments place value i.
void Parser::told(const Token& function, std::span<const Value> given, std::span<const Token> names) {
  const TextRange range = function.range;
  std::array<const Value*, 3> found{};  // i, row, col
  for (const std::array<std::string_view, 2> pair : place_names) {
    const auto named = [&](std::string_view name) {
      return std::ranges::find(names, name, &Token::text) - names.begin();
    };
    const auto row = static_cast<std::size_t>(named(pair[0])), col = static_cast<std::size_t>(named(pair[1]));
    if (names.size() != 3 || given.size() != 3 || row == 3 || col == 3 || row == col) continue;
    found = {&given[3 - row - col], &given[row], &given[col]};
    store_.told = {names[3 - row - col].text, names[row].text, names[col].text};
    break;
  }
  if (found[0] == nullptr || found[1] == nullptr || found[2] == nullptr)
    return cursor_.complain(range, "what this function does is not known here: give row and col their values instead");
  store_.any = store_.two_indices = true;
  store_.memory = function.text;
  const Value same = combine(*find_binary("=="), rvalue(*found[0]), emitter_.variable(Variable::I, Type::Int, range));
  const std::size_t over = emitter_.jump(Opcode::JumpIfZero, same.place, range);
  keep_index(store_.first, rvalue(*found[1]), range);
  keep_index(store_.second, rvalue(*found[2]), range);
  emitter_.land(over);
}

// Keeps the place of a value; a second place for the same value stops the run.
void Parser::keep_index(std::size_t number, const Value& index, TextRange range) {
  if (!is_whole(index.type())) return;
  const Local local = locals_[number];
  Value kept = emitter_.convert(index, Type::Long);
  const Spot place = emitter_.new_local();
  emitter_.keep(kept, place);
  kept.place = place;
  const std::size_t first = emitter_.jump(Opcode::JumpIfZero, local.flags, range);
  const Value old{.place = local.place, .form = scalar_form(Type::Long), .range = range};
  const std::uint32_t in_use = emitter_.in_use();
  const Value same = emitter_.apply(Opcode::Eq, Type::Long, old, kept, Type::Bool, range);
  emitter_.require(same.place, Need::OnePlace, range);
  emitter_.reset(in_use);
  emitter_.land(first);
  emitter_.move(local.place, kept.place, range);
  emitter_.set(local.flags, 1);
  locals_[number].is_assigned = true;
}

}  // namespace tcviz::inline gpu_c
