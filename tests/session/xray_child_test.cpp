// A kernel in a process of its own: what comes back, and what is said where nothing does.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "app/session/xray/xray_answer.hpp"
#include "app/session/xray/xray_child.hpp"
#include "gpu/language/compiler/temporary_folder.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

// As tcviz xray --json writes it (tests/cli/cases/xray.cases holds its keys there), with B's registers exchanged.
std::string answer_with(std::string_view kind, std::string_view cells) {
  return fmt::format(
      R"({{"format": "tcviz-xray/1", "kernel": "product", "arch": "sm_80",
  "executed": {{"blocks": 1, "steps": 31, "ms": 0.5}}, "state": "wrong", "reason": "",
  "verdict": {{"C": {{"state": "wrong", "elements": 128, "stored": 128,
    "classes": [{{"count": 128, "state": "wrong", "text": "pairs", "points": ["m", "n"], "example": [0, 0]}}],
    "numbers": {{"state": "wrong", "given": true, "expression": "relu(A) * B", "compared": 128,
      "first": {{"element": [3, 5], "found": null, "expected": 0.5}}, "nearest": "2 * A", "reason": "none"}}}},
    "D": {{"state": "right", "elements": 8, "stored": 8, "classes": [], "numbers": null}}}},
  "findings": [{{"kind": "{}", "severity": "race", "step": 23, "line": 0, "ptx_line": 34, "instruction": "mma.sync",
    "warp": 1, "lane": 2, "register": null, "text": "pairs A", "expected": "k=0", "got": "k=8", "count": 3}}],
  "events": [{{"step": 23, "warp": 1, "line": 7, "ptx_line": 34, "instruction": "mma.sync"}}],
  "event": {{"step": 23, "warp": 1, "line": 7, "ptx_line": 34, "instruction": "mma.sync",
    "a": {{"name": "A", "rows": 1, "cols": 1, "cells": [{}]}},
    "b": {{"name": "B", "rows": 0, "cols": 0, "cells": []}}, "sum": {{"name": "", "rows": 0, "cols": 0, "cells": []}}}},
  "notes": ["m and k are equally long"], "refused": null}})",
      kind, cells);
}
constexpr std::string_view odd_cell = R"({"text": "8,0", "row": 8, "col": null, "state": "odd", "lane": null})";

// A program that does what `body` says in place of tcviz.
struct Pretender {
  Result<TemporaryFolder> folder = TemporaryFolder::make();
  KernelToRun kernel;

  explicit Pretender(const std::string& body) {
    const std::filesystem::path file = folder.value().path() / "program";
    std::ofstream(file) << "#!/bin/sh\n" << body << "\n";
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    kernel = {file.string(), "// a kernel", false, "0:w1"};
  }
};

TEST(XrayAnswer, EveryPartComesBack) {
  const Result<XrayReport> read = read_xray_answer(answer_with("pairing", odd_cell));
  ASSERT_TRUE(read.ok()) << read.error().message;
  const XrayReport& report = read.value();
  EXPECT_EQ(report.kernel, "product");
  EXPECT_EQ(report.architecture, 80);
  EXPECT_EQ(report.steps, 31);
  EXPECT_EQ(report.verdict, VerdictState::Wrong);
  ASSERT_EQ(report.outputs.size(), 2u);
  EXPECT_EQ(report.outputs[0].name, "C");
  EXPECT_EQ(report.outputs[0].written, 128);
  EXPECT_EQ(report.outputs[0].classes.at(0).points, (std::vector<std::string>{"m", "n"}));
  ASSERT_TRUE(report.outputs[0].numbers);
  const OutputNumbers& numbers = *report.outputs[0].numbers;
  EXPECT_EQ(std::tuple(numbers.state, numbers.given, numbers.expression, numbers.compared),
            std::tuple(VerdictState::Wrong, true, "relu(A) * B", 128));
  EXPECT_EQ(std::tuple(numbers.nearest, numbers.reason), std::tuple("2 * A", "none"));
  EXPECT_EQ(numbers.first->element, (std::vector<std::int64_t>{3, 5}));
  EXPECT_TRUE(std::isnan(numbers.first->found)) << "JSON has no such number";
  EXPECT_EQ(numbers.first->expected, 0.5);
  EXPECT_FALSE(report.outputs[1].numbers);
  ASSERT_EQ(report.findings.size(), 1u);
  const XrayFinding& finding = report.findings[0];
  EXPECT_EQ(finding.weight, FindingWeight::Race);
  EXPECT_EQ(std::tuple(finding.step, finding.ptx_line, finding.warp, finding.lane, finding.count),
            std::tuple(23, 34, 1, 2, 3));
  EXPECT_EQ(finding.register_name, "");
  EXPECT_EQ(report.events.at(0).ptx_line, 34);
  ASSERT_TRUE(report.snapshot);
  const SnapshotCell& cell = report.snapshot->a.cells.at(0);
  EXPECT_EQ(std::tuple(cell.text, cell.row, cell.col, cell.lane), std::tuple("8,0", 8, -1, -1));
  EXPECT_EQ(cell.state, SnapshotState::Odd);
  EXPECT_FALSE(report.refused);
}

TEST(XrayAnswer, EveryKindOfFindingHasItsName) {
  for (int kind = 0; kind <= static_cast<int>(FindingKind::Deadlock); ++kind) {
    const Result<XrayReport> read = read_xray_answer(answer_with(name_of(static_cast<FindingKind>(kind)), odd_cell));
    ASSERT_TRUE(read.ok()) << read.error().message;
    EXPECT_EQ(static_cast<int>(read.value().findings.at(0).kind), kind);
  }
}

TEST(XrayAnswer, WhatIsNoAnswerIsSaid) {
  for (const std::string& text : {std::string(), std::string("{"), std::string("[]"), std::string(R"({"format": 1})"),
                                  answer_with("unheard", odd_cell), answer_with("pairing", "")}) {
    const Result<XrayReport> read = read_xray_answer(text);
    ASSERT_FALSE(read.ok()) << text;
    EXPECT_THAT(read.error().message, HasSubstr("no answer of tcviz xray"));
  }
}

TEST(XrayChild, WhatIsComplainedAboutDoesNotFallIntoTheAnswer) {
  const Pretender wrong(
      "test \"$*\" = 'xray kernel.ptx --json --seconds 60 --event 0:w1' && grep -q 'a kernel' kernel.ptx || exit 2\n"
      "echo 'tcviz: C is wrong' >&2\ncat <<'END'\n" +
      answer_with("race", odd_cell) + "\nEND\nexit 1");
  const Result<XrayReport> report = run_kernel(wrong.kernel);
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_EQ(report.value().findings.at(0).kind, FindingKind::Race);
}

TEST(XrayChild, BadInputIsWhatTcvizSays) {
  const Pretender refusing("echo 'tcviz: how many threads has a block?' >&2; exit 2");
  const Result<XrayReport> report = run_kernel(refusing.kernel);
  ASSERT_FALSE(report.ok());
  EXPECT_THAT(report.error().message, HasSubstr("how many threads has a block?"));
}

TEST(XrayChild, ACrashIsSaidAndSurvived) {
  const Pretender crashing("echo '{'; kill -SEGV $$");
  const Result<XrayReport> report = run_kernel(crashing.kernel);
  ASSERT_FALSE(report.ok());
  EXPECT_THAT(report.error().message, HasSubstr("crashed with signal 11"));
}

TEST(XrayChild, ItIsStoppedAtOnce) {
  const Pretender endless("while :; do sleep 1; done");
  const Result<XrayReport> report = run_kernel(endless.kernel, [] { return true; });
  ASSERT_FALSE(report.ok());
  EXPECT_THAT(report.error().message, HasSubstr("stopped before the end"));
}

TEST(XrayChild, AProgramThatIsNotThereIsNamed) {
  const Result<XrayReport> report = run_kernel({"/nowhere/tcviz", "", true, ""});
  ASSERT_FALSE(report.ok());
  EXPECT_THAT(report.error().message, HasSubstr("cannot start /nowhere/tcviz"));
}

}  // namespace
}  // namespace tcviz
