#include "tests/ops/all_layouts.hpp"

#include <algorithm>
#include <iterator>

#include "gpu/layout/layout_file.hpp"
#include "tests/assets/assets.hpp"

namespace tcviz {

const std::vector<Layout>& all_layouts() {
  static const std::vector<Layout> layouts = layouts_of_asset("sm_90.json");
  return layouts;
}

namespace {

const std::vector<Layout>& every_layout() {
  static const std::vector<Layout> layouts = parse_layouts(asset("sm_90.json")).value();
  return layouts;
}

bool is_accumulator(const Layout& layout) {
  const Kind& kind = *find_kind(layout.kind());
  return (kind.family == Family::Mma || kind.family == Family::Wgmma) && kind.operand == Operand::Accumulator;
}

}  // namespace

const std::vector<Layout>& accumulator_layouts() {
  static const std::vector<Layout> layouts = [] {
    std::vector<Layout> found;
    std::ranges::copy_if(every_layout(), std::back_inserter(found), is_accumulator);
    return found;
  }();
  return layouts;
}

Layout recorded(std::string_view kind) {
  const auto found = std::ranges::find(every_layout(), kind, &Layout::kind);
  if (found == every_layout().end()) std::abort();
  return *found;
}

// The README's formulae for float on Volta.
Layout published_volta() {
  LayoutData data{"wmma.m16n16k16.acc.f32", 16, 16, 32, 8, 32, {}, {}};
  for (int tid = 0; tid < 32; ++tid) {
    for (int i = 0; i < 8; ++i) {
      const int row = (i & 2) + (tid & 1) + ((tid & 4) << 1) + ((tid & 16) >> 2), col = (i & 5) + (tid & 10);
      data.map.push_back(row * 16 + col);
    }
  }
  return Layout::make(std::move(data)).value();
}

}  // namespace tcviz
