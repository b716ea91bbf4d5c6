// Writes a program that holds the spelling `function`, or `python`, of every kind and source against its layout:
// spellings function|python FOLDER. The expected elements come from the layouts, not from the formulae.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>

#include "gpu/language/deduce/deduce.hpp"
#include "tests/formula/every_layout.hpp"

namespace {

using namespace tcviz;

void write_cpp(std::size_t number, const Layout& layout, const std::string& text) {
  fmt::print("namespace k{} {{\n{}\nconstexpr int expected[] = {{{}}};\n}}\n", number, text,
             fmt::join(layout.map(), ","));
}

void write_cpp_checks(const std::vector<SourcedLayout>& all) {
  fmt::print(
      "template <class Map> int wrong(int (*row)(int, int), int (*col)(int, int), const Map& expected, int threads, "
      "int "
      "values, int cols) {{\n"
      "  int count = 0;\n  for (int tid = 0; tid < threads; ++tid)\n    for (int i = 0; i < values; ++i)\n"
      "      count += row(tid, i) * cols + col(tid, i) != expected[tid * values + i];\n  return count;\n}}\n"
      "int main() {{\n  int slots = 0, count = 0;\n");
  for (std::size_t at = 0; at < all.size(); ++at)
    fmt::print("  count += wrong(k{0}::row, k{0}::col, k{0}::expected, {1}, {2}, {3}), slots += {4};\n", at,
               all[at].layout.threads(), all[at].layout.values(), all[at].layout.cols(), all[at].layout.slots());
  fmt::print("  std::printf(\"%d slots of {} texts, %d wrong\\n\", slots, count);\n  return count != 0;\n}}\n",
             all.size());
}

void write_python(const Layout& layout, const std::string& text) {
  fmt::print("names = {{}}\nexec({:?}, names)\n", text);
  fmt::print(
      "expected = [{0}]\nslots += len(expected)\ntexts += 1\n"
      "wrong += sum(names['row'](s // {1}, s % {1}) * {2} + names['col'](s // {1}, s % {1}) != expected[s] for s in "
      "range({3}))\n",
      fmt::join(layout.map(), ","), layout.values(), layout.cols(), layout.slots());
}

}  // namespace

int main(int count, char** words) {
  if (count != 3) return 2;
  const bool python = std::string_view(words[1]) == "python";
  const std::vector<SourcedLayout> all = every_distinct_layout(words[2]);
  fmt::print("{}", python ? "slots = texts = wrong = 0\n" : "#include <cstdio>\n");
  for (std::size_t at = 0; at < all.size(); ++at) {
    const auto found = deduce(all[at].layout, python ? Style::Python : Style::Function, nullptr);
    if (!found) return fmt::print(stderr, "{}: {}\n", all[at].layout.kind(), found.error().message), 1;
    python ? write_python(all[at].layout, found.value().text) : write_cpp(at, all[at].layout, found.value().text);
  }
  if (python) {
    fmt::print(
        "print(slots, 'slots of', texts, 'texts,', wrong, 'wrong')\nraise SystemExit(wrong != 0 or not slots)\n");
  } else {
    write_cpp_checks(all);
  }
}
