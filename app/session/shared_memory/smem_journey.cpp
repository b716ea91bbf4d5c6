#include "app/session/shared_memory/smem_journey.hpp"

#include <fmt/format.h>

#include "gpu/layout/kind.hpp"
#include "gpu/source/manual/manual.hpp"

namespace tcviz::inline app_session {

Result<Layout> layout_of_hop(std::string_view kind) {
  const Kind* found = find_kind(kind);
  if (found == nullptr) return bad_input(fmt::format("{} is no kind.", kind));
  return manual_layout(*found);
}

Result<Journey> journey_of(const SmemJourney& journey) {
  return make_journey(journey_presets()[journey.preset], journey.element, journey.sizes, layout_of_hop);
}

SmemJourney sized(SmemJourney journey) {
  journey.hop = 0;
  return journey;
}

std::string hop_command(const HopView& view) {
  if (view.box)
    return fmt::format("tcviz image --tma {} --inner {} --rows {} --start {}", name_of(view.box->swizzle),
                       view.box->inner, view.box->rows, view.box->start);
  switch (view.type) {
    case HopView::Type::None:
      return {};
    case HopView::Type::Layout:
      return fmt::format("tcviz at {} {},{}", view.id, view.row, view.col);
    case HopView::Type::Image:
      return fmt::format("tcviz image {} --rows {} --cols {} --start {}", view.id, view.image.rows, view.image.cols,
                         view.image.start);
    case HopView::Type::Descriptor:
      return fmt::format("tcviz image --descriptor 0x{:016x} --operand {} --n {}", view.descriptor,
                         view.is_a ? "a" : "b", view.n);
    case HopView::Type::Banks:
      return fmt::format("tcviz banks --op {} --addresses '{}'", view.id, view.addresses);
  }
  return {};
}

std::string_view hop_opens(const HopView& view) {
  switch (view.type) {
    case HopView::Type::None:
      return {};
    case HopView::Type::Layout:
      return "Open the layout";
    case HopView::Type::Image:
      return "Open the image";
    case HopView::Type::Descriptor:
      return "Open the descriptor";
    case HopView::Type::Banks:
      return "Open the banks";
  }
  return {};
}

}  // namespace tcviz::inline app_session
