#include "app/session/shared_memory/smem_action.hpp"

#include <algorithm>
#include <cmath>

namespace tcviz::inline app_session {
namespace {

constexpr int most_smem_scroll = 1 << 20;
constexpr std::int64_t most_smem_offset =
    1 << 20;  // bytes: more than any descriptor has, and sums stay far from overflow

SmemImage in_range(SmemImage image) {
  image.rows = std::clamp(image.rows, 1, most_smem_size);
  image.cols = std::clamp(image.cols, 1, most_smem_size);
  image.base = std::clamp(image.base, 0, 7);
  image.start = std::clamp<std::int64_t>(image.start, 0, most_smem_offset);
  for (std::optional<std::int64_t>* const offset : {&image.lbo, &image.sbo})
    if (*offset) **offset = std::clamp<std::int64_t>(**offset, 0, most_smem_offset);
  if (image.bits != 8 && image.bits != 32) image.bits = 16;
  return image;
}

SmemDescriptor in_range(SmemDescriptor d) {
  d.type = std::min(d.type, descriptor_types().size() - 1);
  d.n = std::clamp(d.n / 8 * 8, 8, 256);
  return d;
}

SmemJourney in_range(SmemJourney journey) {
  journey.preset = std::min(journey.preset, journey_presets().size() - 1);
  for (std::int64_t* const size : {&journey.sizes.m, &journey.sizes.n, &journey.sizes.k})
    *size = std::clamp<std::int64_t>(*size, 1, largest_product_side);
  JourneyElement& e = journey.element;
  if (e.matrix != 'B' && e.matrix != 'C') e.matrix = 'A';
  e.row = std::clamp<std::int64_t>(e.row, 0, largest_product_side);
  e.col = std::clamp<std::int64_t>(e.col, 0, largest_product_side);
  journey.hop = std::clamp(journey.hop, 0, most_hops - 1);
  return journey;
}

// Writes the image into the descriptor. An image that the descriptor has no bits for (by its start, say) leaves them as
// they were.
void let_descriptor_follow(SmemLook& look) {
  const OperandImage image = operand_image(look.image);
  const Result<std::uint64_t> bits =
      write_descriptor({image.start, image.lbo, image.sbo, image.base_offset, image.swizzle}, look.descriptor.form);
  if (bits) look.descriptor.bits = bits.value();
  look.descriptor.major = image.major;
  if (bits_of_type(descriptor_types()[look.descriptor.type]) == image.element_bits) return;
  for (std::size_t type = descriptor_types().size(); type-- > 0;)
    if (bits_of_type(descriptor_types()[type]) == image.element_bits) look.descriptor.type = type;
}

// Reads the image from the descriptor. The tile keeps its size; there is no image of elements of 1 bit.
void let_image_follow(SmemLook& look) {
  const Result<Descriptor> read = read_descriptor(look.descriptor.bits, look.descriptor.form);
  if (!read) return;
  const int bits = bits_of_type(descriptor_types()[look.descriptor.type]);
  SmemImage& image = look.image;
  image.swizzle = read.value().swizzle;
  image.major = look.descriptor.major;
  if (bits != 1) image.bits = bits;
  image.lbo = read.value().lbo;
  image.sbo = read.value().sbo;
  image.base = read.value().base_offset;
  image.start = read.value().start;
}

bool is_there(const SmemLook& look, Element e) {
  const Result<OperandImage> image = shown_image(look);
  return image && e.row >= 0 && e.col >= 0 && e.row < image.value().rows && e.col < image.value().cols;
}

void drop_lost(SmemState& s) {
  if (s.chosen && !is_there(s, *s.chosen)) s.chosen.reset();
  s.hover.reset();
}

void apply(SmemState& s, const SetSmemPage& a) {
  s.page = a.page;
  s.first_line = s.first_row = 0;
  drop_lost(s);
}
void apply(SmemState& s, const SetSmemGrids& a) { s.grids = a.grids; }
void apply(SmemState& s, const SetSmemColor& a) { s.color = a.color; }
void apply(SmemState& s, const SetSmemDetail& a) { s.every_element = a.every_element; }
void apply(SmemState& s, const SetSmemHeight& a) {
  s.line_height = a.height > 0 ? std::clamp(a.height, least_line_height, most_line_height) : 0;
}
void apply(SmemState& s, const SetSmemImage& a) {
  s.image = in_range(a.image);
  let_descriptor_follow(s);
  drop_lost(s);
}
void apply(SmemState& s, const SetSmemDescriptor& a) {
  s.descriptor = in_range(a.descriptor);
  let_image_follow(s);
  drop_lost(s);
}
void apply(SmemState& s, const OpenSmemDescriptor& a) {
  s.page = SmemPage::Descriptor;
  SmemDescriptor opened = s.descriptor;
  opened.bits = a.bits;
  apply(s, SetSmemDescriptor{opened});
}
void apply(SmemState& s, const SetSmemAccess& a) {
  s.access = a.access;
  s.access.pitch = std::clamp(s.access.pitch, 0, most_smem_pitch);
}
void apply(SmemState& s, const TakeSmemTrial& a) {
  const SmemLook& look = a.trial;
  apply(s, SetSmemImage{look.image});
  apply(s, SetSmemAccess{look.access});
}
void apply(SmemState& s, const SetSmemJourney& a) { s.journey = in_range(a.journey); }
void apply(SmemState& s, const SetSmemFigurePath& a) { s.figure_path = a.path; }
void apply(SmemState& s, const HoverSmem& a) {
  if (!a.element || is_there(s, *a.element)) s.hover = a.element;
}
void apply(SmemState& s, const ChooseSmem& a) {
  if (!a.element || is_there(s, *a.element)) s.chosen = a.element;
}
void apply(SmemState& s, const MoveSmem& a) {
  const Result<OperandImage> image = shown_image(s);
  if (!image) return;
  const Element from = s.chosen.value_or(Element{0, 0});
  if (s.chosen) {
    s.chosen = Element{std::clamp(from.row + a.rows, 0, image.value().rows - 1),
                       std::clamp(from.col + a.cols, 0, image.value().cols - 1)};
  } else {
    s.chosen = from;
  }
  s.hover.reset();
}
void apply(SmemState& s, const ScrollSmem& a) {
  s.first_line = std::clamp(a.first_line, 0, most_smem_scroll);
  s.first_row = std::clamp(a.first_row, 0, most_smem_scroll);
}

}  // namespace

void apply_smem(SmemState& state, const SmemAction& action) {
  std::visit([&](const auto& a) { apply(state, a); }, action);
}

SmemLook mended(SmemLook look) {
  look.image = in_range(look.image);
  look.descriptor = in_range(look.descriptor);
  if (!(look.line_height > 0)) look.line_height = 0;
  if (look.line_height > 0) look.line_height = std::clamp(look.line_height, least_line_height, most_line_height);
  look.first_line = std::clamp(look.first_line, 0, most_smem_scroll);
  look.first_row = std::clamp(look.first_row, 0, most_smem_scroll);
  look.access.pitch = std::clamp(look.access.pitch, 0, most_smem_pitch);
  look.journey = in_range(look.journey);
  if (look.chosen && !is_there(look, *look.chosen)) look.chosen.reset();
  return look;
}

}  // namespace tcviz::inline app_session
