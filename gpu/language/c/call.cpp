// The part of Parser that reads calls: of CUDA's functions, of the text's own, and of the makers of records.
#include <fmt/format.h>

#include <array>

#include "gpu/language/c/foreign.hpp"
#include "gpu/language/c/parser.hpp"

namespace tcviz::inline gpu_c {
namespace {

constexpr std::size_t most_arguments = 16;
constexpr int deepest_call = 40;
constexpr std::uint32_t most_steps = 400'000;

}  // namespace

// Reads a call, behind the name of a function or type.
Value Parser::call_named(const Token& name) {
  if (name.text == foreign_call) return call_foreign(name);
  if (const auto value = call_of_text(name)) return *value;
  const std::string_view text = name.text;
  if ((text == "std::get" || text == "cute::get" || text == "get") && cursor_.at_sign("<")) return part_number(name);
  if (const Local* local = find_local(text); local != nullptr && local->form.type == Type::Opaque)
    return call_unknown(name);
  const NameRow* const lane = dialect_.is_body ? nullptr : find_lane_function(text);
  if (lane != nullptr && cursor_.at_sign("(") && cursor_.peek(1).text == ")") {
    cursor_.at += 2;
    return input(*lane, join(name.range, cursor_.before().range));
  }
  return call_library(name);
}

// Reads a call of a function that the text itself has, or else of a type.
std::optional<Value> Parser::call_of_text(const Token& name) {
  if (const auto value = call_of_function(name)) return value;
  const std::string_view text = name.text;
  if (const auto form = find_type_named(text)) {
    TypeForm whole = *form;
    if (cursor_.at_sign("<")) whole = record_template(name);
    if (whole.record >= 0 && cursor_.at_sign(":") && cursor_.peek(1).text == ":")
      return of_record(whole.record, name.range);
    return constructed(whole, name);
  }
  if (!is_type_word(text)) return std::nullopt;
  TypeWords words;
  words.add(text);
  return constructed(scalar_form(words.type()), name);
}

std::optional<Value> Parser::call_of_function(const Token& name) {
  const std::string_view text = name.text;
  const std::size_t scope = text.rfind("::");
  if (scope != text.npos) {  // Tile::row(...)
    const std::string_view owner = text.substr(0, scope).substr(text.substr(0, scope).rfind(':') + 1);
    if (const auto form = find_type_named(owner); form && form->record >= 0) {
      Token member = name;
      member.text = text.substr(scope + 2);
      if (has_function(member.text, form->record)) return call_own(member, form->record, nullptr);
    }
  }
  if (frame_.record >= 0 && has_function(text, frame_.record))
    return call_own(name, frame_.record, frame_.receiver.form.record >= 0 ? &frame_.receiver : nullptr);
  if (has_function(text, -1)) return call_own(name, -1, nullptr);
  const std::string_view bare = scope == text.npos ? text : text.substr(scope + 2);
  if (!text.starts_with("std::") && bare != text && has_function(bare, -1)) {
    Token plain = name;
    plain.text = bare;
    return call_own(plain, -1, nullptr);
  }
  return std::nullopt;
}

// Reads a call of a parameter: func(i, row, col).
Value Parser::call_unknown(const Token& name) {
  const std::size_t open = cursor_.at;
  const std::pmr::vector<Value> given = arguments();
  std::pmr::vector<Token> names(cursor_.memory);
  for (std::size_t at = open + 1; at + 1 < cursor_.at; ++at)
    if (cursor_.tokens[at].kind == TokenKind::Name) names.push_back(cursor_.tokens[at]);
  const bool plain = dialect_.inputs == Inputs::Slot && names.size() == given.size();
  if (!plain) names.clear();
  told(name, given, names);
  return {.form = scalar_form(Type::Void), .range = name.range};
}

// Reads a call of CUDA's functions, or of a maker of pairs.
Value Parser::call_library(const Token& name) {
  const std::string_view text = name.text;
  const bool pair = makes_pair(text);
  const FunctionRow* function = find_function(text);
  const bool whole = function != nullptr && (function->single == nullptr || function->op != Opcode::Move);
  if (!dialect_.is_body && !whole) function = nullptr;
  if (function == nullptr && !pair) unknown_name(name);
  if (cursor_.at_sign("<")) cursor_.at = behind_brackets(cursor_.tokens, cursor_.at);
  std::pmr::vector<Value> given = arguments();
  const TextRange range = join(name.range, cursor_.before().range);
  if (pair) return pair_of(text, given, range);
  for (Value& each : given) each = rvalue(each);
  const bool known = std::ranges::all_of(given, [](const Value& each) { return is_number(each.type()); });
  if (function == nullptr || !known) return nothing(range);
  if (given.size() != static_cast<std::size_t>(function->arguments)) {
    cursor_.complain(range, fmt::format("{} takes {} argument{}, not {}", text, function->arguments,
                                        function->arguments == 1 ? "" : "s", given.size()));
    return nothing(range);
  }
  return call_builtin(*function, given, range);
}

// Reads "(" expression {"," expression} ")".
std::pmr::vector<Value> Parser::arguments() {
  std::pmr::vector<Value> given(cursor_.memory);
  const TextRange open = cursor_.peek().range;
  if (!cursor_.accept("(")) {
    cursor_.complain(open, fmt::format("expected ( before {}", quoted(cursor_.peek())));
    return given;
  }
  if (!cursor_.at_sign(")")) do {
      given.push_back(cursor_.at_sign("{") ? Value{.range = cursor_.peek().range} : assignment());
      if (cursor_.at_sign("{")) {
        cursor_.complain(cursor_.peek().range, "a list in { } is not followed here as an argument");
        cursor_.at = behind_brackets(cursor_.tokens, cursor_.at);
      }
    } while (cursor_.accept(",") && given.size() < most_arguments);
  expect(")", open);
  return given;
}

Value Parser::call_builtin(const FunctionRow& function, std::pmr::vector<Value>& arguments, TextRange range) {
  std::array<Type, 3> types{};
  for (std::size_t at = 0; at < arguments.size(); ++at) types[at] = arguments[at].type();
  const auto type = choose_type(function, std::span(types).first(arguments.size()));
  if (!type) {
    cursor_.complain(range,
                     function.typing == CallTyping::Same
                         ? fmt::format("`{}` takes values of one type, and these have two", function.name)
                         : fmt::format("`{}` has no overload for these types in a kernel: cast the whole numbers, "
                                       "as in {}((float)row)",
                                       function.name, function.name));
    return nothing(range);
  }
  for (Value& each : arguments) each = emitter_.convert(each, *type);
  const Type result = function.result == Type::Unknown ? *type : function.result;
  if (is_whole(*type) || function.single == nullptr) {
    if (function.op == Opcode::Move) {
      arguments.front().form = scalar_form(result);
      arguments.front().range = range;
      return arguments.front();
    }
    return emitter_.apply(function.op, *type, arguments.front(), arguments.back(), result, range);
  }
  std::array<std::uint32_t, 3> places{};
  for (std::size_t at = 0; at < places.size(); ++at)
    places[at] = arguments[std::min(at, arguments.size() - 1)].place.code;
  for (std::size_t at = arguments.size(); at-- > 0;) emitter_.release(arguments[at]);
  const Value value = emitter_.take(*type, range);
  emitter_.put({.op = Opcode::Call,
                .type = *type,
                .note = static_cast<std::uint16_t>(&function - tcviz::functions().data()),
                .to = value.place.code,
                .a = places[0],
                .b = places[1],
                .c = places[2],
                .range = range});
  return result == *type ? value : emitter_.convert(value, result);
}

// Reads Type(x), Type{...}: "(" or "{" is next.
Value Parser::constructed(const TypeForm& form, const Token& name) {
  const TextRange range = name.range;
  if (form.is_scalar()) {
    if (!is_number(form.type) && form.type != Type::Unknown)
      cursor_.complain(range, fmt::format("what a `{}` holds is not followed here: compute with whole numbers, or call "
                                          "a function of your own otherwise",
                                          name.text.substr(0, 40)));
    const bool brace = cursor_.at_sign("{");
    const TextRange open = cursor_.peek().range;
    if (!cursor_.accept("(") && !cursor_.accept("{")) {
      cursor_.complain(range, "this is a type: expected a value");
      return nothing(range);
    }
    if (cursor_.accept(brace ? "}" : ")")) return emitter_.constant(0, form.type, range);
    const Value value = rvalue(expression());
    expect(brace ? "}" : ")", open);
    return to_type(value, form.type, range);
  }
  const std::size_t local = declare({}, form, range);
  const Value made = value_of_local(local, range);
  if (cursor_.at_sign("{")) {
    initialise_listed(made);
  } else {
    std::pmr::vector<Value> given = arguments();
    if (given.size() != record(form.record).fields) {
      cursor_.complain(range, fmt::format("expected {} values", record(form.record).fields));
      return nothing(range);
    }
    for (std::size_t at = 0; at < given.size(); ++at)
      assign(member(made, field(record(form.record), at).name, range), given[at]);
  }
  return made;
}

bool Parser::has_function(std::string_view name, std::int16_t record) const {
  return std::ranges::any_of(functions_,
                             [&](const Function& each) { return each.name == name && each.record == record; });
}

// Reads a call of one of the text's own functions: "<" or "(" is next.
Value Parser::call_own(const Token& name, std::int16_t record, const Value* receiver) {
  const std::size_t name_at = cursor_.at - 1;
  std::pmr::vector<Value> of_template(cursor_.memory);
  if (cursor_.at_sign("<")) of_template = template_arguments();
  const bool first = in_statement_call_;
  in_statement_call_ = false;
  const std::pmr::vector<Value> given = arguments();
  const TextRange range = join(name.range, cursor_.before().range);
  std::size_t chosen = functions_.size(), others = 0;
  for (std::size_t at = 0; at < functions_.size(); ++at) {
    if (functions_[at].name != name.text || functions_[at].record != record) continue;
    std::size_t needed = 0;
    const auto parameters = parameters_of(functions_[at]);
    for (const Parameter& each : parameters) needed += each.default_at == 0;
    if (given.size() < needed || given.size() > parameters.size()) continue;
    others += chosen < functions_.size();
    chosen = at;
  }
  if (chosen == functions_.size() || others > 0) {
    cursor_.complain(range, others > 0
                                ? fmt::format("several functions `{}` take {} arguments: which of them is meant is "
                                              "not followed here",
                                              name.text, given.size())
                                : fmt::format("no function `{}` of this text takes {} argument{}", name.text,
                                              given.size(), given.size() == 1 ? "" : "s"));
    return nothing(range);
  }
  if (!first && changes_arguments(functions_[chosen])) {
    cursor_.complain(range, fmt::format("`{}` changes its arguments: call it in a statement of its own", name.text));
    return nothing(range);
  }
  const std::uint32_t places = emitter_.locals(), changes = std::exchange(frame_.changes, Frame{}.changes);
  const Value value = inlined(chosen, given, of_template, receiver, range);
  if (frame_.changes < places && !(first && stands_alone(name_at)))
    cursor_.complain(range,
                     fmt::format("`{}` changes something outside of it: call it in a statement of its own", name.text));
  frame_.changes = std::min(frame_.changes, changes);
  return value;
}

// True for f(x); and n = f(x); with nothing else beside the call, behind whose end the reader stands: only then no
// order of operands matters.
bool Parser::stands_alone(std::size_t name) const {
  const bool ends = cursor_.at_end() || cursor_.at_sign(";") || cursor_.at_sign(",") || cursor_.at_sign("}");
  const auto is_part = [&](std::size_t at) {
    const Token& token = cursor_.tokens[at];
    return (token.kind == TokenKind::Name && token.text != "return") || token.text == "." || token.text == "->" ||
           token.text == "*";
  };
  std::size_t first = name;
  while (first > statement_ && is_part(first - 1)) --first;
  return ends && (first <= statement_ || cursor_.tokens[first - 1].text == "=" ||
                  cursor_.tokens[first - 1].text == "{" || cursor_.tokens[first - 1].text == "return");
}

bool Parser::changes_arguments(const Function& function) {
  for (const Parameter& each : parameters_of(function))
    if (each.gives_result() && each.form.type != Type::Opaque) return true;
  return false;
}

Value Parser::call(std::size_t function, std::span<const Value> arguments, TextRange range) {
  Value receiver;
  const Function& called = functions_[function];
  const bool needs_object = called.record >= 0 && !called.is_static;
  if (needs_object) {
    receiver = value_of_local(declare({}, {.record = called.record}, range), range);
    default_fields(receiver);
    check_fields(called);
  }
  return inlined(function, arguments, {}, needs_object ? &receiver : nullptr, range);
}

Value Parser::inlined(std::size_t number, std::span<const Value> arguments, std::span<const Value> of_template,
                      const Value* receiver, TextRange range) {
  const Function function = functions_[number];
  if (calls_ >= deepest_call || emitter_.here() > most_steps) {
    cursor_.give_up(
        range, calls_ >= deepest_call
                   ? fmt::format("`{}` calls itself, or others call each other too deep: write a loop", function.name)
                   : "this text takes more steps than can be followed here");
    return nothing(range);
  }
  const Frame before = frame_;
  const std::size_t at = cursor_.at, outer_block = block_, functions = functions_.size(), statement = statement_;
  const int statement_depth = statement_depth_;
  const int guarded = guarded_;
  std::pmr::vector<Loop> loops(std::move(loops_));
  loops_.clear();
  ++calls_;
  enter_function(function, receiver);
  bind_template(function, of_template, arguments);
  bind_all(function, arguments, range);
  const Value result = body_value(function, range);
  const Local returned = locals_[frame_.result];
  --calls_;
  locals_.resize(frame_.own);
  forget_lambdas(functions);
  aliases_.resize(frame_.aliases);
  const std::uint32_t changes = frame_.changes;
  frame_ = before;
  frame_.changes = std::min(frame_.changes, changes);
  statement_ = statement;
  statement_depth_ = statement_depth;
  block_ = outer_block;
  guarded_ = guarded;
  loops_ = std::move(loops);
  if (!cursor_.gave_up) cursor_.at = at;
  if (returned.form.type == Type::Void || returned.form.is_scalar()) return result;
  Value whole = result;  // its cells are a variable of their own
  Local kept = returned;
  kept.name = {};
  whole.local = static_cast<std::int32_t>(add_local(kept));
  return whole;
}

// Enters the function: sets the names that it sees.
void Parser::enter_function(const Function& function, const Value* receiver) {
  frame_ = {.own = locals_.size(),
            .outer_begin = function.is_lambda ? function.outer_begin : 0,
            .outer_end = function.is_lambda ? function.outer_end : 0,
            .aliases = aliases_.size(),
            .captures = function.copies ? function.name : std::string_view(),
            .record = function.record,
            .receiver = receiver != nullptr ? *receiver : Value{},
            .is_file = false,
            .returns = returns_.size(),
            .guard = guarded_};
  block_ = frame_.own;
  bind_fields(function.record, receiver);
}

void Parser::bind_all(const Function& function, std::span<const Value> arguments, TextRange range) {
  const auto parameters = parameters_of(function);
  for (std::size_t each = 0; each < parameters.size(); ++each) {
    if (each < arguments.size())
      bind(function, parameters[each], arguments[each], range);
    else
      bind_default(function, parameters[each], range);
  }
}

// Reads the body and returns the value that it gives.
Value Parser::body_value(const Function& function, TextRange range) {
  return_type(function);
  cursor_.at = function.body;
  block_ = locals_.size();
  const std::uint32_t steps = emitter_.here();
  block();
  land_returns();
  Value result = value_of_local(frame_.result, range);
  const Local returned = locals_[frame_.result];
  if (const auto table = returned.form.is_scalar() ? emitter_.as_table(steps, returned.place, 1) : std::nullopt)
    result.place = *table;
  if (returned.is_checked && returned.form.is_scalar() && is_number(returned.form.type))
    emitter_.require(returned.flags, Need::Value, cursor_.before().range);
  result.local = -1;
  result.range = range;
  return result;
}

// Adds the fields of the object as names for its member functions; the record's constants, too.
void Parser::bind_fields(std::int16_t number, const Value* receiver) {
  if (number < 0) return;
  const Record found = record(number);
  for (std::size_t at = 0; at < found.constants; ++at) add_local(record_constants_[found.first_constant + at]);
  for (std::size_t at = 0; at < found.aliases; ++at) aliases_.push_back(record_aliases_[found.first_alias + at]);
  if (receiver == nullptr) return;
  for (std::size_t at = 0; at < found.fields; ++at) {
    const RecordField& each = field(found, at);
    Local local{.name = each.name, .form = each.form, .place = receiver->place + each.offset, .is_alias = true};
    if (receiver->local >= 0) {
      const Local& whole = locals_[static_cast<std::size_t>(receiver->local)];
      local.is_checked = whole.is_checked;
      local.flags = {whole.flags.code + (local.place.code - whole.place.code)};
    }
    add_local(local);
  }
}

void Parser::land_returns() {
  for (std::size_t each = returns_.size(); each > frame_.returns; --each) emitter_.land_return(returns_[each - 1]);
  returns_.resize(frame_.returns);
}

}  // namespace tcviz::inline gpu_c
