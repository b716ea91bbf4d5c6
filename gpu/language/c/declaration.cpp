// The part of Parser that reads types and the declarations of variables.
#include <fmt/format.h>

#include <array>

#include "gpu/language/c/parser.hpp"
#include "gpu/language/c/word_filter.hpp"

namespace tcviz::inline gpu_c {
namespace {

constexpr std::size_t most_locals = 2000;

// Words that are no names of variables: a compiler of C++ would stumble over them.
constexpr auto keywords = std::to_array<std::string_view>(
    {"if",       "else",     "for",       "while",    "do",      "return",  "break",       "continue", "switch",
     "case",     "default",  "goto",      "struct",   "class",   "union",   "enum",        "new",      "delete",
     "this",     "template", "typename",  "operator", "public",  "private", "protected",   "static",   "extern",
     "register", "inline",   "constexpr", "volatile", "typedef", "using",   "namespace",   "try",      "catch",
     "throw",    "sizeof",   "and",       "or",       "not",     "xor",     "static_cast", "nullptr"});

constexpr WordFilter keyword_filter = filter_of(keywords);

constexpr auto core_types = std::to_array<std::string_view>(
    {"int", "float", "double", "bool", "char", "short", "long", "unsigned", "signed", "void", "auto", "const"});

constexpr std::string_view only_to_variables = "a reference is followed here to a variable of the same type only";

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

}  // namespace

bool is_keyword(std::string_view word) { return keyword_filter.may_have(word) && is_one_of(word, keywords); }

const Local* Parser::find_local(std::string_view name, std::string_view scope) const {
  const auto within = [&](std::size_t begin, std::size_t end) -> const Local* {
    for (std::size_t at = end; at-- > begin;)
      if (locals_[at].name == name && locals_[at].scope == scope) return &locals_[at];
    return nullptr;
  };
  if (const Local* own = within(frame_.own, locals_.size())) return own;
  if (!frame_.captures.empty() && scope.empty())
    for (std::size_t at = frame_.outer_end; at-- > frame_.outer_begin;)
      if (locals_[at].name == name && locals_[at].scope == frame_.captures) return &locals_[at];
  if (const Local* outer = within(frame_.outer_begin, frame_.outer_end)) return outer;
  return frame_.is_file ? nullptr : within(0, file_locals_);
}

const Local* Parser::find_owner(std::string_view text) const { return find_local(text.substr(0, text.find('.'))); }

std::size_t Parser::add_local(const Local& local) {
  if (locals_.size() >= most_locals)
    cursor_.give_up(cursor_.peek().range, fmt::format("more than {} variables are too many", most_locals));
  else
    locals_.push_back(local);
  return locals_.size() - 1;
}

std::size_t Parser::declare(std::string_view name, const TypeForm& form, TextRange range) {
  std::uint32_t cells = form.type == Type::Void ? result_cells : cells_of(form);
  if (cells > most_cells) {
    cursor_.complain(range, fmt::format("more than {} elements are too many", most_cells));
    cells = 1;
  }
  const Spot place = emitter_.new_local(cells), flags = emitter_.new_local(cells);
  for (std::uint32_t cell = 0; cell < cells; ++cell) emitter_.set(flags + cell, 0);
  return add_local({.name = name,
                    .form = form,
                    .place = place,
                    .is_checked = true,
                    .flags = flags,
                    .guard = guarded_,
                    .range = range});
}

Value Parser::value_of_local(std::size_t local, TextRange range) { return alias_of(locals_[local], range); }

void Parser::check_new_name(const Token& name) {
  if (name.text.find_first_of(".:") != name.text.npos)
    return cursor_.complain(name.range, fmt::format("{} is no name for a variable", quoted(name)));
  const bool body_word = dialect_.is_body && (find_name(name.text, Inputs::Body) != nullptr ||
                                              is_one_of(name.text, body_arrays) || find_function(name.text) != nullptr);
  if (body_word || find_constant(name.text) != nullptr || is_keyword(name.text) || is_one_of(name.text, core_types))
    return cursor_.complain(name.range,
                            fmt::format("`{}` has a meaning of its own here: choose another name", name.text));
  for (std::size_t at = std::max(block_, frame_.is_file ? file_results_ : 0); at < locals_.size(); ++at)
    if (locals_[at].name == name.text && locals_[at].scope.empty())
      return cursor_.complain(name.range, fmt::format("`{}` has been declared already", name.text));
}

// Reads declaration = type declarator {"," declarator} ";".
void Parser::declaration() {
  const TextRange range = cursor_.peek().range;
  const TypeRead type = read_type();
  if (type.is_auto && (cursor_.at_sign("[") || (cursor_.at_sign("&") && cursor_.peek(1).text == "[")))
    return structured_binding(type);
  if (!type.any && !type.is_auto && at_opaque_declaration()) return opaque_declaration();
  if (!type.any && !type.is_auto && cursor_.peek().kind != TokenKind::Name)
    cursor_.complain(range, "expected a type, as in int");
  do declare_one(type);
  while (cursor_.accept(",") && !cursor_.is_full());
  end_statement();
}

void Parser::declare_one(const TypeRead& type) {
  bool reference = false;
  statement_ = cursor_.at;
  while (cursor_.at_sign("&") || cursor_.at_sign("*") || cursor_.at_sign("&&") || cursor_.at_name("const")) {
    if (cursor_.at_sign("*") && pointer_into_array()) return;
    if (cursor_.at_sign("*") && (type.form.type == Type::I8 || type.form.type == Type::Opaque) &&
        cursor_.peek(1).kind == TokenKind::Name) {
      cursor_.next();
      add_local({.name = cursor_.next().text, .form = scalar_form(Type::Opaque), .is_const = true});
      return void(skip_initialiser());
    }
    if (cursor_.at_sign("*")) {
      cursor_.complain(cursor_.peek().range, "pointers are followed here as parameters only");
      return skip_to_semicolon();
    }
    reference = reference || cursor_.peek().kind == TokenKind::Sign;
    cursor_.next();
  }
  const Token name = cursor_.peek();
  if (name.kind != TokenKind::Name)
    return cursor_.complain(name.range, fmt::format("expected a name for the variable, not {}", quoted(name)));
  cursor_.next();
  check_new_name(name);
  if (type.is_auto && cursor_.at_sign("=") && cursor_.peek(1).text == "[" && lambda(name)) return;
  if (reference) return declare_reference(type, name);
  TypeForm form = type.form;
  bool open_size = false;
  if (cursor_.at_sign("[")) array_sizes(form, open_size);
  const TypeForm opaque{.type = Type::Opaque, .rank = form.rank, .sizes = form.sizes};
  const bool brace = cursor_.at_sign("{"), paren = cursor_.at_sign("(");
  const bool has_value = cursor_.at_sign("=") || brace || paren;
  if (!has_value) {
    if (type.is_auto || type.is_const)
      cursor_.complain(name.range,
                       fmt::format("`{}` needs a value, as it is {}", name.text, type.is_auto ? "auto" : "const"));
    if (type.is_static) cursor_.complain(name.range, "a static variable that changes is not followed here");
    if (form.type == Type::Opaque || (is_fraction(form.type) && !dialect_.is_body))
      return declare_opaque(name.text, opaque);
    const std::size_t local = declare(name.text, form, name.range);
    return default_fields(value_of_local(local, name.range));
  }
  if (type.is_static && !type.is_const)
    cursor_.complain(name.range, "a static variable that changes is not followed here");
  if (!brace && !paren) cursor_.next();
  if (form.type == Type::Opaque || (is_fraction(form.type) && !dialect_.is_body)) {  // float acc[8] = {0.f}
    const bool is_made = skip_initialiser();
    return void(add_local({.name = name.text, .form = opaque, .is_assigned = form.rank > 0, .is_made = is_made}));
  }
  declare_with_value(name, form, type, brace || paren);
}

// Declares float acc[8].
void Parser::declare_opaque(std::string_view name, const TypeForm& form) {
  const std::size_t local = add_local({.name = name, .form = form});
  if (form.rank == 0) return;
  locals_[local].flags = emitter_.new_local();
  emitter_.set(locals_[local].flags, 0);
}

// Declares a variable with a value: "=" was read, or "{" or "(" is next.
void Parser::declare_with_value(const Token& name, const TypeForm& form, const TypeRead& type, bool direct) {
  Local local{.name = name.text, .form = form, .guard = guarded_, .range = name.range};
  const std::uint32_t steps = emitter_.here();
  if (form.is_scalar()) {
    const bool paren = direct && cursor_.at_sign("("), brace = cursor_.at_sign("{");
    const TextRange open = cursor_.peek().range;
    if (paren || brace) cursor_.next();
    const bool empty = brace && cursor_.at_sign("}");
    const Value value = empty ? emitter_.constant(0, Type::Int, open) : whole_statement_value(!paren && !brace);
    if (paren || brace) expect(paren ? ")" : "}", open);
    const bool whole = type.is_auto && !value.form.is_scalar();
    if (whole) {
      local.form = value.form;
      local.place = emitter_.new_local(cells_of(local.form));
      const std::size_t number = add_local(local);
      assign(value_of_local(number, name.range), value);
      locals_[number].is_const = type.is_const;
      return;
    }
    const Value read = rvalue(value);
    if (type.is_auto) local.form = scalar_form(read.type());
    if (is_number(read.type()) && !is_number(local.form.type) && local.form.type != Type::Unknown)
      cursor_.complain(name.range, "what this type holds is not followed here");
    if (type.is_static && is_number(read.type()) && !read.is_constant())
      cursor_.complain(name.range, "a static variable whose value is no constant is not followed here");
    const Value kept = is_number(read.type()) && is_number(local.form.type) ? emitter_.convert(read, local.form.type)
                                                                            : nothing(name.range);
    local.is_assigned = true;
    if (type.is_const && kept.is_constant()) {
      local.place = kept.place;
      local.is_const = true;
      return void(add_local(local));
    }
    local.place = emitter_.new_local();
    emitter_.release(kept);
    emitter_.keep(kept, local.place);
    local.is_const = type.is_const;
    return void(add_local(local));
  }
  if (local.form.rank > 0 && local.form.sizes[0] == 0)
    local.form.sizes[0] = static_cast<std::uint16_t>(std::min<std::size_t>(listed_values(), most_cells));
  const std::uint32_t cells = cells_of(local.form);
  if (cells == 0 || cells > most_cells) {
    cursor_.complain(name.range, fmt::format("an array has from 1 to {} elements here", most_cells));
    return void(skip_initialiser());
  }
  local.place = emitter_.new_local(cells);
  const std::size_t number = add_local(local);
  initialise(number, false);
  if (const auto table = type.is_const ? emitter_.as_table(steps, local.place, cells) : std::nullopt)
    locals_[number].place = *table;
  else if (type.is_static)
    cursor_.complain(name.range, "a static variable whose value is no constant is not followed here");
  locals_[number].is_const = type.is_const;
}

void Parser::skip_to_semicolon() {
  while (!cursor_.at_end() && !cursor_.at_sign(";") && !cursor_.at_sign("}")) cursor_.next();
}

// Reads int& r = row;
void Parser::declare_reference(const TypeRead& type, const Token& name) {
  if (!cursor_.accept("="))
    return cursor_.complain(name.range, fmt::format("`{}` needs a variable to refer to", name.text));
  const Value value = assignment();
  const bool other = value.local < 0 || value.has_index || (!type.is_auto && type.form != value.form);
  if (other && type.is_const && value.form.is_scalar()) return declare_copy(type, name, value);
  if (other) {
    if (value.form.type != Type::Unknown) cursor_.complain(value.range, std::string(only_to_variables));
    return;
  }
  locals_[static_cast<std::size_t>(value.local)].guard = -1;  // an assignment sets its flag, for both names
  add_local(alias_named(name.text, value, type.is_const));
}

// Returns another name for a variable or a part of it.
Local Parser::alias_named(std::string_view name, const Value& value, bool is_const) const {
  Local local = locals_[static_cast<std::size_t>(value.local)];
  local.flags = {local.flags.code + (value.place.code - local.place.code)};
  local.name = name;
  local.place = value.place;
  local.form = value.form;
  local.is_alias = true;
  local.is_const = is_const || value.is_const;
  return local;
}

// Declares const int& n = tid / 4; and a reference of another type: a value that nothing changes. Refuses an element
// that may change.
void Parser::declare_copy(const TypeRead& type, const Token& name, const Value& value) {
  if (value.has_index && !value.is_const) return cursor_.complain(value.range, std::string(only_to_variables));
  const Value read = rvalue(value);
  if (!is_number(read.type())) return void(add_local({.name = name.text}));
  Local local{.name = name.text, .form = type.is_auto ? scalar_form(read.type()) : type.form, .range = name.range};
  if (!is_number(local.form.type)) return cursor_.complain(name.range, "what this type holds is not followed here");
  local.place = emitter_.new_local();
  local.is_const = local.is_assigned = true;
  emitter_.move(local.place, emitter_.convert(read, local.form.type).place, name.range);
  add_local(local);
}

// Reads "[" size "]" ...; the first may be open: int t[] = {...}
void Parser::array_sizes(TypeForm& form, bool& open_size) {
  std::uint8_t rank = 0;
  std::array<std::uint16_t, 3> sizes{};
  while (cursor_.at_sign("[")) {
    const TextRange open = cursor_.next().range;
    open_size = cursor_.at_sign("]") && rank == 0;
    const Value size = open_size ? emitter_.constant(0, Type::Int, open) : rvalue(conditional());
    expect("]", open);
    const auto count = constant_value(size);
    if (rank == sizes.size() || !count || *count < (open_size ? 0 : 1) || *count > most_cells) {
      if (size.type() != Type::Unknown)
        cursor_.complain(size.range, fmt::format("an array's size is a constant from 1 to {} here", most_cells));
      return;
    }
    sizes[rank++] = static_cast<std::uint16_t>(*count);
  }
  if (form.rank > 0) return cursor_.complain(cursor_.before().range, "an array of such arrays is not followed here");
  form.rank = rank;
  form.sizes = sizes;
}

// Reads auto [row, col] = place(tid, i);
void Parser::structured_binding(const TypeRead& type) {
  const bool is_reference = cursor_.accept("&");
  const TextRange open = cursor_.next().range;
  std::pmr::vector<Token> names(cursor_.memory);
  do names.push_back(cursor_.next());
  while (cursor_.accept(","));
  expect("]", open);
  if (!cursor_.accept("=")) cursor_.complain(open, "expected `=` and a value of as many parts");
  const Value value = whole_statement_value();
  const bool fits = value.form.record >= 0 && value.form.rank == 0 && record(value.form.record).fields == names.size();
  if (!fits && (value.form.type != Type::Unknown || value.form.record >= 0))
    cursor_.complain(open, fmt::format("expected a value of {} parts after `=`", names.size()));
  const bool aliases = is_reference && value.local >= 0;
  if (aliases && value.has_index) cursor_.complain(value.range, std::string(only_to_variables));
  if (aliases) locals_[static_cast<std::size_t>(value.local)].guard = -1;
  for (std::size_t at = 0; fits && at < names.size(); ++at) {
    check_new_name(names[at]);
    const RecordField each = field(record(value.form.record), at);
    if (aliases) {
      add_local(alias_named(names[at].text, member(value, each.name, names[at].range), type.is_const));
      continue;
    }
    const std::size_t local = declare(names[at].text, each.form, names[at].range);
    assign(value_of_local(local, names[at].range), member(value, each.name, names[at].range));
    locals_[local].is_const = type.is_const;
  }
  end_statement();
}

// True at a variable whose type is not known, which can be declared, but not computed with: wmma::fragment<...> c;
bool Parser::at_opaque_declaration() const {
  const Token& token = cursor_.peek();
  if (dialect_.is_body || token.kind != TokenKind::Name || is_keyword(token.text)) return false;
  std::size_t at = cursor_.at + 1;
  if (at < cursor_.tokens.size() && cursor_.tokens[at].text == "<") at = behind_brackets(cursor_.tokens, at);
  while (at < cursor_.tokens.size() && (cursor_.tokens[at].text == "*" || cursor_.tokens[at].text == "&")) ++at;
  if (at + 1 >= cursor_.tokens.size() || cursor_.tokens[at].kind != TokenKind::Name) return false;
  const std::string_view next = cursor_.tokens[at + 1].text;
  return next == ";" || next == "," || next == "=" || next == "[" || next == "{" || next == "(";
}

void Parser::opaque_declaration() {
  cursor_.next();
  if (cursor_.at_sign("<")) cursor_.at = behind_brackets(cursor_.tokens, cursor_.at);
  do {
    while (cursor_.accept("*") || cursor_.accept("&")) continue;
    const Token name = cursor_.next();
    const std::size_t local = add_local({.name = name.text, .form = scalar_form(Type::Opaque), .range = name.range});
    locals_[local].is_made = skip_initialiser();
  } while (cursor_.accept(","));
  end_statement();
}

}  // namespace tcviz::inline gpu_c
