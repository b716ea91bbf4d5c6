#include "gpu/kernel/xray/label/packed_bits.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/kernel/xray/label/number_formats.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// Returns the label of the first element of a byte.
Label first_element(LabelSpace& labels, Label packed) {
  LabelShape shape = labels.shape(packed);
  shape.packed = {};
  shape.doubt = Doubt::None;
  return LabelSpace::make(labels.intern(shape), LabelSpace::coordinates(packed));
}

Label doubtful_label(LabelSpace& labels, std::span<const BitCode> bits, ElementType format) {
  Label found = 0;
  for (const BitCode& bit : bits) {
    const Label label = bit.along >= 0 ? bit.of : label_of(bit.of);
    if (label == 0 || label == found) continue;
    if (labels.shape(label).finding >= 0) return label;
    found = found == 0 ? label : labels.extreme(found, label, format);
  }
  return found == 0 ? 0 : labels.doubtful(labels.function(found, format), Doubt::Several);
}

// The bits of one element in a number.
struct ElementBits {
  int begin = 0, end = 0;                   // its places
  bool flipped = false, top_flips = false;  // its lower bits are inverted; its highest one is, unlike them
  bool has_sign = false;                    // all bits above are copies of the highest one
  bool is_whole = false;                    // all its bits are there, and no others
};

ElementBits element_in(std::span<const BitCode> bits, const BitCode& of, int width) {
  ElementBits made;
  const auto count = static_cast<int>(bits.size());
  while (made.begin < count && bits[made.begin].of == 0) ++made.begin;
  made.end = made.begin + width;
  if (made.end > count) return made;
  made.flipped = bits[made.begin].flipped;
  made.is_whole = true;
  for (int at = 0; at < width; ++at) {
    BitCode wanted = of;
    wanted.bit = static_cast<std::int8_t>(at);
    wanted.flipped = bits[made.begin + at].flipped;
    const bool is_top = at == width - 1;
    made.is_whole = made.is_whole && bits[made.begin + at] == wanted && (is_top || wanted.flipped == made.flipped);
  }
  const BitCode& top = bits[made.end - 1];
  made.top_flips = top.flipped != made.flipped;
  const auto above = bits.subspan(static_cast<std::size_t>(made.end));
  made.has_sign = !above.empty() && std::ranges::all_of(above, [&](const BitCode& bit) { return bit == top; });
  if (!made.has_sign)
    made.is_whole = made.is_whole && std::ranges::all_of(above, [](const BitCode& bit) { return bit.of == 0; });
  return made;
}

// True if a number is an element times and plus constants. A signed element counts its highest bit downwards: it has to
// be the highest of the number, or copied up to there, or inverted, which adds 8 to an int4. That of an element without
// a sign is not the highest of a number that may have one.
bool is_linear(const ElementBits& of, bool is_signed, int bits, ElementType format) {
  if (!of.is_whole) return false;
  const FloatFormat* const number = float_format(format);
  if (number != nullptr && format != ElementType::F64)
    return !of.has_sign && of.end <= number->below + number->fraction && of.top_flips == is_signed;
  const bool may_be_negative = format != ElementType::U8 && !is_packed(format);
  if (!is_signed) return !of.has_sign && !of.top_flips && (of.end < bits || !may_be_negative);
  if (format == ElementType::U8) return !of.has_sign && of.top_flips;
  return of.has_sign || of.end == bits ? !of.top_flips : of.top_flips;
}

// Returns the bits of a byte that are those of a run of elements, in their order; none if they are not. `lowest` is the
// first that is not constant.
std::optional<PackedBits> run_of(const LabelSpace& labels, std::span<const BitCode> bits, int lowest) {
  const BitCode& begin = bits[lowest];
  const int width = element_bits(labels.shape(begin.of).format);
  PackedBits packed;
  packed.along = begin.along;
  packed.first = static_cast<std::int8_t>(begin.bit - lowest);
  Label last = begin.of;
  for (int at = lowest; at < 8; ++at) {
    const BitCode& bit = bits[at];
    if (bit.of == 0) continue;
    const int place = at + packed.first;
    const auto one = static_cast<std::uint8_t>(1U << at);
    if (bit.along != packed.along) return std::nullopt;
    if (bit.of == begin.of + labels.placed(place / width, packed.along) && bit.bit == place % width)
      packed.kept |= one, last = bit.of;
    else if (bit.of == last && bit.bit == width - 1)
      packed.signs |= one;
    else
      return std::nullopt;
    if (bit.flipped) packed.flipped |= one;
  }
  return packed;
}

// Returns the bits of a byte as a pattern; none if they are of elements of several arrays, or of bytes.
std::optional<PackedBits> pattern_of(LabelSpace& labels, std::span<const BitCode> bits, const BitCode& lowest) {
  BitPattern pattern;
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    const BitCode& bit = bits[at];
    if (bit.of == 0) continue;
    if (bit.along != lowest.along || LabelSpace::shape_number(bit.of) != LabelSpace::shape_number(lowest.of))
      return std::nullopt;
    pattern[at] = {static_cast<std::int64_t>(bit.of - lowest.of), bit.bit, bit.flipped};
  }
  PackedBits packed;
  packed.along = lowest.along;
  packed.pattern = labels.patterns.number_of(pattern);
  return packed.pattern < 0 ? std::nullopt : std::optional(packed);
}

void put_pattern(const BitPattern& pattern, Label first, std::int8_t along, std::span<BitCode> into) {
  for (std::size_t at = 0; at < pattern.size(); ++at) {
    const PatternBit& bit = pattern[at];
    into[at] = {};
    if (bit.bit >= 0) into[at] = {first + static_cast<Label>(bit.beyond), bit.bit, along, bit.flipped};
  }
}

}  // namespace

std::vector<Label> elements_in(LabelSpace& labels, std::span<const Code> codes) {
  std::vector<Label> found;
  std::array<BitCode, 8> bits;
  for (const Code code : codes) {
    put_bits_of(labels, code, bits);
    for (const BitCode& bit : bits) {
      const Label label = bit.along >= 0 ? bit.of : label_of(bit.of);
      if (label != 0 && std::ranges::find(found, label) == found.end()) found.push_back(label);
    }
  }
  return found;
}

std::string text_of_elements(LabelSpace& labels, std::span<const Code> codes) {
  const std::vector<Label> all = elements_in(labels, codes);
  std::string text;
  for (std::size_t at = 0; at < std::min<std::size_t>(all.size(), 2); ++at)
    text += fmt::format("{}{}", at == 0 ? "" : all.size() > 2 ? ", " : " and ", labels.describe(all[at]));
  return all.size() > 2 ? fmt::format("{} and {} more", text, all.size() - 2) : text;
}

Label label_of_packed(LabelSpace& labels, const LabelShape& shape, int along, std::uint64_t coordinates) {
  LabelShape made = shape;
  made.packed = {static_cast<std::int8_t>(along), 0, 0xFF, 0, 0};
  made.doubt = Doubt::Whole;  // of the byte as a number
  return LabelSpace::make(labels.intern(made), coordinates);
}

bool holds_element(LabelSpace& labels, Label held, Label element) {
  if (held == element || !is_packed(labels, code_of(held, 0))) return held == element;
  std::array<BitCode, 8> bits;
  put_bits_of(labels, code_of(held, 0), bits);
  return std::ranges::any_of(bits, [&](const BitCode& bit) {
    return bit.of != 0 && LabelSpace::coordinates(bit.of) == LabelSpace::coordinates(element) &&
           labels.shape(bit.of).arrays == labels.shape(element).arrays;
  });
}

void put_bits_of(LabelSpace& labels, Code code, std::span<BitCode> into) {
  const Label label = label_of(code);
  const PackedBits packed = labels.shape(label).packed;
  if (packed.along < 0) {
    for (int at = 0; at < 8; ++at) into[at] = {code, static_cast<std::int8_t>(code == 0 ? 0 : at), -1, false};
    return;
  }
  const Label first = first_element(labels, label);
  if (packed.pattern >= 0) return put_pattern(labels.patterns[packed.pattern], first, packed.along, into);
  const int width = element_bits(labels.shape(first).format);
  BitCode last{first, static_cast<std::int8_t>(width - 1), packed.along, false};
  for (int at = 0; at < 8; ++at) {
    const int place = at + packed.first;
    into[at] = {};
    if (((packed.kept >> at) & 1) != 0) {
      last.of = first + labels.placed(place / width, packed.along);
      into[at] = {last.of, static_cast<std::int8_t>(place % width), packed.along, false};
    } else if (((packed.signs >> at) & 1) != 0) {
      into[at] = last;
    }
    into[at].flipped = ((packed.flipped >> at) & 1) != 0;
  }
}

std::optional<Code> code_of_bits(LabelSpace& labels, std::span<const BitCode> bits) {
  const auto begin = std::ranges::find_if(bits, [](const BitCode& bit) { return bit.of != 0; });
  if (begin == bits.end()) return Code{0};
  if (begin->along < 0) {
    for (int at = 0; at < 8; ++at)
      if (bits[at] != BitCode{begin->of, static_cast<std::int8_t>(at), -1, false}) return std::nullopt;
    return begin->of;
  }
  LabelShape shape = labels.shape(begin->of);
  std::optional<PackedBits> packed = run_of(labels, bits, static_cast<int>(begin - bits.begin()));
  if (!packed) packed = pattern_of(labels, bits, *begin);
  if (!packed) return std::nullopt;
  shape.packed = *packed;
  shape.doubt = Doubt::Whole;
  return code_of(LabelSpace::make(labels.intern(shape), LabelSpace::coordinates(begin->of)), 0);
}

Label label_of_bits(LabelSpace& labels, std::span<const BitCode> bits, ElementType format) {
  const auto first = std::ranges::find_if(bits, [](const BitCode& bit) { return bit.of != 0; });
  if (first == bits.end()) return 0;
  const bool is_one = first->along >= 0 && std::ranges::all_of(bits, [&](const BitCode& bit) {
                        return bit.of == 0 || (bit.of == first->of && bit.along == first->along);
                      });
  if (!is_one) return doubtful_label(labels, bits, format);
  const ElementType element = labels.shape(first->of).format;
  const ElementBits places = element_in(bits, *first, element_bits(element));
  if (is_linear(places, element == ElementType::S4, static_cast<int>(bits.size()), format))
    return labels.convert(first->of, format);
  return labels.doubtful(labels.function(first->of, format), Doubt::Format);
}

Label label_of_small_factor(LabelSpace& labels, std::span<const Code> codes, int first, ElementType format) {
  const Code code = codes[static_cast<std::size_t>(first / 8)];
  if (code == 0) return 0;
  const Label label = label_of(code);
  const LabelShape& shape = labels.shape(label);
  if (shape.finding >= 0) return label;
  if (shape.packed.along < 0) return labels.doubtful(labels.function(label, format), Doubt::Format);
  const bool is_other = shape.format != format;
  std::array<BitCode, 8> bits;
  put_bits_of(labels, code, bits);
  const auto width = static_cast<std::size_t>(element_bits(format));
  const std::span<const BitCode> own =
      std::span<const BitCode>(bits).subspan(static_cast<std::size_t>(first % 8), width);
  const Label made = label_of_bits(labels, own, format);
  return is_other ? labels.doubtful(labels.function(made, format), Doubt::Format) : made;
}

}  // namespace tcviz::inline gpu_xray
