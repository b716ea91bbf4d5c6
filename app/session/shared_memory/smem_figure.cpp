#include "app/session/shared_memory/smem_figure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/scene/pictures/bank_page.hpp"
#include "app/scene/pictures/journey_scene.hpp"
#include "app/session/shared_memory/smem_command.hpp"
#include "app/session/shared_memory/smem_journey.hpp"
#include "app/session/shared_memory/smem_trials.hpp"
#include "app/session/shared_memory/smem_view.hpp"

namespace tcviz::inline app_session {
namespace {

std::string figure_title(const SmemLook& look, const OperandImage& image) {
  if (look.page == SmemPage::Descriptor)
    return fmt::format("Descriptor 0x{:016x}: {} x {} of {}", look.descriptor.bits, image.rows, image.cols,
                       descriptor_types()[look.descriptor.type]);
  return fmt::format("{}: {} x {}", spell(id_of(look.image)), image.rows, image.cols);
}

// Draws the access as `tcviz banks` does.
Result<Scene> access_figure(const SmemLook& look, Theme theme, Palette palette) {
  const Result<LaneAddresses> addresses = lanes_of(look);
  TCVIZ_TRY(addresses);
  const WarpAccess& access = *find_warp_access(look.access.op);
  const Result<BankReport> report = count_wavefronts(access, addresses.value());
  TCVIZ_TRY(report);
  const NamedAccess named = named_access(look);
  return bank_page({&access, addresses.value()}, report.value(),
                   {fmt::format("{}: {}", named.op, describe_cost(access, report.value())),
                    {fmt::format("addresses: {}", named.addresses)},
                    theme,
                    palette});
}

}  // namespace

Result<Scene> image_figure(const OperandImage& image, const OperandImage* other, ImageView style) {
  const ImageMap map(image);
  const ImageMap second = other != nullptr ? ImageMap(*other) : ImageMap();
  if (std::max(map.lines().size(), static_cast<std::size_t>(map.down())) > most_figure_lines)
    return bad_input(fmt::format("a figure of {} lines and {} rows cannot be read: draw at most {} of each.",
                                 map.lines().size(), map.down(), most_figure_lines));
  style.map = &map;
  style.other = other != nullptr ? &second : nullptr;
  return build_image_scene(style).scene;
}

Result<Scene> smem_figure(const SmemLook& look, Theme theme, Palette palette) {
  if (look.page == SmemPage::Journey) {
    const Result<Journey> journey = journey_of(look.journey);
    TCVIZ_TRY(journey);
    return journey_figure(journey.value(), smem_provenance(look), theme, palette);
  }
  if (look.page == SmemPage::Banks) return access_figure(look, theme, palette);
  const Result<OperandImage> image = shown_image(look);
  TCVIZ_TRY(image);
  if (look.page == SmemPage::Descriptor) TCVIZ_TRY(check_inside(image.value()));
  std::optional<OperandImage> other;
  if (look.page == SmemPage::Descriptor && look.descriptor.other) {
    SmemLook second = look;
    second.descriptor.bits = *look.descriptor.other;
    const Result<OperandImage> compared = shown_image(second);
    TCVIZ_TRY(compared);
    other = compared.value();
  }
  ImageView style;
  style.color = image_color(look.color);
  style.every_element = look.every_element;
  style.lines = look.grids != SmemGrids::Elements;
  style.elements = look.grids != SmemGrids::Lines;
  style.theme = theme;
  style.palette = palette;
  style.title = figure_title(look, image.value());
  style.description = fmt::format("LBO {}, SBO {}, base offset {}, start {}; {}", image.value().lbo, image.value().sbo,
                                  image.value().base_offset, image.value().start, smem_provenance(look));
  return image_figure(image.value(), other ? &*other : nullptr, style);
}

Scene journey_figure(const Journey& journey, const std::string& provenance, Theme theme, Palette palette) {
  JourneyView view;
  view.journey = &journey;
  view.theme = theme;
  view.palette = palette;
  view.title = fmt::format("The journey of {}: {}", spell(journey.element), journey.preset);
  view.description =
      fmt::format("D = A B, {} x {} x {}, {}; A and B are f16, k side by side in both; {}", journey.sizes.m,
                  journey.sizes.n, journey.sizes.k, find_journey_preset(journey.preset)->about, provenance);
  return build_journey_scene(view).scene;
}

std::string default_smem_path(const SmemLook& look) {
  if (look.page == SmemPage::Journey) return "journey.svg";
  if (look.page == SmemPage::Banks) return "banks.svg";
  return look.page == SmemPage::Descriptor ? "descriptor.svg" : spell(id_of(look.image)) + ".svg";
}

std::string smem_figure_path(const SmemState& state) {
  return state.figure_path.empty() ? default_smem_path(state) : state.figure_path;
}

}  // namespace tcviz::inline app_session
