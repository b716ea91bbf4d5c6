// What differs is marked: the marks against a second way to find them, slot by slot.
#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "app/scene/words.hpp"
#include "tests/scene/boxes.hpp"

namespace tcviz {
namespace {

using Owners = std::map<std::pair<int, int>, std::set<std::pair<int, int>>>;  // (row, col) -> (tid, i)

Owners owners_of(const Layout& layout) {
  Owners owners;
  for (int tid = 0; tid < layout.threads(); ++tid) {
    for (int i = 0; i < layout.values(); ++i) {
      const int linear = layout.map()[static_cast<std::size_t>(tid * layout.values() + i)];
      if (linear >= 0) owners[{linear / layout.cols(), linear % layout.cols()}].insert({tid, i});
    }
  }
  return owners;
}

Scene compared(const Layout& left, const Layout& right, SceneStyle style = {}) {
  style.view = ViewMode::Comparison;
  const std::vector<const Layout*> layouts{&left, &right};
  return build_scene(SceneLayouts(layouts), style);
}

std::string last_caption(const Scene& scene) {
  std::string text;
  bool provenance = true;
  for (const Text& t : scene.texts) {
    if (t.role == TextRole::CellLabel) provenance = false;
    if (t.role == TextRole::Caption && !provenance) text += (text.empty() ? "" : " ") + t.text;
  }
  return text;
}

void check(const Layout& left, const Layout& right) {
  const std::vector<const Layout*> layouts{&left, &right};
  const std::vector<Owners> owners{owners_of(left), owners_of(right)};
  const Scene scene = compared(left, right);
  for (const CellPart& cell : scene.cells) {
    const std::size_t side = scene.grids[cell.grid].layout;
    const std::pair<int, int> element{cell.row, cell.col};
    const auto there = owners[1 - side].find(element);
    const bool differs = there == owners[1 - side].end() || there->second != owners[side].at(element);
    ASSERT_EQ(cell.differs, differs) << cell.row << ',' << cell.col;
    ASSERT_EQ(cell.faded, !differs);
  }
  std::set<std::pair<int, int>> all, different;
  for (std::size_t side : {0u, 1u}) {
    for (const auto& [element, slots] : owners[side]) {
      all.insert(element);
      const auto there = owners[1 - side].find(element);
      if (there == owners[1 - side].end() || there->second != slots) different.insert(element);
    }
  }
  const std::string said = last_caption(scene);
  const std::string expected =
      different.empty() ? "equal: all " + std::to_string(all.size()) + " element"
                        : std::to_string(different.size()) + " of " + std::to_string(all.size()) + " element";
  EXPECT_EQ(said.substr(0, expected.size()), expected);
}

TEST(Comparison, MarksAreThoseOfASearchThroughAllSlots) {
  std::mt19937 random(17);
  for (const samples::Sizes& sizes : {samples::Sizes{16, 16, 32, 8}, {8, 4, 32, 2}, {3, 5, 7, 4}, {4, 4, 1, 16}}) {
    const auto make = [&](std::vector<std::int32_t> map) {
      return samples::make(samples::data_of(sizes, std::move(map)));
    };
    const std::vector<std::int32_t> map = samples::random_map(sizes, random);
    check(make(map), make(map));
    check(make(map), make(samples::random_map(sizes, random)));
    std::vector<std::int32_t> swapped = map;
    std::swap(swapped.front(), swapped.back());
    check(make(map), make(swapped));
  }
}

TEST(Comparison, LayoutsOfOtherSizesDifferWhereTheyDoNotMeet) {
  const Layout small = figures::wrapped({4, 4, 8, 2}, "x"), wide = figures::wrapped({4, 6, 8, 3}, "y");
  const Layout tall = figures::wrapped({9, 3, 9, 6}, "z");
  check(small, wide);
  check(wide, tall);
  check(tall, small);
  EXPECT_NE(last_caption(compared(small, wide)).find("8 elements only in y"), std::string::npos);
  const std::string both = last_caption(compared(wide, tall));
  EXPECT_NE(both.find("12 elements only in y"), std::string::npos) << both;
  EXPECT_NE(both.find("15 elements only in z"), std::string::npos) << both;
}

// The same element in the same slot number, but threads with other numbers of values: another owner.
TEST(Comparison, SlotsAreThreadsAndValuesNotNumbers) {
  const Layout a = figures::wrapped({2, 4, 4, 2}, "x"), b = figures::wrapped({2, 4, 2, 4}, "x");
  check(a, b);
  const Scene scene = compared(a, b);
  EXPECT_EQ(std::ranges::count_if(scene.cells, &CellPart::differs), 4 * 6);
}

TEST(Comparison, SidesAreNamedByWhatTellsThemApart) {
  const auto names = [](const Layout& left, const Layout& right, SceneStyle style = {}) {
    std::vector<std::string> found;
    for (const Text& text : compared(left, right, style).texts) {
      const bool axis = text.text.find("column") != std::string::npos || text.text == "row";
      if (text.role == TextRole::AxisName && !axis) found.push_back(text.text);
    }
    return found;
  };
  const auto made = [](std::string kind, std::string device, std::string date) {
    LayoutData data = samples::data_of({2, 2, 2, 2}, {0, 1, 2, 3});
    data.kind = std::move(kind);
    data.provenance.device = std::move(device);
    data.provenance.date = std::move(date);
    return samples::make(std::move(data));
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names(made("a", "x", "1"), made("b", "x", "1")), (Names{"a", "b", "a", "b"}));
  EXPECT_EQ(names(made("a", "x", "1"), made("a", "y", "1")),
            (Names{"probed on x", "probed on y", "probed on x", "probed on y"}));
  EXPECT_EQ(names(made("a", "x", "1"), made("a", "x", "2"))[1], "probed on x, 2");
  const Names same = names(made("a", "x", "1"), made("a", "x", "1"));
  EXPECT_NE(same[0], same[1]);
  SceneStyle style;
  style.side_names = {"mine", ""};
  EXPECT_EQ(names(made("a", "x", "1"), made("a", "y", "1"), style)[0], "mine");
  EXPECT_EQ(names(made("a", "x", "1"), made("a", "y", "1"), style)[1], "probed on y");
}

}  // namespace
}  // namespace tcviz
