// The texts of colours, labels and legends, and that every label can be read.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

#include "app/scene/easel/palette.hpp"
#include "app/scene/easel/theme.hpp"
#include "app/scene/grid/grid_scene.hpp"
#include "tests/scene/boxes.hpp"
#include "tests/scene/sight.hpp"

namespace tcviz {
namespace {

using boxes::box_of;

constexpr std::array palettes{Palette::Safe, Palette::Vivid, Palette::Print};
constexpr std::array themes{Theme::Dark, Theme::Light, Theme::Contrast};
constexpr std::array colorings{ColorBy::Automatic, ColorBy::Thread, ColorBy::Value, ColorBy::Quad,      ColorBy::InQuad,
                               ColorBy::Word,      ColorBy::Row,    ColorBy::Col,   ColorBy::Expression};

SceneStyle styled(Palette palette, Theme theme, ColorBy color_by) {
  SceneStyle style;
  style.palette = palette;
  style.theme = theme;
  style.color_by = color_by;
  style.value = [](Slot slot, Element element) { return std::int64_t{slot.tid} * 3 - element.row % 5; };
  style.value_name = "tid * 3 - row % 5";
  return style;
}

// Every label against its cell, and against the lines of its hatch; every word against the background.
void check_contrast(const Scene& scene) {
  constexpr double least = 4.5;
  const auto labels = boxes::labels_of(scene);
  for (std::size_t n = 0; n < labels.size(); ++n) {
    const CellPart& cell = scene.cells[n];
    for (const Text* label : labels[n]) {
      ASSERT_GE(sight::contrast(label->color, cell.fill), least) << label->text;
      if (cell.hatch == Hatch::None) continue;
      ASSERT_GE(sight::contrast(label->color, hatch_color(cell.fill)), least) << label->text;
    }
  }
  for (const Text& text : scene.texts) {
    if (text.role == TextRole::CellLabel) continue;
    const auto in =
        std::ranges::find_if(scene.swatches, [&](const Swatch& s) { return boxes::inside(s.rect, box_of(text)); });
    const bool on_swatch = in != scene.swatches.end();
    const Color ground = on_swatch ? in->fill : scene.background;
    ASSERT_GE(sight::contrast(text.color, ground), least) << text.text;
    if (on_swatch && in->hatch != Hatch::None) {
      ASSERT_GE(sight::contrast(text.color, hatch_color(in->fill)), least) << text.text;
    }
  }
}

TEST(Contrast, EveryLabelOfEveryPaletteColouringAndThemeCanBeRead) {
  const Layout& warp = boxes::recorded().at("wmma.m16n16k16.a.f16.row");
  const Layout& other = boxes::recorded().at("wmma.m16n16k16.a.f16.col");
  const Layout group = figures::wrapped({32, 32, 128, 8}, "test.group");
  const std::vector<const Layout*> pair{&warp, &other};
  for (const Palette palette : palettes) {
    for (const Theme theme : themes) {
      for (const ColorBy by : colorings) {
        SCOPED_TRACE(fmt::format("palette {}, theme {}, colour {}", static_cast<int>(palette), static_cast<int>(theme),
                                 static_cast<int>(by)));
        SceneStyle style = styled(palette, theme, by);
        check_contrast(build_scene(warp, style));
        check_contrast(build_scene(group, style));
        style.view = ViewMode::Comparison;
        check_contrast(build_scene(SceneLayouts(pair), style));
        style.view = ViewMode::Threads;
        style.threads.assign(32, false);
        style.threads[7] = true;
        check_contrast(build_scene(warp, style));
      }
    }
  }
}

// The classes that a colouring tells apart, written down once more.
std::int64_t key_of(ColorBy by, const Layout& layout, const CellPart& cell) {
  const int tid = cell.slot / layout.values(), i = cell.slot % layout.values(), bits = layout.element_bits();
  if (by == ColorBy::Value) return i;
  if (by == ColorBy::Quad) return tid / 4;
  if (by == ColorBy::InQuad) return tid % 4;
  if (by == ColorBy::Word) return i * bits / 32;
  if (by == ColorBy::Row) return cell.row;
  if (by == ColorBy::Col) return cell.col;
  return by == ColorBy::Expression ? tid * 3 - cell.row % 5 : tid;
}

TEST(Coloring, CellsLookAlikeExactlyWhereTheirNumberIsTheSame) {
  for (const char* kind :
       {"wmma.m16n16k16.a.f16.row", "wmma.m8n8k32.acc.s32", "wmma.m8n8k4.acc.f64", "wmma.m32n8k16.a.s8.col"}) {
    const Layout& layout = boxes::recorded().at(kind);
    for (const ColorBy by : colorings) {
      if (by == ColorBy::Automatic) continue;
      SceneStyle style = styled(Palette::Safe, Theme::Light, by);
      style.view = ViewMode::Combined;
      std::map<std::int64_t, std::tuple<int, int, int>> fills;
      std::set<std::tuple<int, int, int>> different;
      for (const CellPart& cell : build_scene(layout, style).cells) {
        const std::tuple<int, int, int> fill{cell.fill.r, cell.fill.g, cell.fill.b};
        const auto [at, added] = fills.try_emplace(key_of(by, layout, cell), fill);
        ASSERT_EQ(at->second, fill) << kind << " by " << static_cast<int>(by);
        different.insert(fill);
      }
      EXPECT_EQ(different.size(), fills.size()) << kind << " by " << static_cast<int>(by);
    }
  }
}

TEST(Coloring, AutomaticIsByWhatTheGridShows) {
  const Layout& layout = boxes::recorded().at("wmma.m16n16k16.acc.f32");
  const Scene scene = build_scene(layout, {});
  for (const CellPart& cell : scene.cells) {
    const int tid = cell.slot / 8, i = cell.slot % 8;
    ASSERT_EQ(cell.fill, cell.grid == 0 ? thread_color(tid, 32) : register_color(i, 8));
  }
}

std::vector<std::string> legend_words(const Scene& scene) {
  std::vector<std::string> words;
  for (const Text& text : scene.texts) {
    if (text.role == TextRole::Legend) words.push_back(text.text);
  }
  return words;
}

TEST(Legend, IsNamedByWhatItCounts) {
  const Layout& layout = boxes::recorded().at("wmma.m16n16k16.a.f16.row");
  const std::map<ColorBy, std::pair<std::string, int>> expected{
      {ColorBy::Thread, {"tid", 32}},  {ColorBy::Value, {"x[i]", 16}}, {ColorBy::Quad, {"tid/4", 8}},
      {ColorBy::InQuad, {"tid%4", 4}}, {ColorBy::Word, {"R", 8}},      {ColorBy::Row, {"row", 16}},
      {ColorBy::Col, {"col", 16}}};
  for (const auto& [by, legend] : expected) {
    const Scene scene = build_scene(layout, styled(Palette::Safe, Theme::Light, by));
    const std::vector<std::string> words = legend_words(scene);
    EXPECT_EQ(words.front(), legend.first);
    EXPECT_EQ(static_cast<int>(scene.swatches.size()), legend.second) << legend.first;
    EXPECT_EQ(std::ranges::count(words, std::to_string(legend.second - 1)), 1) << legend.first;
  }
}

TEST(Legend, RegistersOfWideValuesAreNumberedByTheFirst) {
  const Layout& layout = boxes::recorded().at("wmma.m8n8k4.acc.f64");
  const Scene scene = build_scene(layout, styled(Palette::Safe, Theme::Light, ColorBy::Word));
  EXPECT_EQ(legend_words(scene), (std::vector<std::string>{"R", "0", "2"}));
}

// Few and many values, the largest there are, and names of any length: the legend stays in its place.
TEST(Legend, OfAnExpressionFitsItsPlace) {
  const Layout& layout = boxes::recorded().at("wmma.m8n8k4.acc.f64");
  const Layout& wide = boxes::recorded().at("wmma.m16n16k16.acc.f32");
  const std::string names[] = {"", "v", "(tid & 3) * 4 + (i >> 1) * 256 - row / 7 + col % 13 * (row + col * 16)",
                               std::string(300, 'x')};
  for (const std::int64_t factor : {std::int64_t{0}, std::int64_t{1}, std::int64_t{123456789}, std::int64_t{1} << 55}) {
    for (const std::string& name : names) {
      for (const Palette palette : palettes) {
        for (const Layout* shown : {&layout, &wide}) {
          SceneStyle style = styled(palette, Theme::Light, ColorBy::Expression);
          style.value_name = name;
          style.value = [&](Slot slot, Element element) { return factor * (slot.tid * 8 + element.col - 100); };
          const Scene scene = build_scene(*shown, style);
          const GridFrame& frame = scene.grids[0];
          const float right = std::max(frame.cells.x + frame.cells.w, frame.cells.x + 240);
          for (const Swatch& swatch : scene.swatches) {
            ASSERT_LE(swatch.rect.x + swatch.rect.w, right) << name;
            ASSERT_GE(swatch.rect.x, frame.lines.x - 1) << name;
          }
          for (const Text& text : scene.texts) {
            if (text.role != TextRole::Legend) continue;
            ASSERT_LE(box_of(text).x + box_of(text).w, right + 1) << text.text;
          }
        }
      }
    }
  }
}

TEST(Legend, TheEndsOfAllNumbersAreShown) {
  const Layout& layout = boxes::recorded().at("wmma.m16n16k16.acc.f32");
  SceneStyle style = styled(Palette::Safe, Theme::Light, ColorBy::Expression);
  constexpr auto least = std::numeric_limits<std::int64_t>::min(), most = std::numeric_limits<std::int64_t>::max();
  style.value = [](Slot slot, Element) { return slot.tid == 0 ? least : slot.tid == 1 ? most : slot.tid; };
  const std::vector<std::string> words = legend_words(build_scene(layout, style));
  EXPECT_EQ(std::ranges::count(words, "-9.223372e+18"), 1);
  EXPECT_EQ(std::ranges::count(words, "9.223372e+18"), 1);
}

TEST(Labels, SayWhatIsAskedFor) {
  const Layout& layout = boxes::recorded().at("wmma.m16n16k16.a.f16.row");
  for (const LabelBy by : {LabelBy::Thread, LabelBy::Value, LabelBy::Slot, LabelBy::Word, LabelBy::Element,
                           LabelBy::Linear, LabelBy::None}) {
    SceneStyle style;
    style.label_by = by;
    const Scene scene = build_scene(layout, style);
    const auto labels = boxes::labels_of(scene);
    for (std::size_t n = 0; n < labels.size(); ++n) {
      const CellPart& cell = scene.cells[n];
      const int tid = cell.slot / 16, i = cell.slot % 16;
      std::string said;
      for (const Text* line : labels[n]) said += (said.empty() ? "" : " ") + line->text;
      const std::map<LabelBy, std::string> expected{
          {LabelBy::Thread, fmt::format("{}", tid)},
          {LabelBy::Value, fmt::format("{}", i)},
          {LabelBy::Slot, fmt::format("T{} x[{}]", tid, i)},
          {LabelBy::Word, fmt::format("R{} [{}]", i / 2, i % 2 == 0 ? "15:0" : "31:16")},
          {LabelBy::Element, fmt::format("{},{}", cell.row, cell.col)},
          {LabelBy::Linear, fmt::format("{}", cell.row * 16 + cell.col)},
          {LabelBy::None, ""}};
      ASSERT_EQ(said, expected.at(by));
    }
  }
}

TEST(Faded, AreTheThreadsThatAreFilteredOut) {
  const Layout& layout = boxes::recorded().at("wmma.m16n16k16.acc.f32");
  for (const Theme theme : themes) {
    SceneStyle style = styled(Palette::Safe, theme, ColorBy::Automatic);
    style.threads.assign(32, true);
    for (int tid = 8; tid < 32; ++tid) style.threads[static_cast<std::size_t>(tid)] = tid == 16;
    const Color ground = theme_colors(theme).background;
    for (const CellPart& cell : build_scene(layout, style).cells) {
      const int tid = cell.slot / 8;
      ASSERT_EQ(cell.faded, !(tid < 8 || tid == 16));
      if (cell.faded) {
        ASSERT_LT(sight::contrast(cell.fill, ground), 1.6);
      }
    }
  }
}

TEST(Style, PartsAreLeftOutOnRequest) {
  const Layout& layout = boxes::recorded().at("wmma.m16n16k16.acc.f32");
  const auto count = [&](const SceneStyle& style, TextRole role) {
    const Scene scene = build_scene(layout, style);
    return std::ranges::count(scene.texts, role, &Text::role);
  };
  for (const ViewMode view : {ViewMode::Grids, ViewMode::Combined, ViewMode::Threads}) {
    SceneStyle style;
    style.view = view;
    style.axes = style.legend = style.caption = style.title = false;
    const Scene bare = build_scene(layout, style);
    for (const TextRole role :
         {TextRole::AxisNumber, TextRole::AxisName, TextRole::Legend, TextRole::Caption, TextRole::Title}) {
      EXPECT_EQ(count(style, role), 0);
    }
    EXPECT_TRUE(bare.swatches.empty());
    EXPECT_TRUE(bare.arrows.empty());
    SceneStyle whole = style;
    whole.axes = true;
    EXPECT_GT(count(whole, TextRole::AxisNumber), 0);
    EXPECT_GT(build_scene(layout, whole).width, bare.width);
  }
}

TEST(Style, WordsOfTheStyleReplaceOurs) {
  const Layout& layout = boxes::recorded().at("wmma.m16n16k16.acc.f32");
  const std::vector<const Layout*> product = boxes::product(layout.kind());
  const std::vector<const Layout*> pair{&layout, &layout};
  for (const auto& [view, layouts] :
       {std::pair{ViewMode::Grids, pair}, {ViewMode::Product, product}, {ViewMode::Comparison, pair}}) {
    SceneStyle style;
    style.view = view;
    style.title_text = "Figure 3";
    style.caption_text = "An accumulator";
    const Scene scene = build_scene(SceneLayouts(layouts), style);
    EXPECT_EQ(scene.title, "Figure 3");
    const auto says = [&](TextRole role, std::string_view text) {
      return std::ranges::count_if(scene.texts, [&](const Text& t) { return t.role == role && t.text == text; });
    };
    EXPECT_EQ(says(TextRole::Title, "Figure 3"), 1);
    EXPECT_EQ(says(TextRole::Caption, "An accumulator"), 1);
    for (const Text& text : scene.texts) EXPECT_EQ(text.text.find("each element"), std::string::npos);
  }
}

TEST(Style, TheMarkedSlotAndItsThreadAreOutlined) {
  const Layout& layout = boxes::recorded().at("wmma.m16n16k16.a.f16.row");
  SceneStyle style;
  style.marked = Slot{5, 3};
  const Scene scene = build_scene(layout, style);
  EXPECT_TRUE(build_scene(layout, {}).outlines.empty());
  ASSERT_EQ(scene.outlines.size(), 2u * (16 + 1));
  for (const GridFrame& frame : scene.grids) {
    for (int i = 0; i < 16; ++i) {
      const Rect rect = slot_rect(frame, layout, {5, i}).value();
      const auto here = [&](const Outline& outline) { return outline.rect == rect; };
      EXPECT_EQ(std::ranges::count_if(scene.outlines, here), i == 3 ? 2 : 1) << i;
    }
  }
  style.marked = Slot{99, 3};
  EXPECT_TRUE(build_scene(layout, style).outlines.empty());
}

}  // namespace
}  // namespace tcviz
