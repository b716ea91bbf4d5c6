// The window with what can lie over its panels, in every theme and from small to large, held against approved pictures.
// `tests/approve` makes what was drawn the approved ones.
#include <fstream>
#include <sstream>
#include <string>

#include "app/session/whole/session.hpp"
#include "app/ui/window/headless.hpp"
#include "gtest/gtest.h"
#include "imgui.h"
#include "tests/session/fakes.hpp"
#include "tests/session/xray_stand_in.hpp"
#include "tests/ui/png_compare.hpp"

namespace tcviz {
namespace {

struct ShellPicture {
  const char* name;
  int width, height;  // pixels
  double scale;
  Theme theme;
  Crop crop;                      // what it is about
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
void compare(ActionQueue& actions) { actions.push_back(ShowWorkspace{Workspace::Compare}); }
void formula(ActionQueue& actions) { actions.push_back(ShowWorkspace{Workspace::Formula}); }

void maxas(ActionQueue& actions) {
  actions.push_back(ShowView{ViewId::Maxas});
  actions.push_back(MaxasAction(SetMaxasKernel{sgemm128}));
  actions.push_back(MaxasAction(ChooseMaxas{{MaxasObject::Type::C, 9, 85}}));
  actions.push_back(MaxasAction(SetMaxasStep{{MaxasStage::OtherLines, 6, 34}}));
}
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

void operations(ActionQueue& actions) {
  pin(actions);
  actions.push_back(ShowView{ViewId::Operations});
  actions.push_back(OperationsAction(ChooseOperation{"upper"}));
  actions.push_back(OperationsAction(SetStep{StepBy::Thread, 9}));
}
void products(ActionQueue& actions) { actions.push_back(ProductsAction(ShowProductsPage{ProductsPage::Speed})); }
void products_tiles(ActionQueue& actions) {
  actions.push_back(ProductsAction(ShowProductsPage{ProductsPage::Tiles}));
  actions.push_back(ProductsAction(PickTile{{1, 1, 1, 0}}));
}
// An element is chosen, and where it lies stands beside.
void smem_image(ActionQueue& actions) {
  actions.push_back(SmemAction(SetSmemPage{SmemPage::Image}));
  actions.push_back(SmemAction(ChooseSmem{Element{5, 9}}));
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
    {"maxas", 1400, 840, 1, Theme::Dark, {440, 30, 960, 600}, maxas},
    {"maxas_conflicts", 1024, 640, 1, Theme::Light, {400, 60, 624, 500}, maxas_conflicts},
    {"maxas_tour", 1400, 840, 1, Theme::Dark, {560, 60, 840, 460}, maxas_tour},
    {"maxas_exchange", 1024, 640, 1, Theme::Light, {0, 80, 560, 420}, maxas_exchange},
    {"operations", 1400, 840, 1, Theme::Dark, {244, 28, 832, 562}, operations},
    {"products", 1400, 840, 1, Theme::Dark, {244, 28, 832, 562}, products},
    {"products_tiles", 1400, 840, 1, Theme::Dark, {244, 28, 832, 562}, products_tiles},
    {"contrast", 1400, 840, 1, Theme::Contrast, {700, 28, 700, 812}, pin},
    {"contrast_palette", 1400, 840, 1, Theme::Contrast, {360, 0, 720, 300}, palette, "acc float"},
    {"palette", 1400, 840, 1, Theme::Dark, {360, 0, 720, 200}, palette, "theme"},
    {"palette_small", 640, 400, 1, Theme::Light, {}, palette},
    {"keys", 1400, 840, 1, Theme::Dark, {300, 0, 760, 800}, help},
    {"keys_small", 640, 400, 1, Theme::Light, {}, help},
    {"sources", 1400, 840, 1, Theme::Dark, {880, 0, 520, 360}, sources},
    {"tour_first", 1024, 640, 1, Theme::Light, {0, 30, 560, 420}, tour<0>},
    {"tour_source", 1024, 640, 1, Theme::Dark, {600, 0, 424, 300}, tour<3>},
    {"tour_last", 1400, 840, 1, Theme::Dark, {244, 460, 620, 340}, tour<4>},
    {"favourites", 1400, 840, 1, Theme::Dark, {880, 0, 420, 400}, favourites},
    {"search", 1400, 840, 1, Theme::Light, {880, 0, 420, 300}, search},
    {"mistyped", 1024, 640, 1, Theme::Dark, {500, 0, 440, 280}, mistyped},
    {"small", 1024, 640, 1, Theme::Dark, {}, pin},
    {"smallest", 640, 400, 1, Theme::Dark, {}, pin},
    {"uhd_2x", 3840, 2160, 2, Theme::Dark, {0, 0, 1500, 800}, pin},
    {"full_screen", 1400, 840, 1, Theme::Dark, {400, 420, 1000, 420}, full_screen},
    {"message", 1024, 640, 1, Theme::Light, {0, 480, 1024, 160}, message},
    {"compare", 1280, 720, 1, Theme::Light, {0, 0, 1280, 200}, compare},
    {"formula", 1280, 720, 1, Theme::Dark, {0, 0, 560, 720}, formula},
    {"smem_image", 1280, 720, 1, Theme::Dark, {}, smem_image},
    {"smem_elements", 800, 600, 1, Theme::Contrast, {}, smem_elements},
    {"smem_descriptor", 2560, 1440, 2, Theme::Light, {0, 60, 2560, 1340}, smem_descriptor},
    {"smem_banks", 1280, 720, 1, Theme::Light, {}, smem_banks},
    {"smem_lanes", 800, 600, 1, Theme::Dark, {}, smem_lanes},
    {"smem_journey", 1280, 720, 1, Theme::Light, {}, smem_journey},
    {"xray_wrong", 1280, 720, 1, Theme::Dark, {}, xray_wrong},
    {"xray_narrow", 800, 600, 1, Theme::Contrast, {}, xray_wrong},
    {"xray_banks", 1280, 720, 1, Theme::Dark, {}, xray_banks},
    {"xray_banks_narrow", 800, 600, 1, Theme::Light, {}, xray_banks},
    {"xray_right", 2560, 1440, 2, Theme::Light, {}, xray_right},
    {"lesson", 1280, 720, 1, Theme::Dark, {916, 28, 364, 660}, lesson},
    {"bar_narrow", 800, 600, 1, Theme::Light, {0, 0, 800, 120}, nothing},
    {"first", 1280, 720, 1, Theme::Dark, {}, nothing},
};

std::ostream& operator<<(std::ostream& out, const ShellPicture& picture) { return out << picture.name; }

class ShellPictures : public testing::TestWithParam<ShellPicture> {};

TEST_P(ShellPictures, LooksAsApproved) {
  const ShellPicture& p = GetParam();
  Sources all = sample_sources();
  const std::string run = recorded_run();
  WindowOptions options;
  options.recorded_products = {{"gemm_h200.json", run}};
  options.run_xray = xray_here();
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

  const Result<std::string> png = encode_png(made.value()->pixels());
  ASSERT_TRUE(png.ok());
  expect_as_approved("shell_" + std::string(p.name), png.value(), p.crop);
}

INSTANTIATE_TEST_SUITE_P(Window, ShellPictures, testing::ValuesIn(shell_picture_pictures),
                         [](const auto& named) { return std::string(named.param.name); });

}  // namespace
}  // namespace tcviz
