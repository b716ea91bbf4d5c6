#include "app/scene/views.hpp"

#include <array>

#include "app/scene/difference.hpp"
#include "app/scene/page.hpp"
#include "app/scene/words.hpp"

namespace tcviz {
namespace {

void describe_layout(Build& build) {
  const Layout& layout = *build.layouts.front();
  set_words(build, layout.kind(), describe(layout.provenance()));
}

// What the style calls the sides, or what tells them apart.
SideNames names_of(const Build& build) {
  SideNames names = side_names(*build.layouts[0], *build.layouts[1]);
  const auto& chosen = build.style.side_names;
  if (!chosen[0].empty()) names.left = chosen[0];
  if (!chosen[1].empty()) names.right = chosen[1];
  return names;
}

void add_single(Build& build, Channel channel) {
  describe_layout(build);
  Block block = make_block(build, 0, channel);
  measure_alike({&block, 1}, build.style);
  add_page(build, {{&block}}, caption(*build.layouts.front()));
}

}  // namespace

void add_combined_view(Build& build) { add_single(build, Channel::Both); }
void add_threads_view(Build& build) { add_single(build, Channel::Slots); }

void add_grids_view(Build& build) {
  describe_layout(build);
  std::array blocks{make_block(build, 0, Channel::Thread), make_block(build, 0, Channel::Register)};
  measure_alike(blocks, build.style);
  const std::string words = caption(*build.layouts.front());
  if (stands_stacked(build.style.arrangement, blocks[0])) {
    return add_page(build, {{&blocks[0]}, {&blocks[1]}}, words);
  }
  add_page(build, {{&blocks[0], &blocks[1]}}, words);
}

// One above the other, a grid lies over the one that it is compared with.
void add_comparison_view(Build& build) {
  const Layout &left = *build.layouts[0], &right = *build.layouts[1];
  const SideNames names = names_of(build);
  const Difference difference = difference_of(left, right);
  set_words(build, comparison_title(left, right), comparison_description(left, right));
  std::array blocks{make_block(build, 0, Channel::Thread), make_block(build, 1, Channel::Thread),
                    make_block(build, 0, Channel::Register), make_block(build, 1, Channel::Register)};
  for (Block& block : blocks) {
    block.subtitle = block.index == 0 ? names.left : names.right;
    block.differs = block.index == 0 ? difference.left : difference.right;
  }
  measure_alike(blocks, build.style);
  const std::string words = describe(difference, names.left, names.right);
  if (stands_stacked(build.style.arrangement, blocks[0])) {
    return add_page(build, {{&blocks[0]}, {&blocks[1]}, {&blocks[2]}, {&blocks[3]}}, words);
  }
  add_page(build, {{&blocks[0], &blocks[1]}, {&blocks[2], &blocks[3]}}, words);
}

}  // namespace tcviz
