// What a workspace is about has most of the window.
#include <fstream>
#include <sstream>

#include "app/session/products/products_jobs.hpp"
#include "app/session/whole/session.hpp"
#include "app/session/xray/xray_action.hpp"
#include "app/ui/window/headless.hpp"
#include "gtest/gtest.h"
#include "tests/session/fakes.hpp"
#include "tests/session/xray_stand_in.hpp"

namespace tcviz {
namespace {

struct SubjectCase {
  const char* name;
  void (*open)(ActionQueue&);
};

class Subject : public testing::TestWithParam<SubjectCase> {
 protected:
  // The part of a window that the subject has, with everything settled.
  static float share(int width, int height) {
    Sources sources = compiled_samples();
    WindowOptions options;
    std::ostringstream results;
    results << std::ifstream(TCVIZ_RESULTS "/gemm_h200.json").rdbuf();
    const std::string text = results.str();
    options.task<ProductsWorks>().recorded_products = {{"gemm_h200.json", text}};
    options.task<XrayWorks>().run_xray = xray_here();
    auto made = Headless::make(sources, options, width, height, 1);
    EXPECT_TRUE(made.ok());
    Headless& window = *made.value();
    GetParam().open(window.session().actions());
    window.session().settle();
    window.run_idle();
    window.draw();
    float area = 0;
    for (const Rect& rect : window.subjects()) {
      EXPECT_GE(rect.x, 0);
      EXPECT_GE(rect.y, 0);
      EXPECT_LE(rect.x + rect.w, static_cast<float>(width) + 1);
      EXPECT_LE(rect.y + rect.h, static_cast<float>(height) + 1);
      area += rect.w * rect.h;
    }
    return area / static_cast<float>(width) / static_cast<float>(height);
  }
};

TEST_P(Subject, HasMostOfASmallWindow) { EXPECT_GE(share(1280, 720), 0.6F); }
TEST_P(Subject, HasMuchOfASmallerOne) { EXPECT_GE(share(800, 600), 0.35F); }
TEST_P(Subject, IsInSightInTheSmallest) { EXPECT_GE(share(640, 400), 0.2F); }

INSTANTIATE_TEST_SUITE_P(
    Workspaces, Subject,
    testing::Values(SubjectCase{"operations", [](ActionQueue& a) { a.push_back(ShowView{ViewId::Operations}); }},
                    SubjectCase{
                        "products",
                        [](ActionQueue& a) { a.push_back(ProductsAction(ShowProductsPage{ProductsPage::Speed})); }},
                    SubjectCase{"architectures", [](ActionQueue& a) { a.push_back(ShowView{ViewId::Architectures}); }},
                    SubjectCase{"maxas", [](ActionQueue& a) { a.push_back(ShowView{ViewId::Maxas}); }},
                    SubjectCase{"shared_memory", [](ActionQueue& a) { a.push_back(ShowView{ViewId::SharedMemory}); }},
                    SubjectCase{"xray",
                                [](ActionQueue& a) {
                                  a.push_back(XrayAction(OpenXray{"mine.ptx", faulty_kernel()}));
                                }}),
    [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace tcviz
