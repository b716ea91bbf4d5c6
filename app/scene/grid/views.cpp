#include "app/scene/grid/views.hpp"

#include <fmt/format.h>

#include <array>
#include <string>

#include "app/scene/grid/block.hpp"
#include "app/scene/grid/difference.hpp"
#include "app/scene/grid/page_fit.hpp"
#include "app/scene/grid/words.hpp"

namespace tcviz::inline app_scene {
namespace {

// Says which part of the matrix, or of the slots, a cropped picture shows; empty if it shows all.
std::string left_out(const Layout& layout, const SceneStyle& style) {
  const bool slots = style.view == ViewMode::Threads;
  const int all_rows = slots ? layout.threads() : layout.rows(), all_cols = slots ? layout.values() : layout.cols();
  const int rows = shown_of(all_rows, style.most_rows), cols = shown_of(all_cols, style.most_cols);
  if (rows == all_rows && cols == all_cols) return {};
  return fmt::format("; shown: {} of {} {} and {} of {} {}", rows, all_rows, slots ? "threads" : "rows", cols, all_cols,
                     slots ? "values" : "columns");
}

void describe_layout(Build& build) {
  const Layout& layout = *build.layouts.front();
  set_words(build, layout.kind(), describe(layout.provenance()));
  build.caption = caption(layout) + left_out(layout, build.style);
}

// Returns the names of the sides: from the style, or else the words that tell them apart.
SideNames names_of(const Build& build) {
  SideNames names = side_names(*build.layouts[0], *build.layouts[1]);
  const auto& chosen = build.style.side_names;
  if (!chosen[0].empty()) names.left = chosen[0];
  if (!chosen[1].empty()) names.right = chosen[1];
  return names;
}

// Gives the cells their size and returns the arrangement that fills a room best, or else that reads best on paper.
const PageRows& arranged(Build& build, std::span<Block> blocks, std::span<const PageRows> ways) {
  if (build.style.room) return fit_rows(build, blocks, ways);
  measure_alike(blocks, build.style);
  return ways.size() > 1 && stands_stacked(build.style.arrangement, blocks[0]) ? ways[1] : ways[0];
}

// Draws two blocks beside each other or one above the other, as the style allows.
void add_pair(Build& build, std::array<Block, 2>& blocks) {
  const std::array ways{PageRows{{&blocks[0], &blocks[1]}}, PageRows{{&blocks[0]}, {&blocks[1]}}};
  const std::span<const PageRows, 2> both(ways);
  add_page(build, arranged(build, blocks, build.style.room ? allowed(build.style, both) : both));
}

// Draws one side in the place of either: both sides have cells of one size, so that they lie in one place.
void add_side(Build& build, std::span<Block> blocks, int side) {
  const std::array both{PageRows{{&blocks[0]}}, PageRows{{&blocks[1]}}};
  arranged(build, blocks, both);
  add_page(build, both[side == 0 ? 0 : 1]);
}

void add_single(Build& build, Channel channel) {
  describe_layout(build);
  Block block = make_block(build, 0, channel);
  const std::array arrangement{PageRows{{&block}}};
  add_page(build, arranged(build, {&block, 1}, arrangement));
}

}  // namespace

void add_combined_view(Build& build) { add_single(build, Channel::Both); }
void add_threads_view(Build& build) { add_single(build, Channel::Slots); }

void add_grids_view(Build& build) {
  describe_layout(build);
  std::array blocks{make_block(build, 0, Channel::Thread), make_block(build, 0, Channel::Register)};
  add_pair(build, blocks);
}

// Draws two layouts with a header for each side: its name, and below that its source.
void add_comparison_view(Build& build) {
  const Layout &left = *build.layouts[0], &right = *build.layouts[1];
  const SideNames names = names_of(build);
  const Difference difference = difference_of(left, right);
  set_words(build, comparison_title(left, right), comparison_description(left, right));
  build.difference = &difference;
  std::array blocks{make_block(build, 0, Channel::Both), make_block(build, 1, Channel::Both)};
  for (Block& block : blocks) {
    block.title = product_name(*block.layout);
    block.subtitle = block.index == 0 ? names.left : names.right;
    block.differs = block.index == 0 ? difference.left : difference.right;
  }
  if (build.style.side) return add_side(build, blocks, *build.style.side);
  build.caption = describe(difference, names.left, names.right);
  add_pair(build, blocks);
}

}  // namespace tcviz::inline app_scene
