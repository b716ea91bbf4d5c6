// Labels bit by bit, for bytes that several elements share (int4, bits): shifts, masks and permutations move bits, and
// the elements with them.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gpu/kernel/xray/label/label_space.hpp"

namespace tcviz::inline gpu_xray {

// One bit of a register. `of` is the label of the packed element that it is a bit of, or else (`along` is -1) the code
// of the whole byte; 0: it is constant.
struct BitCode {
  std::uint64_t of = 0;
  std::int8_t bit = 0;     // its number in the element, or in the byte
  std::int8_t along = -1;  // the dimension along which the elements of a byte follow one another
  bool flipped = false;
  friend bool operator==(const BitCode&, const BitCode&) = default;
};
// The bits of a register of at most 8 bytes.
using WordBits = std::array<BitCode, 64>;

// Returns the label of a byte that holds the elements from one with the indices `coordinates` on, along a dimension;
// `shape` is that of one element.
Label label_of_packed(LabelSpace& labels, const LabelShape& shape, int along, std::uint64_t coordinates);

inline bool is_packed(const LabelSpace& labels, Code code) {
  return code != 0 && labels.shape(label_of(code)).packed.along >= 0;
}
// True if one of the codes is that of packed elements.
inline bool any_packed(const LabelSpace& labels, std::span<const Code> codes) {
  if (!labels.has_packed) return false;
  for (const Code code : codes)
    if (is_packed(labels, code)) return true;
  return false;
}

// True if a value is the element, or a byte that holds bits of it; in another format, too.
bool holds_element(LabelSpace& labels, Label held, Label element);

// Returns the elements of which some bytes hold bits; of bytes that are no packed elements, their labels.
std::vector<Label> elements_in(LabelSpace& labels, std::span<const Code> codes);
// Returns the elements of which some bytes hold bits, as text: "A[m=0, k=0] and A[m=0, k=1]".
std::string text_of_elements(LabelSpace& labels, std::span<const Code> codes);

// Writes the bits of a byte to `into`, which holds 8.
void put_bits_of(LabelSpace& labels, Code code, std::span<BitCode> into);
// Returns the code of a byte with these 8 bits; none if no code can say it.
std::optional<Code> code_of_bits(LabelSpace& labels, std::span<const BitCode> bits);
// Returns the label of the number of `format` in these bits: the one element whose bits they are, if the number is that
// element times and plus constants, as 1024 + q in the bits of a f16; else one with a doubt.
Label label_of_bits(LabelSpace& labels, std::span<const BitCode> bits, ElementType format);
// Returns the label of a factor of less than 8 bits, which begins at bit `first` of a register with these codes.
Label label_of_small_factor(LabelSpace& labels, std::span<const Code> codes, int first, ElementType format);

}  // namespace tcviz::inline gpu_xray
