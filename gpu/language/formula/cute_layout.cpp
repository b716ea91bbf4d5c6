#include "gpu/language/formula/cute_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "gpu/language/formula/cute_atoms.hpp"
#include "gpu/language/formula/cute_tuple.hpp"

namespace tcviz::inline gpu_formula {
namespace {

constexpr std::uint32_t largest_cute_size = 4096;
constexpr std::size_t most_cute_swizzles = 4;  // each doubles the text that the layout becomes
constexpr int deepest_cute_layout = 16;
constexpr std::array<std::string_view, 8> layout_words = {
    "Layout", "make_layout", "make_ordered_layout", "Swizzle", "Sw", "ComposedLayout", "composition", "tile_to_shape"};
// Calls that only show or declare; any other call would change the layout.
constexpr std::array<std::string_view, 12> harmless_words = {
    "print",   "print_layout",  "print_latex", "decltype", "template", "MMA_Traits",
    "alignas", "static_assert", "namespace",   "typename", "struct",   "class"};

bool is_cute_word(const TextWord& word, std::span<const std::string_view> words) {
  return word.kind == WordKind::Name && std::ranges::find(words, word.text) != words.end();
}

struct KnownCute {
  std::string_view name, layout;
};
constexpr std::array<KnownCute, 4> known_cute = {{{"SM80_8x4", "((4,8),1):((8,1),0)"},
                                                  {"SM80_8x8_Row", "((4,8),2):((16,1),8)"},
                                                  {"SM80_8x16_Row", "((4,8),4):((32,1),8)"},
                                                  {"SM80_16x8_Row", "((4,8),(2,2)):((32,1),(16,8))"}}};

class CuteReader {
 public:
  CuteReader(std::string_view text, std::vector<Diagnostic>& diagnostics, std::pmr::memory_resource* memory,
             int element_bits = 0)
      : words_(text, diagnostics, memory),
        layouts_(memory),
        used_(memory),
        unknown_(memory),
        element_bits_(element_bits) {}

  std::pmr::vector<CuteLayout> read() {
    while (!words_.at_end()) statement();
    if (const TextWord* const missing = missing_layout())
      words_.complain(missing->range,
                      fmt::format("`{}` is not defined here: give its definition, too", missing->text.substr(0, 40)));
    std::pmr::vector<CuteLayout> found(words_.memory);
    for (std::size_t at = 0; at < layouts_.size(); ++at)
      if (!used_[at]) found.push_back(std::move(layouts_[at]));
    return found;
  }

 private:
  // Reads using NAME = ...; auto NAME = ...; or a layout that stands by itself.
  void statement() {
    const TextWord& word = words_.peek();
    if (word.kind == WordKind::Name && words_.peek(1).is("=") && !words_.peek(2).is("=")) {
      words_.next();
      words_.next();
      return definition(word.text);
    }
    if (at_layout()) {
      keep(layout(), {});
      if (words_.peek().kind == WordKind::Number || words_.peek().is("("))
        words_.complain(words_.peek().range, "expected the end after the strides");
      return;
    }
    if (word.kind == WordKind::Name && (words_.peek(1).is("(") || words_.peek(1).is("<")) &&
        !is_cute_word(word, harmless_words))
      return refuse(word);
    words_.next();
  }

  void refuse(const TextWord& word) {
    words_.complain(word.range,
                    fmt::format("`{}` is not followed here: give the layout that it makes, as CuTe's print() shows it",
                                word.text.substr(0, 40)));
  }

  void definition(std::string_view name) {
    while (words_.peek().is("decltype") || words_.peek().is("typename") ||
           (words_.peek().is("(") && is_cute_word(words_.peek(1), layout_words)))
      words_.next();
    if (at_layout()) return keep(layout(), name);
    if (at_cute_tuple(words_)) {
      const CuteTuple tuple = read_cute_tuple(words_);
      if (!words_.failed()) words_.names.push_back({name, tuple});
      return;
    }
    if (layout_names(name) && words_.peek().kind == WordKind::Name && words_.peek(1).is(";"))
      unknown_.push_back(words_.peek());
    // For example a type of numbers: it is asked for when a layout uses it.
    while (!words_.at_end() && !words_.peek().is(";")) words_.next();
  }

  static bool layout_names(std::string_view name) { return name.find("ayout") != std::string_view::npos; }
  const TextWord* missing_layout() const { return unknown_.empty() ? nullptr : &unknown_.front(); }

  // True for ThrID, CUTLASS's numbering of an instruction's threads: only its usual one is followed, which changes
  // nothing.
  bool is_thread_numbering(const CuteLayout& layout, std::string_view name) {
    if (name != "ThrID") return false;
    const bool usual = layout.leaves.size() == 1 && layout.leaves.front().stride == 1;
    if (!usual)
      words_.complain(layout.range, "threads are numbered in an order of their own here (ThrID): that is not followed");
    return true;
  }

  void keep(CuteLayout layout, std::string_view name) {
    if (words_.failed() || is_thread_numbering(layout, name)) return;
    layout.name = name;
    layouts_.push_back(std::move(layout));
    used_.push_back(false);
  }

  // Returns one of CUTLASS's own names, mma_traits_sm80.hpp.
  const KnownCute* known(const TextWord& word) const {
    const auto found = std::ranges::find_if(known_cute, [&](const KnownCute& row) { return word.is(row.name); });
    return found == known_cute.end() || word.kind != WordKind::Name ? nullptr : &*found;
  }
  CuteLayout known_layout(const KnownCute& row, TextRange range) {
    std::vector<Diagnostic> none;
    CuteLayout layout = std::move(CuteReader(row.layout, none, words_.memory).read().front());
    layout.range = layout.shape_range = range;
    for (CuteLeaf& leaf : layout.leaves) leaf.size_range = leaf.stride_range = range;
    return layout;
  }

  std::size_t number_of(const TextWord& word) const {
    for (std::size_t at = layouts_.size(); at-- > 0;)
      if (!layouts_[at].name.empty() && word.is(layouts_[at].name)) return at;
    return layouts_.size();
  }

  bool at_layout() const {
    const TextWord& word = words_.peek();
    const bool opens = words_.peek(1).is("<") || words_.peek(1).is("(");
    if (opens && (is_cute_word(word, layout_words) || find_cute_atom(word.text))) return true;
    if (number_of(word) < layouts_.size() || known(word) != nullptr) return true;
    return at_printed();
  }

  // True at a tuple with a colon behind it.
  bool at_printed() const {
    int depth = 0;
    for (std::size_t ahead = 0;; ++ahead) {
      const TextWord& word = words_.peek(ahead);
      depth += word.is("(") - word.is(")");
      if (depth < 0 || word.kind == WordKind::End || word.is(";") || word.is("=") || word.is("{")) return false;
      if (ahead > 2 * most_cute_words) return false;  // of a tuple that is too long to be read
      if (depth == 0)
        return (word.is(")") || word.kind == WordKind::Number || word.text.starts_with('_')) &&
               words_.peek(ahead + 1).is(":");
    }
  }

  CuteLayout layout() {
    if (depth_ == deepest_cute_layout) {
      words_.complain(words_.peek().range, "layouts are nested too deeply here");
      return CuteLayout(words_.memory);
    }
    ++depth_;
    CuteLayout made = layout_here();
    --depth_;
    return made;
  }

  CuteLayout layout_here() {
    const TextWord& word = words_.peek();
    if (word.is("Swizzle") || word.is("Sw")) return swizzled_by_o();
    if (word.is("ComposedLayout") || word.is("composition")) return composed();
    if (const std::size_t named = number_of(word); named < layouts_.size()) {
      words_.next();
      words_.skip_braces();
      used_[named] = true;
      return layouts_[named];
    }
    if (const KnownCute* row = known(word)) {
      words_.next();
      words_.skip_braces();
      return known_layout(*row, word.range);
    }
    if (word.is("Layout") || word.is("make_layout")) return made();
    if (word.is("tile_to_shape")) return tiled();
    if (const std::optional<CuteAtom> atom = find_cute_atom(word.text)) return atom_of(*atom);
    if (word.is("make_ordered_layout")) refuse(word);
    if (words_.failed()) return CuteLayout(words_.memory);
    return printed();
  }

  CuteLayout printed() {
    const CuteTuple shape = read_cute_tuple(words_);
    words_.expect(":");
    if (words_.failed()) return CuteLayout(words_.memory);
    return combined(shape, read_cute_tuple(words_));
  }

  // Reads Layout<Shape<...>, Stride<...>>, make_layout(shape, stride), and make_layout(shape, stride=...) of Python.
  CuteLayout made() {
    words_.next();
    const std::string_view close = words_.next().is("<") ? ">" : ")";
    const CuteTuple shape = read_cute_tuple(words_);
    bool rightmost = false;
    std::optional<CuteTuple> stride;
    if (words_.accept(",")) {
      if (words_.peek().is("stride") && words_.peek(1).is("=")) words_.next(), words_.next();
      rightmost = words_.peek().is("LayoutRight") || words_.peek().is("GenRowMajor");
      if (rightmost || words_.peek().is("LayoutLeft") || words_.peek().is("GenColMajor"))
        words_.next();
      else
        stride = read_cute_tuple(words_);
      words_.skip_braces();
    }
    words_.expect(close);
    words_.skip_braces();
    return words_.failed() ? CuteLayout(words_.memory) : combined(shape, stride ? *stride : compact(shape, rightmost));
  }

  // Returns the strides of a shape without any: the first element fastest, or the last.
  CuteTuple compact(const CuteTuple& shape, bool rightmost) {
    CuteTuple stride = shape;
    std::uint64_t product = 1;
    for (std::size_t n = 0; n < shape.numbers.size(); ++n) {
      const std::size_t at = rightmost ? shape.numbers.size() - 1 - n : n;
      stride.numbers[at].value = static_cast<std::uint32_t>(std::min<std::uint64_t>(product, 1u << 31));
      product = std::min<std::uint64_t>(product * shape.numbers[at].value, 1u << 31);
    }
    return stride;
  }

  CuteLayout combined(const CuteTuple& shape, const CuteTuple& stride) {
    CuteLayout made(words_.memory);
    made.range = join(shape.range, stride.range);
    made.shape_range = shape.range;
    made.modes = shape.modes;
    if (words_.failed()) return made;
    if (shape.nesting != stride.nesting || shape.numbers.size() != stride.numbers.size()) {  // () is nested as (2) is
      words_.complain(stride.range, "the strides are not nested as the shape is");
      return made;
    }
    for (std::size_t n = 0; n < shape.numbers.size(); ++n) {
      const CuteNumber &size = shape.numbers[n], &step = stride.numbers[n];
      if (size.value == 0 || size.value > largest_cute_size)
        words_.complain(size.range, fmt::format("a mode's size goes from 1 to {}", largest_cute_size));
      made.leaves.push_back({size.value, step.value, step.basis, size.mode, size.range, step.range});
    }
    return made;
  }

  // Reads GMMA::Layout_K_SW128_Atom<half_t>{}; a type that the text leaves open, T, is that of the image.
  CuteLayout atom_of(const CuteAtom& atom) {
    const TextWord name = words_.next();
    words_.expect("<");
    const TextWord type = words_.next();
    const int known = bits_of_cute_type(type.text), bits = known > 0 ? known : element_bits_;
    if (bits == 0) words_.complain(type.range, "expected a type of elements, as half_t");
    words_.expect(">");
    words_.skip_braces();
    if (words_.failed()) return CuteLayout(words_.memory);
    return cute_atom_layout(atom, bits, join(name.range, words_.last().range), words_.memory);
  }

  // Reads tile_to_shape(block, shape), with Step<_2,_1>{} columns first.
  CuteLayout tiled() {
    const TextWord name = words_.next();
    words_.expect("(");
    if (!words_.failed() && !at_layout()) refuse(name);
    if (words_.failed()) return CuteLayout(words_.memory);
    CuteLayout block = layout();
    words_.expect(",");
    const CuteTuple shape = read_cute_tuple(words_);
    words_.skip_braces();
    bool cols_first = false;
    if (words_.accept(",")) {
      const CuteTuple order = read_cute_tuple(words_);
      words_.skip_braces();
      cols_first = order.numbers.size() > 1 && order.numbers[0].value > order.numbers[1].value;
    }
    words_.expect(")");
    if (words_.failed()) return block;
    block.range = join(name.range, words_.last().range);
    if (const std::string why = repeat_over_shape(block, shape, cols_first); !why.empty())
      words_.complain(shape.range, why);
    return block;
  }

  void expect_no_offset() {
    const std::optional<std::uint32_t> offset = read_cute_number(words_);
    if (offset && *offset != 0) words_.complain(words_.last().range, "an offset between swizzle and layout must be 0");
  }

  // Reads Sw<3,4,3> o _0 o (8,64):(64,1).
  CuteLayout swizzled_by_o() {
    const CuteSwizzle outer = read_cute_swizzle(words_);
    int bits = 0;
    if (!at_cute_pointer(words_)) words_.expect("o");
    if (at_cute_pointer(words_)) {
      bits = read_cute_pointer(words_, pointer_range_);
      words_.expect("o");
    } else if (words_.peek(1).is("o")) {
      expect_no_offset();
      words_.expect("o");
    }
    return with(outer, words_.failed() ? CuteLayout(words_.memory) : layout(), bits);
  }

  // Reads composition(Swizzle<...>{}, layout) or ComposedLayout<Swizzle<...>, _0, Layout<...>>.
  CuteLayout composed() {
    const TextWord& word = words_.next();
    const std::string_view close = words_.next().is("<") ? ">" : ")";
    if (!words_.peek().is("Swizzle") && !words_.peek().is("Sw")) {
      refuse(word);
      return CuteLayout(words_.memory);
    }
    const CuteSwizzle outer = read_cute_swizzle(words_);
    words_.expect(",");
    int bits = 0;
    if (!words_.failed() && !at_layout()) {
      if (at_cute_pointer(words_))
        bits = read_cute_pointer(words_, pointer_range_);
      else
        expect_no_offset();
      words_.expect(",");
    }
    CuteLayout inner = words_.failed() ? CuteLayout(words_.memory) : layout();
    words_.expect(close);
    words_.skip_braces();
    return with(outer, std::move(inner), bits);
  }

  CuteLayout with(const CuteSwizzle& outer, CuteLayout inner, int pointer_bits) {
    if (pointer_bits > 0) {
      inner.pointer_bits = pointer_bits;
      inner.pointer_range = pointer_range_;
    }
    inner.range = join(inner.range, outer.range);
    inner.swizzles.push_back(outer);
    if (inner.swizzles.size() > most_cute_swizzles)
      words_.complain(outer.range,
                      fmt::format("more than {} swizzles of one layout are not followed", most_cute_swizzles));
    for (const CuteLeaf& leaf : inner.leaves)
      if (leaf.basis >= 0)
        words_.complain(outer.range, "a swizzle is of an index, and these strides count coordinates");
    return inner;
  }

  CuteWords words_;
  std::pmr::vector<CuteLayout> layouts_;
  std::pmr::vector<bool> used_;
  std::pmr::vector<TextWord> unknown_;  // that layouts are said to be
  TextRange pointer_range_;             // of the last one
  int element_bits_ = 0;
  int depth_ = 0;  // of layouts in layouts
};

}  // namespace

bool speaks_of_cute(std::span<const TextWord> words) {
  bool only_tuples = true, colon = false;
  int depth = 0;
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    const TextWord& word = words[at];
    const bool opens = words[at + 1].is("<") || words[at + 1].is("(");
    if (opens && (is_cute_word(word, layout_words) || find_cute_atom(word.text))) return true;
    if (word.kind == WordKind::Name && !word.text.starts_with('_')) only_tuples = false;
    if (word.kind == WordKind::Sign && std::string_view("(),:-@{}").find(word.text) == std::string_view::npos)
      only_tuples = false;
    depth += word.is("(") - word.is(")");
    colon = colon || (depth == 0 && word.is(":"));
  }
  return only_tuples && colon;
}

std::pmr::vector<CuteLayout> cute_layouts(std::string_view text, std::vector<Diagnostic>& diagnostics,
                                          std::pmr::memory_resource* memory, int element_bits) {
  return CuteReader(text, diagnostics, memory, element_bits).read();
}

}  // namespace tcviz::inline gpu_formula
