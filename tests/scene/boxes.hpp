// Where things of a scene lie, found again from what is drawn, and the layouts that every view is tried with.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "app/scene/easel/text_metrics.hpp"
#include "app/scene/grid/grid_scene.hpp"
#include "gpu/layout/layout_file.hpp"
#include "gpu/layout/product.hpp"
#include "tests/scene/figures.hpp"

namespace tcviz::boxes {

inline constexpr float slack = 1e-2f;

inline bool inside(const Rect& outer, const Rect& inner) {
  return inner.x >= outer.x - slack && inner.y >= outer.y - slack && inner.x + inner.w <= outer.x + outer.w + slack &&
         inner.y + inner.h <= outer.y + outer.h + slack;
}

inline bool overlap(const Rect& a, const Rect& b) {
  return a.x + a.w > b.x + slack && b.x + b.w > a.x + slack && a.y + a.h > b.y + slack && b.y + b.h > a.y + slack;
}

inline Rect box_of(const Text& text) {
  const float w = text_width(text.text, text.face, text.size), h = text.size;
  const float left = text.align == Align::Left ? text.x : text.align == Align::Center ? text.x - w / 2 : text.x - w;
  return {left, text.y - h / 2, w, h};
}

// The labels of every cell, from top to bottom.
inline std::vector<std::vector<const Text*>> labels_of(const Scene& scene) {
  std::vector<const Text*> all;
  for (const Text& text : scene.texts) {
    if (text.role == TextRole::CellLabel) all.push_back(&text);
  }
  std::vector<std::vector<const Text*>> labels(scene.cells.size());
  std::size_t next = 0;
  for (std::size_t n = 0; n < scene.cells.size(); ++n) {
    while (next < all.size() && inside(scene.cells[n].rect, box_of(*all[next]))) labels[n].push_back(all[next++]);
  }
  EXPECT_EQ(next, all.size()) << "a label outside its cell: " << (next < all.size() ? all[next]->text : "");
  return labels;
}

// Every layout of a recorded file, by kind.
inline const std::map<std::string, Layout>& recorded() {
  static const std::map<std::string, Layout> all = [] {
    std::map<std::string, Layout> found;
    const Result<std::vector<Layout>> layouts = read_layouts(TCVIZ_LAYOUTS "/sm_90.json");
    if (!layouts)
      ADD_FAILURE() << layouts.error().message;
    else
      for (const Layout& layout : layouts.value()) found.emplace(layout.kind(), layout);
    return found;
  }();
  return all;
}

// Those of the product that a kind takes part in.
inline std::vector<const Layout*> product(const std::string& kind) {
  const std::optional<Product> product = product_of(kind);
  if (!product) return {};
  std::vector<const Layout*> layouts;
  for (const std::string& id : product->ids()) {
    const auto found = recorded().find(id);
    if (found == recorded().end()) return {};
    layouts.push_back(&found->second);
  }
  return layouts;
}

inline std::vector<SceneStyle> styles_of(ViewMode view) {
  std::vector<SceneStyle> all;
  for (const Palette palette : {Palette::Safe, Palette::Print}) {
    for (const Arrangement arrangement : {Arrangement::SideBySide, Arrangement::Stacked}) {
      for (const LabelBy label : {LabelBy::Automatic, LabelBy::Slot, LabelBy::Word, LabelBy::Linear}) {
        SceneStyle style;
        style.view = view;
        style.palette = palette;
        style.arrangement = arrangement;
        style.label_by = label;
        style.cell = label == LabelBy::Linear ? 9 : 28;
        style.theme = label == LabelBy::Word ? Theme::Contrast : Theme::Light;
        style.axes = label != LabelBy::Linear || palette == Palette::Safe;
        all.push_back(std::move(style));
      }
    }
  }
  return all;
}

// Every view with layouts of every size, each in some styles: every style meets every fourth layout, large ones fewer.
template <class Check>
void for_each_scene(Check check) {
  std::size_t turn = 0;
  const auto try_all = [&](ViewMode view, const std::vector<const Layout*>& layouts) {
    const std::vector<SceneStyle> styles = styles_of(view);
    const std::size_t step = layouts.front()->slots() > 1024 ? styles.size() : 4;
    for (std::size_t n = turn++ * 5 % step; n < styles.size(); n += step) {
      SCOPED_TRACE(figures::describe(*layouts.front()) + ", view " + std::to_string(static_cast<int>(view)) +
                   ", style " + std::to_string(n));
      check(layouts, styles[n], build_scene(SceneLayouts(layouts), styles[n]));
    }
  };
  const std::vector<Layout> all = figures::all();
  for (std::size_t n = 0; n < all.size(); n += n < 70 ? 6 : 1) {
    try_all(ViewMode::Grids, {&all[n]});
    try_all(ViewMode::Combined, {&all[n]});
    try_all(ViewMode::Threads, {&all[n]});
    try_all(ViewMode::Comparison, {&all[n], &all[(n * 7 + 3) % all.size()]});
  }
  for (const char* kind : {"wmma.m16n16k16.a.f16.row", "wmma.m32n8k16.b.s8.col", "wmma.m8n8k4.acc.f64",
                           "wmma.m8n8k128.a.b1.row", "wmma.m16n16k8.acc.f32"}) {
    const std::vector<const Layout*> layouts = product(kind);
    ASSERT_EQ(layouts.size(), 3u) << kind;
    for (int again = 0; again < 4; ++again) try_all(ViewMode::Product, layouts);
  }
}

}  // namespace tcviz::boxes
