// Rewrites CuTe's (thread, value) layouts as C. A coordinate counts through its modes, the first fastest; the sum of
// coordinate times stride is an index, and the convention says what that index counts: see convention_of_cute.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "gpu/language/formula/cute_layout.hpp"
#include "gpu/language/formula/notations.hpp"

namespace tcviz::inline gpu_formula {
namespace {

// Names of an operand's layouts in traits and in people's code.
struct OperandNames {
  char operand;
  std::array<std::string_view, 4> names;
};
constexpr std::array<OperandNames, 3> operand_names = {{{'a', {"ALayout", "LayoutA", "layout_a", "a_layout"}},
                                                        {'b', {"BLayout", "LayoutB", "layout_b", "b_layout"}},
                                                        {'c', {"CLayout", "LayoutC", "layout_c", "c_layout"}}}};

const CuteLayout* layout_named_for(const std::pmr::vector<CuteLayout>& layouts, char operand) {
  const CuteLayout* found = nullptr;
  for (const OperandNames& row : operand_names)
    for (const CuteLayout& layout : layouts)
      if (row.operand == operand && std::ranges::find(row.names, std::string_view(layout.name)) != row.names.end())
        found = &layout;
  return found;
}

// Returns the layout that is meant, or complains.
const CuteLayout* chosen_layout(const std::pmr::vector<CuteLayout>& layouts, const NotationText& text) {
  if (layouts.size() == 1) return &layouts.front();
  const TextRange all{0, static_cast<std::uint32_t>(text.text.size())};
  if (layouts.empty()) return text.complain(all, "there is no layout with a shape here"), nullptr;
  if (const CuteLayout* named = layout_named_for(layouts, text.operand)) return named;
  std::string names;
  for (const CuteLayout& layout : layouts)
    if (!layout.name.empty()) names += fmt::format("{}{}", names.empty() ? ": " : ", ", std::string_view(layout.name));
  text.complain(all, fmt::format("there are {} layouts here{}: keep the one that is meant", layouts.size(), names));
  return nullptr;
}

// Names of what the numbers of an offset's layout count.
enum OffsetConvention : int { by_elements, by_bytes, by_address };
constexpr std::array<std::string_view, 3> offset_conventions = {
    "its numbers counting elements", "its numbers counting bytes",
    "its strides counting elements, its swizzle taking bits of byte addresses"};

class CuteWriter {
 public:
  CuteWriter(const CuteLayout& layout, AsC& to) : layout_(layout), to_(to), range_(layout.range) {}

  // Writes row = index % ROWS; col = index / ROWS; or, row by row, row = index / COLS; col = index % COLS.
  void write_index(bool by_rows) {
    const std::string_view sides = by_rows ? "COLS" : "ROWS";
    for (const bool is_row : {true, false}) {
      begin(is_row);
      index(layout_.swizzles.size());
      to_.sign(is_row == by_rows ? "/" : "%", range_);
      to_.name(sides, range_);
      to_.sign(";", range_);
    }
  }

  // Writes the results of strides that count coordinates: the first is the row, or, of B as CUTLASS has it, the column.
  void write_coordinates(bool exchanged) {
    for (const bool is_row : {true, false}) {
      begin(is_row);
      sum(is_row == exchanged ? 1 : 0);
      to_.sign(";", range_);
    }
  }

  // Writes offset = the index times the bytes of an element, or the index, which counts bytes; or, if the swizzle takes
  // bits of addresses, the address less the start.
  void write_offset(const TileFacts& tile, int convention) {
    const auto bytes = static_cast<std::uint32_t>(tile.element_bits / 8);
    inputs_ = {"row", "col"};
    if (convention == by_address) address_ = {bytes, tile.start};
    to_.name("offset", range_);
    to_.sign("=", range_);
    index(layout_.swizzles.size());
    if (convention == by_elements) times(bytes);
    if (address_.start > 0) number_behind("-", address_.start);
    to_.sign(";", range_);
  }

 private:
  void times(std::uint32_t bytes) {
    if (bytes > 1) number_behind("*", bytes);
  }
  void number_behind(std::string_view sign, std::uint32_t number) {
    to_.sign(sign, range_);
    to_.number(number, range_);
  }

  void begin(bool is_row) {
    to_.name(is_row ? "row" : "col", range_);
    to_.sign("=", range_);
  }

  // Writes the index behind the first `count` swizzles.
  void index(std::size_t count) {
    to_.sign("(", range_);
    if (count == 0) {
      plain_index();
    } else {
      const CuteSwizzle& swizzle = layout_.swizzles[count - 1];
      index(count - 1);
      to_.sign("^", swizzle.range);
      moved(swizzle, count);
    }
    to_.sign(")", range_);
  }

  void plain_index() {
    if (address_.start > 0) {
      to_.number(address_.start, range_);
      to_.sign("+", range_);
    }
    to_.sign("(", range_);
    sum(-1);
    to_.sign(")", range_);
    times(address_.bytes);
  }

  // Writes (index & mask) >> shift, or << if the shift is negative.
  void moved(const CuteSwizzle& swizzle, std::size_t count) {
    const int up = std::max(swizzle.shift, 0);
    to_.sign("(", swizzle.range);
    index(count - 1);
    to_.sign("&", swizzle.range);
    to_.number(((1u << swizzle.bits) - 1) << (swizzle.base + up), swizzle.range);
    to_.sign(")", swizzle.range);
    to_.sign(swizzle.shift >= 0 ? ">>" : "<<", swizzle.range);
    to_.number(static_cast<std::uint32_t>(std::abs(swizzle.shift)), swizzle.range);
  }

  void sum(int basis) {
    std::uint64_t before[2] = {1, 1};
    bool first = true;
    for (const CuteLeaf& leaf : layout_.leaves) {
      std::uint64_t& product = before[leaf.mode];
      if (leaf.basis == basis && leaf.stride != 0) {
        if (!first) to_.sign("+", leaf.size_range);
        term(leaf, static_cast<std::uint32_t>(product));
        first = false;
      }
      product = std::min<std::uint64_t>(product * leaf.size, 1u << 30);
    }
    if (first) to_.number(0, range_);
  }

  // Writes input / before % size * stride.
  void term(const CuteLeaf& leaf, std::uint32_t before) {
    to_.name(inputs_[leaf.mode == 0 ? 0 : 1], leaf.size_range);
    if (before > 1) {
      to_.sign("/", leaf.size_range);
      to_.number(before, leaf.size_range);
    }
    to_.sign("%", leaf.size_range);
    to_.number(leaf.size, leaf.size_range);
    to_.sign("*", leaf.stride_range);
    to_.number(leaf.stride, leaf.stride_range);
  }

  // The address that an index without a swizzle becomes: start + index * bytes.
  struct Address {
    std::uint32_t bytes = 1, start = 0;
  };

  const CuteLayout& layout_;
  AsC& to_;
  TextRange range_;
  std::array<std::string_view, 2> inputs_ = {"tid", "i"};
  Address address_;
};

void set_cute_sizes(const CuteLayout& layout, AsC& to) {
  std::uint64_t sizes[2] = {1, 1};
  for (const CuteLeaf& leaf : layout.leaves)
    sizes[leaf.mode] = std::min<std::uint64_t>(sizes[leaf.mode] * leaf.size, 1u << 30);
  to.threads = static_cast<int>(sizes[0]);
  to.values = static_cast<int>(sizes[1]);
}

// True if strides count coordinates; complains if only some do.
bool counts_coordinates(const CuteLayout& layout, const NotationText& text) {
  bool index = false, coordinates = false;
  for (const CuteLeaf& leaf : layout.leaves) (leaf.basis >= 0 ? coordinates : index) |= leaf.stride != 0;
  if (index && coordinates) text.complain(layout.range, "some strides count coordinates, as 2@1, and others an index");
  return coordinates;
}

void offset_as_c(const CuteLayout& layout, const NotationText& text, AsC& to) {
  if (layout.pointer_bits > 0 && layout.pointer_bits != text.tile.element_bits)
    return text.complain(layout.pointer_range, fmt::format("the elements of the image have {} bits, not {}",
                                                           text.tile.element_bits, layout.pointer_bits));
  for (const CuteLeaf& leaf : layout.leaves)
    if (leaf.stride > INT32_MAX)
      return text.complain(leaf.stride_range, fmt::format("a stride goes from 0 to {}", INT32_MAX));
  if (counts_coordinates(layout, text))
    text.complain(layout.range,
                  "these strides count coordinates: an offset needs strides that count elements or bytes");
  if (!text.diagnostics->empty()) return;
  set_cute_sizes(layout, to);
  if (layout.pointer_bits > 0) to.convention = layout.swizzles.empty() ? by_elements : by_address;
  to.conventions = layout.pointer_bits > 0 || text.tile.element_bits == 8 ? 1 : 2;
  CuteWriter(layout, to).write_offset(text.tile, to.convention.value_or(text.convention));
  const auto size = static_cast<std::uint32_t>(text.text.size());
  to.end({size, size});
}

}  // namespace

std::string_view convention_of_cute(int convention) {
  return convention == 0 ? "its index column by column in m x k or m x n" : "its index column by column in n x k";
}

std::string_view convention_of_cute_offset(int convention) {
  return offset_conventions[static_cast<std::size_t>(convention)];
}

bool looks_like_cute(std::string_view text, std::pmr::memory_resource* memory) {
  // Most texts are C and have none of these words: they need not be taken apart twice.
  const bool may_be = text.find(':') != std::string_view::npos || text.find("ayout") != std::string_view::npos ||
                      text.find("Swizzle") != std::string_view::npos;
  return may_be && speaks_of_cute(words_in(text, WordsOf::C, memory));
}

void cute_as_c(const NotationText& text, AsC& to) {
  const int element_bits = text.inputs == Inputs::Tile ? text.tile.element_bits : 0;
  const std::pmr::vector<CuteLayout> layouts = cute_layouts(text.text, *text.diagnostics, text.memory, element_bits);
  if (!text.diagnostics->empty()) return;
  const CuteLayout* const layout = chosen_layout(layouts, text);
  if (layout == nullptr) return;
  const bool of_tile = text.inputs == Inputs::Tile;
  if (layout->modes != 2)
    return text.complain(layout->shape_range,
                         fmt::format("expected two modes, {}", of_tile ? "(row, col)" : "(thread, value)"));
  if (!of_tile && layout->pointer_bits > 0)
    return text.complain(layout->pointer_range, "shared memory has no part in who holds an element");
  if (of_tile) return offset_as_c(*layout, text, to);
  const bool coordinates = counts_coordinates(*layout, text);
  if (!text.diagnostics->empty()) return;
  set_cute_sizes(*layout, to);
  to.conventions = 2;
  CuteWriter writer(*layout, to);
  if (coordinates)
    writer.write_coordinates(text.convention == 1);
  else
    writer.write_index(text.convention == 1);
  to.end({static_cast<std::uint32_t>(text.text.size()), static_cast<std::uint32_t>(text.text.size())});
}

}  // namespace tcviz::inline gpu_formula
