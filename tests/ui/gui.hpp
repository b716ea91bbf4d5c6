// Drives real frames of the window without a display, by mouse and keyboard, through Dear ImGui's test engine.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/session/whole/session.hpp"
#include "app/ui/window/headless.hpp"
#include "gtest/gtest.h"
#include "imgui_te_context.h"
#include "imgui_te_engine.h"
#include "tests/session/fakes.hpp"

namespace tcviz {

class Gui : public testing::Test {
 protected:
  // See Headless::make(); impatient ones look at work that is under way, or that never ends.
  explicit Gui(Sources sources = sample_sources(), const WindowOptions& options = {}, bool patient = true);
  ~Gui() override;

  // Runs a script against the window; fails the test where an item is not found or a check of the engine fails.
  void run(const std::function<void(ImGuiTestContext*)>& script);
  const Document& document() const { return headless_->document(); }

  // Applies an action, and draws frames until what it opens is there.
  void act(ImGuiTestContext* ctx, Action action);
  // The tooltip that is shown; null: none.
  static const ImGuiWindow* tip();
  // All words of the window, of its tooltip as well, as the next frame draws them.
  static std::string words(ImGuiTestContext* ctx);
  // Draws frames until `holds`: what other threads do takes as long as it takes.
  static void await_frames(ImGuiTestContext* ctx, const std::function<bool()>& holds);
  // Moves the mouse onto a cell of the left or upper grid.
  void point_at(ImGuiTestContext* ctx, Element element);
  // The middle of the canvas.
  static ImVec2 canvas_middle(ImGuiTestContext* ctx);
  // The window of a list in a panel by its id, "##fragment", however deep it lies; 0: it is not on screen.
  static ImGuiID list_window(const char* id);
  // Opens the list of sources and clicks one.
  static void choose_source(ImGuiTestContext* ctx, const std::string& name);
  void open_kinds(ImGuiTestContext* ctx);
  // An item of the list's rows: "wmma.m16n16k16.acc.f32/##kind". The list closes when a kind was chosen.
  void click_row(ImGuiTestContext* ctx, const std::string& item);

  Sources sources_;
  std::unique_ptr<Headless> headless_;
  ImGuiTestEngine* engine_ = nullptr;
};

}  // namespace tcviz
