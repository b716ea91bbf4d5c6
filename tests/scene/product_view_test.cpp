// Products of every family: of sparse and dense instructions, of warpgroups and of quad pairs. What belongs together is
// lined up, every element of every part is there once, and whoever owns it is who the layout says.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "app/scene/grid/grid_scene.hpp"
#include "app/scene/grid/product_parts.hpp"
#include "tests/scene/boxes.hpp"

namespace tcviz {
namespace {

using Layouts = std::vector<const Layout*>;

// Every product with an operand of this letter, "a" or "e", each in one style, so that all styles are met.
template <class Check>
int for_each_product(const char* operand, Check check) {
  int tried = 0;
  for (const auto& [kind, unused] : boxes::recorded()) {
    const Kind* const known = find_kind(kind);
    if (known == nullptr || name_of(known->operand) != operand || known->family == Family::Movmatrix) continue;
    const Layouts layouts = boxes::product(kind);
    if (layouts.empty()) ADD_FAILURE() << kind;
    const std::vector<SceneStyle> styles = boxes::styles_of(ViewMode::Product);
    const std::size_t n = static_cast<std::size_t>(tried) % styles.size();
    SCOPED_TRACE(kind + ", style " + std::to_string(n));
    check(layouts, styles[n], build_scene(SceneLayouts(layouts), styles[n]));
    ++tried;
  }
  return tried;
}

const GridFrame& frame_of(const Scene& scene, int layout) {
  return *std::ranges::find(scene.grids, layout, [](const GridFrame& frame) { return frame.layout; });
}

// Where a column of k or a part of one begins.
float x_of(const GridFrame& frame, int col) { return frame.cells.x + static_cast<float>(col) * frame.cell_w; }
float y_of(const GridFrame& frame, int row) { return frame.cells.y + static_cast<float>(row) * frame.cell_h; }

TEST(ProductParts, AreToldApart) {
  const auto parts = [](const char* kind) { return product_parts(boxes::product(kind)); };
  EXPECT_EQ(parts("mma.m16n8k16.a.f16"), (ProductParts{0, 1, 2, no_part}));
  EXPECT_EQ(parts("mma.sp.m16n8k32.a.f16"), (ProductParts{0, 1, 2, 3}));
  EXPECT_EQ(parts("wgmma.m64k16.a.f16"), (ProductParts{0, no_part, 1, no_part}));
  EXPECT_EQ(parts("wgmma.sp.m64k32.a.f16"), (ProductParts{0, no_part, 1, 2}));
  const Layout& one = boxes::recorded().at("mma.m16n8k16.a.f16");
  EXPECT_EQ(product_parts(Layouts{&one}), std::nullopt);
  EXPECT_EQ(product_parts(Layouts{&one, &one}), std::nullopt);
}

TEST(ProductParts, OfAnotherShapeAreRefused) {
  const Layouts sparse = boxes::product("mma.sp.m16n8k32.a.f16"), small = boxes::product("mma.sp.m16n8k16.a.f16");
  EXPECT_EQ(why_no_product(sparse), "");
  for (std::size_t n = 0; n < sparse.size(); ++n) {
    Layouts mixed = sparse;
    mixed[n] = small[n];
    const bool same = n == 2;  // the accumulator of both
    EXPECT_EQ(why_no_product(mixed).empty(), same) << n;
  }
  EXPECT_NE(why_no_product(Layouts{sparse[0], sparse[1]}), "");
  EXPECT_EQ(why_no_product(boxes::product("mma.m8n8k4.acc.f32")), "");
}

// A sparse A keeps half of every chunk: 2 of 4, 1 of 2 of tf32, 4 of 8 of 4-bit types.
TEST(ProductParts, SparseRowsArePackedByChunks) {
  const auto chunk = [](const char* kind) {
    const Layouts layouts = boxes::product(kind);
    return packing_of(layouts, *product_parts(layouts)).chunk();
  };
  EXPECT_EQ(chunk("mma.sp.m16n8k32.a.bf16"), 4);
  EXPECT_EQ(chunk("mma.sp.m16n8k64.a.e4m3"), 4);
  EXPECT_EQ(chunk("mma.sp.m16n8k8.a.tf32"), 2);
  EXPECT_EQ(chunk("mma.sp.m16n8k128.a.u4"), 8);
  EXPECT_EQ(chunk("wgmma.sp.m64k64.a.s8"), 4);
  EXPECT_EQ(chunk("mma.m16n8k16.a.f16"), 1);
}

TEST(ProductParts, ElementsMeetAsTheProductSays) {
  const Layouts s4 = boxes::product("mma.sp.m16n8k64.a.s4");
  // Field 3 of row 5 is the place of the second pair of chunk 1, the columns 8 to 15 of k.
  EXPECT_EQ(elements_met(s4, 3, {5, 3}, 0), (ElementSpan{{5, 6}, {5, 7}}));
  EXPECT_EQ(elements_met(s4, 3, {5, 3}, 1), (ElementSpan{{8, 0}, {15, 7}}));
  EXPECT_EQ(elements_met(s4, 0, {5, 7}, 3), (ElementSpan{{5, 3}, {5, 3}}));
  EXPECT_EQ(elements_met(s4, 1, {9, 2}, 0), (ElementSpan{{0, 4}, {15, 7}}));
  const Layouts tf32 = boxes::product("mma.sp.m16n8k16.a.tf32");
  EXPECT_EQ(elements_met(tf32, 0, {3, 2}, 3), (ElementSpan{{3, 4}, {3, 5}}));
  EXPECT_EQ(elements_met(tf32, 3, {3, 5}, 0), (ElementSpan{{3, 2}, {3, 2}}));
  EXPECT_EQ(elements_met(tf32, 2, {3, 6}, 3), (ElementSpan{{3, 0}, {3, 15}}));
  const Layouts quads = boxes::product("mma.m8n8k4.acc.f32");
  EXPECT_EQ(elements_met(quads, 2, {13, 6}, 0), (ElementSpan{{13, 0}, {13, 3}}));
  EXPECT_EQ(elements_met(quads, 2, {13, 6}, 1), (ElementSpan{{0, 14}, {3, 14}}));
  EXPECT_EQ(elements_met(quads, 1, {2, 14}, 2), (ElementSpan{{8, 6}, {15, 6}}));
  EXPECT_EQ(elements_met(quads, 0, {13, 1}, 1), (ElementSpan{{1, 8}, {1, 15}}));
}

TEST(ProductView, OfOneProductIsLinedUp) {
  const int tried = for_each_product("a", [](const Layouts& layouts, const SceneStyle&, const Scene& scene) {
    if (products_in(layouts) > 1) return;
    const ProductParts parts = *product_parts(layouts);
    ASSERT_EQ(scene.grids.size(), layouts.size());
    const GridFrame &a = frame_of(scene, parts.a), &c = frame_of(scene, parts.accumulator);
    EXPECT_EQ(a.rows, c.rows);
    EXPECT_EQ(a.cell_h, c.cell_h);
    EXPECT_EQ(a.cells.y, c.cells.y);
    EXPECT_LT(x_of(a, a.cols), c.cells.x);
    const Packing packing = packing_of(layouts, parts);
    const float k = a.cell_w * static_cast<float>(a.cols) / static_cast<float>(packing.k);
    if (parts.b != no_part) {
      const GridFrame& b = frame_of(scene, parts.b);
      EXPECT_EQ(b.cells.x, c.cells.x);
      EXPECT_EQ(b.cell_w, c.cell_w);
      EXPECT_EQ(b.cols, c.cols);
      EXPECT_EQ(b.cell_h, k);
      EXPECT_LT(y_of(b, b.rows), c.cells.y);
    }
    if (parts.metadata == no_part) return;
    const GridFrame& e = frame_of(scene, parts.metadata);
    EXPECT_EQ(e.rows, a.rows);
    EXPECT_EQ(e.cell_h, a.cell_h);
    EXPECT_EQ(e.cells.x, a.cells.x);
    EXPECT_EQ(e.cell_w * static_cast<float>(e.cols), a.cell_w * static_cast<float>(a.cols));
    EXPECT_GT(e.cells.y, a.cells.y);
    EXPECT_LT(e.cells.y, a.cells.y + a.cell_h);
  });
  EXPECT_GT(tried, 80);
}

// A field's box lies below the stored elements that it is the place of, in their columns, before the next row.
TEST(ProductView, EveryFieldIsThereOnceBelowItsElements) {
  const int tried = for_each_product("e", [](const Layouts& layouts, const SceneStyle&, const Scene& scene) {
    const ProductParts parts = *product_parts(layouts);
    const Layout& e = *layouts[static_cast<std::size_t>(parts.metadata)];
    std::map<Element, const CellPart*> boxes, stored;
    for (const CellPart& cell : scene.cells) {
      const int layout = scene.grids[cell.grid].layout;
      if (layout == parts.a) {
        ASSERT_TRUE(stored.try_emplace({cell.row, cell.col}, &cell).second);
      }
      if (layout == parts.metadata) {
        ASSERT_TRUE(boxes.try_emplace({cell.row, cell.col}, &cell).second);
      }
    }
    ASSERT_EQ(static_cast<int>(boxes.size()), e.elements());
    for (const auto& [element, box] : boxes) {
      ASSERT_EQ(e.owner_slots(element).size(), 1u);
      ASSERT_EQ(box->slot, e.owner_slots(element).front());
      const ElementSpan span = elements_met(layouts, parts.metadata, element, parts.a);
      const Rect &first = stored.at(span.first)->rect, &last = stored.at(span.last)->rect;
      ASSERT_GE(box->rect.x, first.x - boxes::slack);
      ASSERT_LE(box->rect.x + box->rect.w, last.x + last.w + boxes::slack);
      ASSERT_GE(box->rect.y, first.y + first.h - boxes::slack);
      const auto below = stored.find({element.row + 1, span.first.col});
      if (below != stored.end()) {
        ASSERT_LE(box->rect.y + box->rect.h, below->second->rect.y + boxes::slack);
      }
    }
  });
  EXPECT_GT(tried, 40);
}

// "T4 [7:6]": a thread and two bits of its register, which are twice the number of the value.
TEST(ProductView, ABoxNamesLaneAndBits) {
  const Layouts layouts = boxes::product("mma.sp.m16n8k32.e.f16.sel1");
  SceneStyle style;
  style.view = ViewMode::Product;
  const Scene scene = build_scene(SceneLayouts(layouts), style);
  const auto labels = boxes::labels_of(scene);
  int seen = 0;
  for (std::size_t n = 0; n < scene.cells.size(); ++n) {
    if (scene.grids[scene.cells[n].grid].layout != 3) continue;
    const Slot slot = layouts[3]->slot(scene.cells[n].slot);
    std::string label;
    for (const Text* text : labels[n]) label += (label.empty() ? "" : " ") + text->text;
    EXPECT_EQ(label, fmt::format("T{} [{}:{}]", slot.tid, 2 * slot.i + 1, 2 * slot.i));
    ++seen;
  }
  EXPECT_EQ(seen, 256);
}

TEST(ProductView, OfQuadPairsStandsFourTimes) {
  for (const char* kind : {"mma.m8n8k4.acc.f32", "mma.m8n8k4.acc.f16", "mma.m8n8k4.a.f16.col"}) {
    const Layouts layouts = boxes::product(kind);
    for (const SceneStyle& style : boxes::styles_of(ViewMode::Product)) {
      const Scene scene = build_scene(SceneLayouts(layouts), style);
      ASSERT_EQ(scene.grids.size(), 12u);
      for (int product = 0; product < 4; ++product) {
        const GridFrame* const grid = &scene.grids[static_cast<std::size_t>(3 * product)];
        const GridFrame &a = grid[0], &b = grid[1], &c = grid[2];
        EXPECT_TRUE(a.shows({8 * product, 0}) && a.shows({8 * product + 7, 3}) && a.rows == 8 && a.cols == 4);
        EXPECT_TRUE(b.shows({0, 8 * product}) && b.shows({3, 8 * product + 7}) && b.rows == 4 && b.cols == 8);
        EXPECT_TRUE(c.shows({8 * product, 0}) && c.shows({8 * product + 7, 7}) && c.rows == 8 && c.cols == 8);
        EXPECT_EQ(a.cells.y, c.cells.y);
        EXPECT_EQ(a.cell_h, c.cell_h);
        EXPECT_EQ(b.cells.x, c.cells.x);
        EXPECT_EQ(b.cell_w, c.cell_w);
        EXPECT_EQ(a.cell_w, b.cell_h);
      }
      std::map<int, std::set<int>> drawn;  // layout -> slots
      for (const CellPart& cell : scene.cells) {
        ASSERT_TRUE(scene.grids[cell.grid].shows({cell.row, cell.col}));
        ASSERT_TRUE(drawn[scene.grids[cell.grid].layout].insert(cell.slot).second);
      }
      for (int n = 0; n < 3; ++n)
        EXPECT_EQ(static_cast<int>(drawn[n].size()), layouts[static_cast<std::size_t>(n)]->slots());
    }
  }
}

// PTX ISA, mma.m8n8k4: threads 0 to 3 and 16 to 19 compute the first product, and so on.
TEST(ProductView, QuadPairsAreNamed) {
  SceneStyle style;
  style.view = ViewMode::Product;
  const Scene scene = build_scene(SceneLayouts(boxes::product("mma.m8n8k4.acc.f32")), style);
  for (int product = 0; product < 4; ++product) {
    const std::string threads =
        fmt::format("T{}..T{}, T{}..T{}", 4 * product, 4 * product + 3, 4 * product + 16, 4 * product + 19);
    for (const std::string& words : {fmt::format("Product {}", product), threads})
      EXPECT_EQ(std::ranges::count(scene.texts, words, &Text::text), 1) << words;
  }
}

TEST(ProductView, SaysThatBIsInSharedMemory) {
  for (const char* kind : {"wgmma.m64n16.acc.f32", "wgmma.sp.m64k32.a.f16"}) {
    SceneStyle style;
    style.view = ViewMode::Product;
    const Scene scene = build_scene(SceneLayouts(boxes::product(kind)), style);
    EXPECT_GE(std::ranges::count_if(scene.texts, [](const Text& t) { return t.text.starts_with("in shared memory"); }),
              1);
    EXPECT_EQ(std::ranges::count(scene.texts, "B  f16", &Text::text), 1);
  }
}

TEST(ProductView, EveryCellIsHitAndHasItsRectangle) {
  for (const char* kind : {"mma.sp.m16n8k32.a.f16", "mma.sp.m16n8k16.a.tf32", "mma.sp.m16n8k64.a.s4",
                           "mma.m8n8k4.acc.f32", "wgmma.sp.m64k32.a.f16", "wgmma.m64k16.a.f16"}) {
    const Layouts layouts = boxes::product(kind);
    const std::vector<SceneStyle> styles = boxes::styles_of(ViewMode::Product);
    for (std::size_t n = 0; n < styles.size(); n += 5) {
      const SceneStyle& style = styles[n];
      const Scene scene = build_scene(SceneLayouts(layouts), style);
      for (const CellPart& cell : scene.cells) {
        const Rect& r = cell.rect;
        const GridFrame& frame = scene.grids[cell.grid];
        for (const float part : {0.01f, 0.5f, 0.99f}) {
          const auto hit = hit_test(scene, SceneLayouts(layouts), r.x + part * r.w, r.y + part * r.h);
          ASSERT_TRUE(hit) << kind;
          ASSERT_EQ(hit->grid, cell.grid);
          ASSERT_EQ(hit->slot, cell.slot);
          ASSERT_EQ(hit->element, (Element{cell.row, cell.col}));
        }
        const Layout& layout = *layouts[frame.layout];
        ASSERT_EQ(slot_rect(frame, layout, layout.slot(cell.slot)), cell.rect);
      }
    }
  }
}

// Words overlap neither each other nor cells, and nothing leaves the picture.
TEST(ProductView, WordsHaveTheirOwnRoom) {
  for_each_product("a", [](const Layouts& layouts, const SceneStyle&, const Scene& scene) {
    if (layouts.front()->threads() > 32 && layouts.front()->cols() > 32) return;  // large, and nothing new
    const Rect picture{0, 0, scene.width, scene.height};
    std::vector<Rect> taken;
    for (const GridFrame& frame : scene.grids) taken.push_back(frame.lines);
    for (const Swatch& swatch : scene.swatches) ASSERT_TRUE(boxes::inside(picture, swatch.rect));
    for (const Text& text : scene.texts) {
      if (text.role == TextRole::CellLabel || text.role == TextRole::Legend) continue;
      const Rect box = boxes::box_of(text);
      ASSERT_TRUE(boxes::inside(picture, box)) << text.text;
      for (const Rect& other : taken) ASSERT_FALSE(boxes::overlap(box, other)) << text.text;
      taken.push_back(box);
    }
    const auto labels = boxes::labels_of(scene);
    for (const auto& own : labels) {
      ASSERT_GE(own.size(), 1u);
      if (own.size() == 2) {
        ASSERT_FALSE(boxes::overlap(boxes::box_of(*own[0]), boxes::box_of(*own[1])));
      }
    }
  });
}

}  // namespace
}  // namespace tcviz
