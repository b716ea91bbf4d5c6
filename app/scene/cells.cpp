#include "app/scene/cells.hpp"

#include "app/scene/palette.hpp"

namespace tcviz {
namespace {

// What every part with the same number looks like: found once, drawn thousands of times.
struct Look {
  Color fill, label;
  std::string number;
};

std::vector<Look> looks_of(const Layout& layout, Channel channel) {
  const bool threads = channel == Channel::Thread;
  const int count = threads ? layout.threads() : layout.values();
  std::vector<Look> looks;
  looks.reserve(static_cast<std::size_t>(count));
  for (int n = 0; n < count; ++n) {
    const Color fill = threads ? thread_color(n, count) : register_color(n, count);
    looks.push_back({fill, label_color(fill), std::to_string(n)});
  }
  return looks;
}

}  // namespace

void add_cells(Scene& scene, const Layout& layout, const GridFrame& frame, float label_size) {
  const std::vector<Look> looks = looks_of(layout, frame.channel);
  const auto grid = static_cast<std::uint8_t>(scene.grids.size());
  const auto add_part = [&](Element element, const Rect& rect, std::size_t part, std::int32_t owner) {
    const Slot slot = layout.slot(owner);
    const Look& look = looks[static_cast<std::size_t>(frame.channel == Channel::Thread ? slot.tid : slot.i)];
    scene.cells.push_back({rect, look.fill, owner, static_cast<std::int16_t>(element.row),
                           static_cast<std::int16_t>(element.col), static_cast<std::uint16_t>(part), grid});
    scene.texts.push_back({rect.x + rect.w / 2, rect.y + rect.h / 2, label_size, Align::Center, Face::Mono,
                           TextRole::CellLabel, look.label, look.number});
  };
  for (int row = 0; row < frame.rows; ++row) {
    for (int col = 0; col < frame.cols; ++col) {
      const std::span<const std::int32_t> owners = layout.owner_slots({row, col});
      for (std::size_t part = 0; part < owners.size(); ++part) {
        const Rect rect = part_rect(frame, {row, col}, static_cast<int>(owners.size()), static_cast<int>(part));
        add_part({row, col}, rect, part, owners[part]);
      }
    }
  }
}

}  // namespace tcviz
