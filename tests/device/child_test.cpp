// A process that works for this one: it answers, and whatever it does instead is told.
#include "gpu/source/device/child.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <thread>

#include "tests/device/shell_child.hpp"

namespace tcviz {
namespace {

using std::chrono::milliseconds;

Child scripted(const std::string& script, milliseconds patience = milliseconds(300)) {
  return Child(
      {shell(script), "to test", "the process that tests", {}, [patience](std::string_view) { return patience; }});
}
Result<std::string> ask(const std::string& script) { return scripted(script).ask<std::string>(std::string("?")); }

TEST(AskedChild, AnAnswerIsReadAndTheProcessKept) {
  Child child = scripted(printed_frame(answer_frame("one")) + printed_frame(answer_frame("two")) + "exec sleep 100");
  const auto first = child.ask<std::string>(std::string("?"));
  ASSERT_TRUE(first.ok()) << first.error().message;
  const int process = child.id();
  EXPECT_EQ(first.value(), "one");
  EXPECT_EQ(child.ask<std::string>(std::string("?")).value(), "two");
  EXPECT_EQ(child.id(), process);
}

TEST(AskedChild, WhatIsToldOnTheWayReachesWhoAsked) {
  Child child = scripted(printed_frame(progress_frame("compiling", 2, 5)) + printed_frame(answer_frame("one")) +
                         "exec sleep 100");
  std::string told;
  const auto answer = child.ask<std::string>(std::string("?"), [&](std::string_view doing, int done, int all) {
    if (!doing.empty()) told = fmt::format("{} {} of {}", doing, done, all);
    return true;
  });
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_EQ(told, "compiling 2 of 5");
}

TEST(AskedChild, AnErrorComesThroughAndTheProcessStays) {
  Child child = scripted(printed_frame(error_frame(bad_input("no such kernel"))) + "exec sleep 100");
  const auto answer = child.ask<std::string>(std::string("?"));
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().message, "no such kernel");
  EXPECT_EQ(answer.error().fault, Fault::BadInput);
  EXPECT_NE(child.id(), 0);
}

TEST(AskedChild, WhoeverAsksCanStopIt) {
  Child child = scripted("exec sleep 100", std::chrono::minutes(1));
  const auto answer = child.ask<std::string>(std::string("?"), [](std::string_view, int, int) { return false; });
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().message, "stopped");
  EXPECT_EQ(child.id(), 0);
}

TEST(AskedChild, EveryLossIsToldInWords) {
  const std::string frame = printed_frame("garbage");
  EXPECT_EQ(ask("head -c 8 > /dev/null; kill -9 $$").error().message, "the process that tests crashed: try again.");
  EXPECT_EQ(ask("exec sleep 100").error().message, "the process that tests did not answer for 0.3 s: it was ended.");
  EXPECT_EQ(ask("exec cat >/dev/null").error().message,
            "the process that tests did not answer for 0.3 s: it was ended.");
  EXPECT_TRUE(ask(frame + "exec sleep 100").error().message.starts_with("the process that tests was not understood: "));
  EXPECT_EQ(ask("printf '\\377\\377\\377\\377\\377\\377\\377\\377'; exec sleep 100").error().message,
            "the process that tests crashed: try again.");
}

TEST(AskedChild, AFrameThatNeverEndsIsSilence) {
  EXPECT_EQ(ask("printf '\\005\\0\\0\\0\\0\\0\\0\\0ab'; exec sleep 100").error().message,
            "the process that tests did not answer for 0.3 s: it was ended.");
}

TEST(AskedChild, AnAnswerOfAnotherTypeIsNotUnderstood) {
  EXPECT_EQ(ask(printed_frame(answer_frame(7)) + "exec sleep 100").error().message,
            "the process that tests was not understood: this is no text.");
}

TEST(AskedChild, AProgramThatIsNotThereIsNamed) {
  Child child({{"/nonexistent/program"}, "to test", "the process that tests"});
  const auto answer = child.ask<std::string>(std::string("?"));
  ASSERT_FALSE(answer.ok());
  EXPECT_NE(answer.error().message.find("cannot start /nonexistent/program to test"), std::string::npos);
}

TEST(ServeWork, AnswersEveryRequestUntilTheInputEnds) {
  int ends[2];
  ASSERT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, ends), 0);
  std::thread server([&] {
    serve_work<int>(ends[1], ends[1], [](int number, const WorkProgress& tell) -> Result<int> {
      tell("doubling", 0, 1);
      return number < 0 ? Result<int>(negative("below zero")) : Result<int>(2 * number);
    });
    close(ends[1]);
  });
  const auto answered = [&](const std::string& request) {
    std::string bytes;
    send_frame(ends[0], request);
    do receive_frame(ends[0], bytes);
    while (nlohmann::json::from_cbor(bytes).contains("doing"));
    return nlohmann::json::from_cbor(bytes);
  };
  EXPECT_EQ(answered(to_cbor(21)).at("answer"), 42);
  EXPECT_EQ(answered(to_cbor(-1)).at("error"), "below zero");
  EXPECT_TRUE(answered("garbage").at("error").get<std::string>().starts_with("the request was not understood: "));
  EXPECT_EQ(answered(to_cbor(4)).at("answer"), 8);
  shutdown(ends[0], SHUT_WR);
  server.join();
  close(ends[0]);
}

}  // namespace
}  // namespace tcviz
