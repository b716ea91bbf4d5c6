#include "tests/ui/gui.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "imgui_internal.h"

namespace tcviz {

Gui::Gui(Sources sources, const WindowOptions& options, bool patient) : sources_(std::move(sources)) {
  auto made = Headless::make(sources_, options, 1000, 780, 1, patient);
  if (!made.ok()) throw std::runtime_error(made.error().message);
  headless_ = std::move(made).value();
  engine_ = ImGuiTestEngine_CreateContext();
  ImGuiTestEngineIO& io = ImGuiTestEngine_GetIO(engine_);
  io.ConfigSavedSettings = false;
  io.ConfigMouseDrawCursor = false;
  io.ConfigLogToTTY = true;
  io.ConfigVerboseLevel = ImGuiTestVerboseLevel_Error;
  io.ConfigFixedDeltaTime = 1.0F / 60;
  ImGuiTestEngine_Start(engine_, ImGui::GetCurrentContext());
  headless_->run_idle();
}

Gui::~Gui() {
  ImGuiTestEngine_Stop(engine_);
  headless_.reset();
  ImGuiTestEngine_DestroyContext(engine_);
}

void Gui::run(const std::function<void(ImGuiTestContext*)>& script) {
  ImGuiTest* test = IM_REGISTER_TEST(engine_, "window", "script");
  test->TestFunc = [&](ImGuiTestContext* ctx) { script(ctx); };
  ImGuiTestEngine_QueueTest(engine_, test);
  while (!ImGuiTestEngine_IsTestQueueEmpty(engine_)) {
    headless_->take_in();
    headless_->draw();
    ImGuiTestEngine_PostSwap(engine_);
  }
  headless_->take_in();
  EXPECT_EQ(test->Output.Status, ImGuiTestStatus_Success);
  ImGuiTestEngine_UnregisterTest(engine_, test);
}

void Gui::act(ImGuiTestContext* ctx, Action action) {
  headless_->session().actions().push_back(std::move(action));
  ctx->Yield(6);
}

const ImGuiWindow* Gui::tip() {
  const ImGuiWindow* const window = ImGui::FindWindowByName("##Tooltip_00");
  return window != nullptr && window->Active && !window->Hidden ? window : nullptr;
}

// The log of Dear ImGui writes down one window; what it notes of all windows is switched on here.
std::string Gui::words(ImGuiTestContext* ctx) {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  context.LogBuffer.clear();
  context.LogEnabled = true;
  context.LogFlags = ImGuiLogFlags_OutputBuffer;
  ctx->Yield();
  context.LogEnabled = false;
  context.LogFlags = ImGuiLogFlags_None;
  return context.LogBuffer.c_str();
}

void Gui::await_frames(ImGuiTestContext* ctx, const std::function<bool()>& holds) {
  const bool came = await([&] {
    if (!holds() && !ctx->IsError()) ctx->Yield();
    return holds() || ctx->IsError();
  });
  EXPECT_TRUE(came) << "what the frames were drawn for has not come";
}

ImVec2 Gui::canvas_middle(ImGuiTestContext* ctx) { return ctx->ItemInfo("//###grids/##canvas").RectFull.GetCenter(); }

ImGuiID Gui::list_window(const char* id) {
  const std::string part = std::string("/") + id + "_";
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
    const std::string_view name = window->Name;
    const bool last = name.find(part) != std::string_view::npos && name.rfind('/') == name.find(part);
    if (window->WasActive && last) return window->ID;
  }
  return 0;
}

void Gui::click_row(ImGuiTestContext* ctx, const std::string& item) {
  open_kinds(ctx);
  ctx->SetRef(ctx->WindowInfo("//###kinds/##rows").ID);
  ctx->ItemClick(item.c_str());
}

void Gui::open_kinds(ImGuiTestContext* ctx) {
  if (document().views[ViewId::Kinds].open) return;
  headless_->session().actions().push_back(ShowView{ViewId::Kinds});
  ctx->Yield(4);
}

void Gui::choose_source(ImGuiTestContext* ctx, const std::string& name) {
  ctx->ItemClick("//##MainMenuBar/##MenuBar/##source");
  ctx->Yield(2);
  ctx->SetRef(ctx->WindowInfo("//$FOCUSED/##list").ID);
  ctx->ItemClick((name + "/##choose").c_str());
}

// The cells' places are the window's business: the mouse feels its way, as a person would.
void Gui::point_at(ImGuiTestContext* ctx, Element element) {
  const ImRect canvas = ctx->ItemInfo("//###grids/##canvas").RectFull;
  ImVec2 at = canvas.Min;
  const auto move = [&](float x, float y) {
    at = {at.x + x, at.y + y};
    ctx->MouseTeleportToPos(at);
    ctx->Yield(3);  // the hit, the action, what it shows
  };
  const auto step = [](int from, int to) { return std::clamp(static_cast<float>(to - from), -8.0F, 8.0F) * 8; };
  for (int tries = 0; tries < 100; ++tries) {
    if (!document().hover) {  // not on the grid yet, or in the gap between two cells
      move(9, 7);
      continue;
    }
    const Element here = document().hover->element;
    if (here == element) return;
    move(step(here.col, element.col), step(here.row, element.row));
  }
  ADD_FAILURE() << "no cell (" << element.row << ", " << element.col << ") found";
}

}  // namespace tcviz
