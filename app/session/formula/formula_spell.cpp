#include "app/session/formula/formula_spell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "gpu/language/deduce/fewest.hpp"
#include "gpu/language/deduce/known_formulae.hpp"

namespace tcviz::inline app_session {
namespace {

template <class Part>
bool is_known(const Layout& layout, Part part) {
  Function2 function{{"tid", "i"}, {layout.threads(), layout.values()}, {}};
  function.value = [&](int tid, int i) {
    const auto element = layout.element({tid, i});
    return element ? part(*element) : -1;
  };
  const std::uint64_t signature = signature_of(function);
  const auto known = known_formulae();
  return std::any_of(known.begin(), known.end(), [&](const KnownFormula& k) { return k.signature == signature; });
}

// True if the search ends at once: all its results are there already.
bool search_is_short(const Layout& layout) {
  return is_known(layout, [](Element e) { return e.row; }) && is_known(layout, [](Element e) { return e.col; }) &&
         is_known(layout, [&](Element e) { return e.row * layout.cols() + e.col; });
}

Result<Deduction> deduce_here(const Layout& layout, Style style) {
  FewestSearch search;
  const bool searches = style == Style::Fewest || style == Style::C;
  return deduce(layout, style, searches && search_is_short(layout) ? &search : nullptr);
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string cost(const char* name, const Spelling& spelling) {
  const int count = spelling.formula.operators;
  return fmt::format("{} {} operator{}{}", name, count, count == 1 ? "" : "s",
                     spelling.minimal ? " (none of those searched has fewer)" : "");
}

}  // namespace

Result<WrittenFormula> write_deduced(const Layout& layout, Style style, bool one_text) {
  Result<Deduction> found = deduce_here(layout, style);
  if (!found) return found.error();
  const Deduction& d = found.value();
  WrittenFormula written;
  const bool pair = d.row && d.col && !d.is_table;
  if (pair) written.news = cost("row", *d.row) + ", " + cost("col", *d.col) + ".";
  if (!pair) written.news = d.note;
  written.text.one_text = one_text || !pair;
  if (written.text.one_text) written.text.text = d.text;
  if (!written.text.one_text) written.text.row = d.row->formula.text, written.text.col = d.col->formula.text;
  return written;
}

Result<WrittenInverse> write_inverse(const Layout& layout, Style style) {
  Result<Deduction> found = deduce_inverse(layout, style);
  if (!found) return found.error();
  const Deduction& d = found.value();
  WrittenInverse written;
  const bool pair = d.tid && d.i && !d.is_table && style != Style::Function && style != Style::Python;
  if (pair) {
    for (const auto& [name, part] : {std::pair("tid", &*d.tid), std::pair("i", &*d.i)})
      written.parts.push_back({name, {fmt::format("{} = {};", name, part->formula.text)}, part->formula.text});
  } else {
    written.parts.push_back({"all", lines_of(d.text), d.text});
  }
  if (!d.note.empty()) written.note = d.note + "\n";
  written.note += fmt::format("Proved on all {} slots.", d.proved_slots);
  if (d.replicas > 1)
    written.note += fmt::format(" An element has {} owners: r, the replica, is 0 to {}.", d.replicas, d.replicas - 1);
  return written;
}

Result<std::string> write_spelling(const Layout& layout, Style style) {
  Result<Deduction> found = deduce_here(layout, style);
  if (!found) return found.error();
  return found.value().text;
}

}  // namespace tcviz::inline app_session
