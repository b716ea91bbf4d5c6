// Figures to write in every format: plain, replicated, with a hole, wide, of three layouts and of two of one kind.
#pragma once

#include <array>
#include <set>

#include "app/export/figure/figure.hpp"
#include "tests/scene/figures.hpp"

namespace tcviz::figures {

// A provenance with everything that XML, CDATA, JSON, TeX, CSV or C++ must spell differently.
inline Layout nasty() {
  LayoutData data = samples::data_of({2, 2, 2, 2}, {0, 1, 2, 3});
  data.kind = "test.nasty";
  data.provenance.device =
      "GPU ]]> <b>&amp; \"quoted\" \\ \u00fc #$%^_{}~ */ ?"
      "?/";
  data.provenance.reference = "]]]]>><![CDATA[ </metadata>, \\";
  data.provenance.note = "-- <!-- note --> tcviz-figure/1:AAAA=";
  return samples::make(std::move(data));
}

inline Figure figure_of(std::vector<FigureLayout> layouts, ViewMode view = ViewMode::Grids) {
  Figure figure;
  figure.layouts = std::move(layouts);
  figure.style.view = view;
  return figure;
}

struct Sample {
  std::string name;
  Figure figure;
};

inline std::vector<Sample> samples_of_figures() {
  const Layout a = wrapped({16, 8, 32, 4}, "test.a"), b = wrapped({8, 24, 32, 6}, "test.b"),
               acc = wrapped({16, 24, 32, 12}, "test.acc");
  const Layout twice = wrapped({4, 4, 16, 2}, "test.twice");
  std::vector<Sample> all{
      {"plain", figure_of({{wrapped({16, 16, 32, 8}, "wmma.m16n16k16.acc.f32"), "recorded:sm_90"}})},
      {"replicated", figure_of({{wrapped({8, 4, 32, 4}, "test.copies"), ""}})},
      {"hole", figure_of({{lopsided({3, 5, 8, 4}), "recorded:mine"}})},
      {"nasty", figure_of({{nasty(), "recorded:with \"quotes\", and a comma"}})},
      {"wide", figure_of({{wrapped({4, 40, 32, 5}, "test.wide"), "compiled:sm_80"}})},
      {"product", figure_of({{a, "x"}, {b, "x"}, {acc, "y"}}, ViewMode::Product)},
      {"comparison", figure_of({{twice, "compiled:sm_70"}, {wrapped({4, 4, 8, 4}, "test.twice"), "compiled:sm_75"}},
                               ViewMode::Comparison)},
  };
  all[4].figure.style.theme = Theme::Dark;
  all[2].figure.style.transparent = true;
  return all;
}

inline Figure warpgroup() { return figure_of({{wrapped({64, 256, 128, 128}, "test.warpgroup"), ""}}); }

// Tells layouts with cells of their own from those whose cells one before them had: kinds share them.
class DistinctCells {
 public:
  bool takes(const Layout& layout) {
    return seen_
        .insert({{layout.rows(), layout.cols(), layout.threads(), layout.values(), layout.element_bits()},
                 {layout.map().begin(), layout.map().end()}})
        .second;
  }

 private:
  std::set<std::pair<std::array<int, 5>, std::vector<std::int32_t>>> seen_;
};

}  // namespace tcviz::figures
