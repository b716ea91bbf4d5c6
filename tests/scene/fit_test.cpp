// Pictures that fill a room: every kind in every view and four windows. Cells always say something, in digits of at
// least 8 units; no two texts touch; nothing is clipped; what is not readable within the room grows beyond it.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "app/scene/grid/fit.hpp"
#include "app/scene/grid/grid_scene.hpp"
#include "tests/scene/boxes.hpp"

namespace tcviz {
namespace {

using Layouts = std::vector<const Layout*>;

// What the window's panels leave of 1280x720, 1400x840, 800x600 and 3840x2160 at twice the size.
constexpr std::array rooms{Room{1230, 540}, Room{1350, 660}, Room{750, 430}, Room{1870, 940}};

Scene in_room(const Layouts& layouts, ViewMode view, const Room& room, SceneStyle style = {}) {
  style.view = view;
  style.room = room;
  style.title = style.caption = false;
  return build_scene(SceneLayouts(layouts), style);
}

// Every kind whose layout was recorded, and one of each other family by its sizes alone.
const std::map<std::string, Layout>& fit_kinds() {
  static const std::map<std::string, Layout> all = [] {
    std::map<std::string, Layout> found = boxes::recorded();
    std::set<Family> families;
    for (const auto& [id, layout] : found)
      if (const Kind* kind = find_kind(id)) families.insert(kind->family);
    for (const Kind& kind : catalogue()) {
      if (!families.insert(kind.family).second) continue;
      const std::string id(kind.id);
      found.emplace(id, figures::wrapped({kind.rows(), kind.cols(), kind.threads, kind.values}, id));
    }
    return found;
  }();
  return all;
}

template <class Check>
void for_each_room(Check check) {
  for (const auto& [kind, layout] : fit_kinds()) {
    for (const Room& room : rooms) {
      for (const ViewMode view :
           {ViewMode::Grids, ViewMode::Combined, ViewMode::Threads, ViewMode::Comparison, ViewMode::Product}) {
        Layouts layouts{&layout};
        if (view == ViewMode::Comparison) layouts.push_back(&layout);
        if (view == ViewMode::Product) layouts = boxes::product(kind);
        if (layouts.empty() || (layout.slots() > 4096 && &room != &rooms.front())) continue;
        SCOPED_TRACE(fmt::format("{}, view {}, room {}x{}", kind, static_cast<int>(view), room.w, room.h));
        check(layouts, view, room, in_room(layouts, view, room));
      }
    }
  }
}

bool fits(const Scene& scene, const Room& room) { return scene.width <= room.w + 1 && scene.height <= room.h + 1; }

// A packed A is as wide as the columns of k that it stands for, and a B in shared memory has no cells: the products of
// sparse and of warpgroup instructions keep a pitch for each dimension, and so do the four of a quad pair. The boxes of
// metadata are half as high as a row.
bool keeps_pitches(const Layouts& layouts, ViewMode view) {
  if (view != ViewMode::Product) return false;
  return std::ranges::any_of(layouts, [](const Layout* layout) {
    return layout->kind().starts_with("mma.sp.") || layout->kind().starts_with("mma.m8n8k4.") ||
           layout->kind().starts_with("wgmma.");
  });
}

TEST(Fit, EveryCellSaysSomethingInDigitsOfEightUnits) {
  int tried = 0;
  for_each_room([&](const Layouts& layouts, ViewMode view, const Room& room, const Scene& scene) {
    const float least_words = keeps_pitches(layouts, view) ? 8 : 11;
    EXPECT_GE(scene.label_size * digit_height, 8);
    EXPECT_TRUE(fits(scene, room) || scene.label_size == least_label) << scene.width << 'x' << scene.height;
    const auto labels = std::ranges::count(scene.texts, TextRole::CellLabel, &Text::role);
    EXPECT_GE(labels, static_cast<std::ptrdiff_t>(scene.cells.size()));
    for (const Text& text : scene.texts) {
      ASSERT_GE(text.size, text.role == TextRole::Note ? copies_label : least_words) << text.text;
    }
    ++tried;
  });
  EXPECT_GE(tried, 75 * 4 * 4);
}

TEST(Fit, NothingIsClippedAndNoTextsTouch) {
  for_each_room([](const Layouts&, ViewMode, const Room&, const Scene& scene) {
    const Rect picture{0, 0, scene.width, scene.height};
    std::vector<Rect> words;
    std::size_t next = 0;  // labels come in the order of their cells
    std::vector<Rect> in_cell;
    for (const Text& text : scene.texts) {
      const Rect box = boxes::box_of(text);
      ASSERT_TRUE(boxes::inside(picture, box)) << text.text;
      if (text.role == TextRole::CellLabel || text.role == TextRole::Note) {
        while (next < scene.cells.size() && !boxes::inside(scene.cells[next].rect, box)) ++next, in_cell.clear();
        ASSERT_LT(next, scene.cells.size()) << text.text;
        for (const Rect& other : in_cell) ASSERT_FALSE(boxes::overlap(box, other)) << text.text;
        in_cell.push_back(box);
        continue;
      }
      const auto in_swatch = [&](const Swatch& swatch) { return boxes::inside(swatch.rect, box); };
      if (std::ranges::any_of(scene.swatches, in_swatch)) continue;
      for (const Rect& other : words) ASSERT_FALSE(boxes::overlap(box, other)) << text.text;
      for (const GridFrame& frame : scene.grids) ASSERT_FALSE(boxes::overlap(box, frame.lines)) << text.text;
      words.push_back(box);
    }
    for (const GridFrame& a : scene.grids) {
      EXPECT_TRUE(boxes::inside(picture, a.lines));
      for (const GridFrame& b : scene.grids) EXPECT_TRUE(&a == &b || !boxes::overlap(a.lines, b.lines));
    }
  });
}

// "T12 x[0]" and its neighbour are two words: more air lies between them than within.
TEST(Fit, LabelsOfNeighboursStandFurtherApartThanTheirOwnWords) {
  int pairs = 0;
  for_each_room([&](const Layouts&, ViewMode, const Room&, const Scene& scene) {
    const Text* before = nullptr;
    for (const Text& text : scene.texts) {
      if (text.role != TextRole::CellLabel) continue;
      const bool beside = before != nullptr && before->y == text.y && before->x < text.x;
      if (beside && before->text.find(' ') != std::string::npos) {
        const Rect left = boxes::box_of(*before), right = boxes::box_of(text);
        ASSERT_GT(right.x - left.x - left.w, 1.1F * text_width(" ", Face::Mono, text.size)) << text.text;
        ++pairs;
      }
      before = &text;
    }
  });
  EXPECT_GT(pairs, 10000);
}

TEST(Fit, CellsOfAllGridsAreOfOneSize) {
  for_each_room([](const Layouts& layouts, ViewMode view, const Room&, const Scene& scene) {
    if (keeps_pitches(layouts, view)) return;
    for (const GridFrame& frame : scene.grids) {
      EXPECT_EQ(frame.cell_w, scene.grids.front().cell_w);
      EXPECT_EQ(frame.cell_h, scene.grids.front().cell_h);
    }
  });
}

// A picture whose cells could grow reaches 90 % of the room in one direction.
TEST(Fit, GridsGrowWithTheRoom) {
  for (const Room& room : {Room{1230, 540}, Room{1870, 940}, Room{2500, 1300}}) {
    const Layout& layout = boxes::recorded().at("wmma.m16n16k16.acc.f32");
    for (const ViewMode view : {ViewMode::Grids, ViewMode::Combined, ViewMode::Comparison}) {
      const Scene scene = in_room({&layout, &layout}, view, room);
      EXPECT_TRUE(fits(scene, room));
      EXPECT_GE(std::max(scene.width / room.w, scene.height / room.h), 0.9F) << static_cast<int>(view) << room.w;
    }
  }
}

// The columns of threads have the whole width.
TEST(Fit, ThreadsStretchToTheRoom) {
  const Scene scene = in_room({&boxes::recorded().at("wmma.m16n16k16.acc.f32")}, ViewMode::Threads, rooms[1]);
  EXPECT_GE(scene.grids.front().cells.w, 0.6F * rooms[1].w);
}

std::set<LabelForm> forms_in(const Room& room) {
  const FitNeeds needs{{{LabelForm::Whole, 8}, {LabelForm::Broken, 4}, {LabelForm::Short, 4}, {LabelForm::First, 2}}};
  return {fitted_cell(needs, {room.w, room.h}, Palette::Safe).form};
}

TEST(Fit, LabelsAreAsLongAsTheyStayReadable) {
  EXPECT_EQ(forms_in({70, 20}), std::set{LabelForm::Whole});
  EXPECT_EQ(forms_in({44, 40}), std::set{LabelForm::Broken});
  EXPECT_EQ(forms_in({40, 20}), std::set{LabelForm::Short});
  EXPECT_EQ(forms_in({28, 20}), std::set{LabelForm::First});
}

// Whatever the room: the cell has the room that its label needs, and digits are 8 units high.
TEST(Fit, APlanHasRoomForItsLabel) {
  for (const int copies : {0, 2, 3}) {
    for (float w = 1; w < 200; w += 7) {
      for (float h = 1; h < 150; h += 6) {
        FitNeeds needs{{{LabelForm::Whole, 8}, {LabelForm::Short, 4}, {LabelForm::First, 2}}};
        needs.copies = copies;
        const CellPlan plan = fitted_cell(needs, {w, h}, Palette::Safe);
        const auto need = std::ranges::find(needs.forms, plan.form, &FormNeed::form);
        const std::string label(static_cast<std::size_t>(need->characters), '0');
        EXPECT_GE(plan.label_size, least_label);
        EXPECT_GE(plan.cell_w, text_width(label, Face::Mono, plan.label_size) + 4) << w << 'x' << h;
        EXPECT_GE(plan.cell_h, plan.label_size) << w << 'x' << h;
        EXPECT_TRUE(plan.label_size == least_label || (plan.cell_w <= w && plan.cell_h <= h)) << w << 'x' << h;
      }
    }
  }
}

// Of several owners the first, with their number; the pointer finds the one that is drawn.
TEST(Fit, ReplicatedElementsShowTheirFirstOwner) {
  const Layout& layout = boxes::recorded().at("wmma.m16n16k16.a.f16.row");
  ASSERT_EQ(layout.replication(), 2);
  SceneStyle style;
  for (const bool filtered : {false, true}) {
    if (filtered) style.threads.assign(32, false);
    if (filtered) std::fill(style.threads.begin() + 16, style.threads.end(), true);
    const Scene scene = in_room({&layout}, ViewMode::Combined, rooms[1], style);
    ASSERT_EQ(scene.cells.size(), 256u);
    EXPECT_EQ(std::ranges::count(scene.texts, std::string("x2"), &Text::text), 256);
    for (const CellPart& cell : scene.cells) {
      const auto owners = layout.owner_slots({cell.row, cell.col});
      const auto shown = std::ranges::find_if(owners, [&](std::int32_t slot) {
        return !filtered || style.threads[static_cast<std::size_t>(layout.slot(slot).tid)];
      });
      const std::int32_t expected = shown == owners.end() ? owners.front() : *shown;
      ASSERT_EQ(cell.slot, expected);
      const auto hit = hit_test(scene, layout, cell.rect.x + cell.rect.w / 2, cell.rect.y + cell.rect.h / 2);
      ASSERT_TRUE(hit);
      EXPECT_EQ(hit->slot, cell.slot);
      EXPECT_EQ(hit->element, (Element{cell.row, cell.col}));
      for (const std::int32_t owner : owners)
        EXPECT_EQ(slot_rect(scene.grids[0], layout, layout.slot(owner)), cell.rect);
    }
  }
}

// A label without its register has that register's colour in a corner, and a legend for it.
TEST(Fit, ACornerTellsTheRegisterThatALabelLeavesOut) {
  const Layouts layouts = boxes::product("wmma.m16n16k16.acc.f32");
  const Scene scene = in_room(layouts, ViewMode::Product, rooms[2]);
  std::map<int, Color> colors;
  for (const CellPart& cell : scene.cells) {
    ASSERT_GT(cell.corner.a, 0);
    if (scene.grids[cell.grid].layout != 2) continue;
    const auto [at, added] = colors.try_emplace(layouts[2]->slot(cell.slot).i, cell.corner);
    EXPECT_EQ(at->second, cell.corner);
  }
  EXPECT_EQ(colors.size(), 8u);
  const auto is_legend = [](const Text& t) { return t.role == TextRole::Legend && t.text == "x[i]"; };
  EXPECT_GE(std::ranges::count_if(scene.texts, is_legend), 1);
}

// Held, the sides change in one place.
TEST(Fit, OneSideStandsWhereTheOtherDoes) {
  const Layout& layout = boxes::recorded().at("wmma.m16n16k16.acc.f32");
  const Layout other = figures::wrapped({16, 16, 32, 8}, "wmma.m16n16k16.acc.f32");
  SceneStyle style;
  style.side = 0;
  const Scene left = in_room({&layout, &other}, ViewMode::Comparison, rooms[0], style);
  style.side = 1;
  const Scene right = in_room({&layout, &other}, ViewMode::Comparison, rooms[0], style);
  ASSERT_EQ(left.grids.size(), 1u);
  ASSERT_EQ(right.grids.size(), 1u);
  EXPECT_EQ(left.grids[0].cells, right.grids[0].cells);
  EXPECT_EQ(left.grids[0].layout, 0);
  EXPECT_EQ(right.grids[0].layout, 1);
}

}  // namespace
}  // namespace tcviz
