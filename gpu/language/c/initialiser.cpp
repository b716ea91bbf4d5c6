// The part of Parser that reads the first values of variables.
#include <fmt/format.h>

#include <array>

#include "gpu/language/c/parser.hpp"

namespace tcviz::inline gpu_c {

// Counts the values between the braces that are next, or behind.
std::size_t Parser::listed_values() const {
  std::size_t at = cursor_.at, values = 0;
  if (cursor_.tokens[at].text != "{") return 0;
  const std::size_t end = behind_brackets(cursor_.tokens, at) - 1;
  for (++at; at < end;) {
    ++values;
    while (at < end && cursor_.tokens[at].text != ",") {
      const std::string_view text = cursor_.tokens[at].text;
      at = text == "(" || text == "{" || text == "[" ? behind_brackets(cursor_.tokens, at) : at + 1;
    }
    ++at;
  }
  return values;
}

// Passes over a value; true if an element of an array stands in it.
bool Parser::skip_initialiser() {
  const std::size_t begin = cursor_.at;
  while (!cursor_.at_end() && !cursor_.at_sign(",") && !cursor_.at_sign(";")) {
    const bool opens = cursor_.at_sign("(") || cursor_.at_sign("{") || cursor_.at_sign("[");
    cursor_.at = opens ? behind_brackets(cursor_.tokens, cursor_.at) : cursor_.at + 1;
  }
  for (std::size_t at = begin; at + 1 < cursor_.at; ++at)
    if (cursor_.tokens[at].kind == TokenKind::Name && cursor_.tokens[at + 1].text == "[") return true;
  return false;
}

// Reads a value for a whole variable: an expression, or a list in { }.
void Parser::initialise(std::size_t local, bool is_auto) {
  const TextRange range = cursor_.peek().range;
  if (cursor_.at_sign("{")) {
    if (is_auto && locals_[local].form.type == Type::Void) locals_[local].form = {.record = 1};  // {row, col}
    return initialise_listed(value_of_local(local, range));
  }
  in_statement_call_ = true;
  const Value value = is_auto || locals_[local].name.empty() ? expression() : assignment();  // return a, b;
  in_statement_call_ = false;
  if (is_auto) {
    const TypeForm form = value.form;
    if (locals_[local].form.type == Type::Void && cells_of(form) <= result_cells) locals_[local].form = form;
    if (locals_[local].form != form && form.type != Type::Unknown)
      return cursor_.complain(range, "what is returned here has another type than before");
  }
  assign(value_of_local(local, range), value);
}

// Reads a list: "{" is next.
void Parser::initialise_listed(const Value& target) {
  const TextRange open = cursor_.next().range;
  const std::uint32_t parts = target.form.rank > 0      ? target.form.sizes[0]
                              : target.form.record >= 0 ? static_cast<std::uint32_t>(record(target.form.record).fields)
                                                        : 1;
  // {{1, 2, 3}}: the inner list is the whole.
  if (target.form.rank > 0 && target.form.element().is_scalar() && cursor_.at_sign("{")) {
    initialise_cells(target);
    return expect("}", open);
  }
  std::uint32_t at = 0;
  for (; at < parts && !cursor_.at_sign("}") && !cursor_.at_end(); ++at) {
    Value part = part_of(target, at);
    if (cursor_.at_sign(".") && cursor_.peek(2).text == "=") {  // .row = 1
      cursor_.next();
      const Token& name = cursor_.next();
      cursor_.next();
      part = member(target, name.text, name.range);
      while (at < parts && part_of(target, at).place.code != part.place.code) default_field(target, at++);
    }
    initialise_cells(part);
    if (!cursor_.accept(",")) {
      ++at;
      break;
    }
  }
  for (; at < parts; ++at) default_field(target, at);
  expect("}", open);
}

Value Parser::part_of(const Value& target, std::uint32_t number) {
  Value part = target;
  if (target.form.rank > 0) {
    part.form = target.form.element();
    part.place = target.place + number * cells_of(part.form);
  } else if (target.form.record >= 0) {
    const RecordField& found = field(record(target.form.record), number);
    part.form = found.form;
    part.place = target.place + found.offset;
  }
  return part;
}

void Parser::initialise_cells(const Value& target) {
  if (cursor_.at_sign("{")) {
    ++depth_;
    if (!too_deep()) initialise_listed(target);
    --depth_;
    return;
  }
  if (target.form.is_scalar() || cursor_.peek().kind == TokenKind::Name) {
    const Value value = assignment();
    if (target.form.is_scalar() || !value.form.is_scalar()) return assign(target, value);
    cursor_.complain(value.range, "expected a list in { } here");
    return;
  }
  const std::uint32_t parts =
      target.form.rank > 0 ? target.form.sizes[0] : static_cast<std::uint32_t>(record(target.form.record).fields);
  for (std::uint32_t at = 0; at < parts; ++at) {
    initialise_cells(part_of(target, at));
    if (at + 1 < parts && !cursor_.accept(",")) {
      for (++at; at < parts; ++at) default_field(target, at);
    }
  }
}

void Parser::zero(const Value& target) {
  for (std::uint32_t cell = 0; cell < cells_of(target.form); ++cell) emitter_.set(target.place + cell, 0);
  mark_assigned(target);
}

// Fills a member that a list in { } leaves out: with the member's own value, or 0.
void Parser::default_field(const Value& object, std::size_t number) {
  const Value part = part_of(object, static_cast<std::uint32_t>(number));
  const bool is_record = object.form.rank == 0 && object.form.record >= 0;
  const std::size_t initial = is_record ? field(record(object.form.record), number).initial : 0;
  if (initial != 0) {
    const std::size_t at = std::exchange(cursor_.at, initial);
    const Frame frame = frame_;
    frame_ = {.own = locals_.size(),
              .is_file = false,
              .changes = frame.changes,
              .returns = frame.returns,
              .guard = frame.guard};
    bind_fields(object.form.record, &object);
    initialise_cells(part);
    locals_.resize(frame_.own);
    frame_ = frame;
    if (!cursor_.gave_up) cursor_.at = at;
  } else if (part.form.record >= 0 || part.form.rank > 0) {
    const std::size_t parts = part.form.rank > 0 ? part.form.sizes[0] : record(part.form.record).fields;
    for (std::size_t each = 0; each < parts; ++each) default_field(part, each);
  } else {
    zero(part);
  }
}

// Gives the members their own values: struct { int row = 0; } place;
void Parser::default_fields(const Value& object) {
  if (object.form.rank == 0 && object.form.record < 0) return;
  const std::size_t parts = object.form.rank > 0 ? object.form.sizes[0] : record(object.form.record).fields;
  for (std::size_t number = 0; number < parts; ++number) {
    const Value part = part_of(object, static_cast<std::uint32_t>(number));
    if (object.form.rank == 0 && field(record(object.form.record), number).initial != 0)
      default_field(object, number);
    else if (part.form.record >= 0)
      default_fields(part);
  }
}

}  // namespace tcviz::inline gpu_c
