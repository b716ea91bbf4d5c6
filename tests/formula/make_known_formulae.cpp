// Makes gpu/formula/known_formulae.cpp: searches for the fewest operators for every layout of the files given, which
// takes minutes. make_known_formulae COMPILED.json LAYOUTS.json... > known_formulae.cpp, then clang-format.
#include <fmt/format.h>

#include <cstdio>
#include <set>

#include "gpu/formula/deduce.hpp"
#include "gpu/formula/fewest.hpp"
#include "gpu/layout/file.hpp"
#include "gpu/layout/layout_file.hpp"
#include "gpu/probe/compiled_file.hpp"
#include "gpu/probe/compiled_source.hpp"

namespace {

using namespace tcviz;

std::vector<Layout> compiled_layouts(const char* path) {
  const auto text = read_file(path);
  if (!text) return {};
  auto table = parse_compiled(text.value());
  std::vector<Layout> layouts;
  if (!table) return layouts;
  for (const auto& source : make_compiled_sources(std::make_shared<const CompiledTable>(std::move(table).value())))
    for (KindResult& each : source->layouts(source->kinds(), {}))
      if (each.layout) layouts.push_back(each.layout.value());
  return layouts;
}

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
      "// Made by tests/formula/make_known_formulae.cpp.\n#include \"gpu/formula/known_formulae.hpp\"\n\n#include "
      "<array>\n\n"
      "namespace tcviz {{\nnamespace {{\n\nconstexpr KnownFormula rows[] = {{\n");
  for (int at = 2; at < count; ++at) {
    const auto layouts = read_layouts(words[at]);
    if (layouts)
      for (const Layout& layout : layouts.value()) maker.add(layout);
  }
  if (count > 1)
    for (const Layout& layout : compiled_layouts(words[1])) maker.add(layout);
  fmt::print(
      "}};\n\n}}  // namespace\n\nstd::span<const KnownFormula> known_formulae() {{ return rows; }}\n\n}}  // "
      "namespace tcviz\n");
}
