// Kinds of every family as the window draws them, from the recorded layouts, held against approved pictures.
#include <string>

#include "app/session/whole/session.hpp"
#include "app/ui/window/window.hpp"
#include "gpu/layout/layout_file.hpp"
#include "gpu/source/probe/source.hpp"
#include "gtest/gtest.h"
#include "tests/session/fakes.hpp"
#include "tests/ui/window_part.hpp"

namespace tcviz {
namespace {

struct KindPicture {
  const char *name, *kind;
  Slot pinned;
  double scale;
  Theme theme;
  ViewMode view = ViewMode::Grids;
};

constexpr KindPicture kind_pictures[] = {
    {"kind_mma_a", "mma.m16n8k16.a.f16", {5, 3}, 1, Theme::Dark},
    {"kind_mma_a_2x", "mma.m16n8k16.a.f16", {5, 3}, 2, Theme::Light},
    {"kind_quad_pairs", "mma.m8n8k4.acc.f32", {18, 4}, 1, Theme::Light},
    {"kind_metadata", "mma.sp.m16n8k32.e.f16.sel1", {10, 4}, 1, Theme::Dark},
    {"kind_ldmatrix", "ldmatrix.m8n8.x2.trans.b16", {7, 1}, 1, Theme::Light},
    {"kind_movmatrix", "movmatrix.m8n8.trans.b16.d", {4, 1}, 1, Theme::Dark},
    {"kind_wgmma", "wgmma.m64n16.acc.f32", {77, 5}, 1, Theme::Dark},
    {"product_sparse", "mma.sp.m16n8k16.acc.f32", {5, 2}, 1, Theme::Dark, ViewMode::Product},
    {"product_quad_pairs_2x", "mma.m8n8k4.acc.f32", {18, 4}, 2, Theme::Dark, ViewMode::Product},
};

Sources recorded_kinds() {
  auto layouts = read_layouts(std::filesystem::path(TCVIZ_LAYOUT_FILES) / "sm_90.json");
  Sources sources;
  sources.add(make_file_source("recorded:sm_90", SourceClass::Recorded, std::move(layouts).value()));
  return sources;
}

std::ostream& operator<<(std::ostream& out, const KindPicture& picture) { return out << picture.name; }

class KindPictures : public testing::TestWithParam<KindPicture> {};

TEST_P(KindPictures, LooksAsApproved) {
  const KindPicture& picture = GetParam();
  Sources sources = recorded_kinds();
  CaptureOptions options;
  options.window.kind = picture.kind;
  const bool product = picture.view == ViewMode::Product;
  options.width = product ? 900 : 760;
  options.height = product ? 1100 : 620;
  options.scale = picture.scale;
  options.theme = picture.theme;
  options.select = picture.pinned;
  options.view = picture.view;
  options.full_screen = true;
  const auto window = captured_window(sources, options);
  ASSERT_TRUE(window.ok()) << window.error().message;
  expect_as_approved(picture.name, *window.value(), "###grids");
}

INSTANTIATE_TEST_SUITE_P(Window, KindPictures, testing::ValuesIn(kind_pictures),
                         [](const auto& named) { return std::string(named.param.name); });

}  // namespace
}  // namespace tcviz
