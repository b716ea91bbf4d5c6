// Who is a lane, and what a text may not know: names of threads, lanes and warps for every layout of several warps, and
// numbers that a layout leaves open.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "gpu/language/c/interpreter.hpp"
#include "gpu/language/formula/check_inverse.hpp"
#include "gpu/language/formula/meant.hpp"
#include "gpu/language/formula/verdict_words.hpp"
#include "gpu/layout/layout_file.hpp"

namespace tcviz {
namespace {

const std::vector<Layout>& recorded() {
  static const std::vector<Layout> all =
      std::move(read_layouts(std::filesystem::path(TCVIZ_LAYOUT_FILES) / "sm_90.json").value());
  return all;
}
const Layout& layout_of(const std::string& kind) {
  return *std::ranges::find_if(recorded(), [&](const Layout& each) { return each.kind() == kind; });
}

struct Answer {
  std::string verdict;  // "right", "wrong", "half", or "refused: " and why
  std::string convention, reading, words;
};
Answer ask(const std::vector<MeantText>& texts, const Layout& layout) {
  Checker checker(layout);
  std::vector<Parsed<Formula>> all = read_all_as_meant(texts, checker);
  std::vector<const Formula*> formulae;
  for (const Parsed<Formula>& each : all) {
    if (!each) return {"refused: " + each.diagnostics.front().message, {}, {}, {}};
    formulae.push_back(&*each.value);
  }
  Verdict verdict;
  const Status done = checker.check(formulae, verdict);
  if (!done) return {"refused: " + done.error().message, {}, {}, {}};
  EXPECT_EQ(verdict.holds(), checker.holds(formulae));
  return {verdict.ok()      ? "right"
          : verdict.holds() ? "half"
                            : "wrong",
          std::string(describe_convention(*formulae.front())), formulae.front()->reading, verdict_words(verdict).apart};
}
Answer ask(const std::string& text, const std::string& kind) { return ask({{text, {}}}, layout_of(kind)); }

// "(tid / 32)" in the words of a text; the rows and columns are those of the manual.
std::string warpgroup(const std::string& warp, const std::string& lane) {
  return fmt::format("row = {0} * 16 + {1} / 4 + i / 2 % 2 * 8; col = {1} % 4 * 2 + i % 2 + i / 4 * 8;", warp, lane);
}

constexpr auto lanes_by_definition = std::to_array<const char*>(
    {"%laneid", "laneid()", "lane_id()", "laneId()", "get_lane_id()", "getLaneId()", "get_laneid()", "__laneid()",
     "lane_idx()", "canonical_lane_idx()", "cutlass::canonical_lane_idx()"});
constexpr auto bare_lanes =
    std::to_array<const char*>({"lane", "laneid", "lane_id", "laneId", "laneID", "lane_idx", "laneIdx", "lane_index"});

TEST(Threads, ALaneByDefinitionIsThatOfItsWarpInEveryKindOfSeveralWarps) {
  int kinds = 0;
  for (const Layout& layout : recorded()) {
    if (layout.threads() <= 32) continue;
    ++kinds;
    for (const std::string name : lanes_by_definition) {
      const auto formula =
          read_formula("tid % 32 == " + name + " ? 1 : 0", {.value = Quantity::Row, .threads = layout.threads()});
      ASSERT_TRUE(formula) << name;
      Interpreter run(formula.value->program);
      for (int tid = 0; tid < layout.threads(); ++tid) {
        Variables variables;
        variables[Variable::Tid] = tid;
        ASSERT_EQ(run.run(variables), RunState::Done);
        EXPECT_EQ(run.output(0), 1) << name << " of T" << tid << " in " << layout.kind();
      }
    }
  }
  EXPECT_GT(kinds, 5);
  for (const std::string name : lanes_by_definition) {
    EXPECT_EQ(ask(warpgroup("int(threadIdx.x / 32)", "int(" + name + ")"), "wgmma.m64n64.acc.f32").verdict, "right")
        << name;
    EXPECT_EQ(ask(warpgroup("(" + name + " / 32)", "(int(" + name + ") % 32)"), "wgmma.m64n64.acc.f32").verdict,
              "wrong")
        << name;
  }
  const std::string row = "row = tid / 32 * 16 + groupID + i / 2 % 2 * 8; ";
  EXPECT_EQ(ask(row + "col = threadID_in_group * 2 + i % 2 + i / 4 * 8;", "wgmma.m64n64.acc.f32").verdict, "right");
  EXPECT_EQ(ask("int lane; asm(\"mov.u32 %0, %%laneid;\" : \"=r\"(lane)); " + warpgroup("(tid / 32)", "lane"),
                "wgmma.m64n64.acc.f32")
                .verdict,
            "right");
}

TEST(Threads, ABareLaneIsTriedInBothWaysAndTheAnswerSaysInWhich) {
  for (const std::string name : bare_lanes) {
    const Answer in_warp = ask(warpgroup("(tid / 32)", name), "wgmma.m64n64.acc.f32");
    EXPECT_EQ(in_warp.verdict, "right") << name;
    EXPECT_EQ(in_warp.convention, "its lane from 0 to 31") << name;
    const Answer as_thread = ask(warpgroup("(" + name + " / 32)", "(" + name + " % 32)"), "wgmma.m64n64.acc.f32");
    EXPECT_EQ(as_thread.verdict, "right") << name;
    EXPECT_EQ(as_thread.convention, "its lane from 0 to 127") << name;
    // Row and col mean the same lane.
    const std::string row = "(" + name + " / 32) * 16 + " + name + " % 32 / 4 + i / 2 % 2 * 8";
    const std::string col = "i % 2 + i / 4 * 8 + (" + name + " < 32 ? " + name + " % 4 * 2 : 99)";
    EXPECT_EQ(ask({{row, {.value = Quantity::Row}}, {col, {.value = Quantity::Col}}}, layout_of("wgmma.m64n64.acc.f32"))
                  .verdict,
              "wrong")
        << name;
    const std::string head = "(int " + name + ", int i) ";
    EXPECT_EQ(ask("int row" + head + "{ return threadIdx.x / 32 * 16 + " + name + " / 4 + i / 2 % 2 * 8; }\nint col" +
                      head + "{ return " + name + " % 4 * 2 + i % 2 + i / 4 * 8; }",
                  "wgmma.m64n64.acc.f32")
                  .verdict,
              "right")
        << name;
  }
  EXPECT_EQ(ask("row = lane / 4 + i / 2 % 2 * 8; col = lane % 4 * 2 + i % 2 + i / 4 * 8;", "wmma.m16n16k16.acc.f32")
                .convention,
            "");
}

TEST(Threads, AWarpIsAThirtySecondOfTheThreads) {
  for (const std::string name : {"warp", "warp_id", "warpId", "warp_idx", "warpIdx", "w", "wid", "warp_index"}) {
    const std::string head = "(int " + name + ", int lane, int i) ";
    const Answer right = ask("int row" + head + "{ return " + name + " * 16 + lane / 4 + 8 * (i / 2 % 2); }\nint col" +
                                 head + "{ return lane % 4 * 2 + i % 2 + i / 4 * 8; }",
                             "wgmma.m64n64.acc.f32");
    EXPECT_EQ(right.verdict, "right") << name;
    EXPECT_NE(right.reading.find("`" + name + "` is taken as tid / 32"), std::string::npos) << right.reading;
    if (name.size() < 4 || name == "warp_index") continue;
    EXPECT_EQ(ask(warpgroup(name, "(tid % 32)"), "wgmma.m64n64.acc.f32").verdict, "right") << name;
  }
  for (const std::string name : {"canonical_warp_idx()", "cutlass::canonical_warp_idx_sync()", "threadIdx.y"})
    EXPECT_EQ(ask(warpgroup("int(" + name + ")", "int(threadIdx.x % 32)"), "wgmma.m64n64.acc.f32").verdict, "right")
        << name;
  EXPECT_EQ(ask(warpgroup("int(threadIdx.y)", "int(threadIdx.x)"), "wgmma.m64n64.acc.f32").verdict, "right");
  EXPECT_EQ(ask("int t = threadIdx.y * blockDim.x + threadIdx.x; " + warpgroup("(t / 32)", "(t % 32)"),
                "wgmma.m64n64.acc.f32")
                .verdict,
            "right");
}

const std::string row_text = "(lane / 4 + i / 2 % 2 * 8)", col_text = "(lane % 4 * 2 + i % 2 + i / 4 * 8)";
std::string with_row(const std::string& more, const std::string& row) {
  return "int row(int lane, int i, int " + more + ") { return " + row + "; }\nint col(int lane, int i) { return " +
         col_text + "; }";
}
const std::string kind16 = "wmma.m16n16k16.acc.f32";

TEST(Threads, ANumberThatTheLayoutLeavesOpenIsTriedWithSeveralValues) {
  for (const std::string& row :
       {row_text + " + (step < 8 ? 1 : 0)", row_text + " + step % 2 * 16", row_text + " + step / 40000",
        "(step > 9000 ? " + row_text + " : 0)", "(step * 3 % 4 == 0 ? " + row_text + " : 0)"}) {
    const Answer answer = ask(with_row("step", row), kind16);
    EXPECT_EQ(answer.verdict, "wrong") << row;
    EXPECT_NE(answer.words.find("it is right if"), std::string::npos) << row << "\n" << answer.words;
  }
  EXPECT_EQ(ask(with_row("step", row_text + " + 0 * step"), kind16).verdict, "right");
  EXPECT_EQ(ask(with_row("step", row_text + " + step / (step + 1)"), kind16).verdict, "right");
}

TEST(Threads, AnAnswerThatIsRightHoldsForTenOtherValuesToo) {
  std::uint32_t random = 12345;
  const auto next = [&](std::uint32_t most) {
    return static_cast<int>((random = random * 1664525 + 1013904223) >> 8) % static_cast<int>(most);
  };
  int right = 0;
  for (const std::string condition : {"step < 5", "step % 3 == 0", "step > 700", "step * 2 == 6", "step / 7 > 3",
                                      "0 * step", "step % 1", "step < 1", "step * 2 % 2", "step / 100000"}) {
    const std::string text = with_row("step", row_text + " + (" + condition + " ? 3 : 0)");
    if (ask(text, kind16).verdict != "right") continue;
    ++right;
    const auto formula = read_formula(text, {.threads = 32});
    ASSERT_TRUE(formula) << condition;
    Interpreter run(formula.value->program);
    for (int value = 0; value < 10; ++value)
      for (int tid = 0; tid < 32; ++tid) {
        Variables variables;
        variables[Variable::Tid] = tid;
        variables[Variable::Size] = 1 + next(20000);
        ASSERT_EQ(run.run(variables), RunState::Done);
        EXPECT_EQ(run.output(0), tid / 4) << condition << " with " << variables[Variable::Size];
      }
  }
  EXPECT_GE(right, 3);
}

TEST(Threads, BlocksMoveWholeTilesAndStoresKeepTheirLeadingDimension) {
  for (const std::string name : {"blockIdx.x", "blockIdx.y", "blockIdx.z", "threadIdx.y", "threadIdx.z"}) {
    const std::string block = "int(" + name + ")";
    EXPECT_EQ(ask("row = " + row_text + " + " + block + "; col = " + col_text + ";", kind16).verdict, "wrong") << name;
    EXPECT_EQ(ask("row = " + row_text + " + 16 * " + block + "; col = " + col_text + ";", kind16).verdict, "right")
        << name;
    EXPECT_EQ(ask("row = " + block + " ? 0 : " + row_text + "; col = " + col_text + ";", kind16).verdict, "wrong")
        << name;
  }
  const std::string head =
      "__global__ void k(const float* A, float* C, int M, int N, int ldc, int m0) {\n  float d[8];\n"
      "  int lane = threadIdx.x % 32;\n  for (int i = 0; i < 8; ++i) {\n    int r = " +
      row_text + ", c = " + col_text + ";\n    ";
  for (const std::string& store :
       {std::string("C[r * ldc + c] = d[i];"),
        std::string("C[(blockIdx.y * 16 + r) * ldc + blockIdx.x * 16 + c] = d[i];"),
        std::string("C[(m0 + r) * N + c] = d[i];"), std::string("if (r < M && c < N) C[r * ldc + c] = d[i];")})
    EXPECT_EQ(ask(head + store + "\n  }\n}", kind16).verdict, "right") << store;
  for (const std::string& store :
       {std::string("C[r * ldc + c + (ldc % 2)] = d[i];"), std::string("C[(r + blockIdx.x) * ldc + c] = d[i];"),
        std::string("C[r * ldc + (ldc > 50000 ? 2 * c : c)] = d[i];"), std::string("C[r * ldc + c + ldc % 5] = d[i];")})
    EXPECT_NE(ask(head + store + "\n  }\n}", kind16).verdict, "right") << store;
}

TEST(Threads, AnOwnerIsAnInverseByItsParametersAndTakenInTheOrderOfItsNames) {
  const std::string body = "int lane = row % 8 * 4 + col % 8 / 2, reg = row / 8 * 2 + col % 2 + col / 8 * 4;";
  const Layout& layout = layout_of(kind16);
  const auto judge = [&](const std::string& text) {
    EXPECT_EQ(inputs_of(text), Inputs::Element) << text;
    const Parsed<Formula> formula = read_formula(text, {Inputs::Element, Quantity::Tid});
    if (!formula) return "refused: " + formula.diagnostics.front().message;
    const Formula* const only = &*formula.value;
    const auto verdict = check_inverse(layout, {&only, 1});
    return !verdict ? "refused: " + verdict.error().message : std::string(verdict.value().ok() ? "right" : "wrong");
  };
  EXPECT_EQ(judge("void owner(int row, int col, int& lane, int& reg) { lane = row % 8 * 4 + col % 8 / 2; "
                  "reg = row / 8 * 2 + col % 2 + col / 8 * 4; }"),
            "right");
  EXPECT_EQ(judge("void owner(int row, int col, int* reg, int* lane) { *lane = row % 8 * 4 + col % 8 / 2; "
                  "*reg = row / 8 * 2 + col % 2 + col / 8 * 4; }"),
            "right");
  EXPECT_EQ(judge("int2 owner(int row, int col) { " + body + " return make_int2(lane, reg); }"), "right");
  EXPECT_EQ(judge("int2 owner(int row, int col) { " + body + " return make_int2(reg, lane); }"), "right");
  EXPECT_EQ(judge("int2 owner(int row, int col) { " + body + " return {lane, reg + 1}; }"), "wrong");
  for (const std::string text :
       {"int f(int row, int col) { return row; }\nint row(int lane, int i) { return f(lane / 4, i); }",
        "void place(int tid, int i, int& row, int& col) { row = tid; col = i; }",
        "int linear(int row, int col) { return row * 16 + col; }\nint at(int tid, int i) { return linear(tid / 4, i); "
        "}"})
    EXPECT_EQ(inputs_of(text), Inputs::Slot) << text;
}

TEST(Threads, RowAndColAreTakenInTheOrderThatTheTextSays) {
  const std::string two = "int row = " + row_text + ", col = " + col_text + "; ";
  const auto expect = [&](const std::string& text, const std::string& verdict) {
    EXPECT_EQ(ask(text, kind16).verdict, verdict) << text;
  };
  expect("int2 place(int lane, int i) { " + two + "return make_int2(row, col); }", "right");
  expect("int2 place(int lane, int i) { " + two + "return make_int2(col, row); }", "right");
  expect("int2 place(int lane, int i) { " + two + "return {col, row}; }", "right");
  expect("int2 col_row(int lane, int i) { return make_int2(" + col_text + ", " + row_text + "); }", "right");
  expect("int2 col_row(int lane, int i) { return make_int2(" + row_text + ", " + col_text + "); }", "wrong");
  expect("int2 row_col(int lane, int i) { return make_int2(" + row_text + ", " + col_text + "); }", "right");
}

TEST(Threads, EveryStoreIsJudgedOrTheAnswerSaysWhichIs) {
  const std::string head =
      "__global__ void k(float* A, float* C, int ld) {\n  float d[8];\n  int lane = threadIdx.x % 32;\n"
      "  for (int i = 0; i < 8; ++i) {\n    int r = " +
      row_text + ", c = " + col_text + ";\n    ";
  const auto verdict = [&](const std::string& body) { return ask(head + body + "\n  }\n}", kind16).verdict; };
  EXPECT_EQ(verdict("C[r * ld + c] = d[i];"), "right");
  for (const std::string body :
       {"d[i] = C[0 * ld + i]; C[r * ld + c] = d[i];", "A[r * ld + c] = d[i]; C[c * ld + r] = d[i];",
        "C[r * ld + c] = d[i]; A[c * ld + r] = d[i];", "C[r * ld + c] = d[i]; C[c * ld + r] = d[i];",
        "C[r * ld + c] = d[i]; d[i] = C[i];"})
    EXPECT_NE(verdict(body), "right") << body;
  std::string eight = head;
  eight.replace(eight.find("d[8]"), 4, "d[16]");
  const Answer more = ask(eight + "C[r * ld + c] = d[i];\n  }\n}", kind16);
  EXPECT_NE(more.reading.find("`d` is taken as more values than the kind has"), std::string::npos) << more.reading;
}

// What is stored is value i itself, not that of another lane, nor one that an array has in an order of its own.
TEST(Threads, ValuesOfAnotherOrderOrLaneAreNotTakenForTheFragment) {
  const auto ask_store = [&](const std::string& before, const std::string& value, const std::string& pitch = "ld") {
    return ask(
        "float relu(float x) { return x > 0 ? x : 0; }\n"
        "float other(float x) { return __shfl_xor_sync(~0u, x, 1); }\n"
        "__global__ void k(float* C, float* d, int ld) {\n  int lane = threadIdx.x % 32;\n  " +
            before + "\n  for (int i = 0; i < 8; ++i) {\n    int r = " + row_text + ", c = " + col_text +
            ";\n    C[r * " + pitch + " + c] = " + value + ";\n  }\n}",
        kind16);
  };
  EXPECT_EQ(ask_store("", "d[i]").verdict, "right");
  EXPECT_EQ(ask_store("", "relu(d[i])").verdict, "right");
  const std::string list = "{d[0], d[1], d[3], d[2], d[4], d[5], d[6], d[7]};";
  for (const auto& [before, value] : std::initializer_list<std::pair<std::string, std::string>>{
           {"float e[8] = " + list, "e[i]"},
           {"const float e[]" + list, "e[i]"},
           {"float e[2][4] = {{d[0], d[2]}, {d[1], d[3]}};", "e[i / 4][i % 4]"},
           {"std::array<float, 8> e = " + list, "e[i]"},
           {"float e[8] = " + list + " for (int k = 0; k < 8; ++k) d[k] = e[k];", "d[i]"},
           {"float a = d[1], b = d[2]; d[1] = b; d[2] = a;", "d[i]"},
           {"", "__shfl_xor_sync(~0u, d[i], 1)"},
           {"", "other(d[i])"}})
    EXPECT_NE(ask_store(before, value).verdict, "right") << before << value;
  const std::string reading = ask_store("", "d[i]", "16").reading;
  EXPECT_EQ(reading.find("`ld` is taken"), std::string::npos) << reading;
  EXPECT_NE(reading.find("`ld` is not used"), std::string::npos) << reading;
}

}  // namespace
}  // namespace tcviz
