// The part of Parser that gives values to variables.
#include <fmt/format.h>

#include "gpu/language/c/parser.hpp"
#include "gpu/language/c/store_values.hpp"

namespace tcviz::inline gpu_c {
namespace {

// Returns the operator in +=, -=, ...; null if `sign` is none of them.
const BinaryRow* operation_of(std::string_view sign) {
  if (sign.size() < 2 || sign.back() != '=') return nullptr;
  const BinaryRow* const row = find_binary(sign.substr(0, sign.size() - 1));
  return row != nullptr && row->typing != Typing::Compare && row->typing != Typing::Logic ? row : nullptr;
}

bool assigns(const Token& token) {
  return token.kind == TokenKind::Sign &&
         (token.text == "=" || (token.text.size() > 1 && operation_of(token.text) != nullptr));
}

}  // namespace

// Reads the right side of "=", which may be a call that changes variables.
Value Parser::whole_statement_value(bool alone) {
  in_statement_call_ = alone;
  const Value value = assignment();
  in_statement_call_ = false;
  return value;
}

void Parser::simple_statements() {
  do simple_statement();
  while (cursor_.accept(",") && !cursor_.is_full());
}

// Reads simple = ("++" | "--") target | target ("++" | "--") | target sign expression | call | expression, if the text
// is nothing else.
void Parser::simple_statement() {
  const Token token = cursor_.peek();
  const std::size_t first = cursor_.at;
  if (is_step(token)) {
    cursor_.next();
    return step_by_one(assignable(), token);
  }
  if (token.text == "std::tie" || token.text == "tie") return tie();
  const bool names = token.kind == TokenKind::Name || token.text == "*";
  const Token& after = behind_indices(token.text == "*" ? 1 : 0);
  const bool array = dialect_.is_body && token.text == "out" && after.text == "[" && find_local("out") == nullptr;
  if (array) return put_element(cursor_.next());
  if (token.text == "*" && is_step(after)) {
    cursor_.complain(join(token.range, after.range),
                     "this moves the pointer, not what it points to: write (*p)++ or *p += 1");
    return skip_statement();
  }
  if (names && is_assignment(after)) {
    const Value target = assignable();
    if (is_step(cursor_.peek())) return step_by_one(target, cursor_.next());
    return assign_statement(target);
  }
  in_statement_call_ = true;
  const Value value = conditional();
  in_statement_call_ = false;
  if (assigns(cursor_.peek()) && (value.local >= 0 || value.has_index)) return assign_statement(value);
  if (is_step(cursor_.peek())) return step_by_one(value, cursor_.next());
  if (assigns(cursor_.peek())) {
    if (value.form.type != Type::Unknown || value.form.record >= 0)
      cursor_.complain(value.range, "this cannot be assigned to");
    return skip_statement();
  }
  if (is_step(cursor_.before())) return;  // (*p)++ is done
  value_statement(value, first);
}

// Returns the token behind n, or behind the indices of t[i][k].
const Token& Parser::behind_indices(std::size_t ahead) const {
  std::size_t at = std::min(cursor_.at + ahead + 1, cursor_.tokens.size() - 1);
  if (find_owner(cursor_.peek(ahead).text) == nullptr) return cursor_.tokens[at];
  while (cursor_.tokens[at].text == "[") at = behind_brackets(cursor_.tokens, at);
  return cursor_.tokens[at];
}

// Reads std::tie(row, col) = place(tid, i);
void Parser::tie() {
  const TextRange range = cursor_.next().range;
  std::pmr::vector<Value> targets(cursor_.memory);
  cursor_.accept("(");
  do targets.push_back(assignable());
  while (cursor_.accept(","));
  expect(")", range);
  if (!cursor_.accept("=")) cursor_.complain(cursor_.peek().range, "expected `=` and a value of as many parts");
  const Value value = whole_statement_value();
  const bool fits =
      value.form.record >= 0 && value.form.rank == 0 && record(value.form.record).fields == targets.size();
  if (!fits) return cursor_.complain(range, "expected a value of as many parts after `=`");
  for (std::size_t at = 0; at < targets.size(); ++at)
    assign(targets[at], member(value, field(record(value.form.record), at).name, range));
}

// True if the statement, up to the end of a condition or of a loop's head, names the variable once, by one of its
// names. Names in lambdas count, too.
bool Parser::is_named_once(const Value& changed) const {
  const auto end_of = [&](const Local& local) { return local.place.code + cells_of(local.form); };
  const Local& whole = locals_[static_cast<std::size_t>(changed.local)];
  int named = 0, depth = 0;
  for (std::size_t at = statement_; at + 1 < cursor_.tokens.size(); ++at) {
    const Token& token = cursor_.tokens[at];
    depth += (token.text == "(") - (token.text == ")");
    const bool behind = at >= cursor_.at;
    if (behind && (token.text == ";" || token.text == "{" || token.text == "}" || depth < 0)) break;
    if (behind && depth == 0 && token.text == ")" && cursor_.tokens[at + 1].kind == TokenKind::Name) break;
    if (token.kind != TokenKind::Name) continue;
    const std::string_view name = token.text.substr(0, token.text.find('.'));
    named += std::ranges::any_of(locals_, [&](const Local& each) {
      return each.name == name && each.place.code < end_of(whole) && whole.place.code < end_of(each);
    });
    for (const Function& each : functions_) named += each.is_lambda && each.name == name && !each.copies ? 2 : 0;
  }
  return named == 1 && !whole.name.empty();
}

// Reads x += 1, ++x and x++ inside an expression, if the statement names x once: nothing else can depend on the order.
Value Parser::changed_inside(const Value& changed, const Token& sign, bool before) {
  const bool counts = is_step(sign);
  if (changed.local < 0 || !is_named_once(changed) || sign.text == "=") {
    if (sign.text == "=") {
      cursor_.complain(sign.range, "`=` assigns, and an assignment is a statement of its own: `==`?", "==");
      conditional();
    } else {
      cursor_.complain(sign.range, fmt::format("`{}` changes a variable: make it a statement of its own", sign.text));
      if (!counts) conditional();
    }
    return nothing(sign.range);
  }
  const Spot old = emitter_.new_local();
  const Value target = with_kept_index(changed);
  const Value value = rvalue(target);
  emitter_.move(old, value.place, sign.range);
  if (counts) {
    step_by_one(target, sign);
  } else {
    assign(target, combine(*operation_of(sign.text), rvalue(target), rvalue(conditional())));
  }
  Value result = before ? Value{.place = old, .form = value.form, .range = sign.range} : rvalue(target);
  if (!before) {
    emitter_.move(old, result.place, sign.range);
    result.place = old;
  }
  return result;
}

void Parser::value_statement(const Value& value, std::size_t first) {
  const bool is_last = cursor_.at_end() || (cursor_.at_sign(";") && cursor_.peek(1).kind == TokenKind::End);
  if (dialect_.is_body && first == 0 && is_last) {
    const Value read = rvalue(value);
    expression_end_ = cursor_.before().range.end;
    assigns_x_ = true;
    if (is_number(read.type())) emitter_.convert_into(Spot::of(Variable::X), read, dialect_.value);
    return;
  }
  if (value.form.type == Type::Void || (value.form.type == Type::Unknown && value.form.record < 0)) return;
  cursor_.complain(value.range, "this value is not used: expected an assignment or return");
}

// Reads the left side of an assignment.
Value Parser::assignable() {
  const bool star = cursor_.accept("*");
  const Token& name = cursor_.next();
  if (name.kind != TokenKind::Name) {
    cursor_.complain(name.range, fmt::format("expected the name of a variable, not {}", quoted(name)));
    return nothing(name.range);
  }
  if (find_owner(name.text) != nullptr) {
    Value value = postfix(variable_named(name));
    if (star && value.local >= 0 && !locals_[static_cast<std::size_t>(value.local)].is_pointer)
      cursor_.complain(name.range, fmt::format("`{}` is no pointer", name.text));
    return value;
  }
  const NameRow* const row = find_name(name.text, dialect_.inputs);
  if (row != nullptr && dialect_.is_body && row->variable != Variable::X) {
    cursor_.complain(name.range, fmt::format("`{}` can be read only: x is what a body changes", name.text));
  } else if (row != nullptr && (dialect_.is_body || (row->derived == Opcode::Move && row->variable <= Variable::R &&
                                                     frame_.is_file && is_whole_input(*row)))) {
    note_input(*row, true, name.range);
    const Type type = dialect_.is_body ? dialect_.value : row->is_unsigned ? Type::Unsigned : Type::Int;
    return {.place = Spot::of(row->variable), .form = scalar_form(type), .range = name.range};
  } else if (row != nullptr) {
    cursor_.complain(name.range, fmt::format("`{}` is given: copy it into a variable of your own to change it",
                                             name.text.substr(0, 40)));
  } else if (dialect_.is_body) {
    unknown_name(name);
  } else {
    const std::string shown(name.text.substr(0, 40));
    cursor_.complain(name.range, fmt::format("`{0}` is assigned to but not declared: write `int {0}`", shown),
                     "int " + shown);
  }
  return {.range = name.range};
}

// Reads target "=" {target "="} expression | target sign expression.
void Parser::assign_statement(const Value& target) {
  const Token sign = cursor_.next();
  if (sign.text == "=") {
    const std::size_t name = cursor_.at_sign("*") ? 1 : 0;
    if (cursor_.peek(name).kind == TokenKind::Name && behind_indices(name).text == "=") {
      const Value inner = assignable();
      if (target.has_index && (inner.local < 0 || !is_named_once(inner)))  // the right side comes first
        cursor_.complain(inner.range, "this may change the index at the left: make it a statement of its own");
      ++depth_;
      if (!too_deep()) assign_statement(inner);
      --depth_;
      return assign(target, inner);
    }
    if (cursor_.at_sign("{")) {  // p = {p.col, p.row}
      const Value made = value_of_local(declare({}, target.form, target.range), target.range);
      initialise_listed(made);
      return assign(target, made);
    }
    return assign(target, whole_statement_value(!target.has_index));
  }
  ++operators_;
  note_read(target);
  const Value kept = with_kept_index(target);
  const Value left = rvalue(kept);
  const Value right = rvalue(assignment());
  assign(kept, combine(*operation_of(sign.text), left, right));
}

// Keeps the index of an element that is read and then written: reading it uses up the register of its index.
Value Parser::with_kept_index(Value target) {
  if (!target.has_index) return target;
  const Spot index = emitter_.new_local();
  emitter_.move(index, target.index, target.range);
  emitter_.release({.place = target.index});
  target.index = index;
  return target;
}

// Writes n++, which means n += 1.
void Parser::step_by_one(const Value& stepped, const Token& sign) {
  const Value target = with_kept_index(stepped);
  note_read(target);
  const Value value = rvalue(target);
  if (value.type() == Type::Bool)
    return cursor_.complain(target.range, "this is a bool, which cannot be counted up or down");
  const Value one = emitter_.constant(1, Type::Int, sign.range);
  assign(target, combine(*find_binary(sign.text.substr(0, 1)), value, one));
}

// Notes that an input is read if its new value depends on the old one: x += 1.
void Parser::note_read(const Value& target) {
  if (target.local < 0 && target.form.is_scalar() && is_number(target.form.type) &&
      target.place.place_class() == Spot::Class::Variable)
    emitter_.note_use(static_cast<Variable>(target.place.index()));
}

void Parser::assign(const Value& target, const Value& value) {
  const bool is_x = dialect_.is_body && target.local < 0 && target.place.code == Spot::of(Variable::X).code;
  assigns_x_ = assigns_x_ || is_x;
  const bool unknown = target.form.type == Type::Unknown && target.form.record < 0;
  if (unknown) return;
  if (target.is_const) {
    cursor_.complain(target.range, target.local >= 0 ? fmt::format("`{}` is const",
                                                                   locals_[static_cast<std::size_t>(target.local)].name)
                                                     : "this is const");
    return;
  }
  if (!target.form.is_scalar() || !value.form.is_scalar()) return assign_aggregate(target, value);
  const Value read = rvalue(value);
  if (!is_number(read.type())) return mark_assigned(target);
  if (!is_number(target.form.type))
    return cursor_.complain(target.range, target.form.type == Type::Void ? "this function gives no value"
                                                                         : "what this holds is not followed here");
  if (!frame_.is_file && target.local >= 0 && static_cast<std::size_t>(target.local) < file_locals_)
    cursor_.complain(target.range, "a function that changes a variable of the file is not followed here");
  const bool is_undeclared = target.local >= 0 && static_cast<std::size_t>(target.local) < file_results_;
  if (is_undeclared && is_fraction(read.type()))
    cursor_.complain(read.range, "this is a fraction, and a place is a whole number");
  const Value converted = emitter_.convert(read, target.form.type);
  emitter_.release(converted);
  if (target.has_index)
    emitter_.put({.op = Opcode::Save,
                  .to = target.place.code,
                  .a = target.index.code,
                  .b = converted.place.code,
                  .range = target.range});
  else
    emitter_.keep(converted, target.place);
  mark_assigned(target);
}

void Parser::assign_aggregate(const Value& target, const Value& value) {
  const bool unknown = value.form.type == Type::Unknown && value.form.record < 0;
  const bool same_shape = target.form.rank == value.form.rank && target.form.record >= 0 && value.form.record >= 0 &&
                          cells_of(target.form) == cells_of(value.form);
  if (target.form.rank > 0 || !same_shape || target.has_index || value.has_index) {
    if (!unknown) cursor_.complain(value.range, "expected a value of the same type as what it is assigned to");
    return mark_assigned(target);
  }
  const Record to = record(target.form.record), from = record(value.form.record);
  for (std::size_t number = 0; number < std::min(to.fields, from.fields); ++number) {
    const RecordField each = field(to, number), other = field(from, number);
    assign(member(target, each.name, value.range), member(value, other.name, value.range));
  }
}

// Notes that it has a value from now on: without a doubt if no condition stands between its declaration and here.
void Parser::mark_assigned(const Value& target) {
  if (target.local < 0) return;
  if (target.place.place_class() == Spot::Class::Local) frame_.changes = std::min(frame_.changes, target.place.index());
  Local& local = locals_[static_cast<std::size_t>(target.local)];
  local.is_assigned = true;
  if (!local.is_checked) return;
  const bool whole = !target.has_index && target.place.code == local.place.code && target.form == local.form;
  if (whole && guarded_ == local.guard && !local.is_alias && !frame_.returned_early) {
    local.is_checked = false;
    return;
  }
  const Spot flags{local.flags.code + (target.place.code - local.place.code)};
  if (!target.has_index) {
    for (std::uint32_t cell = 0; cell < cells_of(target.form); ++cell) emitter_.set(flags + cell, 1);
    return;
  }
  const Value one = emitter_.constant(1, Type::Int, target.range);
  emitter_.put(
      {.op = Opcode::Save, .to = flags.code, .a = target.index.code, .b = one.place.code, .range = target.range});
}

// Reads "out" "[" expression "]" sign expression: the values that a body leaves in memory.
void Parser::put_element(const Token& name) {
  const Value index = body_index();
  const Token sign = cursor_.peek();
  if (!assigns(sign)) return cursor_.complain(sign.range, "`out` is written only: out[row] = ...");
  cursor_.next();
  assigns_x_ = true;
  const TextRange range = join(name.range, sign.range);
  Value value;
  if (sign.text == "=") {
    value = rvalue(assignment());
  } else {
    const Value old = load_outside(out_array, dialect_.value, index, range);
    value = combine(*operation_of(sign.text), old, rvalue(assignment()));
  }
  if (!is_whole(index.type()) || !is_number(value.type())) return;
  value = emitter_.convert(value, dialect_.value);
  emitter_.put({.op = Opcode::Put,
                .type = dialect_.value,
                .from = promoted(index.type()),
                .note = out_array,
                .a = index.place.code,
                .b = value.place.code,
                .range = range});
}

// True, with a complaint, if the memory of a store is also copied as if it were a fragment, by the same index in every
// thread: one of the two is a place, and it is not plain which.
bool Parser::is_used_as_both(std::string_view name, TextRange range) {
  if (std::ranges::find(copied_, name) == copied_.end()) return false;
  cursor_.complain(range, fmt::format("`{}` is read by an index that no thread changes, and by another that one does: "
                                      "leave the access that is meant",
                                      name.substr(0, 40)));
  std::erase(copied_, name);  // said once
  return true;
}

// Notes a fragment with more values than the layout: those beyond are not asked for.
void Parser::note_more_values(const Subscript& fragment, const Value& index) {
  const Local* const local = find_owner(fragment.name);
  std::int64_t most = constant_value(index).value_or(-1) + 1;
  if (local != nullptr && local->form.rank > 0 && local->form.rank < 3)
    most = std::max<std::int64_t>(most, local->form.sizes[0] * std::max<std::int64_t>(1, local->form.sizes[1]));
  if (dialect_.values > 0 && most > dialect_.values) assume(fragment.name, more_values);
  if (most > 0 || dialect_.values == 0) return;
  // Only the execution tells the index, and the text does not say how many values there are.
  if (store_.beyond.place_class() != Spot::Class::Local) store_.beyond = emitter_.new_local();
  const Value values = emitter_.constant(static_cast<Bits64>(dialect_.values), Type::Int, index.range);
  const Value within = combine(*find_binary("<"), flat_index(fragment, index.range), values);
  emitter_.release(within);
  const std::size_t over = emitter_.jump(Opcode::JumpIfNot0, within.place, index.range);
  emitter_.set(store_.beyond, 1);
  emitter_.land(over);
}

}  // namespace tcviz::inline gpu_c
