#include "gpu/language/formula/entry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpu/language/formula/meaning_of_name.hpp"
#include "gpu/language/formula/returned_names.hpp"

namespace tcviz::inline gpu_formula {
namespace {

bool is_void(const Token& type) { return type.text == "void" || type.text == "__global__"; }

}  // namespace

NameMeaning Entry::meaning_for(Quantity quantity) {
  constexpr std::array<NameMeaning, 5> meanings = {NameMeaning::Row, NameMeaning::Col, NameMeaning::Linear,
                                                   NameMeaning::Tid, NameMeaning::I};
  return meanings[static_cast<std::size_t>(quantity)];
}

void Entry::find() {
  if (!cursor_.diagnostics->empty()) return;
  if (options_.value == Quantity::Offset) return find_offset();
  if (!parser_.store().stride.empty()) say(parser_.store().stride, "any leading dimension or size");
  if (!take_returned() && !take_store() && !take_variables()) take_functions();
  if (!cursor_.diagnostics->empty()) return;
  for (std::size_t at = 0; at < parser_.functions().size(); ++at)
    if (stores_apart(at)) say_of(parser_.functions()[at].name, "is not judged");
  if (formula_.targets.empty())
    refuse(cursor_.peek().range, fmt::format("nothing is computed: expected a return, or an assignment to {} or {}",
                                             name_of(first()), name_of(second())));
}

void Entry::put(Quantity quantity, const Value& value) {
  const Value read = parser_.rvalue(value);
  if (!is_whole(read.type())) {
    if (is_fraction(read.type())) refuse(read.range, "this is a fraction, and a place is a whole number");
    return;
  }
  emitter_.output(read.place, promoted(read.type()));
  formula_.targets.push_back(quantity);
}

bool Entry::take_returned() {
  const auto returned = parser_.returned();
  if (!returned) return false;
  const Value value = parser_.value_of_local(*returned, cursor_.peek().range);
  if (value.form.record >= 0)
    put_two(value, value.range,
            order_of_return(cursor_.tokens, 0, cursor_.tokens.size(), meaning_for(first()), meaning_for(second())));
  else
    put(options_.value, value);
  return true;
}

// Returns what the names of a record's members say; those of int2 and std::pair, which the text did not choose,
// nothing.
NamedOrder Entry::order_of_members(const Record& record) {
  constexpr std::array<std::string_view, 3> of_others = {"int2", "uint2", "pair"};
  if (std::ranges::find(of_others, record.name) != of_others.end()) return {};
  return order_of_two(parser_.field(record, 0).name, parser_.field(record, 1).name);
}

// Puts a record's two members by their names, or as is `said` elsewhere with more weight; if neither says an order, by
// their places.
void Entry::put_two(const Value& whole, TextRange range, NamedOrder said) {
  const Record record = parser_.record(whole.form.record);
  if (record.fields != 2)
    return refuse(range, fmt::format("expected two members, as in int {}, {}; not {}", name_of(first()),
                                     name_of(second()), record.fields));
  const NamedOrder members = order_of_members(record), order = stronger(members, said);
  const std::array<std::size_t, 2> places = {order.is_turned ? 1U : 0U, order.is_turned ? 0U : 1U};
  say_two(parser_.field(record, places[0]).name, parser_.field(record, places[1]).name, order);
  for (std::size_t at = 0; at < 2; ++at) {
    const RecordField& field = parser_.field(record, places[at]);
    Value part = whole;
    part.form = field.form;
    part.place = whole.place + field.offset;
    put(at == 0 ? first() : second(), part);
  }
}

bool Entry::is_answer(std::size_t local) const {
  const Local& found = parser_.locals()[local];
  const bool is_constant = found.place.place_class() == Spot::Class::Constant && meaning_of(found.name).weight < 3;
  return found.is_assigned && !is_constant && !found.name.empty() && found.form.is_scalar() &&
         is_whole(found.form.type);
}

// Returns the variable of the file whose name says the meaning best; none if two do so equally well.
std::size_t Entry::best_variable(NameMeaning meaning) {
  std::size_t best = none;
  int weight = 1;
  for (std::size_t at = 0; at < parser_.locals().size(); ++at) {
    const MeaningOfName found = meaning_of(parser_.locals()[at].name);
    if (is_answer(at) && found.meaning == meaning) weight = std::max(weight, found.weight);
  }
  for (std::size_t at = 0; at < parser_.locals().size(); ++at) {
    if (!is_answer(at)) continue;
    const MeaningOfName found = meaning_of(parser_.locals()[at].name);
    if (found.meaning != meaning || found.weight < weight) continue;
    if (found.weight == weight && best != none && weight < 3) {
      refuse(parser_.locals()[at].range, fmt::format("`{}` and `{}` may both be meant: call the one that is meant `{}`",
                                                     parser_.locals()[best].name, parser_.locals()[at].name,
                                                     meaning == NameMeaning::Row   ? "row"
                                                     : meaning == NameMeaning::Col ? "col"
                                                                                   : "linear"));
      return none;
    }
    best = at;
    weight = found.weight;
  }
  return best;
}

bool Entry::take_variables() {
  const auto take = [&](Quantity quantity) {
    const std::size_t local = best_variable(meaning_for(quantity));
    if (local == none) return false;
    say(parser_.locals()[local].name, name_of(quantity));
    put(quantity, parser_.value_of_local(local, cursor_.peek().range));
    return true;
  };
  const bool row = take(first()), col = take(second());
  if (row || col || !cursor_.diagnostics->empty()) return true;
  if (options_.inputs != Inputs::Slot) return false;
  return take_pair_of_variables() || (!parser_.store().any && take(Quantity::Linear));
}

// Takes m and n, r and c: only both of them.
bool Entry::take_pair_of_variables() {
  std::pmr::vector<LetterName> names(cursor_.memory);
  std::pmr::vector<std::size_t> locals(cursor_.memory);
  for (std::size_t at = 0; at < parser_.locals().size(); ++at)
    if (is_answer(at)) names.push_back({parser_.locals()[at].name}), locals.push_back(at);
  const LetterPair pair = pair_by_letters(names, cursor_.memory);
  if (pair.is_open())
    return refuse(parser_.locals()[locals[pair.row]].range,
                  "several pairs of variables may be meant: keep one of them"),
           true;
  if (!pair.is_found()) return false;
  for (const auto& [at, quantity] : {std::pair{pair.row, Quantity::Row}, std::pair{pair.col, Quantity::Col}}) {
    say(names[at].name, name_of(quantity));
    put(quantity, parser_.value_of_local(locals[at], cursor_.peek().range));
  }
  return true;
}

// Takes the index of C[row * ld + col] = frag[i]: row by row, or column by column as the convention says.
bool Entry::take_store() {
  const StoreFound& store = parser_.store();
  if (!store.any) return false;
  formula_.of_matrix = true;
  Value one = parser_.value_of_local(store.first, cursor_.peek().range);
  const std::string_view comma = formula_.reading.empty() ? "" : ", ";
  if (store.fragment.empty())
    fmt::format_to(std::back_inserter(formula_.reading),
                   "{}of what `{}` is given `{}` is i, `{}` the row, `{}` the col", comma, store.memory, store.told[0],
                   store.told[1], store.told[2]);
  else
    fmt::format_to(std::back_inserter(formula_.reading), "{}the index of `{}` is read, and that of `{}` is i", comma,
                   store.memory, store.fragment);
  if (store.computes) formula_.reading += ", places are judged, and values that are computed are not";
  if (!store.two_indices) {
    put_index(one);
  } else {
    put(Quantity::Row, one);
    put(Quantity::Col, parser_.value_of_local(store.second, cursor_.peek().range));
  }
  if (store.beyond.place_class() == Spot::Class::Local) emitter_.output(store.beyond, Type::Int);
  return true;
}

void Entry::put_index(const Value& index) {
  formula_.is_store = formula_.of_matrix = true;
  const bool by_rows = !options_.by_columns;
  const TextRange range = index.range;
  const Value wide = emitter_.convert(parser_.rvalue(index), Type::Long);
  const Value read{.place = emitter_.new_local(), .form = scalar_form(Type::Long), .range = range};
  emitter_.keep(wide, read.place);
  const bool unknown = formula_.reading.find("leading dimension") != std::string::npos;
  const Value stride = emitter_.convert(emitter_.variable(unknown   ? Variable::Size
                                                          : by_rows ? Variable::Cols
                                                                    : Variable::Rows,
                                                          Type::Int, range),
                                        Type::Long);
  const Spot kept = emitter_.new_local();
  emitter_.keep(stride, kept);
  const Value by{.place = kept, .form = scalar_form(Type::Long), .range = range};
  const Value quotient = emitter_.apply(Opcode::Div, Type::Long, read, by, Type::Long, range);
  const Value rest = emitter_.apply(Opcode::Mod, Type::Long, read, by, Type::Long, range);
  put(by_rows ? Quantity::Row : Quantity::Col, quotient);
  put(by_rows ? Quantity::Col : Quantity::Row, rest);
}

// True if another function of the text uses it.
bool Entry::is_helper(std::size_t function) const {
  const Function& asked = parser_.functions()[function];
  for (const Function& each : parser_.functions()) {
    if (each.body == asked.body) continue;
    const std::size_t end = behind_brackets(cursor_.tokens, each.body);
    for (std::size_t at = each.body; at < end; ++at) {
      const Token& token = cursor_.tokens[at];
      if (token.kind == TokenKind::Name && (token.text == asked.name || token.text.ends_with(asked.name)) &&
          (token.text.size() == asked.name.size() || token.text[token.text.size() - asked.name.size() - 1] == ':'))
        return true;
    }
  }
  return false;
}

// Returns the function whose name says the meaning best; of several equally good ones the one that names the kind's
// operand.
std::size_t Entry::best_function(NameMeaning meaning) {
  std::size_t best = none, equal = 0;
  int weight = 0;
  for (std::size_t at = 0; at < parser_.functions().size(); ++at) {
    const MeaningOfName found = meaning_of(parser_.functions()[at].name);
    if (found.meaning != meaning || found.weight == 0) continue;
    const bool fits = options_.operand != '\0' && found.operand == options_.operand;
    const int worth = found.weight * 8 + (is_helper(at) ? 0 : 4) + (fits ? 2 : 0);
    if (worth < weight) continue;
    equal = worth == weight ? equal + 1 : 1;
    best = at;
    weight = worth;
  }
  if (equal <= 1) return best;
  refuse(parser_.functions()[best].range,
         fmt::format("{} functions may be meant as `{}`, `{}` is one of them: keep the one that is meant", equal,
                     meaning == NameMeaning::Row   ? "row"
                     : meaning == NameMeaning::Col ? "col"
                                                   : "the index",
                     parser_.functions()[best].name));
  return none;
}

bool Entry::take_named_functions() {
  const std::size_t row = best_function(meaning_for(first())), col = best_function(meaning_for(second()));
  if (!cursor_.diagnostics->empty()) return true;
  if (row == none && col == none) return false;
  const auto take = [&](std::size_t function, Quantity quantity) {
    if (function == none) return;
    say(parser_.functions()[function].name, name_of(quantity));
    const Value value = call(function);
    if (value.form.record >= 0)
      put_two(value, value.range);
    else
      put(quantity, value);
  };
  take(row, first());
  take(col, second());
  return true;
}

// Takes get_i and get_j, or m and n, as row and col: only both of them.
bool Entry::take_letters() {
  if (options_.inputs != Inputs::Slot) return false;
  std::pmr::vector<LetterName> names(cursor_.memory);
  for (const Function& each : parser_.functions())
    names.push_back({each.name, static_cast<std::size_t>(each.record + 1)});
  const LetterPair pair = pair_by_letters(names, cursor_.memory);
  if (pair.is_open())
    return refuse(parser_.functions()[pair.row].range, "several pairs of functions may be meant: keep one of them"),
           true;
  if (!pair.is_found()) return false;
  say(parser_.functions()[pair.row].name, "row");
  say(parser_.functions()[pair.col].name, "col");
  put(Quantity::Row, call(pair.row));
  put(Quantity::Col, call(pair.col));
  return true;
}

// Takes two functions of the same parameters whose names say nothing: row and col in their order, which the verdict
// says.
bool Entry::take_two_in_order() {
  std::array<std::size_t, 2> found = {none, none};
  std::size_t count = 0;
  for (std::size_t at = 0; at < parser_.functions().size(); ++at) {
    if (is_helper(at)) continue;
    const MeaningOfName name = meaning_of(parser_.functions()[at].name);
    if (count == 2 || name.weight > 0 || name.is_other) return false;
    found[count++] = at;
  }
  if (count != 2 || options_.inputs != Inputs::Slot) return false;
  const auto one = parser_.parameters_of(parser_.functions()[found[0]]),
             two = parser_.parameters_of(parser_.functions()[found[1]]);
  const auto same = [](const Parser::Parameter& a, const Parser::Parameter& b) {
    return a.name.text == b.name.text && a.form == b.form && is_whole(a.form.type);
  };
  if (!std::ranges::equal(one, two, same)) return false;
  say_two(parser_.functions()[found[0]].name, parser_.functions()[found[1]].name, {});
  put(Quantity::Row, call(found[0]));
  put(Quantity::Col, call(found[1]));
  return true;
}

// Returns the one function that no other uses.
std::size_t Entry::whole_function() const {
  std::size_t found = none, others = 0, kernels = 0, kernel = none;
  for (std::size_t at = 0; at < parser_.functions().size(); ++at) {
    if (parser_.functions()[at].is_kernel) kernel = at, ++kernels;
    if (is_helper(at)) continue;
    others += found != none;
    found = at;
  }
  return kernels == 1 ? kernel : others == 0 ? found : none;
}

void Entry::take_functions() {
  if (parser_.functions().empty() || take_named_functions() || take_letters()) return;
  const std::size_t named = best_function(NameMeaning::Both);
  if (!cursor_.diagnostics->empty()) return;
  std::size_t whole = named != none ? named : whole_function();
  if (whole == none && options_.inputs == Inputs::Slot) whole = best_function(NameMeaning::Linear);
  if (!cursor_.diagnostics->empty()) return;
  if (whole != none) return take_one(whole);
  if (take_two_in_order()) return;
  std::string names;
  for (const Function& each : parser_.functions())
    fmt::format_to(std::back_inserter(names), "{}`{}`", names.empty() ? "" : ", ", each.name.substr(0, 40));
  refuse(parser_.functions().front().range,
         fmt::format("it is not clear which of the functions {} is meant: keep one, or call them `{}` and `{}`",
                     names.substr(0, 120), name_of(first()), name_of(second())));
}

void Entry::take_one(std::size_t number) {
  judged_ = number;
  const Function function = parser_.functions()[number];
  const auto parameters = parser_.parameters_of(function);
  const auto gives = [](const Parser::Parameter& each) { return each.gives_result() && is_whole(each.form.type); };
  if (!function.is_kernel && std::ranges::any_of(parameters, gives)) return take_results(number, parameters);
  const Value value = call(number);
  if (!cursor_.diagnostics->empty()) return;
  if (value.form.record >= 0) {
    const std::size_t end = behind_brackets(cursor_.tokens, function.body);
    const NamedOrder said =
        order_of_return(cursor_.tokens, function.body, end, meaning_for(first()), meaning_for(second()));
    return put_two(value, value.range, stronger(said, order_of(function.name)));
  }
  if (parser_.store().any && !is_whole(value.form.type)) return void(take_store());
  if (value.form.type == Type::Void)
    return refuse(function.range,
                  fmt::format("`{}` gives nothing that says a place: expected a return, or C[row * ld + "
                              "col] = frag[i]",
                              function.name.substr(0, 40)));
  const MeaningOfName meaning = meaning_of(function.name);
  const bool plain = meaning.meaning == NameMeaning::Linear || meaning.weight == 0;
  if (options_.inputs == Inputs::Slot && !is_void(cursor_.tokens[function.type])) {
    fmt::format_to(std::back_inserter(formula_.reading), "{}the value of `{}` is taken as row * {} + col",
                   formula_.reading.empty() ? "" : ", ", function.name.substr(0, 40), "COLS");
    if (formula_.reading.find("leading dimension") != std::string::npos) return put_index(value);
    return put(plain ? options_.value : Quantity::Linear, value);
  }
  put(options_.value, value);
}

// Takes the results of void place(int tid, int i, int& row, int& col) by their names, or in their order.
void Entry::take_results(std::size_t number, std::span<const Parser::Parameter> parameters) {
  std::pmr::vector<Value> results(cursor_.memory);
  std::pmr::vector<std::string_view> names(cursor_.memory);
  for (const Parser::Parameter& each : parameters) {
    if (!each.gives_result()) continue;
    const std::size_t local = parser_.declare(each.name.text, each.form, each.name.range);
    results.push_back(parser_.value_of_local(local, each.name.range));
    names.push_back(each.name.text);
  }
  call(number, results);
  if (results.size() != 2)
    return refuse(parser_.functions()[number].range, fmt::format("expected two results, {} and {}, not {}",
                                                                 name_of(first()), name_of(second()), results.size()));
  const NamedOrder order = order_of_two(names[0], names[1]);
  const std::array<std::size_t, 2> from = {order.is_turned ? 1U : 0U, order.is_turned ? 0U : 1U};
  say_two(names[from[0]], names[from[1]], order);
  for (std::size_t at = 0; at < 2; ++at) {
    const Value& result = results[from[at]];
    put(at == 0 ? first() : second(), parser_.value_of_local(static_cast<std::size_t>(result.local), result.range));
  }
}

}  // namespace tcviz::inline gpu_formula
