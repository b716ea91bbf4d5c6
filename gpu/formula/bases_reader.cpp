// Linear bases as tcviz writes them: tid: (0,2) (0,4); i: (0,1) (8,0); offset: (0,1).
#include <fmt/format.h>

#include "gpu/formula/linear_text.hpp"
#include "gpu/formula/notations.hpp"

namespace tcviz {
inline namespace gpu_formula {
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

class BasesReader {
 public:
  BasesReader(const NotationText& text, AsC& to)
      : text_(text), to_(to), words_(words_in(text.text, WordsOf::C, text.memory)), images_(text.memory) {}

  void read() {
    while (peek().kind != WordKind::End && text_.diagnostics->empty()) section();
    if (!text_.diagnostics->empty()) return;
    const TextRange whole{0, static_cast<std::uint32_t>(text_.text.size())};
    const bool inverse = text_.inputs == Inputs::Element;
    write_linear(images_,
                 inverse ? std::array<std::string_view, 2>{"tid", "i"} : std::array<std::string_view, 2>{"row", "col"},
                 whole, to_);
  }

 private:
  const TextWord& peek() const { return words_[at_]; }
  bool accept(std::string_view sign) {
    const bool found = peek().is(sign);
    at_ += found;
    return found;
  }
  void complain(TextRange range, std::string message) const { text_.complain(range, std::move(message)); }

  // name: (a,b) (c,d) ...
  void section() {
    const TextWord name = peek();
    const SectionName* const row = find_section(name.text);
    if (row == nullptr && !name.is("offset"))
      return complain(name.range, fmt::format("expected {}, not `{}`",
                                              text_.inputs == Inputs::Element ? "row:, col: or r:" : "tid: or i:",
                                              name.text.substr(0, 40)));
    ++at_;
    if (!accept(":")) return complain(peek().range, "expected `:` and pairs, one for each bit");
    BasisImage basis;
    if (row != nullptr) basis.input = row->input;
    for (basis.bit = 0; peek().is("(") && pair(basis); accept(",")) {
      if (basis.bit > 20) return complain(basis.range, "no input here has so many bits");
      images_.push_back(basis);
      ++basis.bit;
    }
    accept(";");
    if (basis.input == "tid") to_.threads = 1 << basis.bit;
    if (basis.input == "i") to_.values = 1 << basis.bit;
  }

  const SectionName* find_section(std::string_view word) const {
    for (const SectionName& row : section_names)
      if (row.word == word && (row.of_slot ? text_.inputs != Inputs::Element : text_.inputs != Inputs::Slot))
        return &row;
    return nullptr;
  }

  bool pair(BasisImage& basis) {
    basis.range = peek().range;
    accept("(");
    for (std::uint32_t& image : basis.image) {
      if (&image != basis.image.data() && !accept(","))
        return complain(peek().range, "expected a pair, as in (0,2)"), false;
      if (peek().kind != WordKind::Number) return complain(peek().range, "expected a pair, as in (0,2)"), false;
      image = peek().value;
      ++at_;
    }
    basis.range.end = peek().range.end;
    if (accept(")")) return true;
    return complain(basis.range, "this ( has no `)`"), false;
  }

  const NotationText& text_;
  AsC& to_;
  std::pmr::vector<TextWord> words_;
  std::pmr::vector<BasisImage> images_;
  std::size_t at_ = 0;
};

}  // namespace

// A name, a colon, and a pair in parentheses.
bool looks_like_bases(std::string_view text, std::pmr::memory_resource* memory) {
  if (text.find(':') == std::string_view::npos) return false;
  const std::pmr::vector<TextWord> words = words_in(text, WordsOf::C, memory);
  return words.size() > 3 && words[0].kind == WordKind::Name && words[1].is(":") && words[2].is("(");
}

void bases_as_c(const NotationText& text, AsC& to) { BasesReader(text, to).read(); }

}  // namespace gpu_formula
}  // namespace tcviz
