#include "app/session/whole/session.hpp"
#include "app/session/base/sentence.hpp"

#include <fmt/format.h>

#include "app/session/whole/link.hpp"
#include "gtest/gtest.h"
#include "tests/session/fakes.hpp"

namespace tcviz {
namespace {

constexpr std::chrono::seconds session_long_enough(60);

std::unique_ptr<Session> open_session(Sources& sources, const WindowOptions& options = {}) {
  auto session = Session::make(sources, options, [] {});
  EXPECT_TRUE(session.ok()) << session.error().message;
  return std::move(session).value();
}

TEST(Session, StartsAtTheDefaultWithAllFilesLoaded) {
  Sources sources = sample_sources();
  auto session = open_session(sources);
  EXPECT_EQ(session->document().kind, "wmma.m16n16k16.acc.f32");
  EXPECT_EQ(session->document().chosen().info.name, "recorded:sm_90");
  session->settle();
  for (const SourceState& source : session->document().sources) EXPECT_EQ(source.stage, Stage::Answered);
  ASSERT_NE(session->document().layout(), nullptr);
  EXPECT_EQ(session->document().layout()->element({7, 2}), (Element{9, 6}));
  EXPECT_FALSE(session->update());  // and then there is nothing to do
}

TEST(Session, AGpuIsAskedWhenItIsChosenOnly) {
  auto gate = std::make_shared<Gate>();
  Sources sources = sample_sources();
  sources.add(std::make_unique<FakeGpu>("cuda:0", std::vector<std::string>{"wmma.m16n16k16.acc.f32"}, gate));
  WindowOptions options;
  options.source = "recorded:sm_90";
  auto session = open_session(sources, options);
  session->settle();
  EXPECT_EQ(session->document().sources[2].stage, Stage::NotAsked);
  session->actions().push_back(ChooseSource{2});
  session->update();
  ASSERT_TRUE(gate->wait_for_visitor(session_long_enough));
  session->actions().push_back(ChooseSource{1});  // the files stay at hand while the GPU hangs
  EXPECT_TRUE(session->update());
  EXPECT_NE(session->document().layout(), nullptr);
  gate->open();
  session->settle();
  session->actions().push_back(ChooseSource{2});
  session->update();
  ASSERT_NE(session->document().layout(), nullptr);
  EXPECT_EQ(session->document().layout()->provenance().device, "Fake GPU");
}

TEST(Session, ASourceThatWasStoppedCanBeAskedAgain) {
  auto gate = std::make_shared<Gate>();
  Sources sources;
  const std::vector<std::string> kinds = {"wmma.m16n16k16.acc.f16", "wmma.m16n16k16.acc.f32"};
  sources.add(std::make_unique<FakeGpu>("cuda:0", kinds, gate, 1));
  auto session = open_session(sources);
  session->update();
  ASSERT_TRUE(gate->wait_for_visitor(session_long_enough));
  session->actions().push_back(StopSource{});
  session->update();
  gate->open();
  session->settle();
  EXPECT_EQ(session->document().chosen().stage, Stage::Stopped);
  EXPECT_EQ(session->document().layout(), nullptr);
  session->actions().push_back(AskSource{});
  session->settle();
  EXPECT_EQ(session->document().chosen().stage, Stage::Answered);
  EXPECT_NE(session->document().layout(), nullptr);
}

TEST(Session, AFileIsASourceOfItsOwn) {
  Sources sources = sample_sources();
  WindowOptions options;
  options.file_layout = sample_layout("wmma.m8n8k4.acc.f64", sample_provenance());
  options.file_name = "mine.json";
  auto session = open_session(sources, options);
  session->settle();
  EXPECT_EQ(session->document().chosen().info.name, "mine.json");
  EXPECT_EQ(session->document().kind, "wmma.m8n8k4.acc.f64");
  EXPECT_NE(session->document().layout(), nullptr);
}

TEST(Session, RefusesWhatNobodyKnows) {
  Sources sources = sample_sources();
  WindowOptions options;
  options.kind = "wmma.m16n16k16.acc.f31";
  auto session = Session::make(sources, options, [] {});
  ASSERT_FALSE(session.ok());
  EXPECT_EQ(session.error().fault, Fault::BadInput);
  for (const char* at : {R"({"kind": "wmma.m16n16k16.acc.f31"})", R"({"other_kind": "nonsense"})"}) {
    options = {};
    options.link = read_link(fmt::format(R"({{"format": "tcviz-link/1", "at": {}}})", at)).value();
    session = Session::make(sources, options, [] {});
    ASSERT_FALSE(session.ok()) << at;
    EXPECT_EQ(session.error().fault, Fault::BadInput);
  }
  options = {};
  options.source = "cuda:7";
  session = Session::make(sources, options, [] {});
  ASSERT_FALSE(session.ok());
  EXPECT_EQ(session.error().fault, Fault::Unavailable);
}

TEST(Sentence, BeginsWithACapitalUnlessItIsAName) {
  EXPECT_EQ(sentence("no GPU is here"), "No GPU is here.");
  EXPECT_EQ(sentence("a[2] does not fit."), "a[2] does not fit.");
  EXPECT_EQ(sentence("sm_80 has it"), "sm_80 has it.");
  EXPECT_EQ(sentence(""), "");
}

}  // namespace
}  // namespace tcviz
