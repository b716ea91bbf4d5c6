// Every workspace between the window's bars, and one of them in every theme, held against approved pictures. The cases
// come from the table of workspaces: a new one fails until its picture has been looked at and approved.
#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

#include "app/session/formula/formula_action.hpp"
#include "app/session/maxas/maxas_action.hpp"
#include "app/session/operations/operations_action.hpp"
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

struct WorkspacePicture {
  Workspace workspace;
  Theme theme = Theme::Dark;
};

std::string name_of(const WorkspacePicture& picture) {
  std::string name = "workspace_" + std::string(row_of(picture.workspace).word);
  if (picture.theme != Theme::Dark) name += picture.theme == Theme::Light ? "_light" : "_contrast";
  std::ranges::replace(name, '-', '_');
  return name;
}

std::vector<WorkspacePicture> all_pictures() {
  std::vector<WorkspacePicture> all = {{Workspace::Layout, Theme::Light}, {Workspace::Layout, Theme::Contrast}};
  for (const WorkspaceRow& row : workspace_rows) all.push_back({row.workspace});
  return all;
}

// Something to look at in each: a pin, another source on the right, a formula that is wrong somewhere, a step of a
// kernel, a faulty kernel.
void fill(ActionQueue& actions, const Document& document) {
  actions.push_back(SetPin{Pick{*document.layout()->element({7, 2}), {7, 2}}});
  const auto other =
      std::ranges::find(document.sources, "compiled:sm_70", [](const SourceState& source) { return source.info.name; });
  actions.push_back(CompareWith{static_cast<std::size_t>(other - document.sources.begin()), ""});
  actions.push_back(
      FormulaAction(SetFormula{{false, "((i & 2) << 2) + (tid >> 2)", "(i & 1) + ((tid & 3) << 2)", ""}}));
  actions.push_back(MaxasAction(SetMaxasKernel{sgemm128}));
  actions.push_back(MaxasAction(ChooseMaxas{{MaxasObject::Type::C, 9, 85}}));
  actions.push_back(MaxasAction(SetMaxasStep{{MaxasStage::OtherLines, 6, 34}}));
  actions.push_back(OperationsAction(ChooseOperation{"upper"}));
  actions.push_back(OperationsAction(SetStep{StepBy::Thread, 9}));
  actions.push_back(ProductsAction(PickTile{{1, 1, 1, 0}}));
  actions.push_back(SmemAction(ChooseSmem{Element{5, 9}}));
  actions.push_back(XrayAction(OpenXray{"mine.ptx", faulty_kernel()}));
}

class WorkspacePictures : public testing::TestWithParam<WorkspacePicture> {};

TEST_P(WorkspacePictures, LooksAsApproved) {
  const WorkspacePicture& p = GetParam();
  Sources sources = compiled_samples();
  std::ostringstream results;
  results << std::ifstream(TCVIZ_RESULTS "/gemm_h200.json").rdbuf();
  const std::string run = results.str();
  WindowOptions options;
  options.task<ProductsWorks>().recorded_products = {{"gemm_h200.json", run}};
  options.task<XrayWorks>().run_xray = xray_here();
  auto made = Headless::make(sources, options, 1280, 720, 1);
  ASSERT_TRUE(made.ok()) << made.error().message;
  Headless& window = *made.value();
  Session& session = window.session();
  session.settle();
  const auto settle = [&] {
    for (int turn = 0; turn < 2; ++turn) {
      window.run_idle();
      session.settle();  // what is computed beside the window
    }
    window.run_idle();
  };
  session.actions().push_back(SetTheme{p.theme});
  session.actions().push_back(AskCompiled{});
  settle();
  fill(session.actions(), session.document());
  settle();
  session.actions().push_back(ShowWorkspace{p.workspace});
  settle();
  window.draw();
  expect_as_approved(name_of(p), window, "");
}

INSTANTIATE_TEST_SUITE_P(Window, WorkspacePictures, testing::ValuesIn(all_pictures()),
                         [](const auto& each) { return name_of(each.param); });

}  // namespace
}  // namespace tcviz
