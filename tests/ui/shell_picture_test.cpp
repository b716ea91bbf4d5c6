// The window with what can lie over its panels, in every theme and from small to large, held against approved pictures.
// `tests/approve` makes what was drawn the approved ones.
#include <filesystem>
#include <fstream>
#include <string>

#include "app/ui/headless.hpp"
#include "gtest/gtest.h"
#include "imgui.h"
#include "tests/ui/fakes.hpp"
#include "tests/ui/png_compare.hpp"

namespace tcviz {
namespace {

namespace fs = std::filesystem;

struct ShellPicture {
  const char* name;
  int width, height;  // pixels
  double scale;
  Theme theme;
  void (*prepare)(ActionQueue&);  // after the first frames
  const char* typed = "";         // then
};

void nothing(ActionQueue&) {}
void pin(ActionQueue& actions) { actions.push_back(SetPin{Pick{{9, 6}, {7, 2}}}); }
void help(ActionQueue& actions) { actions.push_back(ShowHelp{true}); }
void palette(ActionQueue& actions) { actions.push_back(ShowPalette{true}); }
void sources(ActionQueue& actions) { actions.push_back(WindowAction(ShowSources{})); }
void full_screen(ActionQueue& actions) {
  pin(actions);
  actions.push_back(SetFullScreen{true});
}
template <int Step>
void tour(ActionQueue& actions) {
  actions.push_back(SetTour{Step});
}
void favourites(ActionQueue& actions) {
  for (const char* kind : {"wmma.m16n16k16.a.f16.row", "wmma.m16n16k16.acc.f32", "wmma.m8n8k4.acc.f64"}) {
    actions.push_back(ToggleFavourite{kind});
  }
  actions.push_back(ChooseKind{"wmma.m32n8k16.b.f16.col"});
  actions.push_back(ChooseKind{"wmma.m16n16k16.a.f16.row"});
  actions.push_back(ToggleHeading{"wmma.m16n16k16"});
}
void search(ActionQueue& actions) { actions.push_back(SetSearch{"acc float 16"}); }
void mistyped(ActionQueue& actions) { actions.push_back(SetSearch{"acumulator duoble"}); }
void message(ActionQueue& actions) {
  actions.push_back(WindowAction(AddProblem{"layouts/mine.json was refused: the map has 255 entries instead of 256."}));
}
void compare(ActionQueue& actions) { actions.push_back(WindowAction(ChooseArrangement{"Compare"})); }
void teaching(ActionQueue& actions) { actions.push_back(WindowAction(ChooseArrangement{"Teaching"})); }

void maxas(ActionQueue& actions) {
  actions.push_back(MaxasAction(ShowMaxas{}));
  actions.push_back(MaxasAction(SetMaxasKernel{sgemm128}));
  actions.push_back(MaxasAction(ChooseMaxas{{MaxasObject::Type::C, 9, 85}}));
  actions.push_back(MaxasAction(SetMaxasStep{{MaxasStage::OtherLines, 6, 34}}));
}
// The pointer rests on a register, and the naive choices leave conflicts.
void maxas_conflicts(ActionQueue& actions) {
  actions.push_back(MaxasAction(ShowMaxas{}));
  actions.push_back(
      MaxasAction(SetMaxasVariant{{maxas::IssueOrder::XInner, maxas::RegisterMap::RowMajor, 1}}));
  actions.push_back(MaxasAction(SetMaxasColor{MaxasColor::Register}));
  actions.push_back(MaxasAction(SetMaxasStep{{MaxasStage::FirstLine, 0, 9}}));
  ImGui::GetIO().AddMousePosEvent(750, 260);
}
void maxas_tour(ActionQueue& actions) {
  actions.push_back(MaxasAction(ShowMaxas{}));
  actions.push_back(MaxasAction(SetMaxasPage{MaxasPage{0, 3}}));
}
void maxas_exchange(ActionQueue& actions) {
  actions.push_back(MaxasAction(ShowMaxas{}));
  actions.push_back(MaxasAction(SetMaxasThread{37}));
  actions.push_back(MaxasAction(SetMaxasStep{{MaxasStage::ReadBack, 0, 3}}));
  actions.push_back(MaxasAction(EnlargeMaxas{MaxasPart::Collector}));
}

constexpr ShellPicture pictures[] = {
    {"maxas", 1400, 840, 1, Theme::Dark, maxas},
    {"maxas_conflicts", 1024, 640, 1, Theme::Light, maxas_conflicts},
    {"maxas_tour", 1400, 840, 1, Theme::Dark, maxas_tour},
    {"maxas_exchange", 1024, 640, 1, Theme::Light, maxas_exchange},
    {"contrast", 1400, 840, 1, Theme::Contrast, pin},
    {"contrast_palette", 1400, 840, 1, Theme::Contrast, palette, "acc float"},
    {"palette", 1400, 840, 1, Theme::Dark, palette, "theme"},
    {"palette_small", 640, 400, 1, Theme::Light, palette},
    {"keys", 1400, 840, 1, Theme::Dark, help},
    {"keys_small", 640, 400, 1, Theme::Light, help},
    {"sources", 1400, 840, 1, Theme::Dark, sources},
    {"tour_first", 1024, 640, 1, Theme::Light, tour<0>},
    {"tour_source", 1024, 640, 1, Theme::Dark, tour<3>},
    {"tour_last", 1400, 840, 1, Theme::Dark, tour<4>},
    {"favourites", 1400, 840, 1, Theme::Dark, favourites},
    {"search", 1400, 840, 1, Theme::Light, search},
    {"mistyped", 1024, 640, 1, Theme::Dark, mistyped},
    {"small", 1024, 640, 1, Theme::Dark, pin},
    {"smallest", 640, 400, 1, Theme::Dark, pin},
    {"uhd_2x", 3840, 2160, 2, Theme::Dark, pin},
    {"full_screen", 1400, 840, 1, Theme::Dark, full_screen},
    {"message", 1024, 640, 1, Theme::Light, message},
    {"compare_arrangement", 1400, 840, 1, Theme::Dark, compare},
    {"teaching_arrangement", 1400, 840, 1, Theme::Light, teaching},
    {"first", 1400, 840, 1, Theme::Dark, nothing},
};

std::ostream& operator<<(std::ostream& out, const ShellPicture& picture) { return out << picture.name; }

class ShellPictures : public testing::TestWithParam<ShellPicture> {};

TEST_P(ShellPictures, LooksAsApproved) {
  const ShellPicture& p = GetParam();
  Sources all = sample_sources();
  auto made = Headless::make(all, {}, p.width, p.height, p.scale);
  ASSERT_TRUE(made.ok()) << made.error().message;
  Session& session = made.value()->session();
  session.settle();
  session.actions().push_back(SetTheme{p.theme});
  made.value()->run_idle();
  p.prepare(session.actions());
  made.value()->run_idle();
  ImGui::GetIO().AddInputCharactersUTF8(p.typed);
  for (int frame = 0; frame < 4; ++frame) made.value()->draw();

  const fs::path drawn = fs::path(TCVIZ_DRAWN_FOLDER) / ("shell_" + std::string(p.name) + ".png");
  fs::create_directories(drawn.parent_path());
  const Result<std::string> png = encode_png(made.value()->pixels());
  ASSERT_TRUE(png.ok());
  std::ofstream(drawn, std::ios::binary) << png.value();
  const fs::path approved = fs::path(TCVIZ_APPROVED_FOLDER) / ("shell_" + std::string(p.name) + ".png");
  const fs::path difference = fs::path(TCVIZ_DRAWN_FOLDER) / ("shell_" + std::string(p.name) + ".difference.png");
  const PictureDifference found = compare_pictures(approved, drawn, difference);
  EXPECT_EQ(found.problem, "") << drawn << " against " << approved;
  EXPECT_LT(found.share, 0.004) << "see " << difference << "; tests/approve takes over what was drawn";
}

INSTANTIATE_TEST_SUITE_P(Window, ShellPictures, testing::ValuesIn(pictures),
                         [](const auto& named) { return std::string(named.param.name); });

}  // namespace
}  // namespace tcviz
