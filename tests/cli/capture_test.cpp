// What is typed behind `tcviz capture` and `tcviz` reaches the window as it is, in the window's own options.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "app/session/whole/window_options.hpp"
#include "app/session/xray/xray_state.hpp"
#include "tests/cli/fakes.hpp"

namespace tcviz::test {
namespace {

struct Handed {
  Status status;
  std::optional<WindowOptions> window;
  std::optional<CaptureOptions> capture;
  std::string out;
};

Handed handed(const std::vector<std::string>& words) {
  Handed made{Nothing{}, {}, {}, {}};
  std::ostringstream out, notes;
  Context context{.out = out, .notes = notes};
  context.backends.sources = [](LookFor) {
    Sources sources;
    const Layout wmma = layout_for("wmma.m16n16k16.acc.f32");
    sources.add(make_file_source("recorded:sm_90", SourceClass::Recorded, {wmma}));
    for (const char* const name : {"compiled:sm_70", "compiled:sm_80"})
      sources.add(make_file_source(name, SourceClass::Compiled, {wmma}));
    sources.add(make_file_source("documented:ptx", SourceClass::Documented, {layout_for("mma.m16n8k16.acc.f32")}));
    return sources;
  };
  context.backends.window = [&](Sources&, const WindowOptions& options) {
    made.window = options;
    return Status(Nothing{});
  };
  context.backends.capture = [&](Sources&, const CaptureOptions& options) {
    made.capture = options;
    return Result<std::string>("picture");
  };
  made.status = run_command_line(words, context);
  made.out = out.str();
  return made;
}

Handed captured(std::vector<std::string> words) {
  words.insert(words.begin(), {"capture", "wmma.m16n16k16.acc.f32", "--device", "recorded:sm_90", "-o", "-"});
  Handed made = handed(words);
  EXPECT_TRUE(made.status.ok()) << made.status.error().message;
  EXPECT_EQ(made.out, "picture");
  return made;
}

// The line may be a stranger's: where it brings a kernel, that is of no file of this machine.
TEST(Capture, ALinkNamesNoFileThatIsWritten) {
  const std::string link = R"({"format": "tcviz-link/1", "at": {"workspace": "xray"}, "xray": {"name": "a.ptx", )"
                           R"("source": "ret;", "path": "/etc/profile"}})";
  const auto made = handed({"--link", link});
  ASSERT_TRUE(made.window && made.window->link) << made.status.error().message;
  EXPECT_EQ(made.window->link->task<XrayLook>().source, "ret;");
  EXPECT_EQ(made.window->link->task<XrayLook>().path, "");
}

TEST(Capture, TheLookIsHandedOver) {
  const auto made = captured({"--size",   "640x480", "--scale",   "2",          "--theme",       "light",     "--pin",
                              "7,2",      "--view",  "combined",  "--color-by", "value",         "--palette", "vivid",
                              "--labels", "slot",    "--threads", "0-7,16",     "--full-screen", "--show",    "keys"});
  ASSERT_TRUE(made.capture);
  const CaptureOptions& c = *made.capture;
  EXPECT_EQ(c.window.kind, "wmma.m16n16k16.acc.f32");
  EXPECT_EQ(c.window.source, "recorded:sm_90");
  EXPECT_EQ(std::pair(c.width, c.height), std::pair(640, 480));
  EXPECT_EQ(c.scale, 2);
  EXPECT_EQ(c.theme, Theme::Light);
  EXPECT_EQ(c.select, (Slot{7, 2}));
  EXPECT_EQ(c.view, ViewMode::Combined);
  EXPECT_EQ(c.color_by, ColorBy::Value);
  EXPECT_EQ(c.palette, Palette::Vivid);
  EXPECT_EQ(c.label_by, LabelBy::Slot);
  EXPECT_EQ(c.threads, "0-7,16");
  EXPECT_TRUE(c.full_screen);
  EXPECT_EQ(c.show, "keys");
}

TEST(Capture, TextsAreHandedOver) {
  const auto pair = captured({"--row", "tid / 4", "--col", "i", "--hide-answer", "--color-by", "tid % 2", "--with",
                              "published:sm_70", "--maxas", "S3:17", "--maxas-order", "zigzag"});
  ASSERT_TRUE(pair.capture);
  EXPECT_EQ(pair.capture->row, "tid / 4");
  EXPECT_EQ(pair.capture->col, "i");
  EXPECT_TRUE(pair.capture->hide_answer);
  EXPECT_EQ(pair.capture->color_by, ColorBy::Expression);
  EXPECT_EQ(pair.capture->expression, "tid % 2");
  EXPECT_EQ(pair.capture->with, "published:sm_70");
  EXPECT_EQ(pair.capture->view, ViewMode::Comparison);
  EXPECT_EQ(pair.capture->maxas, "S3:17");
  EXPECT_TRUE(pair.capture->maxas_variant.has_value());
  const auto one = captured({"--formula", "return tid;", "--maxas-tour", "1:2"});
  ASSERT_TRUE(one.capture);
  EXPECT_EQ(one.capture->formula, "return tid;");
  EXPECT_EQ(one.capture->maxas_tour, "1:2");
  EXPECT_FALSE(one.capture->maxas_variant.has_value());
}

TEST(Capture, WhatIsNotTypedIsAsTheWindowBegins) {
  const auto made = captured({});
  ASSERT_TRUE(made.capture);
  const CaptureOptions plain;
  EXPECT_EQ(std::pair(made.capture->width, made.capture->height), std::pair(plain.width, plain.height));
  EXPECT_EQ(made.capture->theme, plain.theme);
  EXPECT_EQ(made.capture->view, plain.view);
  EXPECT_FALSE(made.capture->select);
}

TEST(Window, TheKindAndTheSourceAreHandedOver) {
  const auto made = handed({"wmma.m16n16k16.acc.f32", "--device", "recorded:sm_90"});
  EXPECT_TRUE(made.status.ok());
  ASSERT_TRUE(made.window);
  EXPECT_EQ(made.window->kind, "wmma.m16n16k16.acc.f32");
  EXPECT_EQ(made.window->source, "recorded:sm_90");
  EXPECT_FALSE(made.capture);
}

// The window shows mma for an A100 as the manual states it; a V100 has none.
TEST(Window, AnArchitectureNeedsNoSourceThatHasReadTheKind) {
  const auto ampere = handed({"mma.m16n8k16.acc.f32", "--device", "A100"});
  ASSERT_TRUE(ampere.status.ok()) << ampere.status.error().message;
  EXPECT_EQ(ampere.window->source, "A100");
  EXPECT_TRUE(handed({"capture", "mma.m16n8k16.acc.f32", "--device", "A100", "-o", "-"}).capture);
  const auto volta = handed({"mma.m16n8k16.acc.f32", "--device", "V100"});
  ASSERT_FALSE(volta.status.ok());
  EXPECT_THAT(volta.status.error().message, testing::HasSubstr("the first architecture with it is sm_80"));
  EXPECT_FALSE(volta.window);
}

TEST(Window, AQuizCanBeRepeated) {
  const auto made = handed({"learn", "quiz", "--kind", "wmma.m16n16k16.acc.f32", "--seed", "7"});
  EXPECT_TRUE(made.status.ok());
  ASSERT_TRUE(made.window);
  EXPECT_TRUE(made.window->quiz);
  EXPECT_EQ(made.window->quiz_seed, 7U);
  EXPECT_EQ(made.window->kind, "wmma.m16n16k16.acc.f32");
  EXPECT_FALSE(handed({"learn", "fragment", "--seed", "7"}).status.ok());
}

}  // namespace
}  // namespace tcviz::test
