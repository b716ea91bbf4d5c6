// Live registers in the window, without a window: takes, what is expected, wrong values, links; and the launch file of
// a kernel.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/session/whole/session.hpp"
#include "gpu/kernel/live/live_file.hpp"
#include "gpu/language/compiler/temporary_folder.hpp"
#include "tests/session/fakes.hpp"
#include "tests/session/xray_stand_in.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

// As tcviz live --json writes it: two fragments, of 2 x 2 numbers held by threads 0 to 3.
constexpr std::string_view live_list = R"({"fragments": [
  {"kind": "k.a", "file": "f.cu", "line": 3, "warp": 0, "threads": 32, "missing_threads": 0, "time": 1},
  {"kind": "k.b", "file": "f.cu", "line": 9, "warp": 4, "threads": 32, "missing_threads": 2, "time": 3}]})";
constexpr std::string_view bare_answer = R"({"layout": "recorded:sm_90", "rows": 2, "cols": 2, "threads": 32,
  "values": [[0, 1.5], [null, "nan"]], "owners": [[0, 1], [2, 3]], "owners_differ": []})";
constexpr std::string_view judged_answer = R"({"layout": "recorded:sm_90", "rows": 2, "cols": 2, "threads": 32,
  "values": [[0, 1], [2, 7]], "owners": [[0, 1], [2, 3]], "owners_differ": [], "compared": 4,
  "expected_values": [[0, 1], [2, 3]], "hints": ["twice"],
  "wrong": [{"lane": 3, "warp": 0, "register": 0, "element": [1, 1], "got": 7, "expected": 3}]})";

Result<LiveRun> read_in_test(const LiveQuestion& question, const std::function<bool()>&) {
  if (question.expect == "row +") return bad_input("--expect is neither a file nor an expression");
  return read_live_answers(live_list, question.expect.empty() ? bare_answer : judged_answer, question);
}

TEST(LiveAnswers, AreRead) {
  const Result<LiveRun> bare = read_live_answers(live_list, bare_answer, {"x", 1, ""});
  ASSERT_TRUE(bare.ok()) << bare.error().message;
  ASSERT_EQ(bare.value().takes.size(), 2U);
  EXPECT_EQ(describe_take(bare.value().takes[1], 1), "1: k.b, f.cu line 9, warp 4, time 3, 2 threads missing");
  EXPECT_EQ(bare.value().grid.cells[1].found, "1.5");
  EXPECT_EQ(bare.value().grid.cells[2].found, "") << "nobody came by";
  EXPECT_EQ(bare.value().grid.cells[3].found, "nan");
  EXPECT_EQ(bare.value().grid.cells[3].tid, 3);
  EXPECT_FALSE(bare.value().grid.has_expected);
  EXPECT_THAT(describe_live(bare.value()), HasSubstr("nothing is expected yet"));
  const Result<LiveRun> judged = read_live_answers(live_list, judged_answer, {"x", 0, "2 * row + col"});
  ASSERT_TRUE(judged.ok());
  EXPECT_TRUE(judged.value().grid.cells[3].wrong);
  EXPECT_FALSE(judged.value().grid.cells[2].wrong);
  EXPECT_EQ(describe_wrong(judged.value().wrong[0]), "warp 0, lane 3, register 0 holds (1, 1) = 7, expected 3");
  EXPECT_EQ(describe_live(judged.value()), "1 of 4 values are wrong");
}

TEST(LiveAnswers, ThatAreBrokenAreRefused) {
  for (std::string bad : {"", "{}", R"({"rows": 1, "cols": 1})"})
    EXPECT_FALSE(read_live_answers(live_list, bad, {}).ok()) << bad;
  std::string outside(judged_answer);
  outside.replace(outside.find("[1, 1]"), 6, "[1, 2]");
  EXPECT_FALSE(read_live_answers(live_list, outside, {}).ok());
  std::string short_row(bare_answer);
  short_row.replace(short_row.find("[0, 1]"), 6, "[0]");
  EXPECT_FALSE(read_live_answers(live_list, short_row, {}).ok());
}

// A program that does what it says in place of tcviz.
TEST(LiveAnswers, ComeFromAProcess) {
  const Result<TemporaryFolder> folder = TemporaryFolder::make();
  const std::filesystem::path file = folder.value().path() / "program";
  std::ofstream(file) << "#!/bin/sh\nfor word in \"$@\"; do [ \"$word\" = --at ] && exec echo '" << bare_answer
                      << "'; done\necho '" << live_list << "'\n";
  std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  const Result<LiveRun> run = live_reader(file.string())({"run.live", 1, ""}, {});
  ASSERT_TRUE(run.ok()) << run.error().message;
  EXPECT_EQ(run.value().takes.size(), 2U);
  EXPECT_EQ(run.value().at, 1);
  std::ofstream(file) << "#!/bin/sh\necho 'tcviz: run.live is cut off' >&2; exit 2\n";
  const Result<LiveRun> refused = live_reader(file.string())({"run.live", 0, ""}, {});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().message, "run.live is cut off");
}

class LiveSession : public testing::Test {
 protected:
  LiveSession() : sources_(sample_sources()), session_(make()) {}
  std::unique_ptr<Session> make() {
    WindowOptions options;
    options.run_xray = xray_here();
    options.read_live = read_in_test;
    auto session = Session::make(sources_, options, [] {}).value();
    session->settle();
    return session;
  }
  void act(const Action& action) {
    session_->actions().push_back(action);
    session_->settle();
  }
  const XrayState& state() const { return session_->document().xray; }
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
  ASSERT_TRUE(other->document().xray.live);
  EXPECT_EQ(other->document().xray.live->at, 1);
  EXPECT_EQ(other->document().xray.live->expect, "row");
  EXPECT_EQ(other->document().xray.live->name, "run.live");
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
  EXPECT_EQ(link.value().xray.launch, launch);
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
  EXPECT_EQ(other->document().xray.source, source);
  EXPECT_EQ(other->document().xray.path, path);
}

}  // namespace
}  // namespace tcviz
