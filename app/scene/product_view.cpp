// The picture of a product. What has the same name has the same pitch: k along A and down B, m down A and the
// accumulator, n along B and the accumulator.
//
//   title, caption   | B
//   legend           |
//   -----------------+------------
//   A                | accumulator
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/scene/legend.hpp"
#include "app/scene/page.hpp"
#include "app/scene/views.hpp"
#include "app/scene/words.hpp"

namespace tcviz {
namespace {

constexpr float least_corner = 280;  // for words and legend beside B
constexpr float of_cell = 0.8f;      // cells are smaller than in other views: there are more of them, with more in each
constexpr std::size_t most_plans = 12;
constexpr std::array<std::string_view, 3> letters{"A", "B", "accumulator"};

using Blocks = std::array<Block, 3>;  // A, B, accumulator

// From one cell to the next along each dimension.
struct Pitches {
  float m = 0, n = 0, k = 0;
};

Pitches pitches_of(const CellPlan& a, const CellPlan& b, const CellPlan& c) {
  return {std::max(a.cell_h, c.cell_h), std::max(b.cell_w, c.cell_w), std::max(a.cell_w, b.cell_h)};
}

float area_of(const Blocks& blocks, const Pitches& pitches) {
  const float m = pitches.m * static_cast<float>(blocks[0].rows), n = pitches.n * static_cast<float>(blocks[1].cols);
  const float k = pitches.k * static_cast<float>(blocks[0].cols);
  return (k + n) * (k + m);
}

std::vector<CellPlan> few_plans(const Block& block, const SceneStyle& style) {
  std::vector<CellPlan> plans =
      cell_plans(needs_of(block, style), std::max(of_cell * usable_cell(style.cell), smallest_labelled));
  std::ranges::stable_sort(plans, {}, [](const CellPlan& plan) { return plan.cell_w * plan.cell_h; });
  plans.resize(std::min(plans.size(), most_plans));
  return plans;
}

// The ways to split and label the cells of the three that together make the smallest picture.
std::array<CellPlan, 3> best_plans(const Blocks& blocks, const SceneStyle& style) {
  const std::vector<CellPlan> c_plans = few_plans(blocks[2], style), b_plans = few_plans(blocks[1], style);
  std::array<CellPlan, 3> best;
  float smallest = 0;
  for (const CellPlan& a : few_plans(blocks[0], style)) {
    for (const CellPlan& b : b_plans) {
      for (const CellPlan& c : c_plans) {
        const float area = area_of(blocks, pitches_of(a, b, c));
        if (smallest != 0 && area >= smallest) continue;
        smallest = area;
        best = {a, b, c};
      }
    }
  }
  return best;
}

void measure_product(Blocks& blocks, const SceneStyle& style) {
  std::array<CellPlan, 3> plans = best_plans(blocks, style);
  const Pitches pitches = pitches_of(plans[0], plans[1], plans[2]);
  plans[0].cell_w = plans[1].cell_h = pitches.k;
  plans[0].cell_h = plans[2].cell_h = pitches.m;
  plans[1].cell_w = plans[2].cell_w = pitches.n;
  for (std::size_t n = 0; n < 3; ++n) measure(blocks[n], style, fitted(plans[n], style));
}

void name_block(Block& block) {
  block.title = operand_title(block.layout->kind());
  if (block.title != block.layout->kind()) block.subtitle = block.layout->kind();
}

// Words and legend beside B. Returns their height.
float add_corner(Build& build, const Blocks& blocks, float width) {
  float y = page_margin + add_title(build, page_margin, page_margin, width);
  for (const Block& block : blocks) {
    if (!build.style.caption_text.empty() && block.index > 0) break;
    const std::string_view letter = letters[block.index];
    y += add_caption(build, fmt::format("{}: {}", letter, caption(*block.layout)), page_margin, y, width);
  }
  if (!build.style.legend) return y - page_margin;
  if (build.style.caption) y += line_gap;
  // Layouts of fewer threads have fewer colours: the legend is that of the most.
  const auto most = std::ranges::max_element(blocks, {}, [](const Block& b) { return b.coloring.looks.size(); });
  y += add_legend(build.scene, most->coloring, build.colors, page_margin, y, width);
  return y - page_margin;
}

}  // namespace

void add_product_view(Build& build) {
  Blocks blocks{make_block(build, 0, Channel::Both), make_block(build, 1, Channel::Both),
                make_block(build, 2, Channel::Both)};
  auto& [a, b, c] = blocks;
  for (Block& block : blocks) name_block(block);
  measure_product(blocks, build.style);
  set_words(build, product_title(*a.layout, *b.layout, *c.layout),
            product_description(*a.layout, *b.layout, *c.layout));

  const float corner_w = std::max(a.w(), least_corner), corner_h = add_corner(build, blocks, corner_w);
  const float gutter = std::max(b.gutter, c.gutter), x = page_margin + corner_w + block_gap;
  const float top = page_margin + std::max(0.0f, corner_h - b.h());  // B ends where the corner ends, or below
  const float y = top + b.h() + block_gap;
  const float a_y = y + c.head - a.head, right = std::max(b.inner_w, c.inner_w);
  add_block(build, a, page_margin + corner_w - a.w(), a_y);
  add_block(build, b, x + gutter - b.gutter, top);
  add_block(build, c, x + gutter - c.gutter, y);
  build.scene.width = std::ceil(x + gutter + right + page_margin);
  build.scene.height = std::ceil(y + c.head + std::max(a.grid_h, c.grid_h) + page_margin);
}

}  // namespace tcviz
