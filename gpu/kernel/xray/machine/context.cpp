// Labels of registers, read and written.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "gpu/kernel/xray/label/number_formats.hpp"
#include "gpu/kernel/xray/label/packed_bits.hpp"
#include "gpu/kernel/xray/machine/machine.hpp"

namespace tcviz::inline gpu_xray {
namespace {

bool is_integer(ElementType format) { return is_whole(format) || format == ElementType::B16; }

bool is_wide(ElementType format) { return format == ElementType::F32 || format == ElementType::TF32; }

bool may_be_read_as(ElementType have, ElementType wanted) {
  if (have == wanted) return true;
  return is_wide(have) && is_wide(wanted);
}

// True for numbers that are whole in other bytes: a bf16 in the upper half of an f32 and back, a small whole number in
// a large one, the low bytes of a whole number, which the numbers will tell, an f32 whose low bits were cut off.
bool fits_shifted(const LabelShape& shape, const Code* codes, int bytes, ElementType format) {
  int first = 0;
  while (first < bytes && codes[first] == 0) ++first;
  const int lowest = static_cast<int>(codes[first] & 7);
  int end = first;
  while (end < bytes && codes[end] == codes[first] + static_cast<Code>(end - first)) ++end;
  const bool wide = is_wide(format);
  const bool same = may_be_read_as(shape.format, format);
  if (is_integer(format) && is_integer(shape.format)) {
    const bool rest_is_empty = std::all_of(codes + end, codes + bytes, [](Code code) { return code == 0; });
    return first == 0 && lowest == 0 && (end >= shape.bytes || end == bytes) && rest_is_empty;
  }
  if (end != bytes) return false;
  if (shape.format == ElementType::BF16 && wide) return first == 2 && lowest == 0;
  if (format == ElementType::BF16 && shape.format == ElementType::F32) return first == 0 && lowest == 2;
  return same && wide && first == lowest && first <= 2;
}

// True if integer instructions have cut or made the number that is read: an f32 without some of its bytes, or bits of a
// word.
bool is_made_of_bits(const LabelSpace& labels, const Code* codes, ElementType format) {
  if (is_integer(format)) return false;
  const Label first = label_of(codes[0]);
  if (first != 0 && (codes[0] & 7) == 0 && labels.shape(first).format == format) return false;  // as in most numbers
  for (int at = 0; at < bytes_of(format); ++at) {
    if (label_of(codes[at]) == 0) continue;
    const ElementType have = labels.shape(label_of(codes[at])).format;
    const bool is_cut = static_cast<int>(codes[at] & 7) != at || codes[0] == 0;
    if (is_integer(have) || (is_wide(have) && is_cut)) return true;
  }
  return false;
}

Label of_pieces(LabelSpace& labels, const Code* codes, int bytes, ElementType format) {
  Label found = 0;
  bool several = false;
  for (int at = 0; at < bytes; ++at) {
    const Label label = label_of(codes[at]);
    if (label == 0) continue;
    if (labels.shape(label).finding >= 0) return label;
    if (found != 0 && label != found) {
      found = labels.mingle(found, label, format);
      several = true;
    }
    if (found == 0) found = label;
  }
  if (found == 0) return 0;
  if (!several && fits_shifted(labels.shape(found), codes, bytes, format)) return labels.convert(found, format);
  const bool whole = codes[0] == code_of(found, 0);
  return labels.doubtful(labels.function(found, format), whole && !several ? Doubt::Format : Doubt::Pieces);
}

// Returns the label of the number in the bits of packed elements.
Label of_packed(LabelSpace& labels, std::span<const Code> codes, ElementType format) {
  WordBits bits;
  const std::span<BitCode> all(bits);
  for (std::size_t at = 0; at < codes.size(); ++at) put_bits_of(labels, codes[at], all.subspan(8 * at, 8));
  return label_of_bits(labels, all.first(8 * codes.size()), format);
}

}  // namespace

Label joined(LabelSpace& labels, const Code* codes, ElementType format) {
  const Label first = label_of(codes[0]);
  if (labels.has_packed)
    if (const std::span all(codes, static_cast<std::size_t>(bytes_of(format))); any_packed(labels, all))
      return of_packed(labels, all, format);
  if (first != 0 && (codes[0] & 7) == 0 && labels.shape(first).format == format) {  // as in most numbers
    int same = 1;
    const int all = labels.shape(first).bytes;
    while (same < all && codes[same] == codes[0] + static_cast<Code>(same)) ++same;
    if (same == all) return first;
  }
  const int bytes = bytes_of(format);
  bool in_order = first != 0;
  bool empty = true;
  for (int at = 0; at < bytes; ++at) {
    in_order = in_order && codes[at] == code_of(first, at);
    empty = empty && codes[at] == 0;
  }
  if (empty) return 0;
  if (in_order) {
    const LabelShape& shape = labels.shape(first);
    if (shape.bytes == bytes && may_be_read_as(shape.format, format)) return first;
  }
  return of_pieces(labels, codes, bytes, format);
}

Label joined_factor(LabelSpace& labels, const Code* codes, ElementType format) {
  const auto is_byte = [](ElementType of) { return of == ElementType::S8 || of == ElementType::U8; };
  const Label label = joined(labels, codes, format);
  if (label == 0 || !is_byte(format) || labels.shape(label).finding >= 0) return label;
  const ElementType have = labels.shape(label_of(codes[0])).format;
  return is_byte(have) && have != format ? labels.doubtful(labels.function(label, format), Doubt::Format) : label;
}

Label StepContext::unset_label(std::int32_t reg, int lane) const {
  machine.blame(lane, reg, "a register is used that was never written");
  return labels().poison(FindingKind::Uninitialised, "", "");
}

Label StepContext::label(std::int32_t reg, int lane, int first_byte, ElementType format) const {
  if (!is_written(reg, lane)) return unset_label(reg, lane);
  if (!is_labelled(reg, lane)) return 0;
  if (first_byte + bytes_of(format) > bytes(reg)) return any_label(reg, lane);  // no assembler takes that
  const Code* const all = codes(reg, lane) + first_byte;
  if (is_made_of_bits(labels(), all, format)) machine.roundings.compute();
  return told(joined(labels(), all, format), reg, lane, {all, static_cast<std::size_t>(bytes_of(format))});
}

Label StepContext::factor_label(std::int32_t reg, int lane, int first_byte, ElementType format) const {
  const bool fits = first_byte + bytes_of(format) <= bytes(reg);
  if (!fits || !is_written(reg, lane) || !is_labelled(reg, lane)) return label(reg, lane, first_byte, format);
  const Code* const all = codes(reg, lane) + first_byte;
  if (is_made_of_bits(labels(), all, format)) machine.roundings.compute();
  return told(joined_factor(labels(), all, format), reg, lane, {all, static_cast<std::size_t>(bytes_of(format))});
}

Label StepContext::small_factor_label(std::int32_t reg, int lane, int first_bit, ElementType format) const {
  if (!is_written(reg, lane)) return unset_label(reg, lane);
  if (!is_labelled(reg, lane)) return 0;
  const std::span<const Code> all(codes(reg, lane), static_cast<std::size_t>(bytes(reg)));
  const auto byte = static_cast<std::size_t>(first_bit / 8);
  return told(label_of_small_factor(labels(), all, first_bit, format), reg, lane, all.subspan(byte, 1));
}

Label StepContext::told(Label label, std::int32_t reg, int lane, std::span<const Code> codes) const {
  if (!labels().has_packed || !any_packed(labels(), codes)) return label;
  LabelShape shape = labels().shape(label);
  if (shape.finding >= 0 || shape.doubted >= 0 || shape.doubt == Doubt::None || shape.doubt == Doubt::Chance)
    return label;
  const char* const what = shape.doubt == Doubt::Several ? "one number" : "another number";
  shape.doubted = machine.tell_doubt(lane, reg, [&] {
    return fmt::format("the bits of {} that are read here make {} of {} bits", text_of_elements(labels(), codes), what,
                       element_bits(shape.format));
  });
  return LabelSpace::make(labels().intern(shape), LabelSpace::coordinates(label));
}

Label StepContext::any_label(std::int32_t reg, int lane) const {
  if (!is_labelled(reg, lane)) return 0;
  if (!is_written(reg, lane)) return unset_label(reg, lane);
  const Code* const all = codes(reg, lane);
  Label found = 0;
  for (int at = 0; at < bytes(reg); ++at) {
    const Label label = label_of(all[at]);
    if (label == 0 || label == found) continue;
    found = found == 0 ? label : labels().mingle(found, label, labels().shape(found).format);
  }
  return found;
}

void StepContext::set_label(std::int32_t reg, int lane, int first_byte, int count, Label label) const {
  const std::uint32_t bit = 1U << lane;
  if (label == 0 && (warp.labelled[reg] & bit) == 0) return;
  Code* const all = codes(reg, lane);
  if ((warp.labelled[reg] & bit) == 0) std::fill_n(all, bytes(reg), Code{0});
  const int end = std::min(first_byte + count, bytes(reg));
  for (int at = first_byte; at < end; ++at) all[at] = code_of(label, at - first_byte);
  warp.labelled[reg] |= bit;
}

void StepContext::set_labels(std::int32_t reg, std::uint32_t lanes, int count, const LaneLabels& made) const {
  set_plain(reg);
  for (; lanes != 0; lanes &= lanes - 1) {
    const int lane = std::countr_zero(lanes);
    set_label(reg, lane, 0, count, made[lane]);
  }
}

void StepContext::copy_codes(std::int32_t to, std::int32_t from) const {
  const std::uint32_t any = labelled(from) & active;
  set_plain(to);
  if (any == 0) return;
  const int have = bytes(from), want = bytes(to);
  for (std::uint32_t rest = any; rest != 0; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    Code* const into = codes(to, lane);
    if (!is_written(from, lane)) {
      const Label unset = unset_label(from, lane);
      for (int at = 0; at < want; ++at) into[at] = code_of(unset, at);
      continue;
    }
    const Code* const source = codes(from, lane);
    for (int at = 0; at < want; ++at) into[at] = at < have ? source[at] : 0;
  }
  warp.labelled[to] |= any;
}

RegisterCodes StepContext::read_codes(std::int32_t reg, int lane) const {
  RegisterCodes found{};
  if (is_labelled(reg, lane) && !is_written(reg, lane)) {
    const Label unset = unset_label(reg, lane);
    for (int at = 0; at < bytes(reg); ++at) found[at] = code_of(unset, at);
    return found;
  }
  if (is_labelled(reg, lane)) std::copy_n(codes(reg, lane), bytes(reg), found.begin());
  return found;
}

void StepContext::write_codes(std::int32_t reg, int lane, const RegisterCodes& from) const {
  const std::uint32_t bit = 1U << lane;
  warp.written[reg] |= bit;
  warp.labelled[reg] &= ~bit;
  if (std::all_of(from.begin(), from.begin() + bytes(reg), [](Code code) { return code == 0; })) return;
  std::copy_n(from.begin(), bytes(reg), codes(reg, lane));
  warp.labelled[reg] |= bit;
}

}  // namespace tcviz::inline gpu_xray
