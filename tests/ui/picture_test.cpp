// The window as pictures, held against approved ones. `tests/approve` makes what was drawn the approved ones.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "app/session/whole/session.hpp"
#include "app/ui/window/window.hpp"
#include "gpu/layout/file.hpp"
#include "gpu/source/probe/compiled_source.hpp"
#include "gtest/gtest.h"
#include "tests/session/fakes.hpp"
#include "tests/ui/png_compare.hpp"

namespace tcviz {
namespace {

struct PictureTestPicture {
  const char* name;
  const char* kind;
  const char* source;
  int width, height;
  double scale;
  Theme theme;
  std::optional<Slot> select;
  Crop crop;  // what it is about
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

constexpr const char* acc = "wmma.m16n16k16.acc.f32";
constexpr const char* picture_right_row = "((i & 2) << 2) + ((tid & 28) >> 2)";
constexpr const char* picture_wrong_col = "(i & 1) + ((i & 4) << 1) + ((tid & 3) << 2)";

constexpr PictureTestPicture pictures[] = {
    {"dark", "wmma.m16n16k16.acc.f32", "", 1400, 840, 1, Theme::Dark, Slot{7, 2}, {}},
    {"light", "wmma.m16n16k16.acc.f32", "", 1400, 840, 1, Theme::Light, Slot{7, 2}, {}},
    {"dark_2x", "wmma.m16n16k16.a.f16.row", "", 900, 560, 2, Theme::Dark, Slot{19, 5}, {0, 0, 1000, 700}},
    {"replicated", "wmma.m16n16k16.a.f16.row", "", 1400, 840, 1, Theme::Dark, Slot{3, 4}, {560, 28, 840, 420}},
    {"wide_bits", "wmma.m8n8k128.a.b1.row", "", 1400, 840, 1, Theme::Dark, std::nullopt, {244, 170, 832, 280}},
    {"tall", "wmma.m32n8k16.acc.f32", "", 1024, 640, 1, Theme::Light, Slot{12, 3}, {224, 30, 800, 400}},
    {"large", "wmma.m16n16k8.a.tf32.row", "", 2560, 1440, 1, Theme::Dark, Slot{0, 0}, {0, 0, 1300, 420}},
    {"combined",
     acc,
     "",
     1400,
     840,
     1,
     Theme::Dark,
     Slot{7, 2},
     {244, 28, 832, 420},
     ViewMode::Combined,
     ColorBy::Automatic,
     LabelBy::Automatic,
     Palette::Safe,
     "0-7,16"},
    {"product", acc, "", 1400, 840, 1, Theme::Dark, Slot{7, 2}, {420, 28, 980, 500}, ViewMode::Product},
    {"product_light_2x", acc, "", 900, 700, 2, Theme::Light, Slot{7, 2}, {520, 220, 1280, 600}, ViewMode::Product},
    {"threads",
     "wmma.m16n16k16.a.f16.row",
     "",
     1400,
     840,
     1,
     Theme::Light,
     Slot{19, 5},
     {470, 28, 930, 400},
     ViewMode::Threads,
     ColorBy::Word,
     LabelBy::Element},
    {"comparison",
     acc,
     "",
     1024,
     640,
     1,
     Theme::Dark,
     Slot{7, 2},
     {218, 30, 530, 390},
     ViewMode::Comparison,
     ColorBy::Automatic,
     LabelBy::Automatic,
     Palette::Vivid,
     "",
     "wmma.m32n8k16.acc.f32"},
    {"architectures",
     acc,
     "",
     1400,
     840,
     1,
     Theme::Dark,
     std::nullopt,
     {244, 28, 832, 300},
     ViewMode::Grids,
     ColorBy::Automatic,
     LabelBy::Automatic,
     Palette::Safe,
     "",
     "",
     true},
    {"architectures_light_2x",
     acc,
     "",
     760,
     480,
     2,
     Theme::Light,
     std::nullopt,
     {400, 60, 900, 560},
     ViewMode::Grids,
     ColorBy::Automatic,
     LabelBy::Automatic,
     Palette::Safe,
     "",
     "",
     true},
    {"formula_wrong",
     acc,
     "",
     1400,
     840,
     1,
     Theme::Contrast,
     std::nullopt,
     {244, 430, 1156, 238},
     ViewMode::Grids,
     ColorBy::Automatic,
     LabelBy::Automatic,
     Palette::Safe,
     "",
     "",
     false,
     picture_right_row,
     picture_wrong_col},
    {"formula_hidden",
     acc,
     "",
     1024,
     640,
     1,
     Theme::Light,
     std::nullopt,
     {218, 30, 806, 560},
     ViewMode::Grids,
     ColorBy::Automatic,
     LabelBy::Automatic,
     Palette::Safe,
     "",
     "",
     false,
     "(tid >>",
     "",
     true},
    {"missing_operand",
     acc,
     "published:sm_70",
     1400,
     840,
     1,
     Theme::Light,
     std::nullopt,
     {244, 0, 1156, 380},
     ViewMode::Product},
    {"unknown",
     "wmma.m8n8k4.a.f64.row",
     "published:sm_70",
     1024,
     640,
     1,
     Theme::Dark,
     std::nullopt,
     {218, 0, 806, 300}},
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
  const Result<std::string> png = capture_window(sources, options);
  ASSERT_TRUE(png.ok()) << png.error().message;

  expect_as_approved(p.name, png.value(), p.crop);
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
