// Live registers in the window, without a window: takes, what is expected, wrong values, links; and the launch file of
// a kernel.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/session/whole/session.hpp"
#include "app/session/xray/live_fields.hpp"
#include "app/session/xray/xray_action.hpp"
#include "app/session/xray/xray_child.hpp"
#include "gpu/kernel/live/live_file.hpp"
#include "gpu/language/compiler/temporary_folder.hpp"
#include "gpu/source/device/child.hpp"
#include "tests/device/shell_child.hpp"
#include "tests/layout/filled.hpp"
#include "tests/session/fakes.hpp"
#include "tests/session/xray_stand_in.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

// Two fragments, of 2 x 2 numbers held by threads 0 to 3.
Result<LiveRun> read_in_test(const LiveQuestion& question, const std::function<bool()>&) {
  if (question.expect == "row +") return bad_input("--expect is neither a file nor an expression");
  LiveRun run;
  run.at = question.at, run.expect = question.expect, run.source = "recorded:sm_90";
  run.takes = {{"k.a", "f.cu", 3, 0, 1, 32, 0}, {"k.b", "f.cu", 9, 4, 3, 32, 2}};
  run.grid = {2, 2, 32, {{"0", "", 0}, {"1", "", 1}, {"2", "", 2}, {"7", "", 3}}, !question.expect.empty()};
  if (question.expect.empty()) return run;
  for (LiveCell& cell : run.grid.cells) cell.expected = std::to_string(cell.tid);
  run.grid.cells[3].wrong = true;
  run.wrong = {{3, 0, 0, {1, 1}, "7", "3"}};
  run.compared = 4, run.hints = {"twice"};
  return run;
}

TEST(LiveRecord, EveryFieldSurvives) {
  expect_survives<LiveQuestion>();
  expect_survives<LiveTake>();
  expect_survives<LiveCell>();
  expect_survives<LiveGrid>();
  expect_survives<LiveWrong>({}, -1);  // an element is a row of two
  expect_survives<LiveRun>();
}

TEST(LiveAnswers, ThatNameWhatIsNotThereAreRefused) {
  const auto answer = [](const LiveRun& run) {
    return live_reader(shell(printed_frame(answer_frame(write_record(run))) + "exec sleep 100"))({"x", 0, "row"}, {});
  };
  const LiveRun whole = read_in_test({"x", 0, "row"}, {}).value();
  EXPECT_TRUE(answer(whole).ok());
  LiveRun outside = whole, negative = whole, short_of_one = whole, large = whole, none;
  outside.wrong[0].element = {1, 2};
  negative.wrong[0].element = {-1, 0};
  short_of_one.grid.cells.pop_back();
  large.grid.rows = 1025, large.grid.cells.resize(2050);
  for (const LiveRun& bad : {outside, negative, short_of_one, large, none}) EXPECT_FALSE(answer(bad).ok());
}

class LiveSession : public testing::Test {
 protected:
  LiveSession() : sources_(sample_sources()), session_(make()) {}
  std::unique_ptr<Session> make() {
    WindowOptions options;
    options.task<XrayWorks>().run_xray = xray_here();
    options.task<XrayWorks>().read_live = read_in_test;
    auto session = Session::make(sources_, options, [] {}).value();
    session->settle();
    return session;
  }
  void act(const Action& action) {
    session_->actions().push_back(action);
    session_->settle();
  }
  const XrayState& state() const { return session_->document().task<XrayState>(); }
  std::string write(const std::string& name, const std::string& text) {
    const std::filesystem::path path = folder_.value().path() / name;
    std::ofstream(path, std::ios::binary) << text;
    return path.string();
  }

  Result<TemporaryFolder> folder_ = TemporaryFolder::make();
  Sources sources_;
  std::unique_ptr<Session> session_;
};

std::string live_bytes() {
  LiveFile file;
  LiveSnapshot snapshot;
  snapshot.lanes = ~0U, snapshot.lane_bytes = 4, snapshot.kind = "k", snapshot.file = "f.cu";
  snapshot.bytes.resize(128);
  file.places.push_back({snapshot.key, 1, 0, 0});
  file.snapshots.push_back(snapshot);
  return write_live(file);
}

TEST_F(LiveSession, AFileIsOpenedLikeAnyOther) {
  act(WindowAction(OpenFile{write("run.live", live_bytes())}));
  ASSERT_TRUE(state().live);
  EXPECT_EQ(session_->document().workspace, Workspace::Xray);
  ASSERT_TRUE(state().live->run);
  EXPECT_EQ(state().live->name, "run.live");
  act(WindowAction(OpenFile{write("cut.live", live_bytes().substr(0, 200))}));
  EXPECT_EQ(state().live->name, "run.live") << "what cannot be read changes nothing";
}

TEST_F(LiveSession, ExpectingSomethingFindsWhatIsWrong) {
  act(XrayAction(OpenLive{"/tmp/run.live", "run.live"}));
  ASSERT_TRUE(state().live->run);
  EXPECT_TRUE(state().live->run->wrong.empty());
  act(XrayAction(ExpectLive{"2 * row + col"}));
  ASSERT_EQ(state().live->run->wrong.size(), 1U);
  act(XrayAction(StepLiveWrong{1}));
  EXPECT_EQ(state().live->chosen, (Element{1, 1}));
  act(XrayAction(ExpectLive{"row +"}));
  EXPECT_THAT(state().live->problem, HasSubstr("neither a file nor an expression"));
  EXPECT_TRUE(state().live->run) << "what was there stays";
  act(XrayAction(ExpectLive{""}));
  EXPECT_EQ(state().live->problem, "");
  act(XrayAction(MoveLive{-1, 0}));
  EXPECT_EQ(state().live->chosen, (Element{0, 1}));
  act(XrayAction(MoveLive{-5, 9}));
  EXPECT_EQ(state().live->chosen, (Element{0, 1}));
}

TEST_F(LiveSession, ATakeIsChosenAndTheFileClosed) {
  act(XrayAction(OpenXray{"mine.ptx", sample_kernel(), false}));
  act(XrayAction(OpenLive{"/tmp/run.live", "run.live"}));
  act(XrayAction(ChooseLiveTake{1}));
  EXPECT_EQ(state().live->run->at, 1);
  act(XrayAction(ChooseLiveTake{2}));
  EXPECT_EQ(state().live->at, 1) << "there are two";
  act(XrayAction(CloseLive{}));
  EXPECT_FALSE(state().live);
  EXPECT_EQ(state().name, "mine.ptx");
  act(XrayAction(ChooseLiveTake{0}));
  act(XrayAction(ExpectLive{"row"}));
  EXPECT_FALSE(state().live);
}

TEST_F(LiveSession, ALinkOpensItAgain) {
  act(XrayAction(OpenLive{"/tmp/run.live", "run.live"}));
  act(XrayAction(ChooseLiveTake{1}));
  act(XrayAction(ExpectLive{"row"}));
  const std::string text = write_link(link_of(session_->document()));
  const Result<Link> link = read_link(text);
  ASSERT_TRUE(link.ok());
  const auto other = make();
  other->actions().push_back(WindowAction(FollowLink{link.value()}));
  other->settle();
  ASSERT_TRUE(other->document().task<XrayState>().live);
  EXPECT_EQ(other->document().task<XrayState>().live->at, 1);
  EXPECT_EQ(other->document().task<XrayState>().live->expect, "row");
  EXPECT_EQ(other->document().task<XrayState>().live->name, "run.live");
  EXPECT_EQ(write_link(link_of(other->document())), text);
}

TEST_F(LiveSession, ALaunchFileCountsForTheKernelThatIsOpen) {
  const std::string launch = R"({"grid": [1, 1], "block": 64, "args": ["A=f16[m:32,k:80]", 80]})";
  const std::string path = write("launch.json", launch);
  act(WindowAction(OpenFile{path}));
  EXPECT_THAT(state().problem, HasSubstr("open the kernel first"));
  act(XrayAction(OpenXray{"mine.ptx", sample_kernel(), false}));
  EXPECT_EQ(state().problem, "");
  act(WindowAction(OpenFile{path}));
  EXPECT_EQ(state().launch, launch);
  ASSERT_TRUE(state().run);
  EXPECT_EQ(state().run->launch, launch) << "executed anew";
  EXPECT_FALSE(state().is_edited());
  const Result<Link> link = read_link(write_link(link_of(session_->document())));
  ASSERT_TRUE(link.ok());
  EXPECT_EQ(link.value().task<XrayLook>().launch, launch);
  act(XrayAction(LaunchXray{}));
  EXPECT_EQ(state().launch, "");
  EXPECT_EQ(state().run->launch, "");
}

// Sources above 48 KB do not fit into a link: their file is opened again.
TEST_F(LiveSession, ALargeSourceTravelsByItsPath) {
  const std::string source = sample_kernel() + std::string(most_linked_source, '/').replace(0, 2, "\n/") + "\n";
  const std::string path = write("large.ptx", source);
  act(WindowAction(OpenFile{path}));
  ASSERT_EQ(state().source, source);
  const std::string text = write_link(link_of(session_->document()));
  EXPECT_LT(text.size(), 20'000U);
  const auto other = make();
  other->actions().push_back(WindowAction(FollowLink{read_link(text).value()}));
  other->settle();
  other->settle();
  EXPECT_EQ(other->document().task<XrayState>().source, source);
  EXPECT_EQ(other->document().task<XrayState>().path, path);
}

}  // namespace
}  // namespace tcviz
