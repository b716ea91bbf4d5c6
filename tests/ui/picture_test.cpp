// What `tcviz capture` draws, held against approved pictures. `tests/approve` approves what was drawn.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "app/session/whole/session.hpp"
#include "app/ui/window/window.hpp"
#include "gpu/layout/file.hpp"
#include "gpu/source/probe/compiled/compiled_source.hpp"
#include "gtest/gtest.h"
#include "tests/session/fakes.hpp"
#include "tests/ui/window_part.hpp"

namespace tcviz {
namespace {

struct PictureTestPicture {
  const char* name;
  const char* part;  // of the window: see part_of_window()
  const char* kind;
  const char* source = "";
  int width = 1400, height = 840;
  double scale = 1;
  Theme theme = Theme::Dark;
  std::optional<Slot> select = {};
  ViewMode view = ViewMode::Grids;
  ColorBy color_by = ColorBy::Automatic;
  LabelBy label_by = LabelBy::Automatic;
  Palette palette = Palette::Safe;
  const char* threads = "";
  const char* with = "";
  bool architectures = false;  // with all that are compiled
  const char* row = "";
  const char* col = "";
  bool hide_answer = false;
};

constexpr const char *acc = "wmma.m16n16k16.acc.f32", *a_row = "wmma.m16n16k16.a.f16.row";
constexpr const char* picture_right_row = "((i & 2) << 2) + ((tid & 28) >> 2)";
constexpr const char* picture_wrong_col = "(i & 1) + ((i & 4) << 1) + ((tid & 3) << 2)";

constexpr PictureTestPicture pictures[] = {
    {.name = "dark", .part = "whole", .kind = acc, .select = Slot{7, 2}},
    {.name = "dark_2x",
     .part = "###grids",
     .kind = a_row,
     .width = 900,
     .height = 560,
     .scale = 2,
     .select = Slot{19, 5}},
    {.name = "replicated", .part = "###inspector", .kind = a_row, .select = Slot{3, 4}},
    {.name = "wide_bits", .part = "###grids", .kind = "wmma.m8n8k128.a.b1.row"},
    {.name = "tall",
     .part = "###grids",
     .kind = "wmma.m32n8k16.acc.f32",
     .width = 1024,
     .height = 640,
     .theme = Theme::Light,
     .select = Slot{12, 3}},
    {.name = "combined",
     .part = "###grids",
     .kind = acc,
     .width = 1024,
     .height = 640,
     .select = Slot{7, 2},
     .view = ViewMode::Combined,
     .threads = "0-7,16"},
    {.name = "product", .part = "###grids", .kind = acc, .select = Slot{7, 2}, .view = ViewMode::Product},
    {.name = "threads",
     .part = "###grids",
     .kind = a_row,
     .theme = Theme::Light,
     .select = Slot{19, 5},
     .view = ViewMode::Threads,
     .color_by = ColorBy::Word,
     .label_by = LabelBy::Element},
    {.name = "comparison",
     .part = "###grids",
     .kind = acc,
     .width = 1024,
     .height = 640,
     .select = Slot{7, 2},
     .view = ViewMode::Comparison,
     .palette = Palette::Vivid,
     .with = "wmma.m32n8k16.acc.f32"},
    {.name = "architectures", .part = "###groups", .kind = acc, .width = 1280, .height = 720, .architectures = true},
    {.name = "formula_wrong",
     .part = "###grids",
     .kind = acc,
     .width = 1024,
     .height = 640,
     .theme = Theme::Contrast,
     .row = picture_right_row,
     .col = picture_wrong_col},
    {.name = "formula_hidden",
     .part = "",
     .kind = acc,
     .width = 1024,
     .height = 640,
     .theme = Theme::Light,
     .row = "(tid >>",
     .hide_answer = true},
    {.name = "missing_operand",
     .part = "###grids",
     .kind = acc,
     .source = "published:sm_70",
     .width = 1024,
     .height = 640,
     .theme = Theme::Light,
     .view = ViewMode::Product},
    {.name = "unknown",
     .part = "",
     .kind = "wmma.m8n8k4.a.f64.row",
     .source = "published:sm_70",
     .width = 1024,
     .height = 640},
};

// The samples, and what travels with the program for every architecture.
Sources all_compiled() {
  Sources sources = sample_sources();
  const auto text = read_file(TCVIZ_COMPILED_FILE);
  auto table = parse_compiled(text.value());
  for (auto& source : make_compiled_sources(std::make_shared<const CompiledTable>(std::move(table).value())))
    sources.add(std::move(source));
  return sources;
}

std::ostream& operator<<(std::ostream& out, const PictureTestPicture& picture) { return out << picture.name; }

class Pictures : public testing::TestWithParam<PictureTestPicture> {};

TEST_P(Pictures, LooksAsApproved) {
  const PictureTestPicture& p = GetParam();
  Sources sources = p.architectures ? all_compiled() : sample_sources();
  CaptureOptions options;
  options.window.kind = p.kind;
  options.window.source = p.source;
  options.width = p.width;
  options.height = p.height;
  options.scale = p.scale;
  options.theme = p.theme;
  options.select = p.select;
  options.view = p.view;
  options.color_by = p.color_by;
  options.label_by = p.label_by;
  options.palette = p.palette;
  options.threads = p.threads;
  options.with = p.with;
  if (p.architectures) options.show = "architectures";
  options.row = p.row;
  options.col = p.col;
  options.hide_answer = p.hide_answer;
  const auto window = captured_window(sources, options);
  ASSERT_TRUE(window.ok()) << window.error().message;
  expect_as_approved(p.name, *window.value(), p.part);
}

INSTANTIATE_TEST_SUITE_P(Window, Pictures, testing::ValuesIn(pictures),
                         [](const auto& named) { return std::string(named.param.name); });

// The same options give the same bytes: nothing of time or of the run before is in a picture.
TEST(Capture, SameBytesTwice) {
  Sources sources = sample_sources();
  CaptureOptions options;
  options.width = 700;
  options.height = 500;
  options.select = Slot{7, 2};
  const Result<std::string> first = capture_window(sources, options), second = capture_window(sources, options);
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_TRUE(first.value() == second.value());
  options.theme = Theme::Light;
  EXPECT_FALSE(capture_window(sources, options).value() == first.value());
}

// "V100" and the name of its source are one: the same picture.
TEST(Capture, ComparesWithTheNameOfAProduct) {
  Sources sources = compiled_samples();
  CaptureOptions options;
  options.width = 700;
  options.height = 500;
  options.view = ViewMode::Comparison;
  options.with = "compiled:sm_70";
  const Result<std::string> named = capture_window(sources, options);
  options.with = "V100";
  const Result<std::string> product = capture_window(sources, options);
  ASSERT_TRUE(named.ok() && product.ok());
  EXPECT_TRUE(named.value() == product.value());
}

TEST(Capture, RefusesWhatIsNotThere) {
  Sources sources = sample_sources();
  CaptureOptions options;
  options.window.kind = "wmma.m16n16k16.acc.f23";
  Result<std::string> png = capture_window(sources, options);
  ASSERT_FALSE(png.ok());
  EXPECT_EQ(png.error().fault, Fault::BadInput);
  EXPECT_NE(png.error().message.find("wmma.m16n16k16.acc.f32"), std::string::npos) << png.error().message;
  options = {};
  options.window.source = "recorded:sm_91";
  png = capture_window(sources, options);
  ASSERT_FALSE(png.ok());
  EXPECT_EQ(png.error().fault, Fault::Unavailable);
  options = {};
  options.select = Slot{32, 0};
  png = capture_window(sources, options);
  ASSERT_FALSE(png.ok());
  EXPECT_NE(png.error().message.find("0 to 31"), std::string::npos) << png.error().message;
  options = {};
  options.scale = 7;
  EXPECT_FALSE(capture_window(sources, options).ok());
}

}  // namespace
}  // namespace tcviz
