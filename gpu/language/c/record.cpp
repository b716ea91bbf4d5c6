// The part of Parser that reads records and their templates.
#include <fmt/format.h>

#include <array>

#include "gpu/language/c/parser.hpp"

namespace tcviz::inline gpu_c {

// Reads struct name { fields, constants, member functions };
std::int16_t Parser::record_declaration() {
  cursor_.next();
  while (is_attribute(cursor_.peek().text)) {
    cursor_.next();
    cursor_.at = behind_brackets(cursor_.tokens, cursor_.at);
  }
  Record made;
  if (cursor_.peek().kind == TokenKind::Name) made.name = cursor_.next().text;
  while (!cursor_.at_end() && !cursor_.at_sign("{") && !cursor_.at_sign(";")) cursor_.next();  // final, : base
  if (cursor_.accept(";")) return -1;
  const std::size_t first_field = open_fields_.size(), first_constant = open_constants_.size();
  const auto number = static_cast<std::int16_t>(records_.size());
  const TextRange open = cursor_.next().range;
  open_constants_.insert(open_constants_.end(), locals_.end() - static_cast<std::ptrdiff_t>(given_locals_),
                         locals_.end());
  const std::size_t first_given = aliases_.size() - given_aliases_, end_of_given = aliases_.size();
  given_locals_ = given_aliases_ = 0;
  const Mark mark = enter();
  records_.push_back(made);
  aliases_.push_back({made.name, {.record = number}});
  while (!cursor_.at_end() && !cursor_.at_sign("}")) record_member(made, number);
  // A member may make records of templates: so the members of this one lie side by side only from here on.
  const auto close = [](auto& unfinished, std::size_t first, auto& all) {
    all.insert(all.end(), unfinished.begin() + static_cast<std::ptrdiff_t>(first), unfinished.end());
    unfinished.resize(first);
    return all.size();
  };
  made.first_field = fields_.size();
  made.fields = close(open_fields_, first_field, fields_) - made.first_field;
  made.first_constant = record_constants_.size();
  made.constants = close(open_constants_, first_constant, record_constants_) - made.first_constant;
  made.first_alias = record_aliases_.size();
  for (std::size_t at = first_given; at < aliases_.size(); ++at)
    if (at < end_of_given || at >= mark.aliases) record_aliases_.push_back(aliases_[at]);
  made.aliases = record_aliases_.size() - made.first_alias;
  // The block's names end here, but for the functions.
  locals_.resize(mark.locals);
  aliases_.resize(mark.aliases);
  block_ = mark.block;
  records_[static_cast<std::size_t>(number)] = made;
  if (!made.name.empty()) aliases_.push_back({made.name, {.record = number}});
  if (!cursor_.accept("}")) cursor_.complain(open, "this { has no `}`");
  if (typedef_name_) {
    aliases_.push_back({cursor_.next().text, {.record = number}});
  } else if (cursor_.peek().kind == TokenKind::Name) {  // struct {...} place;
    TypeRead type;
    type.form = {.record = number};
    type.any = true;
    declare_one(type);
  }
  end_statement();
  return number;
}

// Notes template <int N> struct name {...}: it is read at a use, which states its arguments.
void Parser::template_record(std::size_t head) {
  const std::size_t at = cursor_.at;
  const Token name = cursor_.peek(1);
  if (cursor_.peek(2).text == "<") return specialisation();
  if (head != 0 && name.kind == TokenKind::Name && find_template(name.text) == nullptr) {
    records_.push_back({.name = name.text, .template_head = head, .at = at});
    aliases_.push_back({name.text, scalar_form(Type::Opaque)});
  }
  skip_branch();
}

// Reads template <> struct name<arguments> {...}
void Parser::specialisation() {
  const std::size_t at = cursor_.at;
  const Token name = cursor_.peek(1);
  cursor_.at += 2;
  const std::pmr::vector<Value> given = template_arguments();
  const std::size_t aliases = aliases_.size();
  cursor_.at = at;
  const std::int16_t record = record_declaration();
  aliases_.resize(aliases);
  if (record >= 0) add_instance(name.text, given, record);
}

// Uses the templates of a text that is nothing else, if it has a value for each of their parameters.
void Parser::use_templates() {
  for (std::size_t at = 0, count = records_.size(); at < count; ++at) {
    const Record made = records_[at];
    if (made.template_head == 0) continue;
    const std::size_t end = behind_brackets(cursor_.tokens, made.template_head);
    std::size_t parameters = 1, values = 0;
    for (std::size_t token = made.template_head; token < end; ++token) {
      parameters += cursor_.tokens[token].text == ",";
      values += cursor_.tokens[token].text == "=";
    }
    if (parameters == values) instantiate(made.name, {}, cursor_.peek().range);
  }
}

const Record* Parser::find_template(std::string_view name) const {
  for (const Record& each : records_)
    if (each.template_head != 0 && each.name == name) return &each;
  return nullptr;
}

void Parser::add_instance(std::string_view name, std::span<const Value> arguments, std::int16_t record) {
  instances_.push_back({name, instance_arguments_.size(), arguments.size(), record});
  instance_arguments_.insert(instance_arguments_.end(), arguments.begin(), arguments.end());
}

bool Parser::same_arguments(const Instance& instance, std::span<const Value> given) const {
  if (instance.arguments != given.size()) return false;
  for (std::size_t at = 0; at < given.size(); ++at) {
    const Value& one = instance_arguments_[instance.first_argument + at];
    const bool same = one.is_type ? given[at].is_type && one.form == given[at].form
                                  : constant_value(one) && constant_value(one) == constant_value(given[at]);
    if (!same) return false;
  }
  return true;
}

// Returns the record of a template for these arguments; -1: it is refused.
std::int16_t Parser::instantiate(std::string_view name, std::span<const Value> given, TextRange range) {
  for (const Instance& each : instances_)
    if (each.name == name && same_arguments(each, given)) return each.record;
  const Record made = *find_template(name);
  if (++calls_ > 30) return cursor_.give_up(range, "templates are nested too deep here"), std::int16_t{-1};
  const std::size_t at = cursor_.at, aliases = aliases_.size(), locals = locals_.size();
  Function head{.name = name, .body = made.at, .template_head = made.template_head};
  while (head.body + 1 < cursor_.tokens.size() && cursor_.tokens[head.body].text != "{") ++head.body;
  bind_template(head, given, {});
  given_locals_ = locals_.size() - locals;
  given_aliases_ = aliases_.size() - aliases;
  cursor_.at = made.at;
  const std::int16_t record = cursor_.gave_up ? std::int16_t{-1} : record_declaration();
  locals_.resize(locals);
  aliases_.resize(aliases);
  --calls_;
  if (!cursor_.gave_up) cursor_.at = at;
  if (record >= 0) add_instance(name, given, record);
  return record;
}

void Parser::record_member(Record& record, std::int16_t number) {
  const Token token = cursor_.peek();
  if (cursor_.accept(";")) return;
  if ((token.text == "public" || token.text == "private" || token.text == "protected") && cursor_.peek(1).text == ":")
    return void(cursor_.at += 2);
  if (token.text == "using") return using_declaration();
  if (token.text == "enum") {
    const std::size_t first = locals_.size();
    enum_declaration();
    for (std::size_t at = first; at < locals_.size(); ++at) open_constants_.push_back(locals_[at]);
    return;
  }
  const std::size_t head = template_head();
  if (function_definition(head, number)) return;
  std::size_t ahead = 0;
  while (is_qualifier(cursor_.peek(ahead).text) || cursor_.peek(ahead).text == "explicit") ++ahead;
  if (cursor_.peek(ahead).text == record.name && cursor_.peek(ahead + 1).text == "(") {
    cursor_.complain(token.range, "constructors are not followed here: give the members values in { }");
    return skip_branch();
  }
  const std::size_t at = cursor_.at;
  const TypeRead type = read_type();
  if (type.is_static && type.is_const) {
    const std::size_t first = locals_.size();
    cursor_.at = at;
    declaration();
    for (std::size_t each = first; each < locals_.size(); ++each) open_constants_.push_back(locals_[each]);
    return;
  }
  if (!type.any) {
    if (!at_opaque_declaration()) cursor_.complain(token.range, "this member is not followed here");
    return skip_statement();
  }
  do {
    const Token name = cursor_.next();
    if (name.kind != TokenKind::Name || cursor_.at_sign(":") || name.text == "operator") {
      cursor_.complain(name.range,
                       name.text == "*" || name.text == "&" ? "members that point elsewhere are not followed here"
                       : name.text == "operator" ? "operators of a record are not followed here: give it a function"
                                                 : "bit fields are not followed here: shifts and masks are");
      return skip_branch();
    }
    TypeForm form = type.form;
    bool open_size = false;
    if (cursor_.at_sign("[")) array_sizes(form, open_size);
    if (form.record == number) return cursor_.give_up(name.range, "a record cannot be a member of itself");
    if (record.cells + cells_of(form) > most_cells)
      return cursor_.give_up(name.range, fmt::format("a record of more than {} numbers is too large", most_cells));
    const bool equals = cursor_.accept("=");
    open_fields_.push_back({name.text, form, record.cells, equals || cursor_.at_sign("{") ? cursor_.at : 0});
    if (open_fields_.back().initial != 0) skip_initialiser();
    record.cells += cells_of(form);
  } while (cursor_.accept(","));
  end_statement();
}

// Complains if a function that is called without an object reads a member to which nothing gives a value.
void Parser::check_fields(const Function& called) {
  const Record& of = record(called.record);
  for (std::size_t at = 0; at < of.fields; ++at) {
    const RecordField& each = field(of, at);
    if (each.initial != 0 || !mentions(called, each.name) || changes(called, each.name)) continue;
    return cursor_.complain(called.range, fmt::format("`{}` reads `{}` of an object, and which object is not known "
                                                      "here: call it for one",
                                                      called.name.substr(0, 40), each.name.substr(0, 40)));
  }
}

// Reads tile<16, 8>::get_i(l), tile<16, 8>::ne: "::" is next.
Value Parser::of_record(std::int16_t number, TextRange range) {
  cursor_.at += 2;
  const Token name = cursor_.next();
  if (cursor_.at_sign("(")) return call_own(name, number, nullptr);
  const Record& found = record(number);
  for (std::size_t each = 0; each < found.constants; ++each) {
    const Local& constant = record_constants_[found.first_constant + each];
    if (constant.name == name.text)
      return {.place = constant.place, .form = constant.form, .is_const = true, .range = range};
  }
  return cursor_.complain(name.range, fmt::format("there is no constant `{}` here", name.text)), nothing(range);
}

// Reads std::get<1>(place).
Value Parser::part_number(const Token& name) {
  const std::pmr::vector<Value> number = template_arguments();
  const std::pmr::vector<Value> given = arguments();
  const TextRange range = join(name.range, cursor_.before().range);
  const auto at = number.size() == 1 ? constant_value(number[0]) : std::nullopt;
  const bool fits = at && given.size() == 1 && given[0].form.record >= 0 && given[0].form.rank == 0 && *at >= 0 &&
                    *at < static_cast<std::int64_t>(record(given[0].form.record).fields);
  if (!fits) return cursor_.complain(range, "get<...> is followed here of pairs and records only"), nothing(range);
  return member(given[0], field(record(given[0].form.record), static_cast<std::size_t>(*at)).name, range);
}

// Makes the record of two of make_int2(row, col) and its like.
Value Parser::pair_of(std::string_view maker, std::span<const Value> arguments, TextRange range) {
  if (records_.empty()) known_records();  // in an expression alone
  const bool is_vector = maker.find("int2") != std::string_view::npos;
  const TypeForm form{.record = static_cast<std::int16_t>(is_vector ? 0 : 1)};
  if (arguments.size() != record(form.record).fields) {
    cursor_.complain(range, fmt::format("expected two values, as in {}(row, col)", maker));
    return nothing(range);
  }
  const std::size_t local = declare({}, form, range);
  Value made = value_of_local(local, range);
  for (std::size_t at = 0; at < arguments.size(); ++at)
    assign(member(made, field(record(form.record), at).name, range), rvalue(arguments[at]));
  return made;
}

// Reads place.row, or place.row() of the text's own record.
Value Parser::member_or_call(const Value& of, std::string_view name, TextRange range) {
  if (of.form.record < 0 || !cursor_.at_sign("(") || !has_function(name, of.form.record))
    return member(of, name, range);
  Token called;
  called.kind = TokenKind::Name;
  called.text = name;
  called.range = range;
  return call_own(called, of.form.record, &of);
}

}  // namespace tcviz::inline gpu_c
