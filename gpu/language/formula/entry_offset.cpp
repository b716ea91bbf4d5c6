// The part of Entry that finds the offset of an element in shared memory: offset = ..., the last variable that is
// computed, or the value of the one function that no other uses.
#include <fmt/format.h>

#include <algorithm>

#include "gpu/language/formula/entry.hpp"

namespace tcviz::inline gpu_formula {

void Entry::find_offset() {
  if (take_returned()) return;
  if (const std::size_t local = offset_variable(); local != none) {
    say(parser_.locals()[local].name, "offset");
    return put(Quantity::Offset, parser_.value_of_local(local, cursor_.peek().range));
  }
  std::size_t whole = whole_function();
  for (std::size_t at = 0; at < parser_.functions().size(); ++at)
    if (whole == none && parser_.functions()[at].name.find("offset") != std::string_view::npos) whole = at;
  if (whole != none) return take_offset_of(whole);
  if (parser_.functions().empty())
    return refuse(cursor_.peek().range, "nothing is computed: expected a return, or an assignment to offset");
  refuse(parser_.functions().front().range,
         "it is not clear which of the functions is meant: keep one, or call it `offset`");
}

// Finds the variable that the text calls offset, else the last one that it computes.
std::size_t Entry::offset_variable() {
  std::size_t last = none;
  for (std::size_t at = 0; at < parser_.locals().size(); ++at) {
    if (!is_answer(at)) continue;
    if (parser_.locals()[at].name == "offset" || last == none || parser_.locals()[last].name != "offset") last = at;
  }
  return last;
}

// Takes the offset of int offset(int row, int col), or of void place(int row, int col, int& offset).
void Entry::take_offset_of(std::size_t number) {
  const Function function = parser_.functions()[number];
  std::pmr::vector<Value> results(cursor_.memory);
  for (const Parser::Parameter& each : parser_.parameters_of(function)) {
    if (!each.gives_result()) continue;
    const std::size_t local = parser_.declare(each.name.text, each.form, each.name.range);
    results.push_back(parser_.value_of_local(local, each.name.range));
  }
  const Value value = call(number, results);
  if (!cursor_.diagnostics->empty()) return;
  if (results.size() > 1 || value.form.record >= 0 || (results.empty() && value.form.type == Type::Void))
    return refuse(function.range,
                  fmt::format("expected one number of `{}`, the offset in bytes", function.name.substr(0, 40)));
  if (results.empty()) {
    say(function.name, "offset");
    return put(Quantity::Offset, value);
  }
  put(Quantity::Offset, parser_.value_of_local(static_cast<std::size_t>(results.front().local), function.range));
}

}  // namespace tcviz::inline gpu_formula
