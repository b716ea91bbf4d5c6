// Makes gpu/language/deduce/known_formulae.cpp: searches for the fewest operators for every layout of a folder, which
// takes a minute. make_known_formulae assets/layouts > known_formulae.cpp, then clang-format.
#include <fmt/format.h>

#include <cstdio>
#include <set>

#include "gpu/language/deduce/deduce.hpp"
#include "gpu/language/deduce/fewest.hpp"
#include "tests/formula/every_layout.hpp"

namespace {

using namespace tcviz;

int part_of(const Layout& layout, int tid, int i, int part) {
  const Element element = *layout.element({tid, i});
  return part == 0 ? element.row : part == 1 ? element.col : element.row * layout.cols() + element.col;
}

class Maker {
 public:
  void add(const Layout& layout) {
    const auto found = deduce(layout, Style::C, nullptr);
    if (!found || found.value().is_table) return;
    const std::optional<Spelling>* const starts[] = {&found.value().row, &found.value().col, &found.value().linear};
    for (int part = 0; part < 3; ++part)
      if (*starts[part]) add(layout, part, (*starts[part])->formula);
  }

 private:
  void add(const Layout& layout, int part, const Spelled& start) {
    const Function2 function{{"tid", "i"}, {layout.threads(), layout.values()}, [&layout, part](int tid, int i) {
                               return part_of(layout, tid, i, part);
                             }};
    if (!seen_.insert(signature_of(function)).second) return;
    const Fewest found = search_.find(function, start);
    fmt::print("    {{0x{:016x}, {}, \"{}\"}},\n", signature_of(function), found.none_below, found.formula.text);
    fmt::print(stderr, "{} {} {}\n", layout.kind(), found.formula.operators, found.formula.text);
    std::fflush(stdout);
  }

  FewestSearch search_{false};
  std::set<std::uint64_t> seen_;
};

}  // namespace

int main(int count, char** words) {
  Maker maker;
  fmt::print(
      "// Made by tests/formula/make_known_formulae.cpp.\n#include "
      "\"gpu/language/deduce/known_formulae.hpp\"\n\n#include "
      "<array>\n\n"
      "namespace tcviz {{\nnamespace {{\n\nconstexpr KnownFormula rows[] = {{\n");
  if (count > 1)
    for (const SourcedLayout& each : every_layout(words[1])) maker.add(each.layout);
  fmt::print(
      "}};\n\n}}  // namespace\n\nstd::span<const KnownFormula> known_formulae() {{ return rows; }}\n\n}}  // "
      "namespace tcviz\n");
}
