// The part of Entry that says what was taken as what, and what was left out.
#include <fmt/format.h>

#include "gpu/language/formula/entry.hpp"

namespace tcviz::inline gpu_formula {

bool Entry::stores_apart(std::size_t function) const {
  const Function& asked = parser_.functions()[function];
  const std::string_view type = cursor_.tokens[asked.type].text;
  if (function == judged_ || (type != "void" && type != "__global__") || is_helper(function)) return false;
  const std::size_t end = behind_brackets(cursor_.tokens, asked.body);
  for (std::size_t at = asked.body; at + 1 < end; ++at)
    if (cursor_.tokens[at].text == "]" && cursor_.tokens[at + 1].text == "=") return true;
  return false;
}

// Adds "`l` is taken as i" to the formula's reading.
void Entry::say(std::string_view name, std::string_view meaning) {
  if (name == meaning || formula_.reading.find(fmt::format("`{}` is taken", name.substr(0, 40))) != std::string::npos)
    return;
  say_of(name, fmt::format("is taken as {}", meaning));
}

void Entry::say_two(std::string_view first_name, std::string_view second_name, NamedOrder said) {
  say(first_name, name_of(first()));
  say(second_name, name_of(second()));
  if (said.weight == 0) formula_.reading += ", by their places";
}

// Adds what is said of a name, once.
void Entry::say_of(std::string_view name, std::string_view what) {
  const std::string said = fmt::format("`{}` {}", name.substr(0, 40), what);
  if (formula_.reading.find(said) == std::string::npos)
    formula_.reading += (formula_.reading.empty() ? "" : ", ") + said;
}

}  // namespace tcviz::inline gpu_formula
