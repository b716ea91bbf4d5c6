// A pin moves nothing: the cell that was pressed stays under the pointer, and no panel comes to lie over the grids.
#include "app/session/whole/session.hpp"
#include "app/ui/window/headless.hpp"
#include "gtest/gtest.h"
#include "imgui_internal.h"
#include "tests/session/fakes.hpp"

namespace tcviz {
namespace {

struct InspectorCase {
  const char* name;
  int width, height;
  Workspace workspace;
};

class InspectorStays : public testing::TestWithParam<InspectorCase> {
 protected:
  void open() {
    const InspectorCase& p = GetParam();
    auto made = Headless::make(sources_, {}, p.width, p.height, 1);
    ASSERT_TRUE(made.ok()) << made.error().message;
    window_ = std::move(made).value();
    window_->session().settle();
    push(ShowWorkspace{p.workspace});
  }
  void push(Action action) {
    window_->session().actions().push_back(std::move(action));
    window_->run_idle();
    window_->session().settle();
    window_->run_idle();
  }
  // Points at a share of the window and says what lies there.
  std::optional<Pick> point_at(float x, float y) {
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    ImGui::GetIO().AddMousePosEvent(size.x * x, size.y * y);
    for (int frame = 0; frame < 4; ++frame) {
      window_->take_in();
      window_->draw();
    }
    return window_->document().hover;
  }
  static bool lies_over_the_grids() {
    const ImGuiWindow* const inspector = ImGui::FindWindowByName("###inspector");
    const ImGuiWindow* const grids = ImGui::FindWindowByName("###grids");
    return inspector != nullptr && inspector->Active && inspector->Rect().Overlaps(grids->Rect());
  }

  Sources sources_ = compiled_samples();
  std::unique_ptr<Headless> window_;
};

TEST_P(InspectorStays, APinnedCellIsUnderThePointer) {
  open();
  int pinned = 0;
  for (const float x : {0.12F, 0.3F, 0.45F, 0.62F, 0.7F, 0.8F, 0.92F}) {
    for (const float y : {0.35F, 0.6F}) {
      const std::optional<Pick> cell = point_at(x, y);
      if (!cell) continue;
      ++pinned;
      push(SetPin{cell});
      EXPECT_EQ(point_at(x, y), cell);
      EXPECT_FALSE(lies_over_the_grids());
      push(SetPin{});
    }
  }
  EXPECT_GE(pinned, 6);
}

TEST_P(InspectorStays, OpensIfItIsAskedForAndGoesAgain) {
  open();
  const auto shown = [&] { return window_->document().views[ViewId::Inspector].open; };
  const bool at_first = shown();
  EXPECT_EQ(at_first, GetParam().workspace == Workspace::Layout && GetParam().width > 1000);
  push(ShowView{ViewId::Inspector});
  EXPECT_TRUE(shown());
  push(ShowView{ViewId::Inspector, false});
  EXPECT_FALSE(shown());
  push(ResetPanels{});
  EXPECT_EQ(shown(), at_first);
}

INSTANTIATE_TEST_SUITE_P(Windows, InspectorStays,
                         testing::Values(InspectorCase{"layout", 1280, 720, Workspace::Layout},
                                         InspectorCase{"layout_small", 800, 600, Workspace::Layout},
                                         InspectorCase{"compare", 1280, 720, Workspace::Compare},
                                         InspectorCase{"compare_small", 800, 600, Workspace::Compare}),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace tcviz
