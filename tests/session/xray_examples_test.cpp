// The kernels that travel inside the program, as data; whether the x-ray says of them what they tell is for
// tests/cli/xray_examples.py.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "app/session/xray/built_in_xray_examples.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

std::size_t times(std::string_view text, std::string_view piece) {
  std::size_t count = 0;
  for (std::size_t at = text.find(piece); at != text.npos; at = text.find(piece, at + 1)) ++count;
  return count;
}

TEST(XrayExamples, AllAreRead) {
  const std::vector<XrayExampleFiles> files = built_in_xray_example_files();
  ASSERT_THAT(files, SizeIs(4));
  for (const XrayExampleFiles& each : files) {
    const Result<XrayExample> read = read_xray_example(each.source, each.description);
    EXPECT_TRUE(read.ok()) << each.name << ": " << read.error().message;
  }
  const std::vector<XrayExample> examples = built_in_xray_examples();
  ASSERT_THAT(examples, SizeIs(4));
  EXPECT_EQ(examples.front().id, "wmma");
  EXPECT_EQ(examples.back().id, "hopper");
}

TEST(XrayExamples, AreShortAndSayTheirLaunch) {
  for (const XrayExample& example : built_in_xray_examples()) {
    EXPECT_LE(times(example.source, "\n"), 150u) << example.id;
    EXPECT_FALSE(example.title.empty());
    EXPECT_THAT(example.source, testing::ContainsRegex("// xray: [a-z]+ " + example.arch + " <<<.*>>> \\("));
    EXPECT_THAT(example.faults, SizeIs(4)) << example.id;
  }
}

TEST(XrayExamples, EveryFaultHasOnePlace) {
  for (const XrayExample& example : built_in_xray_examples()) {
    std::set<std::string> ids;
    for (const PlantedFault& fault : example.faults) {
      const std::string name = example.id + ":" + fault.id;
      EXPECT_TRUE(ids.insert(fault.id).second) << name;
      EXPECT_EQ(times(example.source, fault.replace), 1u) << name;
      EXPECT_NE(fault.replace, fault.by) << name;
      EXPECT_NE(fault.verdict, VerdictState::Right) << name;
      EXPECT_TRUE(fault.question.ends_with('?')) << name;
      EXPECT_LE(fault.question.size(), 110u) << name;
      EXPECT_TRUE(fault.answer.ends_with('.')) << name;
      const std::string source = faulted_source(example, fault);
      EXPECT_NE(source, example.source) << name;
      if (!fault.at.empty()) {
        EXPECT_EQ(times(source, fault.at), 1u) << name;
      }
    }
  }
}

PlantedFault without(const std::string& text) {
  PlantedFault fault;
  fault.replace = text;
  return fault;
}

TEST(XrayExamples, AnEmptyLineGoesAndTheRestOfALineStays) {
  const XrayExample example{"a", "A", "sm_80", "one();\n  two();\n  three(); four();\nlast", {}};
  EXPECT_EQ(faulted_source(example, without("two();")), "one();\n  three(); four();\nlast");
  EXPECT_EQ(faulted_source(example, without("three();")), "one();\n  two();\n   four();\nlast");
  EXPECT_EQ(faulted_source(example, without("one();")), "  two();\n  three(); four();\nlast");
  EXPECT_EQ(faulted_source(example, without("last")), "one();\n  two();\n  three(); four();\n");
  EXPECT_EQ(faulted_source(example, without("five();")), example.source);
}

TEST(XrayExamples, WhatIsWrongWithADescriptionIsTold) {
  constexpr std::string_view with =
      R"({{"id": "a", "title": "A", "arch": "sm_80", "faults": [{{"id": "b", "question": "?", "replace": "x", "by": "y",
      "verdict": "{}", "finding": {}, "at": null, "answer": "."}}]}})";
  const Result<XrayExample> read = read_xray_example("x", fmt::format(with, "wrong", "null"));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value().source, "x");
  EXPECT_EQ(read.value().faults.at(0).finding, std::nullopt);
  const auto complaint = [](const std::string& text) {
    const Result<XrayExample> refused = read_xray_example("x", text);
    return refused.ok() ? std::string() : refused.error().message;
  };
  EXPECT_THAT(complaint(fmt::format(with, "odd", "null")), HasSubstr("faults[0].verdict: \"odd\" is not known"));
  EXPECT_THAT(complaint(fmt::format(with, "wrong", "\"hunch\"")),
              HasSubstr("faults[0].finding: \"hunch\" is not known"));
  EXPECT_THAT(complaint("{}"), HasSubstr("describes no kernel"));
  EXPECT_THAT(complaint("["), HasSubstr("describes no kernel"));
}

}  // namespace
}  // namespace tcviz
