// The text of a kernel and its file: saved, followed, and never dropped without a question.
#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "app/session/learn/learn_action.hpp"
#include "app/session/whole/session.hpp"
#include "app/session/xray/xray_task.hpp"
#include "gpu/language/compiler/temporary_folder.hpp"
#include "gpu/layout/file.hpp"
#include "tests/session/fakes.hpp"
#include "tests/session/xray_stand_in.hpp"

namespace tcviz {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class XrayText : public testing::Test {
 protected:
  XrayText() : path_(folder_.value().path() / "mine.ptx") {
    write(sample_kernel());
    session_ = begin();
    act(WindowAction(OpenFile{path_.string()}));
  }
  std::unique_ptr<Session> begin() {
    WindowOptions options;
    options.task<XrayWorks>().run_xray = xray_here();
    options.task<XrayWorks>().look_every = std::chrono::milliseconds(1);
    return Session::make(sources_, options, [] {}).value();
  }
  void act(const Action& action) {
    session_->actions().push_back(action);
    session_->settle();
  }
  void act(const XrayAction& action) { act(Action(action)); }
  void edit(const std::string& text) { act(EditXray{text}); }
  void write(const std::string& text) const { ASSERT_TRUE(write_file(path_, text).ok()); }
  std::string on_disk() const { return read_file(path_).value(); }
  // Waits for what the thread tells that looks at the file.
  template <class Holds>
  void await(Holds holds) {
    for (int n = 0; n < 10'000 && !holds(); ++n) {
      session_->settle();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_TRUE(holds());
  }
  const Document& document() const { return session_->document(); }
  const XrayState& state() const { return document().task<XrayState>(); }

  Result<TemporaryFolder> folder_ = TemporaryFolder::make();
  fs::path path_;
  Sources sources_ = sample_sources();
  std::unique_ptr<Session> session_;
};

TEST_F(XrayText, IsSavedToItsFile) {
  EXPECT_FALSE(state().is_unsaved());
  edit("// mine\n" + sample_kernel());
  EXPECT_TRUE(state().is_unsaved());
  act(SaveXray{});
  EXPECT_EQ(on_disk(), "// mine\n" + sample_kernel());
  EXPECT_FALSE(state().is_unsaved());
  EXPECT_THAT(state().disk.news, HasSubstr(path_.string()));
  EXPECT_FALSE(state().disk.failed);
}

TEST_F(XrayText, WithoutAFileItIsAskedForAName) {
  act(OpenXray{"example.ptx", sample_kernel()});
  edit("// mine");
  act(SaveXray{});
  EXPECT_EQ(state().disk.asks, XrayAsks::Name);
  act(TypeXrayPath{path_.string()});
  act(WriteXray{});
  EXPECT_TRUE(state().disk.is_there) << "another file is not replaced without a question";
  EXPECT_EQ(on_disk(), sample_kernel());
  act(WriteXray{true});
  EXPECT_EQ(on_disk(), "// mine");
  EXPECT_FALSE(state().disk.asks);
  EXPECT_EQ(state().name, "mine.ptx");
  EXPECT_EQ(state().path, path_.string());
  edit("// mine again");
  act(SaveXray{});
  EXPECT_EQ(on_disk(), "// mine again");
}

TEST_F(XrayText, WhatCannotBeWrittenIsSaidAndStays) {
  edit("// mine");
  fs::permissions(path_, fs::perms::owner_read | fs::perms::group_read);
  act(SaveXray{});
  EXPECT_TRUE(state().disk.failed);
  EXPECT_THAT(state().disk.news, HasSubstr("may not be written to"));
  EXPECT_EQ(on_disk(), sample_kernel());
  act(SaveXray{true});
  act(TypeXrayPath{(folder_.value().path() / "none" / "mine.ptx").string()});
  act(WriteXray{});
  EXPECT_THAT(state().disk.news, HasSubstr("create the folder first"));
  EXPECT_TRUE(state().is_unsaved());
  EXPECT_EQ(state().source, "// mine");
}

TEST_F(XrayText, FollowsItsFileAndIsExecutedAgain) {
  ASSERT_EQ(state().run->report.verdict, VerdictState::Right);
  write(faulty_kernel());
  await([&] { return state().source == faulty_kernel() && !state().task.busy(); });
  EXPECT_FALSE(state().is_unsaved());
  EXPECT_EQ(state().run->report.verdict, VerdictState::Wrong);
  fs::remove(path_);  // as an editor replaces it
  session_->settle();
  write(sample_kernel());
  await([&] { return state().source == sample_kernel(); });
}

// As by a program that sets the time of what it writes.
TEST_F(XrayText, FollowsAFileOfTheSameSizeAndTime) {
  write("// one");
  await([&] { return state().source == "// one"; });
  const fs::file_time_type time = fs::last_write_time(path_);
  std::ofstream(path_) << "// two";
  fs::last_write_time(path_, time);
  await([&] { return state().source == "// two"; });
}

TEST_F(XrayText, IsKeptIfBothChangedUntilSomebodyChooses) {
  for (const bool keeps : {false, true}) {
    const std::string theirs = keeps ? "// of another editor again" : "// of another editor";
    edit("// mine");
    write(theirs);
    await([&] { return state().disk.other.has_value(); });
    EXPECT_EQ(state().source, "// mine");
    act(SaveXray{});
    EXPECT_TRUE(state().disk.failed);
    EXPECT_EQ(on_disk(), theirs);
    keeps ? act(KeepXray{}) : act(ReloadXray{});
    EXPECT_FALSE(state().disk.other);
    EXPECT_EQ(state().source, keeps ? "// mine" : theirs);
    EXPECT_EQ(state().is_unsaved(), keeps);
    act(SaveXray{});
    EXPECT_EQ(on_disk(), state().source);
  }
}

// The thread that saves looks itself: the file may have been written since the last look.
TEST_F(XrayText, ASaveIsNoRaceAgainstAnotherEditor) {
  edit("// mine");
  write("// of another editor");
  session_->actions().push_back(XrayAction(SaveXray{}));
  await([&] { return state().disk.other.has_value() && state().disk.failed; });
  EXPECT_THAT(state().disk.news, HasSubstr("mine.ptx was changed by another program"));
  EXPECT_EQ(on_disk(), "// of another editor");
  EXPECT_EQ(state().source, "// mine");
}

TEST_F(XrayText, WhatTheEditorCannotShowIsNotOverwritten) {
  edit("// mine");
  write(std::string(most_xray_source + 1, ' '));
  act(SaveXray{});
  EXPECT_TRUE(state().disk.failed);
  EXPECT_THAT(state().disk.news, HasSubstr("larger than 2 MB"));
  fs::resize_file(path_, std::uintmax_t{65} << 20);  // which no file is read of
  act(SaveXray{});
  EXPECT_TRUE(state().disk.failed);
  EXPECT_THAT(state().disk.news, HasSubstr("cannot be read"));
  EXPECT_EQ(fs::file_size(path_), std::uintmax_t{65} << 20);
  EXPECT_TRUE(state().is_unsaved());
}

// The name is one that leads to the file in another way.
TEST_F(XrayText, ANameThatIsItsOwnReplacesNoOtherText) {
  const fs::path link = folder_.value().path() / "link.ptx";
  fs::create_symlink(path_, link);
  edit("// mine");
  write("// of another editor");
  await([&] { return state().disk.other.has_value(); });
  act(SaveXray{true});
  act(TypeXrayPath{link.string()});
  act(WriteXray{true});
  EXPECT_TRUE(state().disk.failed);
  EXPECT_EQ(on_disk(), "// of another editor");
  act(TypeXrayPath{path_.string()});
  EXPECT_FALSE(state().disk.failed) << "another name is another save";
  act(KeepXray{});
  act(WriteXray{});
  EXPECT_EQ(on_disk(), "// mine");
  EXPECT_FALSE(state().disk.asks);
}

// What is typed in the frame in which the file was followed stands beside that text.
TEST_F(XrayText, AnEditOfAnOlderTextIsNoEditOfTheNewOne) {
  const XrayVersion older = state().text;
  write("// of another editor");
  await([&] { return state().source == "// of another editor"; });
  act(EditXray{"// mine", older});
  EXPECT_EQ(state().source, "// mine");
  EXPECT_EQ(state().disk.other, "// of another editor");
  act(SaveXray{});
  EXPECT_EQ(on_disk(), "// of another editor");
  act(ReloadXray{});
  act(EditXray{"// mine", state().text});
  EXPECT_FALSE(state().disk.other);
  act(SaveXray{});
  EXPECT_EQ(on_disk(), "// mine");
  act(OpenXray{"other.ptx", faulty_kernel()});
  act(EditXray{"// mine", older});
  EXPECT_EQ(state().source, faulty_kernel()) << "that kernel is open no more";
}

TEST_F(XrayText, AMessageEndsWithWhatItIsAbout) {
  const auto fail = [&] {
    act(TypeXrayPath{(folder_.value().path() / "none" / "mine.ptx").string()});
    act(WriteXray{});
    EXPECT_TRUE(state().disk.failed);
  };
  edit("// mine");
  for (const XrayAction& end : {XrayAction(LeaveXraySave{}), XrayAction(DiscardXray{}), XrayAction(KeepXray{}),
                                XrayAction(TypeXrayPath{"other.ptx"}), XrayAction(SaveXray{true})}) {
    fail();
    act(end);
    EXPECT_FALSE(state().disk.failed) << end.index();
    EXPECT_EQ(state().disk.news, "") << end.index();
  }
}

TEST_F(XrayText, AnEarlierSaveIsNoAnswerToAQuestion) {
  edit("// mine");
  act(Quit{});
  act(TellXraySaved{{path_.string(), "// earlier", "", true, state().text.openings}});
  EXPECT_EQ(state().disk.asks, XrayAsks::Leave) << "what was typed since is not saved";
  act(LeaveXraySave{});
  act(SaveXray{true});
  act(TellXraySaved{{path_.string(), "// mine", "", true, state().text.openings}});
  EXPECT_EQ(state().disk.asks, XrayAsks::Name);
}

TEST_F(XrayText, AnotherKernelWaitsForTheAnswer) {
  const Action other = XrayAction(OpenXray{"other.ptx", faulty_kernel()});
  edit("// mine");
  act(other);
  EXPECT_EQ(state().disk.asks, XrayAsks::Leave);
  EXPECT_EQ(state().source, "// mine");
  act(LeaveXraySave{});
  EXPECT_EQ(state().disk.held, nullptr);
  EXPECT_EQ(state().name, "mine.ptx");
  act(other);
  act(SaveXray{});
  EXPECT_EQ(on_disk(), "// mine");
  EXPECT_EQ(state().name, "other.ptx");
  EXPECT_FALSE(state().disk.asks);
  edit("// dropped");
  act(WindowAction(OpenFile{path_.string()}));
  EXPECT_EQ(state().name, "other.ptx");
  act(DiscardXray{});
  EXPECT_EQ(state().name, "mine.ptx");
  EXPECT_EQ(state().source, "// mine");
}

TEST_F(XrayText, TheWindowClosesOnceItIsAnswered) {
  edit("// mine");
  act(ShowWorkspace{Workspace::Layout});
  act(Quit{});
  EXPECT_FALSE(document().quit);
  EXPECT_EQ(document().workspace, Workspace::Xray);
  fs::permissions(path_, fs::perms::owner_read);
  act(SaveXray{});
  EXPECT_FALSE(document().quit) << "what was not saved is not lost";
  EXPECT_EQ(state().disk.asks, XrayAsks::Leave);
  act(DiscardXray{});
  EXPECT_TRUE(document().quit);
  EXPECT_EQ(state().source, sample_kernel());
}

TEST_F(XrayText, AQuestionIsLeftWithTheWorkspace) {
  edit("// mine");
  act(Quit{});
  act(ShowWorkspace{Workspace::Layout});
  EXPECT_FALSE(state().disk.asks);
  EXPECT_EQ(state().disk.held, nullptr);
  EXPECT_FALSE(document().quit);
  act(SaveXray{});
  EXPECT_FALSE(document().quit);
  EXPECT_EQ(document().workspace, Workspace::Layout) << "a save asks nothing that the workspace would show";
}

// A lesson puts the user's kernel aside, and that is the one that is asked about.
TEST_F(XrayText, ALessonDoesNotHideIt) {
  edit("// mine");
  act(LearnAction(OpenLesson{"xray", 0}));
  ASSERT_NE(document().learn.open_lesson(), nullptr);
  act(Quit{});
  EXPECT_FALSE(document().quit);
  EXPECT_EQ(document().workspace, Workspace::Xray);
  EXPECT_EQ(state().source, "// mine");
  EXPECT_EQ(state().disk.asks, XrayAsks::Leave);
}

// A kernel that is opened beside a step comes back as one does that was open before.
TEST_F(XrayText, ALessonPutsAsideWhatIsOpenedInIt) {
  for (const int step : {0, 1}) {
    act(LearnAction(OpenLesson{"xray", step}));
    act(OpenXray{"own.ptx", faulty_kernel()});
    edit("// mine");
    act(LearnAction(ShowStepAgain{}));
    EXPECT_EQ(state().name, "product.ptx");
    act(Quit{});
    EXPECT_EQ(state().name, "own.ptx");
    EXPECT_EQ(state().source, "// mine");
    EXPECT_EQ(state().disk.asks, XrayAsks::Leave);
    act(DiscardXray{});
  }
}

// The settings keep the text that was typed, and its file may have changed meanwhile.
TEST_F(XrayText, AfterAStartItIsComparedWithItsFile) {
  edit("// mine");
  const Link link = read_link(write_link(link_of(document()))).value();
  session_ = begin();
  act(WindowAction(FollowLink{link}));
  await([&] { return state().disk.other.has_value(); });
  EXPECT_EQ(state().source, "// mine");
  EXPECT_TRUE(state().is_unsaved());
  act(KeepXray{});
  act(SaveXray{});
  EXPECT_EQ(on_disk(), "// mine");
  EXPECT_THAT(window_command(document()), testing::Not(HasSubstr(path_.string()))) << "others have no such file";
}

TEST_F(XrayText, AfterAStartWithoutItsFileItIsNotSaved) {
  edit("// mine");
  const Link link = read_link(write_link(link_of(document()))).value();
  fs::remove(path_);
  session_ = begin();
  act(WindowAction(FollowLink{link}));
  EXPECT_TRUE(state().is_unsaved());
  act(Quit{});
  EXPECT_FALSE(document().quit);
  act(LeaveXraySave{});
  act(SaveXray{});
  EXPECT_EQ(on_disk(), "// mine");
  EXPECT_FALSE(state().is_unsaved());
  fs::remove(path_);
  session_ = begin();
  act(WindowAction(FollowLink{link}));
  act(Quit{});
  act(DiscardXray{});
  EXPECT_TRUE(document().quit);
  EXPECT_EQ(state().source, "// mine") << "there is no other text";
}

}  // namespace
}  // namespace tcviz
