// Triton's linear layouts: what each bit of register, lane and warp adds to the coordinates of a tensor, in the
// spellings of its intermediate language, its Python, its C++ and its print (Triton, LinearLayout.h):
//   #ttg.linear<{register = [[0, 1], [8, 0]], lane = [[0, 2]], warp = [], block = []}>
//   LinearLayout.from_bases([("register", [[0, 1]]), ...], ["dim0", "dim1"]), DistributedLinearLayout(reg_bases=...)
//   LinearLayout({{S("register"), {{0, 1}, {8, 0}}}, ...}, {S("dim0"), S("dim1")})
//   - register=1 -> (0, 1)
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "gpu/language/formula/linear_text.hpp"
#include "gpu/language/formula/notations.hpp"
#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_formula {
namespace {

enum class Level : std::uint8_t { Register, Lane, Warp, Block };
struct LevelName {
  std::string_view word;
  Level level;
};
constexpr std::array<LevelName, 9> level_names = {{{"register", Level::Register},
                                                   {"reg", Level::Register},
                                                   {"reg_bases", Level::Register},
                                                   {"lane", Level::Lane},
                                                   {"lane_bases", Level::Lane},
                                                   {"warp", Level::Warp},
                                                   {"warp_bases", Level::Warp},
                                                   {"block", Level::Block},
                                                   {"block_bases", Level::Block}}};
constexpr std::size_t most_bases = 24;

std::optional<Level> level_of(const TextWord& word) {
  const bool named = word.kind == WordKind::Name || word.kind == WordKind::String;
  for (const LevelName& row : level_names)
    if (named && word.text == row.word) return row.level;
  return std::nullopt;
}

bool opens_list(const TextWord& word) { return word.is("[") || word.is("{") || word.is("("); }
bool closes_list(const TextWord& word) { return word.is("]") || word.is("}") || word.is(")"); }

class TritonReader : WordCursor {
 public:
  TritonReader(const NotationText& text, AsC& to)
      : WordCursor(text.text, WordsOf::C, *text.diagnostics, text.memory), text_(text), to_(to), images_(text.memory) {}

  void read() {
    while (!at_end()) step();
    if (!failed() && count_[0] == 0 && count_[1] == 0 && count_[2] == 0)
      complain(whole(),
               "there are no bases of register and lane here: give a linear layout, as #ttg.linear<{register = ...}> "
               "or what print() shows of a LinearLayout");
    if (failed()) return;
    finish();
  }

 private:
  TextRange whole() const { return {0, static_cast<std::uint32_t>(text_.text.size())}; }

  void step() {
    if (const std::optional<Level> level = level_of(peek())) return section(*level);
    if (dimension()) return;
    ++at_;
  }

  // Notes "dim1" before "dim0": the second number of a basis is the row then.
  bool dimension() {
    const TextWord& word = peek();
    const bool named = word.kind == WordKind::Name || word.kind == WordKind::String;
    const bool numbered = word.text.size() == 4 && is_digit(word.text[3]);
    if (!named || !numbered || !word.text.starts_with("dim")) return false;
    if (dimensions_++ == 0) exchanged_ = word.text[3] == '1';
    if (word.text[3] != '0' && word.text[3] != '1') complain(word.range, "a matrix has two dimensions, dim0 and dim1");
    ++at_;
    return true;
  }

  void section(Level level) {
    const TextWord name = next();
    if (peek().is("=") && peek(1).kind == WordKind::Number) return printed(level, name);
    if (peek().is("is")) return;  // "is a size 1 dimension": it has no bits
    while (peek().is("=") || peek().is(",") || peek().is(":") || (peek().is(")") && opens_list(peek(2)))) ++at_;
    if (!opens_list(peek())) return;  // a word of another line
    const TextWord open = next();
    bool& seen = seen_[static_cast<std::size_t>(level)];
    if (seen) return complain(name.range, "there are several layouts here: keep the one that is meant");
    seen = true;
    while (!failed() && !closes_list(peek())) {
      if (peek().kind == WordKind::End) return complain(open.range, fmt::format("this {} is not closed", open.text));
      basis(level);
      accept(",");
    }
    ++at_;
  }

  // Reads register=4 -> (0, 1).
  void printed(Level level, const TextWord& name) {
    ++at_;
    const TextWord number = next();
    if (!peek().is("-") || !peek(1).is(">")) return complain(peek().range, "expected -> and what this bit adds");
    at_ += 2;
    const std::uint32_t expected = 1u << std::min<std::size_t>(count_[static_cast<std::size_t>(level)], 31);
    if (number.value != expected)
      return complain(number.range,
                      fmt::format("expected {}={}: the bits of an input come in order", name.text, expected));
    basis(level);
  }

  // Reads [0, 1].
  void basis(Level level) {
    BasisImage found;
    found.range = peek().range;
    if (!opens_list(peek()))
      return complain(peek().range,
                      fmt::format("expected what a bit adds, as [0, 1], not `{}`", peek().text.substr(0, 40)));
    ++at_;
    std::size_t numbers = 0;
    for (; peek().kind == WordKind::Number; ++numbers) {
      const TextWord& number = next();
      if (numbers < 2) found.image[numbers] = number.value;
      accept(",");
    }
    found.range.end = peek().range.end;
    if (!closes_list(peek()))
      return complain(peek().range, fmt::format("expected a whole number, not `{}`", peek().text.substr(0, 40)));
    ++at_;
    if (numbers != 2)
      return complain(found.range,
                      fmt::format("this adds to {} dimension{}; a matrix has two", numbers, numbers == 1 ? "" : "s"));
    add(level, found);
  }

  void add(Level level, BasisImage& basis) {
    std::size_t& count = count_[static_cast<std::size_t>(level)];
    if (++count > most_bases) return complain(basis.range, "no input here has that many bits");
    if (level == Level::Block) {
      if (basis.image[0] != 0 || basis.image[1] != 0)
        complain(basis.range, "several blocks have parts of this matrix; a layout here is of one group of threads");
      return;
    }
    basis.input = level == Level::Register ? "i" : "tid";
    basis.bit = static_cast<int>(count) - 1;
    if (level == Level::Warp) basis.bit += warp_marker;
    images_.push_back(basis);
  }

  // Numbers the bits: those of the warp stand above those of the lane, however the text orders them.
  void finish() {
    const auto lanes = static_cast<int>(count_[1]);
    for (BasisImage& basis : images_) {
      if (basis.bit >= warp_marker) basis.bit += lanes - warp_marker;
      if (exchanged_) std::swap(basis.image[0], basis.image[1]);
    }
    const std::size_t threads = count_[1] + count_[2];
    if (threads > most_bases) return complain(whole(), "there are not that many threads here");
    to_.threads = 1 << threads;
    to_.values = 1 << count_[0];
    static constexpr std::array<std::string_view, 2> results = {"row", "col"};
    write_linear(images_, results, whole(), to_);
  }

  static constexpr int warp_marker = 64;
  const NotationText& text_;
  AsC& to_;
  std::pmr::vector<BasisImage> images_;
  std::array<std::size_t, 4> count_{};  // of bits, by Level
  std::array<bool, 4> seen_{};          // a list of them
  int dimensions_ = 0;
  bool exchanged_ = false;
};

}  // namespace

bool looks_like_triton(std::string_view text, std::pmr::memory_resource*) {
  for (const std::string_view mark : {"ttg.", "triton_gpu.", "LinearLayout", "LinearEncoding", "reg_bases"})
    if (text.find(mark) != std::string_view::npos) return true;
  // The marks of what print(layout) shows, or of a line of it.
  for (const std::string_view mark : {"register=1 ->", "lane=1 ->", "register = [[", "lane = [["})
    if (text.find(mark) != std::string_view::npos) return true;
  return false;
}

void triton_as_c(const NotationText& text, AsC& to) {
  if (text.inputs == Inputs::Tile)
    return text.complain({0, static_cast<std::uint32_t>(text.text.size())},
                         "a Triton layout says who holds an element, not where it lies: give bases of the offset, as "
                         "row: 144 288; col: 2 4");
  TritonReader(text, to).read();
}

}  // namespace tcviz::inline gpu_formula
