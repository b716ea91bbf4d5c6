#include "tests/ops/all_layouts.hpp"

#include "gpu/layout/layout_file.hpp"

namespace tcviz {

const std::vector<Layout>& all_layouts() {
  static const std::vector<Layout> layouts = read_layouts(TCVIZ_LAYOUTS "/sm_90.json").value();
  return layouts;
}

Layout recorded(std::string_view kind) {
  for (const Layout& layout : all_layouts()) {
    if (layout.kind() == kind) return layout;
  }
  std::abort();
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
