// tcviz serve: lines in, lines out; no line, however damaged, stops it or gets another's answer.
#include "app/cli/line/serve_answer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "app/cli/line/commands.hpp"
#include "app/cli/serve/kept_sources.hpp"
#include "app/cli/serve/serve_lines.hpp"
#include "app/cli/serve/serve_message.hpp"
#include "app/cli/serve/serve_stdio.hpp"
#include "app/cli/serve/serve_worker.hpp"
#include "tests/cli/fakes.hpp"
#include "tests/device/shell_child.hpp"

namespace tcviz::test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

const std::string serve_kind = "wmma.m16n16k16.acc.f32";

Sources one_file(LookFor) {
  Sources sources;
  sources.add(make_file_source("recorded:sm_90", SourceClass::Recorded, {layout_for(serve_kind)}));
  return sources;
}

// What the line is answered with, where requests are answered by their own text as the result.
json echoed(std::string_view line) {
  return json::parse(answer_line(
      line, [](const std::string& request) -> Result<std::string> { return R"({"result":)" + request + "}"; }));
}

json answered(const json& request) {
  std::ostringstream nowhere;
  Context context{.out = nowhere, .notes = nowhere};
  context.backends.sources = one_file;
  const std::string line = answer_request(request.dump(), context);
  EXPECT_EQ(line.find('\n'), std::string::npos);
  return json::parse(line);
}

TEST(ServeLine, AnAnswerHasTheIdOfItsRequest) {
  for (const char* id : {"7", "-7", "\"a\"", "\"\\u00e4\\n\"", "18446744073709551615"}) {
    const json answer = echoed(std::string(R"({"id":)") + id + R"(,"method":"devices"})");
    EXPECT_EQ(answer.at("id"), json::parse(id));
    EXPECT_EQ(answer.at("result").at("method"), "devices");
  }
}

TEST(ServeLine, ADamagedLineIsAnsweredWithoutAnId) {
  const std::string deep(100, '['), cut = R"({"id":1,"method":"dev)", large(most_line_bytes + 1, ' ');
  for (const std::string& line :
       {deep, cut, "x" + large, std::string("7"), std::string("null"), std::string("[]"), std::string("{}"),
        std::string(R"({"id":1.5,"method":"devices"})"), std::string(R"({"id":[1],"method":"devices"})"),
        std::string("{\"id\":1,\"method\":\"\xff\"}"), std::string("{\"id\":1,\"method\":\"devices\"}\0x", 29),
        R"({"id":")" + std::string(300, 'a') + "\"}"}) {
    const json answer = echoed(line);
    EXPECT_TRUE(answer.at("id").is_null()) << line.substr(0, 80);
    EXPECT_EQ(answer.at("error").at("fault"), "bad_input");
    EXPECT_FALSE(answer.at("error").at("message").get<std::string>().empty());
  }
}

TEST(ServeLine, ABlankLineIsNoRequest) {
  const auto never = [](const std::string&) -> Result<std::string> { return bad_input("asked"); };
  EXPECT_EQ(answer_line(" \t\r", never), "");
  EXPECT_EQ(answer_line("", never), "");
}

TEST(ServeLine, WhatCannotBeAskedIsSaid) {
  const auto message = [](const char* rest) {
    return echoed(std::string(R"({"id":1,)") + rest + "}").at("error").at("message").get<std::string>();
  };
  EXPECT_THAT(message(R"("method":"sho")"), HasSubstr("no method 'sho': the methods are layout, at"));
  EXPECT_THAT(message(R"("params":{})"), HasSubstr("names its \"method\""));
  EXPECT_THAT(message(R"("method":"layout")"), HasSubstr("layout needs 'kind'"));
  EXPECT_THAT(message(R"("method":"layout","params":{"kid":1})"), HasSubstr("no 'kid': it takes kind, device"));
  EXPECT_THAT(message(R"("method":"layout","params":{"kind":[]})"),
              HasSubstr("kind must be a text, and is of type array"));
  EXPECT_THAT(message(R"("method":"layout","params":{"kind":"--help"})"), HasSubstr("begins with '-'"));
  EXPECT_THAT(message(R"("method":"layout","params":[1])"), HasSubstr("must be an object"));
  EXPECT_THAT(message(R"("method":"diff","params":{"with":"V100","all":1})"), HasSubstr("must be true or false"));
}

TEST(ServeLine, WhyThereIsNoAnswerIsTheAnswer) {
  const auto none = [](const std::string&) -> Result<std::string> { return unavailable("given up."); };
  EXPECT_EQ(answer_line(R"({"id":3,"method":"devices"})", none),
            R"({"id":3,"error":{"message":"given up.","fault":"unavailable"}})");
}

// The rows name options that the commands have, and say of each whether it has a value.
TEST(ServeMethods, AreOptionsOfCommands) {
  for (const ServeMethod& method : serve_methods()) {
    const auto command = std::ranges::find(commands(), method.command, &Command::name);
    ASSERT_NE(command, commands().end()) << method.name;
    CLI::App app;
    const Runner unused = command->declare(app);
    for (const ServeParameter& each : parameters_of(method)) {
      const CLI::Option* const option = app.get_option_no_throw(each.option);
      ASSERT_NE(option, nullptr) << method.name << " " << each.option;
      EXPECT_EQ(option->get_items_expected_max() == 0, each.flag) << method.name << " " << each.option;
    }
  }
}

TEST(ServeMethods, MakeACommandLine) {
  const auto words = words_of(*find_serve_method("at"), {{"place", {"5,9", "T13"}}, {"kind", "k"}, {"device", "A100"}});
  ASSERT_TRUE(words.ok());
  EXPECT_EQ(words.value(), (ServeWords{"at", "--json", "--device=A100", "k", "5,9", "T13"}));
  const auto flag = words_of(*find_serve_method("formula"), {{"kind", "k"}, {"inverse", true}, {"rows", 8}});
  const auto list = words_of(*find_serve_method("xray"), {{"file", "k.ptx"}, {"arg", {"A=f16[m:16]", 64}}});
  EXPECT_EQ(list.value(), (ServeWords{"xray", "--json", "--arg=A=f16[m:16]", "--arg=64", "k.ptx"}));
  EXPECT_EQ(flag.value(), (ServeWords{"formula", "--json", "--inverse", "--rows=8", "k"}));
}

// A formula that is given as a number is no formula: what a field may be is one of three types, or a list of them.
TEST(ServeMethods, RefuseAValueOfAnotherTypeByTheNameOfItsParameter) {
  const json values = {5,
                       -1.5,
                       true,
                       "text",
                       json::array({7}),
                       json::array({true}),
                       json::array({json::array({"a"})}),
                       json::object({{"a", 1}})};
  const std::set<std::string> numbers = {"rows",  "cols",  "lbo",    "sbo",    "base",  "start",  "descriptor",
                                         "n",     "inner", "planes", "number", "steps", "pitch",  "m",
                                         "k",     "grid",  "block",  "shared", "arg",   "access", "seconds",
                                         "scale", "cell",  "width",  "font"};
  for (const ServeMethod& method : serve_methods())
    for (const ServeParameter& each : parameters_of(method))
      for (const json& value : values) {
        json params = {{each.name, value}};
        for (const ServeParameter& other : parameters_of(method))
          if (other.required && other.name != each.name) params[other.name] = "x";
        const bool number = numbers.contains(each.name);
        const json& one = value.is_array() && each.several ? value.at(0) : value;
        const bool right = each.flag ? value.is_boolean() : one.is_string() || (one.is_number() && number);
        const auto words = words_of(method, params);
        if (right && one != -1.5) {
          EXPECT_TRUE(words.ok()) << method.name << " " << params;
        }
        if (!right) {
          ASSERT_FALSE(words.ok()) << method.name << " " << params;
        }
        if (!right) {
          EXPECT_THAT(words.error().message, testing::StartsWith(each.name + " must be ")) << params;
        }
      }
  EXPECT_EQ(words_of(*find_serve_method("check"), {{"kind", "k"}, {"row", 5}}).error().message,
            "row must be a text, and is of type number: write \"5\".");
}

TEST(ServeMethods, RefuseAnEmptyTextByTheNameOfItsParameter) {
  const auto words = words_of(*find_serve_method("formula"), {{"kind", "k"}, {"style", ""}});
  ASSERT_FALSE(words.ok());
  EXPECT_EQ(words.error().message, "style is an empty text: give it a value, or leave it out.");
}

TEST(ServeAnswer, IsWhatTheCommandPrints) {
  const json answer = answered({{"method", "layout"}, {"params", {{"kind", serve_kind}}}});
  EXPECT_EQ(answer.at("result"), json::parse(answer_of({"show", serve_kind, "--json"}, one_file).out));
  EXPECT_EQ(answer.at("result").at("map").at(9), 9);
}

TEST(ServeAnswer, OfNoIsAResultWithItsSentence) {
  const json answer = answered({{"method", "check"}, {"params", {{"kind", serve_kind}, {"row", "-1"}, {"col", "i"}}}});
  EXPECT_EQ(answer.at("result").at("ok"), false);
  EXPECT_EQ(answer.at("result").at("device"), "recorded:sm_90");
  EXPECT_THAT(answer.at("no").get<std::string>(), HasSubstr("256 of 256 slots are wrong"));
}

TEST(ServeAnswer, OfAnErrorIsTheSentenceOfTheCommand) {
  const json params = {{"kind", serve_kind}, {"device", "recorded:sm_91"}};
  const json error = answered({{"method", "layout"}, {"params", params}}).at("error");
  EXPECT_EQ(error.at("fault"), "unavailable");
  EXPECT_EQ(error.at("message"),
            answer_of({"show", serve_kind, "--device", "recorded:sm_91"}, one_file).status.error().message);
}

TEST(ServeAnswer, AFormulaThatCannotBeReadHasItsPlace) {
  const json error =
      answered({{"method", "check"}, {"params", {{"kind", serve_kind}, {"row", "tid+"}, {"col", "0"}}}}).at("error");
  EXPECT_EQ(error.at("fault"), "bad_input");
  EXPECT_EQ(error.at("data").at("error").at("begin"), 4);
}

TEST(ServeAnswer, ATextHasItsLineEnds) {
  const json answer = answered({{"method", "figure"}, {"params", {{"kind", serve_kind}}}});
  EXPECT_EQ(answer.at("result").at("text"), answer_of({"show", serve_kind, "--format=svg"}, one_file).out);
}

TEST(ServeSources, AreFoundOnceForEachSearch) {
  int searches = 0;
  const auto kept = keep_sources([&](LookFor what) { return ++searches, one_file(what); });
  for (int n = 0; n < 3; ++n) {
    const Sources sources = kept(LookFor::Files);
    EXPECT_EQ(layout_of(*sources.find("recorded:sm_90").value(), serve_kind).value().kind(), serve_kind);
    EXPECT_FALSE(layout_of(*sources.find("recorded:sm_90").value(), "wmma.m8n8k4.acc.f64").ok());
  }
  EXPECT_EQ(searches, 1);
}

TEST(ServeLines, AreHandedOutWholeOrMarkedByTheirLength) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  std::thread writer([&] {
    write_line(ends[1], "one");
    write_line(ends[1], "");
    write_line(ends[1], std::string(200'000, 'x'));
    EXPECT_EQ(write(ends[1], "last", 4), 4);
    close(ends[1]);
  });
  LineReader lines(ends[0], 100);
  EXPECT_EQ(lines.next(), "one");
  EXPECT_EQ(lines.next(), "");
  EXPECT_EQ(lines.next(), std::string(101, 'x'));
  EXPECT_EQ(lines.next(), "last");
  EXPECT_EQ(lines.next(), std::nullopt);
  writer.join();
  close(ends[0]);
}

std::string answered_with(const std::string& text) { return printed_frame(answer_frame(text)); }

TEST(ServeWorker, AnswersAgainAndAgain) {
  ServeWorker worker(shell(answered_with("one") + answered_with("two") + "exec sleep 1000"), {});
  EXPECT_EQ(worker.ask("x").value(), "one");
  EXPECT_EQ(worker.ask("x").value(), "two");
}

TEST(ServeWorker, IsGivenUpInTime) {
  ServeLimits limits;
  limits.time = std::chrono::milliseconds(50);
  ServeWorker worker({"/bin/sleep", "1000"}, limits);
  EXPECT_THAT(worker.ask("x").error().message, HasSubstr("given up after 0.05 s"));
  EXPECT_THAT(worker.ask("x").error().message, HasSubstr("given up after"));
}

TEST(ServeWorker, IsGivenUpWhereItTakesTooMuch) {
  ServeLimits limits;
  limits.memory = 1;
  EXPECT_THAT(ServeWorker({"/bin/sleep", "1000"}, limits).ask("x").error().message, HasSubstr("of memory"));
  limits = {};
  limits.answer_bytes = 3;
  EXPECT_THAT(ServeWorker(shell(answered_with("four") + "exec sleep 1000"), limits).ask("x").error().message,
              HasSubstr("the answer is larger"));
}

TEST(ServeWorker, ThatEndsIsSaid) {
  ServeWorker worker({"/bin/true"}, {});
  EXPECT_THAT(worker.ask("x").error().message, HasSubstr("has ended"));
  EXPECT_FALSE(ServeWorker({"/no/such/program"}, {}).ask("x").ok());
}

}  // namespace
}  // namespace tcviz::test
