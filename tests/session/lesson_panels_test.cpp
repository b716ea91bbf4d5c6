// Lessons that show the workspaces Shared memory and X-ray.
#include "app/session/shared_memory/smem_action.hpp"
#include "app/session/xray/xray_action.hpp"
#include "tests/session/learn_fixture.hpp"

namespace tcviz {
namespace {

// What was in the two workspaces before a lesson showed others there is in them again.
TEST_F(Learn, ALessonLeavesSharedMemoryAndTheXrayAsTheyWere) {
  act(XrayAction(OpenXray{"mine.ptx", sample_kernel()}));
  act(SmemAction(SetSmemColor{SmemColor::Bank}));
  const SmemLook smem = document().task<SmemState>();
  open("shared-memory", 2);
  EXPECT_EQ(document().workspace, Workspace::Learn);
  act(SmemAction(SetSmemPage{SmemPage::Image}));
  EXPECT_EQ(document().workspace, Workspace::Learn);
  open("xray", 0);
  EXPECT_EQ(document().task<XrayState>().name, "product.ptx");
  EXPECT_EQ(document().task<XrayState>().run->report.verdict, VerdictState::Wrong);
  act(ShowWorkspace{Workspace::Layout});
  EXPECT_EQ(document().task<XrayState>().name, "mine.ptx");
  EXPECT_EQ(document().task<XrayState>().source, sample_kernel());
  EXPECT_EQ(document().task<XrayState>().run->source, sample_kernel());
  EXPECT_EQ(static_cast<const SmemLook&>(document().task<SmemState>()), smem);
}

// A kernel that is opened while a lesson shows one is the user's: it stays.
TEST_F(Learn, AKernelThatIsOpenedInALessonStays) {
  open("xray", 1);
  act(XrayAction(OpenXray{"mine.ptx", sample_kernel()}));
  EXPECT_EQ(document().workspace, Workspace::Learn);
  act(ShowWorkspace{Workspace::Xray});
  EXPECT_EQ(document().task<XrayState>().name, "mine.ptx");
}

// Another way than the lesson's: what counts is that the kernel is right.
TEST_F(Learn, AKernelIsMendedInAnyWay) {
  open("xray", 2);
  std::string source = document().task<XrayState>().source;
  const auto exchange = [&](const std::string& a, const std::string& b) {
    const std::size_t at = source.find(a);
    ASSERT_NE(at, std::string::npos) << a;
    source.replace(at, a.size(), b);
  };
  exchange("%a1, [%pa + 256]", "%a1, [%pa + 16]");
  act(XrayAction(EditXray{source}));
  act(XrayAction(RunXray{}));
  EXPECT_FALSE(learn().solved);
  exchange("%a2, [%pa + 16]", "%a2, [%pa + 256]");
  act(XrayAction(EditXray{source}));
  EXPECT_FALSE(learn().solved);
  act(XrayAction(RunXray{}));
  EXPECT_TRUE(learn().solved);
}

// The access is judged, not the button: addresses that are typed count as well.
TEST_F(Learn, ALoadWithoutConflictsIsFoundByTypingToo) {
  open("shared-memory", 2);
  SmemAccess access = document().task<SmemState>().access;
  access.address = "lane % 16 * 144 + lane / 16 * 16";  // 16 bytes behind each row
  act(SmemAction(SetSmemAccess{access}));
  EXPECT_TRUE(learn().solved);
}

}  // namespace
}  // namespace tcviz
