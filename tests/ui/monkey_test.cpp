// Ten thousand random inputs by real frames: keys, text, mouse, wheel, resizes, actions. Whatever comes, the document
// stays valid and Dear ImGui has nothing to complain about. The seed is printed; TCVIZ_MONKEY_SEED repeats a run, and
// TCVIZ_MONKEY_INPUTS makes it longer.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>

#include "app/session/formula/formula_action.hpp"
#include "app/session/maxas/maxas_action.hpp"
#include "app/session/maxas/maxas_steps.hpp"
#include "app/session/operations/operations_action.hpp"
#include "app/session/products/products_action.hpp"
#include "app/session/shared_memory/smem_action.hpp"
#include "app/session/whole/session.hpp"
#include "app/session/xray/xray_action.hpp"
#include "app/ui/window/headless.hpp"
#include "gpu/smem/banks.hpp"
#include "gtest/gtest.h"
#include "imgui_internal.h"
#include "tests/session/fakes.hpp"
#include "tests/session/xray_stand_in.hpp"

namespace tcviz {
namespace {

constexpr int inputs_per_frame = 4, frames_per_picture = 16;

unsigned from_environment(const char* name, unsigned otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : otherwise;
}

// Sources that a monkey can ask again and again; the fake GPU answers at once.
Sources sources_with_gpu() {
  Sources sources = sample_sources();
  sources.add(std::make_unique<FakeGpu>("cuda:0", std::vector<std::string>{"wmma.m16n16k16.acc.f32"}));
  return sources;
}

// The assembler is NVIDIA's: it leaks, and what it says is held elsewhere.
WindowOptions options_without_assembler() {
  WindowOptions options;
  options.task<XrayWorks>().run_xray = xray_here();
  options.recompute = [](const KnownAnswers&, const OnRecompute&) {
    return RecomputeEnded{false, true, "Recomputed."};
  };
  return options;
}

class Monkey : public testing::Test {
 protected:
  Monkey() : seed_(from_environment("TCVIZ_MONKEY_SEED", 20261121)), random_(seed_) {
    auto made = Headless::make(sources_, options_without_assembler(), 800, 500, 1);
    EXPECT_TRUE(made.ok()) << made.error().message;
    headless_ = std::move(made).value();
    headless_->session().settle();
    ImGui::GetCurrentContext()->ErrorCallback = [](ImGuiContext*, void* user, const char* message) {
      ADD_FAILURE() << "Dear ImGui: " << message;
      static_cast<void>(user);
    };
    ImGui::GetIO().ConfigErrorRecoveryEnableAssert = false;
  }

  int below(int end) { return std::uniform_int_distribution<int>(0, end - 1)(random_); }
  bool chance(int percent) { return below(100) < percent; }
  template <class List>
  const auto& any_of(const List& list) {
    return *(std::begin(list) + below(static_cast<int>(std::size(list))));
  }

  void press_key();
  void type();
  void move_mouse();
  void click();
  void scroll() {
    ImGui::GetIO().AddMouseWheelEvent(static_cast<float>(below(3) - 1), static_cast<float>(below(9) - 4));
  }
  void resize();
  void act();
  void act_on_memory();
  void act_on_kernel();
  void any_input();
  void expect_valid(int input);

  unsigned seed_;
  std::mt19937 random_;
  Sources sources_ = sources_with_gpu();
  std::unique_ptr<Headless> headless_;
};

void Monkey::press_key() {
  constexpr std::array modifiers = {ImGuiMod_Ctrl, ImGuiMod_Shift, ImGuiMod_Alt};
  ImGuiIO& io = ImGui::GetIO();
  const auto key =
      static_cast<ImGuiKey>(ImGuiKey_NamedKey_BEGIN + below(ImGuiKey_GamepadStart - ImGuiKey_NamedKey_BEGIN));
  constexpr std::array frequent = {ImGuiKey_UpArrow,   ImGuiKey_DownArrow,
                                   ImGuiKey_LeftArrow, ImGuiKey_RightArrow,
                                   ImGuiKey_Tab,       ImGuiKey_Enter,
                                   ImGuiKey_Escape,    ImGuiKey_Space,
                                   ImGuiKey_F6,        ImGuiKey_LeftBracket,
                                   ImGuiKey_P,         ImGuiKey_Z,
                                   ImGuiKey_F11,       ImGuiKey_RightBracket,
                                   ImGuiKey_L,         ImGuiKey_F,
                                   ImGuiKey_PageDown,  ImGuiKey_1,
                                   ImGuiKey_3,         ImGuiKey_5};
  const ImGuiKey pressed = chance(70) ? any_of(frequent) : key;
  std::array<bool, 3> held = {chance(30), chance(20), chance(4)};
  for (std::size_t m = 0; m < modifiers.size(); ++m) io.AddKeyEvent(modifiers.at(m), held.at(m));
  io.AddKeyEvent(pressed, true);
  io.AddKeyEvent(pressed, false);
  for (const ImGuiKey modifier : modifiers) io.AddKeyEvent(modifier, false);
}

void Monkey::type() {
  constexpr std::array words = {"acc f32", "16 16 16", "double", "0-7,16", "tid % 4", "row +", "\xc3\xa4\xe2\x82\xac",
                                "((((",    "sm_80",    " "};
  ImGui::GetIO().AddInputCharactersUTF8(any_of(words));
}

void Monkey::move_mouse() {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  ImGui::GetIO().AddMousePosEvent(static_cast<float>(below(static_cast<int>(size.x) + 40) - 20),
                                  static_cast<float>(below(static_cast<int>(size.y) + 40) - 20));
}

// A press and a release, with or without a move between them.
void Monkey::click() {
  const int button = chance(85) ? 0 : below(3);
  ImGui::GetIO().AddMouseButtonEvent(button, true);
  if (chance(30)) move_mouse();
  ImGui::GetIO().AddMouseButtonEvent(button, false);
}

void Monkey::resize() {
  constexpr std::array<ImVec2, 6> sizes = {{{800, 500}, {640, 400}, {1024, 640}, {1, 1}, {800, 120}, {200, 500}}};
  ImGui::GetIO().DisplaySize = any_of(sizes);
}

void Monkey::act() {
  const Document& d = headless_->document();
  const Element element{below(20) - 2, below(20) - 2};
  constexpr std::array bodies = {"x = x > 0 ? x : 0;", "", "x = ", "while (1) x = x + 1;", "x = u[row] * v[col];"};
  constexpr std::array sizes = {"", "128", "64, 300x100x77", "0x1", "1e9, ,"};
  const std::array actions = {
      Action(SetTheme{static_cast<Theme>(below(3))}),
      Action(SetViewMode{static_cast<ViewMode>(below(5))}),
      Action(SetColorBy{static_cast<ColorBy>(below(9))}),
      Action(SetLabelBy{static_cast<LabelBy>(below(8))}),
      Action(SetPalette{static_cast<Palette>(below(3))}),
      Action(ChooseKind{d.kinds[static_cast<std::size_t>(below(static_cast<int>(d.kinds.size())))].id}),
      Action(ChooseSource{static_cast<std::size_t>(below(5))}),
      Action(SetPin{Pick{element, {below(40) - 4, below(12) - 2}, below(4)}}),
      Action(SetUiScale{below(500)}),
      Action(ResetPanels{}),
      Action(SetTour{below(7)}),
      Action(ShowWorkspace{any_of(workspace_rows).workspace, chance(80)}),
      Action(SetSide{static_cast<float>(below(120)) / 100}),
      Action(WindowAction(AddProblem{"a message"})),
      Action(Undo{}),
      Action(FormulaAction(SetFormula{{chance(30), "tid >> 2", "i + (tid", "row = tid;\ncol = 1 << i;"}})),
      Action(FormulaAction(HideAnswer{})),
      Action(FormulaAction(RevealAnswer{})),
      Action(FormulaAction(SaveFormula{"a name"})),
      Action(SetCamera{{false, static_cast<float>(below(1000)) / 100, {0.3F, 0.4F}}}),
      Action(CompareWith{static_cast<std::size_t>(below(4)), any_of(d.kinds).id}),
      Action(ShowView{any_of(view_rows).view, chance(70)}),
      Action(MaxasAction(SetMaxasKernel{any_of(sgemm_kernels)})),
      Action(MaxasAction(SetMaxasStep{maxas_step_at(sgemm64, below(550))})),
      Action(MaxasAction(ChooseMaxas{{static_cast<MaxasObject::Type>(below(5)), below(140) - 4, below(140) - 4}})),
      Action(MaxasAction(EnlargeMaxas{static_cast<MaxasPart>(below(maxas_parts))})),
      Action(MaxasAction(SetMaxasPage{MaxasPage{below(3), below(6)}})),
      Action(MaxasAction(PlayMaxas{})),
      Action(OperationsAction(ChooseOperation{std::string(any_of(operations()).id)})),
      Action(OperationsAction(SetOperationsChoice{{"body", 2.5, -1, below(5) - 2, any_of(bodies)}})),
      Action(OperationsAction(RunOperation{chance(50)})),
      Action(OperationsAction(StopOperation{})),
      Action(OperationsAction(SetStep{static_cast<StepBy>(below(3)), below(400) - 20})),
      Action(ProductsAction(ShowProductsPage{static_cast<ProductsPage>(below(5))})),
      Action(ProductsAction(ToggleKernel{std::string(any_of(gemm_kernels()).id)})),
      Action(ProductsAction(ShowUsual{})),
      Action(ProductsAction(SetOfCublas{chance(50)})),
      Action(ProductsAction(ChooseProductsRun{static_cast<std::size_t>(below(4))})),
      Action(ProductsAction(OverlayProductsRun{static_cast<std::size_t>(below(4)), chance(50)})),
      Action(ProductsAction(SetProductsSizes{any_of(sizes), below(9) - 2})),
      Action(ProductsAction(RunProducts{})),
      Action(ProductsAction(StopProducts{})),
      Action(ProductsAction(SetTiles{
          std::string(any_of(gemm_kernels()).id), any_of(tile_architectures), {below(600), below(600), below(300)}})),
      Action(ProductsAction(PickTile{{below(9) - 1, below(9) - 1, below(6) - 1, below(6) - 1}})),
      Action(ProductsAction(StepPhase{below(20) - 10})),
      Action(ProductsAction(PlayPhases{chance(50)})),
  };
  headless_->session().actions().push_back(any_of(actions));
}

void Monkey::act_on_memory() {
  const Element element{below(70) - 2, below(70) - 2};
  constexpr std::array addresses = {"lane * 4", "lane % 16", "lane *", "lane * 4096", "-1"};
  const std::array actions = {
      Action(SmemAction(SetSmemPage{static_cast<SmemPage>(below(smem_pages))})),
      Action(SmemAction(SetSmemGrids{static_cast<SmemGrids>(below(3))})),
      Action(SmemAction(SetSmemDetail{chance(50)})),
      Action(SmemAction(SetSmemHeight{static_cast<float>(below(60))})),
      Action(SmemAction(SetSmemImage{{any_of(swizzles), chance(50) ? Major::K : Major::MN, 8 << below(3), below(600),
                                      below(600), std::nullopt, below(9) * 256, below(10), below(300) * 1024}})),
      Action(SmemAction(
          SetSmemDescriptor{{chance(50) ? DescriptorForm::Sm90 : DescriptorForm::Sm100,
                             std::uniform_int_distribution<std::uint64_t>()(random_), std::nullopt,
                             static_cast<std::size_t>(below(12)), chance(50), chance(20), Major::K, below(300)}})),
      Action(SmemAction(SetSmemAccess{{std::string(any_of(warp_accesses()).name), chance(50), any_of(addresses),
                                       any_of(addresses), "lane / 16 * 8", below(300)}})),
      Action(SmemAction(ScrollSmem{below(900), below(900)})),
      Action(SmemAction(SetSmemJourney{{static_cast<std::size_t>(below(4)),
                                        {"ABC"[below(3)], below(1500), below(1500)},
                                        {below(1500), below(1500), below(1500)},
                                        below(12)}})),
      Action(SmemAction(ChooseSmem{element})),
  };
  headless_->session().actions().push_back(any_of(actions));
}

void Monkey::act_on_kernel() {
  const StepSpot spot{below(4), below(20) - 2, below(20) - 2};
  const std::array actions = {
      Action(XrayAction(OpenXray{"mine.ptx", chance(50) ? sample_kernel() : faulty_kernel()})),
      Action(XrayAction(OpenXray{"", ""})),
      Action(XrayAction(EditXray{chance(50) ? "no kernel" : faulty_kernel()})),
      Action(XrayAction(RunXray{})),
      Action(XrayAction(StopXray{})),
      Action(XrayAction(ChooseXrayProduct{below(40) - 4})),
      Action(XrayAction(StepXrayProduct{below(20) - 10})),
      Action(XrayAction(StepXrayWarp{below(3) - 1})),
      Action(XrayAction(StepXrayFinding{below(3) - 1})),
      Action(XrayAction(ChooseXrayFinding{below(4) - 1})),
      Action(XrayAction(DeclareXray{chance(50)})),
      Action(XrayAction(HoverXray{spot})),
      Action(XrayAction(ChooseXrayCell{spot})),
      Action(XrayAction(MoveXrayCell{below(3) - 1, below(3) - 1})),
      Action(XrayAction(ShowXrayAnswer{chance(50)})),
  };
  headless_->session().actions().push_back(any_of(actions));
}

void Monkey::any_input() {
  struct Choice {
    int percent;
    void (Monkey::*act)();
  };
  constexpr std::array<Choice, 9> choices = {{{30, &Monkey::press_key},
                                              {24, &Monkey::move_mouse},
                                              {22, &Monkey::click},
                                              {7, &Monkey::scroll},
                                              {6, &Monkey::type},
                                              {6, &Monkey::act},
                                              {2, &Monkey::act_on_memory},
                                              {2, &Monkey::act_on_kernel},
                                              {1, &Monkey::resize}}};
  int at = below(100);
  for (const Choice& choice : choices) {
    if (at < choice.percent) return (this->*choice.act)();
    at -= choice.percent;
  }
}

void Monkey::expect_valid(int input) {
  const Document& d = headless_->document();
  ASSERT_LT(d.source, d.sources.size()) << input;
  const auto same = [&](const KindEntry& e) { return e.id == d.kind; };
  ASSERT_TRUE(std::any_of(d.kinds.begin(), d.kinds.end(), same)) << input << " " << d.kind;
  ASSERT_TRUE(d.ui_percent >= min_ui_percent && d.ui_percent <= max_ui_percent) << input;
  ASSERT_TRUE(std::isfinite(d.camera.zoom) && d.camera.zoom > 0 && std::isfinite(d.camera.center.x)) << input;
  ASSERT_LE(d.undo.size(), most_undo) << input;
  ASSERT_LE(d.recent.size(), most_recent) << input;
  const auto layouts = d.layouts();
  for (const std::optional<Pick>& pick : {d.pin, d.hover}) {
    if (!pick || layouts.empty()) continue;
    ASSERT_LT(pick->layout, std::ssize(layouts)) << input;
    const Layout& layout = *layouts[static_cast<std::size_t>(pick->layout)];
    ASSERT_EQ(layout.element(pick->slot), pick->element) << input;
  }
  ASSERT_TRUE(d.kinds.size() >= d.favourites.size());
}

TEST_F(Monkey, TenThousandInputsDoNoHarm) {
  const auto inputs = static_cast<int>(from_environment("TCVIZ_MONKEY_INPUTS", 10'000));
  std::printf("seed %u, %d inputs\n", seed_, inputs);
  for (int input = 0, frame = 0; input < inputs && !HasFailure(); ++input) {
    any_input();
    if (input % inputs_per_frame != 0) continue;
    headless_->session().update();
    headless_->draw();
    if (++frame % frames_per_picture == 0) headless_->render();
    expect_valid(input);
  }
  headless_->session().settle();
}

}  // namespace
}  // namespace tcviz
