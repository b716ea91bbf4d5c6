#include "gpu/language/formula/cute_atoms.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>

namespace tcviz::inline gpu_formula {
namespace {

struct CuteAtomRow {
  std::string_view name;
  CuteAtom atom;
};
constexpr std::array<CuteAtomRow, 8> atom_rows = {{{"Layout_K_INTER_Atom", {0, true}},
                                                   {"Layout_K_SW32_Atom", {1, true}},
                                                   {"Layout_K_SW64_Atom", {2, true}},
                                                   {"Layout_K_SW128_Atom", {3, true}},
                                                   {"Layout_MN_INTER_Atom", {0, false}},
                                                   {"Layout_MN_SW32_Atom", {1, false}},
                                                   {"Layout_MN_SW64_Atom", {2, false}},
                                                   {"Layout_MN_SW128_Atom", {3, false}}}};

struct CuteTypeRow {
  std::string_view name;
  int bits;
};
constexpr auto element_types = std::to_array<CuteTypeRow>(
    {{"half_t", 16},       {"half", 16},         {"__half", 16},  {"bfloat16_t", 16},  {"__nv_bfloat16", 16},
     {"nv_bfloat16", 16},  {"uint16_t", 16},     {"int16_t", 16}, {"tfloat32_t", 32},  {"float", 32},
     {"uint32_t", 32},     {"int32_t", 32},      {"int", 32},     {"float_e4m3_t", 8}, {"float_e5m2_t", 8},
     {"__nv_fp8_e4m3", 8}, {"__nv_fp8_e5m2", 8}, {"int8_t", 8},   {"uint8_t", 8},      {"char", 8}});

constexpr int atom_rows_across = 8;
constexpr int chunk_bits = 128;

std::uint64_t size_of_mode(const CuteLayout& layout, int mode) {
  std::uint64_t size = 1;
  for (const CuteLeaf& leaf : layout.leaves)
    if (leaf.mode == mode) size = std::min<std::uint64_t>(size * leaf.size, 1u << 30);
  return size;
}

std::uint64_t size_of_mode(const CuteTuple& shape, int mode) {
  std::uint64_t size = 1;
  for (const CuteNumber& number : shape.numbers)
    if (number.mode == mode) size = std::min<std::uint64_t>(size * number.value, 1u << 30);
  return size;
}

// True if the layout's indices have no gap: only then it is plain at which index the next block begins.
bool is_compact(const CuteLayout& layout) {
  std::uint64_t last = 0;
  for (const CuteLeaf& leaf : layout.leaves) last += std::uint64_t{leaf.size - 1} * leaf.stride;
  return last + 1 == size_of_mode(layout, 0) * size_of_mode(layout, 1);
}

}  // namespace

CuteSwizzle read_cute_swizzle(CuteWords& words) {
  CuteSwizzle found;
  found.range = words.next().range;
  words.expect("<");
  int* const parts[] = {&found.bits, &found.base, &found.shift};
  for (int* part : parts) {
    if (part != parts[0]) words.expect(",");
    const bool minus = part == &found.shift && words.accept("-");
    const std::optional<std::uint32_t> number = read_cute_number(words);
    if (!number) return found;
    *part = static_cast<int>(std::min(*number, 64u)) * (minus ? -1 : 1);
  }
  words.expect(">");
  words.skip_braces();
  found.range.end = words.last().range.end;
  if (found.bits + found.base + std::abs(found.shift) > 30 || std::abs(found.shift) < found.bits)
    words.complain(found.range, "a swizzle moves its bits by at least as many as there are, within 30 bits");
  return found;
}

bool at_cute_pointer(const CuteWords& words) {
  const TextWord& word = words.peek();
  return word.is("smem_ptr") || word.is("_smem_ptr") || word.is("smem_ptr_flag_bits") || word.is("smem_ptr_flag");
}

int read_cute_pointer(CuteWords& words, TextRange& range) {
  const TextWord name = words.next();
  int bits = 8;
  if (words.peek().is("[") || words.peek().is("<")) {
    const std::string_view close = words.next().is("[") ? "]" : ">";
    const TextWord& number = words.next();
    if (number.kind != WordKind::Number || number.value == 0 || number.value > 64)
      words.complain(number.range, "expected the bits of an element, as in smem_ptr[16b]");
    bits = static_cast<int>(number.value);
    words.expect(close);
  }
  words.skip_braces();
  if (words.accept("(")) {
    words.next();  // unset, or an address
    words.expect(")");
  }
  range = join(name.range, words.last().range);
  return bits;
}

std::optional<CuteAtom> find_cute_atom(std::string_view name) {
  const auto* const found = std::ranges::find(atom_rows, name, &CuteAtomRow::name);
  return found == atom_rows.end() ? std::nullopt : std::optional(found->atom);
}

int bits_of_cute_type(std::string_view name) {
  const auto* const found = std::ranges::find(element_types, name, &CuteTypeRow::name);
  return found == element_types.end() ? 0 : found->bits;
}

CuteLayout cute_atom_layout(const CuteAtom& atom, int element_bits, TextRange range,
                            std::pmr::memory_resource* memory) {
  CuteLayout layout(memory);
  const auto width = static_cast<std::uint32_t>((chunk_bits << atom.swizzle_bits) / element_bits);
  for (const int mode : {0, 1}) {
    const bool along = (mode == 1) == atom.is_k;
    layout.leaves.push_back({along ? width : atom_rows_across, along ? 1 : width, -1, mode, range, range});
  }
  if (atom.swizzle_bits > 0) layout.swizzles.push_back({atom.swizzle_bits, 4, 3, range});
  layout.range = layout.shape_range = layout.pointer_range = range;
  layout.modes = 2;
  layout.pointer_bits = element_bits;
  return layout;
}

std::string repeat_over_shape(CuteLayout& block, const CuteTuple& shape, bool cols_first) {
  if (block.modes != 2 || shape.modes < 2 || size_of_mode(shape, 2) != 1 || shape.modes > 3)
    return "a tile has rows and columns: leave the stages out of its shape";
  if (!is_compact(block)) return "a block with gaps is not repeated here: give the layout that it makes";
  std::uint64_t stride = size_of_mode(block, 0) * size_of_mode(block, 1);
  const std::array<int, 2> order = cols_first ? std::array{1, 0} : std::array{0, 1};
  for (const int mode : order) {
    const std::uint64_t size = size_of_mode(shape, mode), part = size_of_mode(block, mode);
    if (size == 0 || size % part != 0)
      return fmt::format("{} {} are no whole number of {}", size, mode == 0 ? "rows" : "columns", part);
    const std::uint64_t count = size / part;
    if (count > 4096 || stride > INT32_MAX) return "this shape is larger than any tile";
    if (count > 1)
      block.leaves.push_back(
          {static_cast<std::uint32_t>(count), static_cast<std::uint32_t>(stride), -1, mode, shape.range, shape.range});
    stride *= count;
  }
  return {};
}

}  // namespace tcviz::inline gpu_formula
