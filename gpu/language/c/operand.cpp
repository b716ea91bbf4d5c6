// The part of Parser that reads operands: numbers, names, casts.
#include <fmt/format.h>

#include <array>
#include <charconv>

#include "gpu/language/c/parser.hpp"

namespace tcviz::inline gpu_c {
namespace {

// The built-in variables that number blocks, and threads of a block, but for threadIdx.x.
constexpr auto outside_names = std::to_array<std::string_view>(
    {"threadIdx.y", "threadIdx.z", "blockIdx.x", "blockIdx.y", "blockIdx.z", "blockDim.x", "blockDim.y", "blockDim.z"});

}  // namespace

// Reads primary = number | name | "(" expression ")".
Value Parser::primary() {
  const Token& token = cursor_.peek();
  switch (token.kind) {
    case TokenKind::Number:
      return number(cursor_.next());
    case TokenKind::Fraction:
      return fraction(cursor_.next());
    case TokenKind::Name:
      return name();
    case TokenKind::Bad:  // said already
      return cursor_.next(), nothing(token.range);
    default:
      break;
  }
  // %laneid and its like: a register of PTX.
  if (cursor_.at_sign("%") && cursor_.peek(1).kind == TokenKind::Name && !dialect_.is_body) {
    cursor_.next();
    const NameRow* const row = dialect_.inputs == Inputs::Slot || dialect_.inputs == Inputs::All
                                   ? find_register(cursor_.peek().text)
                                   : nullptr;
    return row == nullptr ? name() : input(*row, cursor_.next().range);
  }
  if (!cursor_.accept("(")) return missing_operand();
  Value value = expression();
  expect(")", token.range);
  value.range = join(token.range, cursor_.before().range);
  return value;
}

Value Parser::missing_operand() {
  const Token& token = cursor_.peek();
  const Token& named = cursor_.peek(1);
  if (is_step(token) && named.kind == TokenKind::Name && find_owner(named.text) != nullptr) {
    const Token sign = cursor_.next();
    return changed_inside(assignable(), sign, false);
  }
  if (is_step(token) || token.text == "=") {
    cursor_.complain(token.range, fmt::format("`{}` changes a variable: make it a statement of its own", token.text));
    return cursor_.next(), nothing(token.range);
  }
  constexpr std::string_view ends = ");,}]";
  const bool stays = cursor_.at_end() || (token.text.size() == 1 && ends.find(token.text) != ends.npos);
  cursor_.complain(token.range, fmt::format("expected a value before {}", quoted(token)));
  if (!stays && find_binary(token.text) == nullptr && token.text != "?" && token.text != ":") cursor_.next();
  return nothing(token.range);
}

Value Parser::number(const Token& token) { return emitter_.constant(token.value, token.type, token.range); }

// Reads a fraction in its own type: a float by way of a double may be rounded twice.
Value Parser::fraction(const Token& token) {
  if (!dialect_.is_body) {
    cursor_.complain(token.range, "fractions have no place here: formulae are made of whole numbers");
    return nothing(token.range);
  }
  const char* const end = token.text.data() + token.text.size();
  const bool is_float = (token.text.back() | 0x20) == 'f';
  float single = 0;
  double wide = 0;
  const auto result =
      is_float ? std::from_chars(token.text.data(), end, single) : std::from_chars(token.text.data(), end, wide);
  if (result.ec != std::errc()) {
    cursor_.complain(token.range,
                     fmt::format("{} does not fit into a {}", token.text.substr(0, 40), is_float ? "float" : "double"));
    return nothing(token.range);
  }
  return is_float ? emitter_.constant(cell_of(single), Type::Float, token.range)
                  : emitter_.constant(cell_of(wide), Type::Double, token.range);
}

// Reads name = variable | input | constant | array "[" expression "]" | type "(" expression ")" | function "(" ... ")".
Value Parser::name() {
  const Token& token = cursor_.next();
  const std::string_view text = token.text;
  if (text == "static_cast" || text == "reinterpret_cast" || text == "const_cast") return static_cast_of(token);
  if (text == "sizeof") return size_of(token);
  if (cursor_.at_sign("(") || cursor_.at_sign("{") || cursor_.at_sign("<")) {
    const bool calls =
        !cursor_.at_sign("<") || has_function(text, -1) || text.starts_with("std::") || find_template(text) != nullptr;
    const Local* const local = find_owner(text);
    const bool called =
        local != nullptr && local->form.type == Type::Opaque && cursor_.at_sign("(") && local->name == text;
    if (calls && (local == nullptr || called)) return call_named(token);
  }
  if (is_type_word(text) && find_local(text) == nullptr) {
    cursor_.complain(token.range, fmt::format("`{}` is a type: expected a value", text));
    return nothing(token.range);
  }
  return variable_named(token);
}

Value Parser::variable_named(const Token& token) {
  const std::string_view text = token.text;
  if (const Local* const local = find_local(text)) return alias_of(*local, token.range);
  if (const NameRow* row = find_name(text, dialect_.inputs)) return input(*row, token.range);
  if (const auto value = qualified(token)) return *value;
  const std::size_t dot = text.find('.');
  if (dot != text.npos) {  // place.row: the words hold their dots
    if (const Local* const local = find_owner(text)) {
      Value value = alias_of(*local, token.range);
      std::string_view rest = text.substr(dot + 1);
      for (std::size_t next = rest.find('.'); next != rest.npos; next = rest.find('.')) {
        value = member(value, rest.substr(0, next), token.range);
        rest.remove_prefix(next + 1);
      }
      return member_or_call(value, rest, token.range);
    }
  }
  if (dialect_.is_body) {
    const auto array = std::ranges::find(body_arrays, text);
    if (array != body_arrays.end()) return body_element(static_cast<std::size_t>(array - body_arrays.begin()), token);
  }
  if (std::ranges::find(outside_names, text) != outside_names.end() && !dialect_.is_body)
    return outside_input(text, token.range);
  // In a few lines without its declaration, any that no row or col reaches will do.
  if (in_place_ && frame_.is_file && is_leading_dimension(text)) {
    store_.stride = text;
    return emitter_.variable(Variable::Size, Type::Int, token.range);
  }
  if (text.ends_with(".num_elements") && dialect_.inputs == Inputs::Slot)  // of a fragment that stands elsewhere
    return member({.form = scalar_form(Type::Opaque)}, "num_elements", token.range);
  if (text == "warpSize" || text == "WARP_SIZE") return emitter_.constant(32, Type::Int, token.range);
  if (const ConstantRow* row = find_constant(text); row != nullptr && (dialect_.is_body || is_whole(row->type)))
    return emitter_.constant(row->bits, row->type, token.range);
  if (text == no_case) {  // made by readers of other notations: reaching it is an error
    const Spot never = emitter_.new_local();
    emitter_.set(never, 0);
    emitter_.require(never, Need::Case, token.range);
    return emitter_.constant(0, Type::Int, token.range);
  }
  unknown_name(token);
  return nothing(token.range);
}

// Reads Traits::WARP, Half::Lower, detail::kQuad.
std::optional<Value> Parser::qualified(const Token& token) {
  const std::size_t at = token.text.rfind("::");
  if (at == token.text.npos) return std::nullopt;
  const std::string_view name = token.text.substr(at + 2), before = token.text.substr(0, at);
  const std::string_view owner = before.substr(before.rfind(':') + 1);
  if (const auto form = find_type_named(owner); form && form->record >= 0) {
    const Record& found = record(form->record);
    for (std::size_t each = 0; each < found.constants; ++each) {
      const Local& constant = record_constants_[found.first_constant + each];
      if (constant.name == name)
        return Value{.place = constant.place, .form = constant.form, .is_const = true, .range = token.range};
    }
    return std::nullopt;
  }
  const Local* local = find_local(name, owner);
  if (local == nullptr && !find_type_named(owner)) local = find_local(name);
  if (local == nullptr) return std::nullopt;
  return alias_of(*local, token.range);
}

Value Parser::alias_of(const Local& local, TextRange range) const {
  return {.place = local.place,
          .form = local.form,
          .local = static_cast<std::int32_t>(&local - locals_.data()),
          .is_const = local.is_const,
          .range = range};
}

Value Parser::input(const NameRow& row, TextRange range) {
  note_input(row, false, range);
  Type type = row.is_unsigned ? Type::Unsigned : Type::Int;
  if (row.variable == Variable::X) type = dialect_.value;
  if (row.variable == Variable::A || row.variable == Variable::B)
    type = dialect_.value == Type::Double ? Type::Double : Type::Float;
  const Value value = row.variable == Variable::Tid && !dialect_.is_body ? thread_named(row.name, row.who, type, range)
                                                                         : emitter_.variable(row.variable, type, range);
  if (row.derived == Opcode::Move) return value;
  return emitter_.apply(row.derived, Type::Int, value, emitter_.constant(row.operand, Type::Int, range), type, range);
}

Value Parser::thread_named(std::string_view name, Who who, Type type, TextRange range) {
  const bool by_y = by_y_ && name == "threadIdx.x";
  if (who == Who::Warp && !has_warps()) {
    assume(name, "the number of a whole tile");
    return emitter_.variable(Variable::Block, type, range);
  }
  const Value tid = emitter_.variable(Variable::Tid, type, range);
  reads_bare_lane_ = reads_bare_lane_ || (who == Who::Lane && dialect_.threads > 32);
  const bool is_thread = (who == Who::Thread && !by_y) || (who == Who::Lane && !dialect_.lane_in_warp);
  if (is_thread || !has_warps()) return tid;
  if (by_y || who == Who::Warp) assume(name, by_y ? "tid % 32" : "tid / 32");
  return emitter_.apply(who == Who::Warp ? Opcode::Shr : Opcode::Mod, type, tid,
                        emitter_.constant(who == Who::Warp ? 5 : 32, type, range), type, range);
}

// Reads blockIdx.x and its like: a number that the layout leaves open, or the warp by threadIdx.y.
Value Parser::outside_input(std::string_view name, TextRange range) {
  const auto constant = [&](int value) { return emitter_.constant(static_cast<Bits64>(value), Type::Unsigned, range); };
  if (name == "blockDim.x") return constant(by_y_ || dialect_.threads == 0 ? 32 : std::max(dialect_.threads, 32));
  if (name == "blockDim.y") return constant(by_y_ ? dialect_.threads / 32 : 1);
  if (name == "blockDim.z") return constant(1);
  if (by_y_ && name == "threadIdx.y") return thread_named(name, Who::Warp, Type::Unsigned, range);
  assume(name, "the number of a whole tile");
  return emitter_.variable(Variable::Block, Type::Unsigned, range);
}

void Parser::assume(std::string_view name, std::string_view meaning) {
  if (std::ranges::find(assumed_, name, &Assumed::name) == assumed_.end()) assumed_.push_back({name, meaning});
}

// Notes an input. One input under two names is one value only as long as nothing changes it.
void Parser::note_input(const NameRow& row, bool changes, TextRange range) {
  UsedInput& used = used_[static_cast<std::size_t>(row.variable)];
  const bool other = !used.name.empty() && used.name != row.name;
  used.two_names = used.two_names || other;
  used.changed = used.changed || changes;
  used.name = row.name;
  if (used.changed && used.two_names)
    cursor_.complain(range,
                     fmt::format("`{}` is one of two names of an input that is changed: use one name, or copy it "
                                 "into a variable of your own",
                                 row.name));
}

// Reads an element, at the "[" behind u, v or out.
Value Parser::body_element(std::size_t array, const Token& name) {
  if (!cursor_.at_sign("[")) {
    cursor_.complain(name.range, fmt::format("`{0}` is an array: write {0}[row] or another index", name.text));
    return nothing(name.range);
  }
  const Value index = body_index();
  const TextRange range = join(name.range, cursor_.before().range);
  if (index.type() == Type::Unknown) return nothing(range);
  const Type type = array == out_array ? dialect_.value : dialect_.value == Type::Double ? Type::Double : Type::Float;
  emitter_.release(index);
  return load_outside(array, type, index, range);
}

// Reads "[" expression "]".
Value Parser::body_index() {
  const TextRange open = cursor_.next().range;
  const Value index = rvalue(assignment());
  expect("]", open);
  return whole_index(index);
}

// Returns the index, if it is a whole number.
Value Parser::whole_index(const Value& index) {
  if (is_whole(index.type())) return index;
  if (index.type() != Type::Unknown)
    cursor_.complain(index.range,
                     fmt::format("an index is a whole number, and this is a {}: (int)?", name_of(index.type())));
  return nothing(index.range);
}

Value Parser::load_outside(std::size_t array, Type type, const Value& index, TextRange range) {
  const Value value = emitter_.take(type, range);
  emitter_.put({.op = Opcode::Element,
                .type = type,
                .from = promoted(index.type()),
                .note = static_cast<std::uint16_t>(array),
                .to = value.place.code,
                .a = index.place.code,
                .range = range});
  return value;
}

void Parser::unknown_name(const Token& name) {
  if (cursor_.is_full() || cursor_.gave_up) return;
  const std::string_view text = name.text;
  if (!dialect_.is_body && dialect_.inputs != Inputs::Tile && is_input(text))
    return cursor_.complain(name.range, fmt::format("`{}` is a result here, not something to compute from", text));
  if (is_type_word(text)) return cursor_.complain(name.range, fmt::format("`{}` is a type: expected a value", text));
  std::vector<std::string_view> words;
  const auto add = [&](std::string_view word) {
    if (!word.empty() && std::ranges::find(words, word) == words.end()) words.push_back(word);
  };
  for (std::size_t at = file_results_; at < locals_.size(); ++at) add(locals_[at].name);
  for (const Function& each : functions_) add(each.name);
  const std::string unknown = fmt::format("unknown name `{}`", text.substr(0, 40));
  const auto meant = meant_name(text, dialect_.inputs, words);
  if (!meant)
    return cursor_.complain(name.range,
                            fmt::format("{}: give it a value, or compute from {}", unknown, words_of(dialect_.inputs)));
  cursor_.complain(name.range, fmt::format("{}: did you mean {}?", unknown, *meant), std::string(*meant));
}

void Parser::expect(std::string_view sign, TextRange open) {
  if (cursor_.accept(sign)) return;
  if (cursor_.at_end())
    return cursor_.complain(open, fmt::format("this {} has no `{}`",
                                              sign == ")"   ? "("
                                              : sign == "]" ? "["
                                                            : "{",
                                              sign));
  cursor_.complain(cursor_.peek().range,
                   fmt::format("expected an operator or `{}` before {}", sign, quoted(cursor_.peek())));
  // The tokens up to there belong to the same mistake.
  while (!cursor_.at_end() && !cursor_.at_sign(";") && !cursor_.at_sign("}") && !cursor_.at_sign(sign)) cursor_.next();
  cursor_.accept(sign);
}

// True if "(" type ")" is ahead.
bool Parser::at_cast() const {
  if (!cursor_.at_sign("(") || !at_type(1)) return false;
  std::size_t ahead = 1;
  for (; cursor_.peek(ahead).kind == TokenKind::Name; ++ahead)
    if (!at_type(ahead)) return false;
  return cursor_.peek(ahead).text == ")";
}

Value Parser::cast() {
  const TextRange open = cursor_.next().range;
  const TypeForm form = read_type().form;
  cursor_.accept(")");
  if (form.type == Type::Void) {  // (void)tid says that it is not used
    unary();
    return {.form = scalar_form(Type::Void), .range = open};
  }
  const Value value = rvalue(unary());
  if (form.type == Type::Opaque && form.record < 0) {
    cursor_.complain(open, "what this type holds is not followed here");
    return nothing(open);
  }
  return to_type(value, form.is_scalar() ? form.type : Type::Unknown, open);
}

// Reads <int>(...), behind "static_cast".
Value Parser::static_cast_of(const Token& word) {
  const bool opened = word.text == "static_cast" && cursor_.accept("<");
  const TypeForm form = opened ? read_type().form : TypeForm{};
  const bool closed = opened && cursor_.accept(">");
  const TextRange open = cursor_.peek().range;
  if (!closed || form.type == Type::Unknown || !cursor_.accept("(")) {
    cursor_.complain(word.range, fmt::format("expected {0}<int>(...) or another type", word.text));
    return nothing(word.range);
  }
  const Value value = rvalue(expression());
  expect(")", open);
  return to_type(value, form.is_scalar() ? form.type : Type::Unknown, word.range);
}

Value Parser::size_of(const Token& word) {
  const TextRange open = cursor_.peek().range;
  std::int64_t bytes = 0;
  if (cursor_.accept("(") && at_type()) {
    const TypeRead type = read_type();
    const std::string_view name = cursor_.before().text;
    if (type.form.record >= 0 && type.form.rank == 0) {  // of members of one type
      const Record& found = record(type.form.record);
      for (std::size_t at = 0; at < found.fields; ++at)
        bytes = field(found, at).form == field(found, 0).form ? bytes + bytes_of(field(found, at).form.type) : -1000;
    }
    if (type.form.record < 0)
      bytes = !type.form.is_scalar()           ? 0
              : type.form.type == Type::Opaque ? bytes_of_opaque(name)
                                               : bytes_of(type.form.type);
    expect(")", open);
  }
  if (bytes <= 0) cursor_.complain(word.range, "sizeof is followed here of plain types only, as in sizeof(int)");
  return emitter_.constant(static_cast<Bits64>(bytes), Type::ULong, word.range);
}

}  // namespace tcviz::inline gpu_c
