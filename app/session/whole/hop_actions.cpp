#include "app/session/whole/hop_actions.hpp"

#include "app/session/shared_memory/smem_action.hpp"
#include "app/session/shared_memory/smem_journey.hpp"

namespace tcviz::inline app_session {
namespace {

SmemImage image_of(const OperandImage& image) {
  return {image.swizzle, image.major, image.element_bits, image.rows, image.cols,
          image.lbo,     image.sbo,   image.base_offset,  image.start};
}

std::vector<Action> open_layout(const HopView& view) {
  std::vector<Action> actions{ShowWorkspace{Workspace::Layout}, ChooseKind{view.id}};
  const Element element{view.row, view.col};
  const Result<Layout> layout = layout_of_hop(view.id);
  if (layout && element.row < layout.value().rows() && element.col < layout.value().cols())
    actions.emplace_back(SetPin{Pick{element, layout.value().owners(element).front(), 0}});
  return actions;
}

}  // namespace

std::vector<Action> open_hop(const HopView& view) {
  switch (view.type) {
    case HopView::Type::None:
      return {};
    case HopView::Type::Layout:
      return open_layout(view);
    case HopView::Type::Image:
      return {SmemAction(SetSmemPage{SmemPage::Image}), SmemAction(SetSmemImage{image_of(view.image)}),
              SmemAction(ChooseSmem{Element{view.row, view.col}})};
    case HopView::Type::Descriptor:
      return {SmemAction(SetSmemPage{SmemPage::Descriptor}),
              SmemAction(SetSmemDescriptor{
                  {DescriptorForm::Sm90, view.descriptor, {}, 0, view.is_a, false, Major::K, view.n}}),
              SmemAction(ChooseSmem{Element{view.row, view.col}})};
    case HopView::Type::Banks: {
      SmemAccess access;
      access.op = view.id;
      access.of_image = false;
      access.address = view.addresses;
      access.pitch = 0;
      return {SmemAction(SetSmemPage{SmemPage::Banks}), SmemAction(SetSmemImage{image_of(view.image)}),
              SmemAction(SetSmemAccess{access})};
    }
  }
  return {};
}

}  // namespace tcviz::inline app_session
