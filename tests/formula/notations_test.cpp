// CuTe, Triton and Python as their headers, tools and tutorials write them: what is right, what is wrong, in which
// convention, and what is refused with which words.
#include <gtest/gtest.h>

#include "gpu/language/formula/meant.hpp"
#include "tests/layout/samples.hpp"

namespace tcviz {
namespace {

Layout of_kind(const char* kind, const samples::Sizes& sizes, const std::function<int(int, int)>& element) {
  LayoutData data = samples::data_of(sizes, {});
  data.kind = kind;
  for (int tid = 0; tid < sizes.threads; ++tid)
    for (int i = 0; i < sizes.values; ++i) data.map.push_back(element(tid, i));
  return samples::make(std::move(data));
}

int row_of(int tid, int i) { return tid / 4 + i / 2 % 2 * 8; }
int col_of(int tid, int i) { return tid % 4 * 2 + i % 2 + i / 4 * 8; }
Layout accumulator() {
  return of_kind("wmma.m16n16k16.acc.f32", {16, 16, 32, 8},
                 [](int tid, int i) { return row_of(tid, i) * 16 + col_of(tid, i); });
}
// The same with its coordinates exchanged: B is k x n.
Layout b_operand() {
  return of_kind("wmma.m16n16k16.b.bf16.col", {16, 16, 32, 8},
                 [](int tid, int i) { return col_of(tid, i) * 16 + row_of(tid, i); });
}

struct Answer {
  bool read = false, right = false;
  Notation notation = Notation::Expression;
  std::string words;  // the convention, or why it is refused
};

Answer ask(const std::string& text, const Layout& layout) {
  Checker checker(layout);
  const Parsed<Formula> parsed = read_as_meant(text, {}, checker);
  if (!parsed) return {false, false, recognise(text), parsed.diagnostics.front().message};
  const Formula* const formula = &*parsed.value;
  Verdict verdict;
  const Status done = checker.check({&formula, 1}, verdict);
  if (!done) return {true, false, formula->notation, done.error().message};
  return {true, verdict.ok(), formula->notation, std::string(describe_convention(*formula))};
}

void expect_right(Notation notation, const std::vector<std::string>& texts) {
  const Layout layout = accumulator();
  for (const std::string& text : texts) {
    const Answer answer = ask(text, layout);
    EXPECT_TRUE(answer.right) << text << "\n" << answer.words;
    EXPECT_EQ(answer.notation, notation) << text;
  }
}

void expect_refused(const std::string& text, const std::string& part) {
  const Answer answer = ask(text, accumulator());
  EXPECT_FALSE(answer.read) << text;
  EXPECT_NE(answer.words.find(part), std::string::npos) << text << "\n" << answer.words;
}

const std::string traits_layout =
    "Layout<Shape <Shape < _4,_8>,Shape < _2,_2,  _2>>,\n       Stride<Stride<_32,_1>,Stride<_16,_8,_128>>>";

TEST(Cute, AsHeadersWriteIt) {
  expect_right(
      Notation::Cute,
      {"((4,8),(2,2,2)):((32,1),(16,8,128))", "((_4,_8),(_2,(_2,_2))) : ((_32,_1),(_16,(_8,_128)))", traits_layout,
       traits_layout + "{}", "using CLayout = " + traits_layout + ";",
       "// (T32,V8) -> (M16,N16)\nusing Row16 = " + traits_layout + ";\n\ntemplate <>\nstruct MMA_Traits<Op> {\n" +
           "  using ValTypeD = float;\n  using Shape_MNK = Shape<_16,_16,_16>;\n  using ThrID = Layout<_32>;\n" +
           "  using ALayout = Layout<Shape<_32,_8>, Stride<_8,_1>>;\n  using CLayout = Row16;\n};",
       "auto layout = make_layout(make_shape(make_shape(_4{}, _8{}), make_shape(_2{}, Int<2>{}, cute::Int<2>{})),\n"
       "                          make_stride(make_stride(_32{}, _1{}), make_stride(_16{}, _8{}, Int<16 * 8>{})));",
       "cute::make_layout(cute::make_shape(cute::make_shape(4, 8), cute::make_shape(2, 2, 2)),\n"
       " cute::make_stride(cute::make_stride(32, 1), cute::make_stride(16, 8, 128)))",
       "tv = cute.make_layout(((4, 8), (2, 2, 2)), stride=((32, 1), (16, 8, 128)))",
       "using Shp = Shape<Shape<_4,_8>,Shape<_2,_2,_2>>; using L = Layout<Shp, "
       "Stride<Stride<_32,_1>,Stride<_16,_8,_128>>>;",
       "print(Layout<Shape<Shape<_4,_8>,Shape<_2,_2,_2>>, Stride<Stride<_32,_1>,Stride<_16,_8,_128>>>{});",
       "((4,8),(2,2,2)):((2@1,1@0),(1@1,8@0,8@1))"});
}

TEST(Cute, TheConventionThatIsRightIsSaid) {
  const Answer usual = ask(traits_layout, accumulator()), of_b = ask(traits_layout, b_operand());
  EXPECT_TRUE(usual.right);
  EXPECT_TRUE(of_b.right);
  EXPECT_EQ(usual.words, "its index column by column in m x k or m x n");
  EXPECT_EQ(of_b.words, "its index column by column in n x k");
  // What tcviz itself writes counts column by column in k x n: read so, because it is right so.
  const Answer own = ask("((4,8),(2,2,2)):((2,16),(1,128,8))", b_operand());
  EXPECT_TRUE(own.right) << own.words;
  EXPECT_EQ(own.words, "its index column by column in m x k or m x n");
  const Answer wrong = ask("((4,8),(2,2,2)):((32,1),(16,8,64))", accumulator());
  EXPECT_TRUE(wrong.read);
  EXPECT_FALSE(wrong.right);
}

TEST(Cute, SwizzlesAreFollowed) {
  const auto swizzled = [](int index) { return index ^ ((index & 3 << 6) >> 3); };
  const Layout layout = of_kind("test.swizzled", {16, 16, 32, 8}, [&](int tid, int i) {
    const int index = swizzled(tid * 8 + i);
    return index % 16 * 16 + index / 16;
  });
  for (const char* const text :
       {"Sw<2,3,3> o _0 o (32,8):(8,1)", "Swizzle<2,3,3>{} o (_32,_8):(_8,_1)",
        "composition(Swizzle<2,3,3>{}, Layout<Shape<_32,_8>, Stride<_8,_1>>{})",
        "ComposedLayout<Swizzle<2,3,3>, _0, Layout<Shape<_32,_8>, Stride<_8,_1>>>",
        "composition(Swizzle<2,3,3>{}, make_layout(make_shape(_32{}, _8{}), LayoutRight{}))"}) {
    const Answer answer = ask(text, layout);
    EXPECT_TRUE(answer.right) << text << "\n" << answer.words;
  }
  EXPECT_FALSE(ask("(32,8):(8,1)", layout).right);
  expect_refused("composition(Layout<Shape<_32,_8>>{}, Layout<Shape<_8,_32>>{})", "`composition` is not followed here");
}

TEST(Cute, WhatIsNotFollowedIsNamed) {
  expect_refused("right_inverse(" + traits_layout + "{})", "`right_inverse` is not followed here");
  expect_refused("using ALayout = Layout<Shape<_32,_8>>; using BLayout = Layout<Shape<_32,_4>>;",
                 "there are 2 layouts here: ALayout, BLayout: keep the one that is meant");
  expect_refused("using CLayout = SomeRow; using ALayout = Layout<Shape<_32,_8>>;", "`SomeRow` is not defined here");
  expect_refused("Layout<Shape<_32,Int<N/16>>, Stride<_1,_32>>", "not `N`; no number has this name above");
  expect_refused("using ThrID = Layout<Shape<_4,_2>, Stride<_1,_16>>; using CLayout = " + traits_layout + ";", "ThrID");
  expect_refused("((4,8),(2,2,2)):((2@1,1@0),(1@1,8,8@1))", "some strides count coordinates");
  expect_refused("((4,8),(2,2,2)):((2@1,1@0),(1@1,8@2,8@1))", "a matrix has two coordinates");
}

TEST(Triton, InItsFourSpellings) {
  const std::string printed =
      "\n - register=1 -> (0, 1)\n   register=2 -> (8, 0)\n   register=4 -> (0, 8)\n - lane=1 -> (0, 2)\n"
      "   lane=2 -> (0, 4)\n   lane=4 -> (1, 0)\n   lane=8 -> (2, 0)\n   lane=16 -> (4, 0)\n"
      " - warp is a size 1 dimension\n - block is a size 1 dimension\nwhere out dims are: [dim0 (size 16), dim1 (size "
      "16)]\n";
  expect_right(
      Notation::Triton,
      {"#ttg.linear<{register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], warp = [], "
       "block = []}>",
       "#linear = #ttg.linear<{register = [[0, 1], [8, 0], [0, 8]], lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]],\n"
       "                       warp = [], block = []}>",
       "LinearLayout.from_bases([(\"register\", [[0, 1], [8, 0], [0, 8]]),\n"
       "  (\"lane\", [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]]), (\"warp\", []), (\"block\", [])], [\"dim0\", "
       "\"dim1\"])",
       "LinearLayout.from_bases((('register', ((0, 1), (8, 0), (0, 8))), ('lane', ((0, 2), (0, 4), (1, 0), (2, 0), (4, "
       "0)))), ('dim0', 'dim1'))",
       "LinearLayout({{S(\"register\"), {{0, 1}, {8, 0}, {0, 8}}}, {S(\"lane\"), {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, "
       "0}}},\n"
       "              {S(\"warp\"), {}}, {S(\"block\"), {}}}, {S(\"dim0\"), S(\"dim1\")})",
       "LinearLayout({{S(\"register\"), {{1, 0}, {0, 8}, {8, 0}}}, {S(\"lane\"), {{2, 0}, {4, 0}, {0, 1}, {0, 2}, {0, "
       "4}}}},\n"
       "             {S(\"dim1\"), S(\"dim0\")})",
       "gl.DistributedLinearLayout(reg_bases=[[0, 1], [8, 0], [0, 8]], lane_bases=[[0, 2], [0, 4], [1, 0], [2, 0], [4, "
       "0]],\n"
       "                           warp_bases=[], block_bases=[], shape=[16, 16])",
       printed});
}

TEST(Triton, WarpsStandAboveLanes) {
  const Layout layout = of_kind("test.group", {64, 8, 128, 4}, [](int tid, int i) {
    const int row = tid / 4 % 8 + i / 2 * 8 + tid / 32 * 16, col = tid % 4 * 2 + i % 2;
    return row * 8 + col;
  });
  const Answer answer =
      ask("#ttg.linear<{register = [[0, 1], [8, 0]], warp = [[16, 0], [32, 0]],\n"
          "             lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], block = []}>",
          layout);
  EXPECT_TRUE(answer.right) << answer.words;
}

TEST(Triton, WhatIsNotFollowedIsNamed) {
  expect_refused("#blocked = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], order = [1, 0]}>",
                 "give a linear layout, as #ttg.linear<{register = ...}>");
  expect_refused("#ttg.linear<{register = [[0, 1, 0]], lane = [], warp = [], block = []}>",
                 "this adds to 3 dimensions");
  expect_refused("#ttg.linear<{register = [[0, 1]], lane = [[1, 0]], warp = [], block = [[8, 0]]}>", "several blocks");
  expect_refused("register=1 -> (0, 1)\nregister=4 -> (0, 8)", "expected register=2");
  expect_refused("#a = #ttg.linear<{register = [[0, 1]], lane = [[1, 0]]}>\n#b = #ttg.linear<{register = [[0, 1]]}>",
                 "several layouts");
}

TEST(Python, FunctionsAsPeopleWriteThem) {
  expect_right(
      Notation::Python,
      {"def row(tid, i):\n    return tid // 4 + (i & 2) * 4\n\ndef col(tid, i):\n    return tid % 4 * 2 + i % 2 + i // "
       "4 * 8\n",
       "def row(tid, i): return (tid >> 2) | ((i & 2) << 2)\ndef col(tid, i): return (i & 1) | (tid & 3) << 1 | (i & "
       "4) << 1",
       "import torch\n\ndef coord(lane: int, reg: int) -> tuple[int, int]:\n    \"\"\"where it is\"\"\"\n    r = lane "
       "// 4\n"
       "    if reg & 2:\n        r += 8\n    c = (lane % 4) * 2 + reg % 2\n    if reg // 4 == 1: c += 8\n    return r, "
       "c\n",
       "row = lambda tid, i: tid // 4 + (8 if i % 4 >= 2 else 0)\ncol = lambda tid, i: tid % 4 * 2 + i % 2 + 8 * (i > "
       "3)\n",
       "GROUP = 4\n\ndef row(tid, i):\n    group = tid // GROUP  # of four\n    return group + 8 * (i // 2 % 2)\n\n"
       "def col(tid, i):\n    t = tid % GROUP\n    c = 2 * t + i % 2\n    if i >= 4:\n        c = c + 8\n    else:\n   "
       "     pass\n    return c\n",
       "def linear(tid, i):\n    r, c = tid // 4 + i // 2 % 2 * 8, tid % 4 * 2 + i % 2 + i // 4 * 2 ** 3\n    return r "
       "* 16 + c\n",
       "def row(tid, i):\n    return int(tid / 4) + (8 if 1 < i % 4 <= 3 else 0)\ndef col(tid, i):\n    return (tid % "
       "4 * 2 +\n"
       "            i % 2 +\n            (i >= 4 and 8))\n"});
}

// Floor division and the remainder of Python are not C's below zero.
TEST(Python, BelowZeroItDividesAsPythonDoes) {
  const Layout wrapped =
      of_kind("test.wrapped", {16, 8, 32, 8}, [](int tid, int i) { return tid % 16 * 8 + (i + 5) % 8; });
  const Answer answer = ask("def row(tid, i): return (tid - 16) % 16\ndef col(tid, i): return (i - 3) % 8", wrapped);
  EXPECT_TRUE(answer.right) << answer.words;
  const Layout halves = of_kind("test.halves", {17, 8, 32, 8}, [](int tid, int i) { return (tid + 1) / 2 * 8 + i; });
  const Answer floor = ask("def row(tid, i): return (tid - 31) // 2 + 16\ndef col(tid, i): return i", halves);
  EXPECT_TRUE(floor.right) << floor.words;
  EXPECT_FALSE(ask("row = (tid - 31) / 2 + 16; col = i;", halves).right);
}

// A name means what it was given last, be it a function, another name of one, or a number.
TEST(Python, TheLastValueOfANameCounts) {
  const std::string row = "def row(tid, i): return tid // 4 + i // 2 % 2 * 8\n", other = "def row(tid, i): return 3\n",
                    col = "def col(tid, i): return tid % 4 * 2 + i % 2 + i // 4 * 8\n",
                    good = "def good(tid, i): return tid // 4 + i // 2 % 2 * 8\n",
                    lane = "def lane(): return cuda.threadIdx.x % 32\n",
                    who =
                        "def row(i): return who // 4 + i // 2 % 2 * 8\n"
                        "def col(i): return who % 4 * 2 + i % 2 + i // 4 * 8\n";
  expect_right(Notation::Python,
               {other + row + col, "row = lambda tid, i: 3\n" + row + col, other + good + col + "row = good\n",
                good + col + "row = good\ngood = 3\n", good + col + "row = good\ndef good(tid, i): return 0\n",
                "def h(v): return 0\n" + good + col + "def row(tid, i): return good(tid, i) + h(i)\n",
                "def row(tid, i): return tid % 4 * 2 + i % 2 + i // 4 * 8\n"
                "def col(tid, i): return tid // 4 + i // 2 % 2 * 8\nrow, col = col, row\n",
                lane + "who = lane()\n" + who, lane + "l = lane\nwho = [l()][0]\n" + who});
  for (const std::string& text :
       {row + col + other, row + other + col, row + col + "row = lambda tid, i: tid // 4\n",
        row + col + "def bad(tid, i): return 0\nrow = bad\n", row + col + "row, col = col, row\n",
        good + col + "def row(tid, i): return good(tid, i)\ndef good(tid, i): return 1\n",
        good + col + "def bad(tid, i): return 0\nrow = good if cuda.threadIdx.x < 9 else bad\n"}) {
    const Answer answer = ask(text, accumulator());
    EXPECT_TRUE(answer.read && !answer.right) << text << answer.words;
  }
  expect_refused(row + col + "if True:\n    def row(tid, i): return 3\n", "defined under a condition");
  expect_refused("class Frag:\n    def row(tid, i): return tid // 4\n", "`class` is not followed in Python here");
}

TEST(Python, WhatIsNotFollowedIsNamed) {
  expect_refused("def row(tid, i):\n    return tid / 4\n", "write `//`, which rounds down");
  expect_refused("def row(tid, i):\n    with tid:\n        pass\n", "`with` is not followed in Python here");
  expect_refused("def row(tid, i):\n    return math.sqrt(tid)\n", "`math.sqrt` is not followed here");
  expect_refused("def row(tid, i):\n    return sqrt(tid)\n", "`sqrt` is not followed here");
  expect_refused("def row(tid, i):\n    return tid * 8u\n", "`8u` is no number in Python");
  expect_refused("def row(tid, i):\n    return tid * 010\n", "`010` is no number in Python");
  expect_refused("def row(tid, i):\n    def f(): return 1\n    return tid\n", "a function inside of a function");
}

TEST(Python, InCTwoSlashesBeginAComment) {
  expect_refused("tid // 4", "in C // begins a comment");
  expect_refused("row = tid // 4 + (i & 2) * 4;\ncol = 0;", "in C // begins a comment");
  const Layout layout = accumulator();
  EXPECT_TRUE(
      ask("row = tid / 4 + (i & 2) * 4; // 4 threads\ncol = tid % 4 * 2 + i % 2 + i / 4 * 8; // tid", layout).right);
  EXPECT_TRUE(ask("row = tid / 4 + // the group\n (i & 2) * 4;\ncol = tid % 4 * 2 + i % 2 + i / 4 * 8;", layout).right);
}

TEST(Meant, AnInverseIsKnownByWhatItComputes) {
  for (const char* const text :
       {"tid = row % 8 * 4; i = col;", "def tid(row, col): return row\ndef i(row, col): return col",
        "inline int tid(int row, int col) { return row; }", "row: (4,0) ; col: (0,1)"})
    EXPECT_EQ(inputs_of(text), Inputs::Element) << text;
  for (const char* const text :
       {"row = tid; col = i;", "int tid = threadIdx.x % 32; int row = tid / 4; int col = i;",
        "int linear(int lane, int i) { int tid = lane; return tid * 8 + i; }", "tid: (1,0) ; i: (0,1)", "tid / 4",
        "int row(int tid, int i) { return tid; } int col(int tid, int i) { return i; }"})
    EXPECT_EQ(inputs_of(text), Inputs::Slot) << text;
}

}  // namespace
}  // namespace tcviz
