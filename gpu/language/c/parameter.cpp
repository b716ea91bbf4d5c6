// The part of Parser that reads parameters and gives them the arguments of a call.
#include <fmt/format.h>

#include <array>

#include "gpu/language/c/parser.hpp"

namespace tcviz::inline gpu_c {
namespace {

constexpr std::size_t most_parameters = 16;

}  // namespace

// Reads constants and types: "<" is next.
std::pmr::vector<Value> Parser::template_arguments() {
  std::pmr::vector<Value> given(cursor_.memory);
  const TextRange open = cursor_.next().range;
  while (!cursor_.at_end() && !cursor_.at_sign(">")) {
    if (at_type()) {
      given.push_back({.form = read_type().form, .is_type = true, .range = open});
    } else {
      given.push_back(rvalue(binary(9)));  // above < and >
    }
    if (!cursor_.accept(",")) break;
  }
  if (!cursor_.accept(">")) cursor_.complain(open, "this < has no `>`");
  return given;
}

// Binds template <int N = 8, typename T>: the values that the call states, then defaults; a type also from the
// arguments.
void Parser::bind_template(const Function& function, std::span<const Value> given, std::span<const Value> arguments) {
  if (function.template_head == 0) return;
  const std::size_t at = cursor_.at;
  cursor_.at = function.template_head + 1;
  for (std::size_t number = 0; !cursor_.at_end() && !cursor_.at_sign(">"); ++number) {
    const bool type = cursor_.at_name("typename") || cursor_.at_name("class");
    TypeRead read;
    if (type)
      cursor_.next();
    else
      read = read_type();
    const Token name = cursor_.next();
    Value value = number < given.size() ? given[number] : Value{.range = name.range};
    bool known = number < given.size() && value.is_type == type;
    if (cursor_.accept("=")) {
      Value otherwise = type ? Value{.form = read_type().form, .is_type = true} : rvalue(binary(9));
      if (!known) value = otherwise, known = true;
    }
    if (!known && type) {  // the type of the first argument whose parameter is written so
      const auto parameters = parameters_of(function);
      for (std::size_t each = 0; each < std::min(parameters.size(), arguments.size()) && !known; ++each) {
        std::size_t before = 0;
        for (std::size_t token = function.parameters;
             token + 1 < cursor_.tokens.size() && cursor_.tokens[token].range.begin < parameters[each].name.range.begin;
             ++token)
          if (cursor_.tokens[token].text == name.text) before = token;
        const bool next = before > 0 && cursor_.tokens[before].range.end <= parameters[each].name.range.begin &&
                          parameters[each].name.range.begin - cursor_.tokens[before].range.end < 4;
        if (next) value = {.form = scalar_form(arguments[each].type()), .is_type = true}, known = true;
      }
    }
    if (!known && !mentions(function, name.text)) {
      if (!cursor_.accept(",")) break;
      continue;
    }
    if (!known) {
      cursor_.complain(name.range,
                       fmt::format("`{}` is a parameter of a template and has no value here: give it one, as "
                                   "in template <int {} = 8>",
                                   name.text, name.text));
      break;
    }
    if (type) {
      aliases_.push_back({name.text, value.form});
    } else {
      if (!constant_value(value)) cursor_.complain(value.range, "a template's argument is a constant");
      if (constant_value(value) && is_whole(read.form.type)) value = emitter_.convert(value, read.form.type);
      add_local({.name = name.text, .form = value.form, .place = value.place, .is_const = true, .range = name.range});
    }
    if (!cursor_.accept(",")) break;
  }
  cursor_.at = at;
}

// Reads [const] type [*|&|&&] [const] [name] ["[" "]"] ["=" default].
Parser::Parameter Parser::parameter() {
  Parameter found;
  const TypeRead type = read_type();
  found.form = type.form;
  found.is_auto = type.is_auto;
  found.is_const = type.is_const;
  if (!type.any && !type.is_auto && cursor_.peek().kind == TokenKind::Name) {  // a type that is not known: half8, T
    found.form = scalar_form(Type::Opaque);
    cursor_.next();
    if (cursor_.at_sign("<")) cursor_.at = behind_brackets(cursor_.tokens, cursor_.at);
  }
  for (;; cursor_.next()) {
    if (cursor_.at_sign("&") || cursor_.at_sign("&&")) {
      found.is_reference = true;
    } else if (cursor_.at_sign("*")) {
      found.is_pointer = true;
    } else if (!(cursor_.peek().kind == TokenKind::Name && is_qualifier(cursor_.peek().text)) &&
               !cursor_.at_name("const") && !cursor_.at_name("__restrict")) {
      break;
    }
  }
  if (cursor_.accept("(")) {  // T (&name)[8], T (*name)[8]
    found.is_reference = cursor_.accept("&");
    found.is_pointer = cursor_.accept("*");
    found.inner_rank = found.is_pointer;
    found.name = cursor_.next();
    cursor_.accept(")");
  } else if (cursor_.peek().kind == TokenKind::Name) {
    found.name = cursor_.next();
  }
  for (std::size_t rank = found.inner_rank; cursor_.at_sign("["); ++rank) {
    const Token& size = cursor_.peek(1);
    if (rank == 1 && size.kind == TokenKind::Number) found.inner = static_cast<std::uint16_t>(size.value);
    found.is_pointer = true;
    cursor_.at = behind_brackets(cursor_.tokens, cursor_.at);
  }
  return found;
}

std::pmr::vector<Parser::Parameter> Parser::parameters_of(const Function& function) {
  std::pmr::vector<Parameter> found(cursor_.memory);
  const std::size_t at = cursor_.at;
  const std::size_t end = behind_brackets(cursor_.tokens, function.parameters) - 1;
  cursor_.at = function.parameters + 1;
  while (cursor_.at < end && found.size() < most_parameters) {
    if (cursor_.at_name("void") && cursor_.at + 1 == end) break;
    const std::size_t first = cursor_.at;
    Parameter each = parameter();
    each.default_at = cursor_.at_sign("=") ? cursor_.at + 1 : 0;
    for (int depth = 0; cursor_.at < end && (depth > 0 || !cursor_.at_sign(",")); cursor_.next())
      depth += cursor_.at_sign("(") - cursor_.at_sign(")");
    if (each.name.text.empty()) each.name.range = cursor_.tokens[first].range;
    found.push_back(each);
    cursor_.accept(",");
  }
  cursor_.at = at;
  return found;
}

bool Parser::mentions(const Function& function, std::string_view name) const {
  const std::size_t end = behind_brackets(cursor_.tokens, function.body);
  const auto body = cursor_.tokens.subspan(function.body, end - function.body);
  return std::ranges::any_of(body, [&](const Token& token) {
    return token.kind == TokenKind::Name && token.text.substr(0, token.text.find('.')) == name;
  });
}

// True if the function's body, as it stands, changes the variable of this name.
bool Parser::changes(const Function& function, std::string_view name) {
  const std::size_t end = behind_brackets(cursor_.tokens, function.body);
  for (std::size_t at = function.body + 1; at + 1 < end; ++at) {
    const Token &before = cursor_.tokens[at - 1], &token = cursor_.tokens[at], &after = cursor_.tokens[at + 1];
    if (token.kind != TokenKind::Name || token.text != name) continue;
    const bool referred = before.text == "=" && at > 2 && cursor_.tokens[at - 3].text == "&";  // int& r = name
    if (is_assignment(after) || is_step(before) || before.text == "&") return true;
    if (referred || is_given_to_change(at)) return true;
  }
  return false;
}

// True if this name is an argument of a function that changes its arguments.
bool Parser::is_given_to_change(std::size_t at) {
  int depth = 0;
  for (; at > 1 && cursor_.tokens[at].text != ";" && depth < 1; --at)
    depth += (cursor_.tokens[at - 1].text == "(") - (cursor_.tokens[at - 1].text == ")");
  if (depth < 1 || at == 0) return false;
  const std::string_view name = cursor_.tokens[at - 1].text;
  return std::ranges::any_of(
      functions_, [&](const Function& each) { return name.ends_with(each.name) && changes_arguments(each); });
}

void Parser::bind(const Function& function, const Parameter& parameter, const Value& value, TextRange range) {
  const bool opaque = parameter.form.type == Type::Opaque || value.form.type == Type::Opaque;
  if (parameter.gives_result() || (parameter.is_pointer && value.local >= 0)) {
    if (value.local >= 0) return bind_reference(parameter, value, range);
    if (!opaque && value.form.type != Type::Unknown)
      cursor_.complain(range,
                       fmt::format("`{}` is changed by `{}`: give it a variable", parameter.name.text, function.name));
  }
  if (opaque) {
    TypeForm form = scalar_form(Type::Opaque);
    if (parameter.inner > 0) form = {.type = Type::Opaque, .rank = 2, .sizes = {1, parameter.inner, 0}};
    add_local(
        {.name = parameter.name.text, .form = form, .is_pointer = parameter.is_pointer, .range = parameter.name.range});
    return;
  }
  const TypeForm form = parameter.is_auto || parameter.is_pointer ? value.form : parameter.form;
  const bool same = value.local >= 0 && !value.has_index && form == value.form;
  if (parameter.is_reference && parameter.is_const && same) return bind_reference(parameter, value, range);
  if (form.is_scalar() && value.form.is_scalar() && !changes(function, parameter.name.text)) {
    const Value read = rvalue(value);
    if (!is_number(read.type()) || !is_number(form.type)) return void(add_local({.name = parameter.name.text}));
    const Value kept = emitter_.convert(read, form.type);
    if (kept.is_constant() || (kept.place.place_class() == Spot::Class::Variable && !function.is_lambda)) {
      add_local({.name = parameter.name.text,
                 .form = form,
                 .place = kept.place,
                 .is_const = true,
                 .range = parameter.name.range});
      return;
    }
    return bind_copy(parameter, form, kept);
  }
  bind_copy(parameter, form, value);
}

// Reads the text behind the parameter's "=": it sees no other parameter.
void Parser::bind_default(const Function& function, const Parameter& parameter, TextRange range) {
  if (parameter.default_at == 0 || function.record >= 0 || function.is_lambda)
    return cursor_.complain(range, fmt::format("`{}` is not given a value", parameter.name.text));
  const std::size_t at = std::exchange(cursor_.at, parameter.default_at);
  const std::size_t own = std::exchange(frame_.own, locals_.size());
  const Value value = cursor_.at_sign("{") ? Value{.range = range} : assignment();
  if (cursor_.at_sign("{")) cursor_.complain(range, "a list in { } is not followed here as an argument");
  frame_.own = own;
  if (!cursor_.gave_up) cursor_.at = at;
  bind(function, parameter, rvalue(value), range);
}

void Parser::bind_copy(const Parameter& parameter, const TypeForm& form, const Value& value) {
  const std::size_t local = add_local({.name = parameter.name.text,
                                       .form = form,
                                       .place = emitter_.new_local(cells_of(form)),
                                       .guard = guarded_,
                                       .range = parameter.name.range});
  assign(value_of_local(local, value.range), value);
  locals_[local].is_const = parameter.is_const;
}

void Parser::bind_reference(const Parameter& parameter, const Value& value, TextRange range) {
  Local local = alias_named(parameter.name.text, value, parameter.is_const);
  local.is_pointer = parameter.is_pointer;
  const bool other = value.form.is_scalar() && parameter.form.is_scalar() && parameter.form.type != value.form.type;
  if (value.has_index || (other && !parameter.is_auto && parameter.form.type != Type::Unknown))
    cursor_.complain(range, fmt::format("`{}` is to refer to a variable of its own type", parameter.name.text));
  add_local(local);
}

// Declares the variable to which `return` gives a value: it has no name.
void Parser::return_type(const Function& function) {
  const std::size_t at = cursor_.at;
  cursor_.at = function.trailing_type != 0 ? function.trailing_type : function.type;
  const bool lambda_auto = function.is_lambda && function.trailing_type == 0;
  const TypeRead type = lambda_auto ? TypeRead{.is_auto = true} : read_type();
  cursor_.at = at;
  frame_.returns_auto = type.is_auto;
  const bool known = type.any || type.is_auto;
  frame_.result = declare({},
                          type.is_auto ? scalar_form(Type::Void)
                          : known      ? type.form
                                       : scalar_form(Type::Opaque),
                          function.range);
}

}  // namespace tcviz::inline gpu_c
