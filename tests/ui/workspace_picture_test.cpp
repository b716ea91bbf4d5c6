// Every workspace as a whole window, on two screens and in every theme, held against approved pictures. The cases come
// from the table of workspaces: a new one fails until its pictures have been looked at and approved.
#include <algorithm>
#include <fstream>
#include <sstream>
#include <string>

#include "app/session/whole/session.hpp"
#include "app/ui/window/headless.hpp"
#include "gtest/gtest.h"
#include "imgui.h"
#include "tests/session/fakes.hpp"
#include "tests/ui/png_compare.hpp"

namespace tcviz {
namespace {

struct WorkspacePicture {
  Workspace workspace;
  int width, height;
  Theme theme;
};

std::string name_of(const WorkspacePicture& picture) {
  const char* const theme = picture.theme == Theme::Dark    ? "dark"
                            : picture.theme == Theme::Light ? "light"
                                                            : "contrast";
  std::string name =
      "workspace_" + std::string(row_of(picture.workspace).word) + "_" + theme + "_" + std::to_string(picture.height);
  std::ranges::replace(name, '-', '_');
  return name;
}

std::vector<WorkspacePicture> all_pictures() {
  std::vector<WorkspacePicture> all;
  for (const WorkspaceRow& row : workspace_rows) {
    for (const Theme theme : {Theme::Dark, Theme::Light, Theme::Contrast}) {
      all.push_back({row.workspace, 1280, 720, theme});
      all.push_back({row.workspace, 2560, 1440, theme});
    }
  }
  return all;
}

// Something to look at in each: a pin, another source on the right, a formula that is wrong somewhere.
void fill(ActionQueue& actions, const Document& document) {
  actions.push_back(SetPin{Pick{*document.layout()->element({7, 2}), {7, 2}}});
  const auto other =
      std::ranges::find(document.sources, "compiled:sm_70", [](const SourceState& source) { return source.info.name; });
  actions.push_back(CompareWith{static_cast<std::size_t>(other - document.sources.begin()), ""});
  actions.push_back(
      FormulaAction(SetFormula{{false, "((i & 2) << 2) + (tid >> 2)", "(i & 1) + ((tid & 3) << 2)", ""}}));
}

class WorkspacePictures : public testing::TestWithParam<WorkspacePicture> {};

TEST_P(WorkspacePictures, LooksAsApproved) {
  const WorkspacePicture& p = GetParam();
  Sources sources = compiled_samples();
  std::ostringstream results;
  results << std::ifstream(TCVIZ_RESULTS "/gemm_h200.json").rdbuf();
  const std::string run = results.str();
  WindowOptions options;
  options.recorded_products = {{"gemm_h200.json", run}};
  auto made = Headless::make(sources, options, p.width, p.height, 1);
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
  const Result<std::string> png = encode_png(window.pixels());
  ASSERT_TRUE(png.ok());
  expect_as_approved(name_of(p), png.value(), {});
}

INSTANTIATE_TEST_SUITE_P(Window, WorkspacePictures, testing::ValuesIn(all_pictures()),
                         [](const auto& each) { return name_of(each.param); });

}  // namespace
}  // namespace tcviz
