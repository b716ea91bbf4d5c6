// The workspace X-ray without a window: what is opened, executed, edited, stepped through and linked to.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "app/session/whole/session.hpp"
#include "app/session/xray/xray_task.hpp"
#include "gpu/language/compiler/temporary_folder.hpp"
#include "gpu/layout/file.hpp"
#include "tests/session/fakes.hpp"
#include "tests/session/xray_stand_in.hpp"

namespace tcviz {
namespace {

using testing::Contains;
using testing::HasSubstr;

class XraySession : public testing::Test {
 protected:
  explicit XraySession(XrayWork work = xray_here()) : sources_(sample_sources()) {
    WindowOptions options;
    options.task<XrayWorks>().run_xray = std::move(work);
    session_ = Session::make(sources_, options, [] {}).value();
    session_->settle();
  }

  void act(const XrayAction& action) {
    session_->actions().push_back(action);
    session_->settle();
  }
  void open(const std::string& source) { act(OpenXray{"mine.ptx", source, false}); }
  const XrayState& state() const { return session_->document().task<XrayState>(); }
  const XrayProduct& product() const { return state().run->products.at(static_cast<std::size_t>(*state().product)); }

  Sources sources_;
  std::unique_ptr<Session> session_;
};

TEST_F(XraySession, AnOpenedKernelIsExecutedAndItsFirstProductShown) {
  open(sample_kernel());
  EXPECT_EQ(session_->document().workspace, Workspace::Xray);
  ASSERT_TRUE(state().run);
  EXPECT_EQ(state().run->report.verdict, VerdictState::Right);
  EXPECT_EQ(state().run->products.size(), 30U);  // 2 warps, 3 tiles of n, 5 steps of k
  EXPECT_EQ(state().product, 0);
  ASSERT_NE(state().snapshot(), nullptr);
  EXPECT_EQ(state().snapshot()->a.cells.size(), 256U);
  EXPECT_FALSE(state().task.busy());
  EXPECT_FALSE(state().is_edited());
}

TEST_F(XraySession, TheFirstWrongProductIsShownOfAWrongKernel) {
  open(faulty_kernel());
  ASSERT_TRUE(state().run);
  EXPECT_EQ(state().run->report.verdict, VerdictState::Wrong);
  EXPECT_EQ(product().state, ProductState::Found);
  EXPECT_EQ(state().snapshot()->step, state().run->report.findings.at(0).step);
  EXPECT_THAT(describe_run(*state().run), HasSubstr("C is wrong"));
  EXPECT_THAT(describe_run(*state().run), HasSubstr("pairing"));
}

TEST_F(XraySession, ProductsAndWarpsAreStepped) {
  open(sample_kernel());
  act(StepXrayProduct{1});
  EXPECT_EQ(state().product, 1);
  EXPECT_EQ(state().snapshot()->step, state().run->report.events[product().event].step);
  const int warp = product().warp, number = product().number;
  act(StepXrayWarp{warp == 0 ? 1 : -1});
  EXPECT_NE(product().warp, warp);
  EXPECT_EQ(product().number, number);
  EXPECT_EQ(state().snapshot()->warp, product().warp);
  act(StepXrayProduct{-100});
  EXPECT_EQ(state().product, 0);
  act(StepXrayProduct{100});
  EXPECT_EQ(state().product, 29);
  act(ChooseXrayProduct{30});
  EXPECT_EQ(state().product, 29);
}

TEST_F(XraySession, FindingsLeadToTheirProducts) {
  open(faulty_kernel());
  act(ChooseXrayProduct{29});
  act(StepXrayFinding{1});
  EXPECT_EQ(state().finding, 0);
  EXPECT_EQ(product().state, ProductState::Found);
  act(StepXrayFinding{-1});
  EXPECT_EQ(state().finding, static_cast<int>(state().run->report.findings.size()) - 1);
}

TEST_F(XraySession, AnEditCountsOnceItIsRunAndTheDifferenceIsSaid) {
  open(faulty_kernel());
  act(EditXray{sample_kernel()});
  EXPECT_TRUE(state().is_edited());
  EXPECT_EQ(state().run->report.verdict, VerdictState::Wrong);
  act(RunXray{});
  EXPECT_FALSE(state().is_edited());
  EXPECT_EQ(state().run->report.verdict, VerdictState::Right);
  ASSERT_TRUE(state().before);
  EXPECT_THAT(describe_difference(*state().before, *state().run),
              HasSubstr("wrong before, right now; gone: pairing at"));
  EXPECT_EQ(describe_difference(*state().run, *state().run), "");
}

TEST_F(XraySession, WhatCannotBeReadIsSaidAndTheRunBeforeStays) {
  open(sample_kernel());
  act(EditXray{"this is no PTX"});
  act(RunXray{});
  EXPECT_FALSE(state().problem.empty());
  EXPECT_TRUE(state().run);
  EXPECT_TRUE(state().is_edited());
  act(EditXray{sample_kernel()});
  act(RunXray{});
  EXPECT_EQ(state().problem, "");
}

TEST_F(XraySession, ACellTellsWhatItHoldsAndTheWayOfItsElement) {
  open(sample_kernel());
  act(ChooseXrayCell{StepSpot{1, 9, 3}});
  EXPECT_EQ(state().chosen, (StepSpot{1, 9, 3}));
  EXPECT_EQ(state().run->path_of, "B[k=9,n=3]");
  EXPECT_FALSE(state().run->report.path.empty());
  EXPECT_NE(state().snapshot(), nullptr);
  EXPECT_THAT(describe_cell(*state().snapshot(), {1, 9, 3}), Contains("Holds B[k=9,n=3]."));
  act(ChooseXrayCell{StepSpot{1, 16, 3}});  // there are 16 rows
  EXPECT_EQ(state().chosen, (StepSpot{1, 9, 3}));
  act(MoveXrayCell{0, 1});
  EXPECT_EQ(state().run->path_of, "B[k=9,n=4]");
  act(ChooseXrayCell{});
  EXPECT_FALSE(state().chosen);
}

TEST_F(XraySession, TheAccessesThatFedAProductAreStepped) {
  open(copying_kernel());
  ASSERT_TRUE(state().run);
  ASSERT_EQ(state().run->report.feeding.size(), 2U);
  act(ShowXrayBanks{true});
  EXPECT_TRUE(state().banks);
  ASSERT_NE(state().bank_access(), nullptr);
  EXPECT_EQ(state().bank_access(), &state().run->report.feeding[0]);
  act(StepXrayAccess{1});
  EXPECT_EQ(state().bank_access(), &state().run->report.feeding[1]);
  EXPECT_THAT(describe_access(*state().run, *state().bank_access()), HasSubstr("read by ldmatrix"));
  act(StepXrayAccess{1});
  EXPECT_EQ(state().access, 0);
  act(ChooseXrayAccess{2});  // there are two
  EXPECT_EQ(state().access, 0);
  act(MoveXrayByte{0, 0});
  ASSERT_TRUE(state().byte);
  EXPECT_EQ(*state().byte, state().bank_access()->touches[0].address);
  act(MoveXrayByte{1, 0});
  EXPECT_EQ(*state().byte, state().bank_access()->touches[0].address + 128);
  act(MoveXrayByte{0, -50});
  EXPECT_EQ(*state().byte % 128, 0);
}

TEST_F(XraySession, AnyAccessCanBeAskedFor) {
  open(copying_kernel());
  const auto& places = state().run->report.shared_places;
  const auto copy = std::ranges::find_if(places, [](const BankPlace& place) { return place.opcode.starts_with("cp"); });
  ASSERT_NE(copy, places.end());
  act(AskXrayAccess{spell_place(*state().run, *copy)});
  ASSERT_NE(state().bank_access(), nullptr);
  EXPECT_TRUE(state().bank_access()->stores);
  EXPECT_THAT(state().bank_access()->opcode, HasSubstr("cp.async"));
  act(StepXrayProduct{1});
  ASSERT_NE(state().bank_access(), nullptr) << "it stays";
  EXPECT_TRUE(state().bank_access()->stores);
  act(StepXrayAccess{1});
  ASSERT_NE(state().bank_access(), nullptr);
  EXPECT_FALSE(state().bank_access()->stores) << "back at those that fed the product";
  act(AskXrayAccess{"nonsense"});
  EXPECT_EQ(state().access_wish, "");
}

// Lane 0 of the first ldmatrix has the first row of the warp.
TEST_F(XraySession, AByteTellsItsBankElementAndLanes) {
  open(copying_kernel());
  const BankAccess& access = *state().bank_access();
  const std::int64_t at = access.touches[0].address;
  const std::vector<std::string> words = describe_byte(access, at + 5);
  ASSERT_EQ(words.size(), 3U);
  EXPECT_EQ(words[0], "Byte " + std::to_string(at + 5) + " of shared memory, bank " + std::to_string(at / 4 % 32 + 1));
  EXPECT_THAT(words[1], HasSubstr("Holds A "));
  EXPECT_THAT(words[1], HasSubstr(",2."));
  EXPECT_EQ(words[2], "Read by T0, in phase 0.");
  EXPECT_EQ(describe_byte(access, access.lines[0].address + 1'000'000)[2], "This access does not touch it.");
}

TEST_F(XraySession, ALinkOpensTheSameProductAndCell) {
  open(faulty_kernel());
  act(ChooseXrayProduct{7});
  act(ChooseXrayCell{StepSpot{0, 2, 5}});
  act(DeclareXray{true});
  act(ShowXrayBanks{true});
  const std::string text = write_link(link_of(session_->document()));
  const Result<Link> link = read_link(text);
  ASSERT_TRUE(link.ok()) << link.error().message;
  WindowOptions options;
  options.task<XrayWorks>().run_xray = xray_here();
  const auto other = Session::make(sources_, options, [] {}).value();
  other->actions().push_back(WindowAction(FollowLink{link.value()}));
  other->settle();
  EXPECT_EQ(static_cast<const XrayLook&>(other->document().task<XrayState>()), static_cast<const XrayLook&>(state()));
  EXPECT_NE(other->document().task<XrayState>().snapshot(), nullptr);
  EXPECT_EQ(write_link(link_of(other->document())), text);
}

TEST(XrayLinkText, ALargeSourceStaysAtHome) {
  Link link;
  link.kept.at.workspace = Workspace::Xray;
  XrayLook& look = link.task<XrayLook>();
  look.name = "large.ptx";
  look.source = std::string(most_linked_source + 1, ' ');
  EXPECT_FALSE(nlohmann::json::parse(write_link(link)).at("xray").contains("source"));
  EXPECT_FALSE(read_link(R"({"format": "tcviz-link/1", "xray": 3})").ok());
  EXPECT_FALSE(read_link(R"({"format": "tcviz-link/1", "xray": {"source": 3}})").ok());
}

// The figure is made by whoever can; the suffix says what it is.
class XrayFigureSaved : public XraySession {};

TEST_F(XrayFigureSaved, ItGoesWhereItIsSent) {
  WindowOptions options;
  options.task<XrayWorks>().run_xray = xray_here();
  options.task<XrayWorks>().draw_xray = [](const XrayQuestion& question,
                                           const std::string& suffix) -> Result<std::string> {
    return question.event + suffix;
  };
  session_ = Session::make(sources_, options, [] {}).value();
  const Result<TemporaryFolder> folder = TemporaryFolder::make();
  const std::string path = (folder.value().path() / "mine.pdf").string();
  session_->actions().push_back(ShowWorkspace{Workspace::Xray});
  session_->actions().push_back(SaveFigure{});
  session_->settle();
  EXPECT_THAT(session_->document().figure_news, HasSubstr("no product on screen"));
  open(sample_kernel());
  EXPECT_EQ(default_xray_path(state()), "mine.product-0-w0.svg");
  act(SetXrayFigurePath{path});
  session_->actions().push_back(SaveFigure{});
  session_->settle();
  EXPECT_EQ(read_file(path).value(), "0:w0.pdf");
}

class XrayProposed : public XraySession {
 protected:
  XrayProposed() : XraySession(proposing_xray()) {}
};

// Nothing is wrong under a launch that nobody stated; as a comment of the source it counts.
TEST_F(XrayProposed, TheProposedLaunchIsInsertedAndExecuted) {
  open(faulty_kernel());
  ASSERT_TRUE(state().run && state().run->report.proposed);
  EXPECT_EQ(state().run->report.verdict, VerdictState::Unjudged);
  EXPECT_THAT(describe_run(*state().run), HasSubstr("C is unjudged"));
  act(InsertXrayLaunch{});
  EXPECT_EQ(state().source, "// xray: " + proposed_call() + "\n" + faulty_kernel());
  EXPECT_FALSE(state().is_edited());
  EXPECT_FALSE(state().run->report.proposed);
  EXPECT_THAT(describe_run(*state().run), HasSubstr("C is wrong"));
  const std::string once = state().source;
  act(InsertXrayLaunch{});
  EXPECT_EQ(state().source, once);
}

class XrayWithout : public XraySession {
 protected:
  XrayWithout() : XraySession(nullptr) {}
};

TEST_F(XrayWithout, AProgramThatCannotExecuteSaysSo) {
  open(sample_kernel());
  EXPECT_THAT(state().problem, HasSubstr("cannot execute"));
  EXPECT_FALSE(state().task.busy());
}

// Stopped while it works: it is asked until it says yes.
class XrayStopped : public XraySession {
 protected:
  XrayStopped()
      : XraySession([](const XrayQuestion&, const std::function<bool()>& stopped) -> Result<XrayReport> {
          while (!stopped()) std::this_thread::yield();
          return unavailable("stopped before the end.");
        }) {}
};

TEST_F(XrayStopped, ALongExecutionIsStopped) {
  session_->actions().push_back(XrayAction(OpenXray{"mine.ptx", sample_kernel(), false}));
  session_->update();
  EXPECT_TRUE(state().task.busy());
  act(StopXray{});
  EXPECT_EQ(state().task.stage, Stage::Stopped);
  EXPECT_EQ(state().problem, "stopped before the end.");
}

// Another source takes its place, and what the first one says comes too late.
TEST_F(XrayStopped, AnotherSourceEndsIt) {
  session_->actions().push_back(XrayAction(OpenXray{"mine.ptx", sample_kernel(), false}));
  session_->update();
  session_->actions().push_back(XrayAction(OpenXray{"other.ptx", faulty_kernel(), false}));
  session_->update();
  EXPECT_EQ(state().name, "other.ptx");
  EXPECT_TRUE(state().task.busy());
  act(StopXray{});
  EXPECT_FALSE(state().task.busy());
}

TEST_F(XraySession, AFileTooLargeIsLeftToTheTerminal) {
  open(std::string(most_xray_source + 1, ' '));
  EXPECT_THAT(state().problem, HasSubstr("tcviz xray mine.ptx"));
  EXPECT_TRUE(state().source.empty());
}

}  // namespace
}  // namespace tcviz
