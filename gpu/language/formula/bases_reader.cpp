// Linear bases as tcviz writes them: tid: (0,2) (0,4); i: (0,1) (8,0); offset: (0,1).
#include <fmt/format.h>

#include "gpu/language/formula/linear_text.hpp"
#include "gpu/language/formula/notations.hpp"

namespace tcviz::inline gpu_formula {
namespace {

struct SectionName {
  std::string_view word, input;
  bool of_slot;
};
constexpr std::array<SectionName, 14> section_names = {{{"tid", "tid", true},
                                                        {"lane", "tid", true},
                                                        {"laneid", "tid", true},
                                                        {"lane_id", "tid", true},
                                                        {"thread", "tid", true},
                                                        {"i", "i", true},
                                                        {"v", "i", true},
                                                        {"reg", "i", true},
                                                        {"x", "i", true},
                                                        {"value", "i", true},
                                                        {"row", "row", false},
                                                        {"col", "col", false},
                                                        {"r", "r", false},
                                                        {"replica", "r", false}}};

class BasesReader : WordCursor {
 public:
  BasesReader(const NotationText& text, AsC& to)
      : WordCursor(text.text, WordsOf::C, *text.diagnostics, text.memory), text_(text), to_(to), images_(text.memory) {}

  void read() {
    while (!at_end()) section();
    if (failed()) return;
    const TextRange whole{0, static_cast<std::uint32_t>(text_.text.size())};
    static constexpr std::array<std::string_view, 5> results = {"row", "col", "tid", "i", "offset"};
    const std::size_t first = of_tile() ? 4 : text_.inputs == Inputs::Element ? 2 : 0;
    write_linear(images_, std::span(results).subspan(first, of_tile() ? 1 : 2), whole, to_);
  }

 private:
  // Reads name: (a,b) (c,d) ...
  void section() {
    const TextWord name = peek();
    const SectionName* const row = find_section(name.text);
    if (row == nullptr && !name.is("offset"))
      return complain(name.range, fmt::format("expected {}, not `{}`",
                                              of_tile()                         ? "row: or col:"
                                              : text_.inputs == Inputs::Element ? "row:, col: or r:"
                                                                                : "tid: or i:",
                                              name.text.substr(0, 40)));
    ++at_;
    if (!accept(":"))
      return complain(peek().range,
                      fmt::format("expected `:` and {}, one for each bit", of_tile() ? "numbers of bytes" : "pairs"));
    BasisImage basis;
    if (row != nullptr) basis.input = row->input;
    for (basis.bit = 0; of_tile() ? number(basis) : peek().is("(") && pair(basis); accept(",")) {
      if (basis.bit > 20) return complain(basis.range, "no input here has that many bits");
      images_.push_back(basis);
      ++basis.bit;
    }
    accept(";");
    if (basis.input == "tid") to_.threads = 1 << basis.bit;
    if (basis.input == "i") to_.values = 1 << basis.bit;
  }

  const SectionName* find_section(std::string_view word) const {
    for (const SectionName& row : section_names)
      if (row.word == word && (row.of_slot ? !is_of_element(text_.inputs) : text_.inputs != Inputs::Slot) &&
          !(of_tile() && row.input == "r"))
        return &row;
    return nullptr;
  }

  bool of_tile() const { return text_.inputs == Inputs::Tile; }

  bool number(BasisImage& basis) {
    if (peek().kind != WordKind::Number) return false;
    basis.range = peek().range;
    basis.image = {peek().value, 0};
    const std::string_view digits = peek().text.substr(peek().text.starts_with("0x") ? 2 : 0);
    if (digits.empty() || digits.find_first_not_of("0123456789abcdefABCDEF") != digits.npos)
      return complain(basis.range, "expected a number of bytes, as in 144 or 0x90"), false;
    if (peek().value > INT32_MAX) return complain(basis.range, "no offset has that many bits"), false;
    ++at_;
    return true;
  }

  bool pair(BasisImage& basis) {
    basis.range = peek().range;
    accept("(");
    for (std::uint32_t& image : basis.image) {
      if (&image != basis.image.data() && !accept(","))
        return complain(peek().range, "expected a pair, as in (0,2)"), false;
      if (peek().kind != WordKind::Number) return complain(peek().range, "expected a pair, as in (0,2)"), false;
      image = next().value;
    }
    basis.range.end = peek().range.end;
    if (accept(")")) return true;
    return complain(basis.range, "this ( has no `)`"), false;
  }

  const NotationText& text_;
  AsC& to_;
  std::pmr::vector<BasisImage> images_;
};

}  // namespace

// True for a name, a colon, and a pair in parentheses; an offset has row, col or offset, a colon, and a number.
bool looks_like_bases(std::string_view text, std::pmr::memory_resource* memory) {
  if (text.find(':') == std::string_view::npos) return false;
  const std::pmr::vector<TextWord> words = words_in(text, WordsOf::C, memory);
  if (words.size() < 4 || words[0].kind != WordKind::Name || !words[1].is(":")) return false;
  const bool of_tile = words[0].is("row") || words[0].is("col") || words[0].is("offset");
  return words[2].is("(") || (of_tile && words[2].kind == WordKind::Number);
}

void bases_as_c(const NotationText& text, AsC& to) { BasesReader(text, to).read(); }

}  // namespace tcviz::inline gpu_formula
