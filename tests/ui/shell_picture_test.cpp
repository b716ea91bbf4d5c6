// States of the panels and what can lie over them, held against approved pictures: `tests/approve` approves what was
// drawn.
#include <fstream>
#include <sstream>
#include <string>

#include "app/session/learn/learn_action.hpp"
#include "app/session/maxas/maxas_action.hpp"
#include "app/session/products/products_jobs.hpp"
#include "app/session/shared_memory/smem_action.hpp"
#include "app/session/whole/session.hpp"
#include "app/session/xray/xray_action.hpp"
#include "gtest/gtest.h"
#include "imgui.h"
#include "tests/session/fakes.hpp"
#include "tests/session/xray_stand_in.hpp"
#include "tests/ui/window_part.hpp"

namespace tcviz {
namespace {

struct ShellPicture {
  const char* name;
  const char* part;   // of the window: see part_of_window()
  int width, height;  // pixels
  double scale;
  Theme theme;
  void (*prepare)(ActionQueue&);  // after the first frames
  const char* typed = "";         // then
};

void nothing(ActionQueue&) {}
void pin(ActionQueue& actions) { actions.push_back(SetPin{Pick{{9, 6}, {7, 2}}}); }
void help(ActionQueue& actions) { actions.push_back(ShowHelp{true}); }
void palette(ActionQueue& actions) { actions.push_back(ShowCommands{true}); }
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
  actions.push_back(ShowView{ViewId::Kinds});
}
void search(ActionQueue& actions) {
  actions.push_back(ShowView{ViewId::Kinds});
  actions.push_back(SetSearch{"acc float 16"});
}
void mistyped(ActionQueue& actions) {
  actions.push_back(ShowView{ViewId::Kinds});
  actions.push_back(SetSearch{"acumulator duoble"});
}
void message(ActionQueue& actions) {
  actions.push_back(WindowAction(AddProblem{"layouts/mine.json was refused: the map has 255 entries instead of 256."}));
}
void formula(ActionQueue& actions) { actions.push_back(ShowWorkspace{Workspace::Formula}); }

// The pointer rests on a register, and the naive choices leave conflicts.
void maxas_conflicts(ActionQueue& actions) {
  actions.push_back(ShowView{ViewId::Maxas});
  actions.push_back(MaxasAction(SetMaxasVariant{{maxas::IssueOrder::XInner, maxas::RegisterMap::RowMajor, 1}}));
  actions.push_back(MaxasAction(SetMaxasColor{MaxasColor::Register}));
  actions.push_back(MaxasAction(SetMaxasStep{{MaxasStage::FirstLine, 0, 9}}));
  ImGui::GetIO().AddMousePosEvent(750, 260);
}
void maxas_tour(ActionQueue& actions) {
  actions.push_back(ShowView{ViewId::Maxas});
  actions.push_back(MaxasAction(SetMaxasPage{MaxasPage{0, 3}}));
}
void maxas_exchange(ActionQueue& actions) {
  actions.push_back(ShowView{ViewId::Maxas});
  actions.push_back(MaxasAction(SetMaxasThread{37}));
  actions.push_back(MaxasAction(SetMaxasStep{{MaxasStage::ReadBack, 0, 3}}));
  actions.push_back(MaxasAction(EnlargeMaxas{MaxasPart::Collector}));
}

void smem_elements(ActionQueue& actions) {
  actions.push_back(SmemAction(SetSmemPage{SmemPage::Image}));
  actions.push_back(SmemAction(SetSmemImage{{Swizzle::B64, Major::MN, 32, 64, 32, {}, {}, 0, 512}}));
  actions.push_back(SmemAction(SetSmemGrids{SmemGrids::Lines}));
  actions.push_back(SmemAction(SetSmemDetail{true}));
}
void smem_descriptor(ActionQueue& actions) {
  actions.push_back(SmemAction(SetSmemPage{SmemPage::Descriptor}));
  SmemDescriptor d = SmemLook().descriptor;
  d.bits = 0x4000004000010040;
  d.other = 0x4000004200010040;
  actions.push_back(SmemAction(SetSmemDescriptor{d}));
}
void smem_banks(ActionQueue& actions) {
  actions.push_back(SmemAction(SetSmemPage{SmemPage::Banks}));
  actions.push_back(SmemAction(
      SetSmemAccess{{"ldm4", false, "(lane % 16) * 64 + lane / 16 * 16", "lane % 16", "lane / 16 * 8", 64}}));
}
void smem_journey(ActionQueue& actions) {
  actions.push_back(SmemAction(SetSmemPage{SmemPage::Journey}));
  actions.push_back(SmemAction(SetSmemJourney{{2, {'A', 200, 300}, {}, 4}}));
}
void xray_start(ActionQueue& actions) { actions.push_back(ShowWorkspace{Workspace::Xray}); }
void xray_wrong(ActionQueue& actions) { actions.push_back(XrayAction(OpenXray{"mine.ptx", faulty_kernel()})); }
void xray_banks(ActionQueue& actions) {
  actions.push_back(XrayAction(OpenXray{"mine.ptx", copying_kernel()}));
  actions.push_back(XrayAction(ShowXrayBanks{true}));
}
void xray_right(ActionQueue& actions) { actions.push_back(XrayAction(OpenXray{"mine.ptx", sample_kernel()})); }
void smem_lanes(ActionQueue& actions) { actions.push_back(SmemAction(SetSmemPage{SmemPage::Banks})); }
void lesson(ActionQueue& actions) { actions.push_back(LearnAction(OpenLesson{"fragment", 2})); }

// The run that travels with the program.
std::string recorded_run() {
  std::ostringstream text;
  text << std::ifstream(TCVIZ_RESULTS "/gemm_h200.json").rdbuf();
  return text.str();
}

constexpr ShellPicture shell_picture_pictures[] = {
    {"maxas_conflicts", "###maxas", 1024, 640, 1, Theme::Light, maxas_conflicts},
    {"maxas_tour", "###maxas_tour", 1400, 840, 1, Theme::Dark, maxas_tour},
    {"maxas_exchange", "###maxas", 1024, 640, 1, Theme::Light, maxas_exchange},
    {"contrast_palette", "###palette", 1400, 840, 1, Theme::Contrast, palette, "acc float"},
    {"palette", "###palette", 1400, 840, 1, Theme::Dark, palette, "theme"},
    {"palette_small", "###palette", 640, 400, 1, Theme::Light, palette, "copy"},
    {"keys", "###help", 1400, 840, 1, Theme::Dark, help},
    {"sources", "popup", 1400, 840, 1, Theme::Dark, sources},
    {"tour_first", "###tour", 1024, 640, 1, Theme::Light, tour<0>},
    {"tour_source", "###tour", 1024, 640, 1, Theme::Dark, tour<3>},
    {"tour_last", "###tour ###grids", 1024, 640, 1, Theme::Dark, tour<4>},
    {"favourites", "###kinds", 1400, 840, 1, Theme::Dark, favourites},
    {"search", "###kinds", 1024, 640, 1, Theme::Light, search},
    {"mistyped", "###kinds", 1024, 640, 1, Theme::Dark, mistyped},
    {"smallest", "", 640, 400, 1, Theme::Dark, pin},
    {"full_screen", "", 1024, 640, 1, Theme::Dark, full_screen},
    {"message", "##status", 1024, 640, 1, Theme::Light, message},
    {"formula", "###formula", 1280, 720, 1, Theme::Dark, formula},
    {"smem_elements", "", 800, 600, 1, Theme::Contrast, smem_elements},
    {"smem_descriptor", "", 1280, 720, 1, Theme::Light, smem_descriptor},
    {"smem_banks", "", 1280, 720, 1, Theme::Light, smem_banks},
    {"smem_lanes", "", 800, 600, 1, Theme::Dark, smem_lanes},
    {"smem_journey", "", 1280, 720, 1, Theme::Light, smem_journey},
    {"xray_start", "", 1024, 640, 1, Theme::Dark, xray_start},
    {"xray_narrow", "", 800, 600, 1, Theme::Contrast, xray_wrong},
    {"xray_banks", "", 1280, 720, 1, Theme::Dark, xray_banks},
    {"xray_banks_narrow", "", 800, 600, 1, Theme::Light, xray_banks},
    {"xray_right", "", 1280, 720, 1, Theme::Light, xray_right},
    {"lesson", "###learn", 1280, 720, 1, Theme::Dark, lesson},
    {"bar_narrow", "##MainMenuBar", 800, 600, 1, Theme::Light, nothing},
};

std::ostream& operator<<(std::ostream& out, const ShellPicture& picture) { return out << picture.name; }

class ShellPictures : public testing::TestWithParam<ShellPicture> {};

TEST_P(ShellPictures, LooksAsApproved) {
  const ShellPicture& p = GetParam();
  Sources all = sample_sources();
  const std::string run = recorded_run();
  WindowOptions options;
  options.task<ProductsWorks>().recorded_products = {{"gemm_h200.json", run}};
  options.task<XrayWorks>().run_xray = xray_here();
  auto made = Headless::make(all, options, p.width, p.height, p.scale);
  ASSERT_TRUE(made.ok()) << made.error().message;
  Session& session = made.value()->session();
  session.settle();
  session.actions().push_back(SetTheme{p.theme});
  made.value()->run_idle();
  p.prepare(session.actions());
  made.value()->run_idle();
  session.settle();  // what is computed beside the window
  made.value()->run_idle();
  ImGui::GetIO().AddInputCharactersUTF8(p.typed);
  for (int frame = 0; frame < 4; ++frame) made.value()->draw();

  expect_as_approved("shell_" + std::string(p.name), *made.value(), p.part);
}

INSTANTIATE_TEST_SUITE_P(Window, ShellPictures, testing::ValuesIn(shell_picture_pictures),
                         [](const auto& named) { return std::string(named.param.name); });

}  // namespace
}  // namespace tcviz
