// Operations on accumulators of mma and wgmma: simulated and held against positions that are typed here from the PTX
// manual, and the operands by which a GPU is made to say where a slot is.
#include "gpu/run/ops/ptx_fragments.hpp"
#include "gpu/layout/element_value.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <regex>

#include "gpu/layout/element_value.hpp"
#include "gpu/run/ops/body.hpp"
#include "gpu/run/ops/ptx_operands.hpp"
#include "gpu/run/ops/reduction.hpp"
#include "gpu/run/ops/run.hpp"
#include "tests/ops/all_layouts.hpp"

namespace tcviz {
namespace {

RunRequest run_of(std::string_view operation, const Layout& layout, std::uint64_t seed = 9) {
  const Operation& row = *find_operation(operation);
  return {&row, layout, {}, usual_scalars(row), seed, 0, {}, 20};
}

// Widths of wgmma that stand for all: a power of two and not, the least and the widest.
bool is_chosen(const Layout& layout) {
  const Kind& kind = *find_kind(layout.kind());
  if (kind.family == Family::Mma) return true;
  constexpr int widths[] = {8, 24, 64};
  return std::ranges::find(widths, kind.shape.n) != std::end(widths);
}

TEST(PtxFragments, EveryOperationOnAccumulatorsDoesWhatTheReferenceSays) {
  int runs = 0;
  for (const Layout& layout : accumulator_layouts()) {
    if (!is_chosen(layout)) continue;
    for (const Operation& operation : operations()) {
      if (why_not(operation, *find_kind(layout.kind()))) continue;
      const auto result = run_on_cpu(run_of(operation.id, layout, static_cast<std::uint64_t>(++runs)));
      ASSERT_TRUE(result) << operation.id << " " << layout.kind() << ": " << result.error().message;
      EXPECT_TRUE(result.value().judgement.verified)
          << operation.id << " " << layout.kind() << ": " << result.value().judgement.sentence;
      EXPECT_EQ(result.value().judgement.slots >= layout.slots(), true) << layout.kind();
      EXPECT_EQ(result.value().executor, "simulated on the CPU");
    }
  }
  EXPECT_GT(runs, 800);
}

// ---- by positions typed from the manual

using Place = Element (*)(int tid, int i);
struct Documented {
  std::string_view kind;
  int threads, values;
  Place place;
};

Element sixteen_by_eight(int tid, int i) { return {tid / 4 + (i < 2 ? 0 : 8), tid % 4 * 2 + (i & 1)}; }
// Four products of a warp, one for each four threads with those sixteen further on; stacked.
int product_of_thread(int tid) { return tid / 4 % 4; }
const Documented documented[] = {
    {"mma.m16n8k16.acc.f32", 32, 4, sixteen_by_eight},
    {"mma.m16n8k16.acc.f16", 32, 4, sixteen_by_eight},
    {"mma.m16n8k32.acc.s32", 32, 4, sixteen_by_eight},
    {"mma.m8n8k4.acc.f64", 32, 2,
     [](int tid, int i) {
       return Element{tid / 4, tid % 4 * 2 + i};
     }},
    {"mma.m8n8k16.acc.s32", 32, 2,
     [](int tid, int i) {
       return Element{tid / 4, tid % 4 * 2 + i};
     }},
    {"mma.m8n8k4.acc.f16", 32, 8,
     [](int tid, int i) {
       return Element{8 * product_of_thread(tid) + tid % 4 + (tid < 16 ? 0 : 4), i};
     }},
    {"mma.m8n8k4.acc.f32", 32, 8,
     [](int tid, int i) {
       return Element{8 * product_of_thread(tid) + (tid & 1) + (i & 2) + (tid < 16 ? 0 : 4),
                      (i & 4) + (tid & 2) + (i & 1)};
     }},
    {"wgmma.m64n128.acc.f32", 128, 64,
     [](int tid, int i) {
       return Element{16 * (tid / 32) + tid % 32 / 4 + 8 * (i / 2 % 2), 8 * (i / 4) + 2 * (tid % 4) + i % 2};
     }},
    {"wgmma.m64n24.acc.s32", 128, 12,
     [](int tid, int i) {
       return Element{16 * (tid / 32) + tid % 32 / 4 + 8 * (i / 2 % 2), 8 * (i / 4) + 2 * (tid % 4) + i % 2};
     }},
};

class AtDocumentedPlaces : public testing::TestWithParam<Documented> {
 protected:
  const Documented& row() const { return GetParam(); }
  RunResult run(std::string_view operation) const {
    auto result = run_on_cpu(run_of(operation, recorded(row().kind)));
    EXPECT_TRUE(result) << result.error().message;
    return std::move(result.value());
  }
  template <class F>
  void each_slot(const RunResult& result, F&& expected) const {
    ASSERT_EQ(result.after_by_slot.size(), static_cast<std::size_t>(row().threads * row().values));
    const int cols = find_kind(row().kind)->cols();
    for (int n = 0; n < row().threads * row().values; ++n) {
      const Element at = row().place(n / row().values, n % row().values);
      const double x = result.before[static_cast<std::size_t>(at.row * cols + at.col)];
      ASSERT_EQ(result.after_by_slot[static_cast<std::size_t>(n)], expected(at, x)) << row().kind << " slot " << n;
    }
  }
};

TEST_P(AtDocumentedPlaces, MasksAndFills) {
  each_slot(run("upper"), [](Element at, double x) { return at.col >= at.row ? x : 0.0; });
  each_slot(run("band"), [](Element at, double x) { return std::abs(at.row - at.col) <= 2 ? x : 0.0; });
  each_slot(run("make_identity"), [](Element at, double) { return at.row == at.col ? 1.0 : 0.0; });
  each_slot(run("map"), [](Element at, double x) { return at.row == 3 && at.col == 3 ? 7.0 : x; });
}

TEST_P(AtDocumentedPlaces, LargestOfRowsAndColumns) {
  const Kind& kind = *find_kind(row().kind);
  const RunResult rows = run("row_max"), cols = run("col_max");
  const auto largest = [&](const RunResult& of, bool row_wise, Element at) {
    double most = -HUGE_VAL;
    for (int n = 0; n < (row_wise ? kind.cols() : kind.rows()); ++n) {
      const int place = row_wise ? at.row * kind.cols() + n : n * kind.cols() + at.col;
      most = std::max(most, of.before[static_cast<std::size_t>(place)]);
    }
    return most;
  };
  each_slot(rows, [&](Element at, double) { return largest(rows, true, at); });
  each_slot(cols, [&](Element at, double) { return largest(cols, false, at); });
}

INSTANTIATE_TEST_SUITE_P(Kinds, AtDocumentedPlaces, testing::ValuesIn(documented), [](const auto& each) {
  std::string name(each.param.kind);
  std::ranges::replace(name, '.', '_');
  return name;
});

// The steps followed with sets of elements, also where the number of values is no power of two.
TEST(PtxFragments, FoldsGatherEveryElementOfARowOrColumnOnce) {
  for (const Layout& layout : accumulator_layouts()) {
    const int width = static_cast<int>(std::bit_ceil(static_cast<unsigned>(layout.values())));
    for (const Axis axis : {Axis::Rows, Axis::Columns}) {
      const auto steps = fold_steps(layout, axis);
      ASSERT_TRUE(steps) << layout.kind() << ": " << steps.error().message;
      std::vector<std::vector<int>> seen(static_cast<std::size_t>(layout.threads() * width));
      for (std::size_t n = 0; n < seen.size(); ++n) {
        const int tid = static_cast<int>(n) / width, i = static_cast<int>(n) % width;
        if (i < layout.values()) seen[n].push_back(layout.map()[static_cast<std::size_t>(tid * layout.values() + i)]);
      }
      for (const FoldStep& step : steps.value()) {
        const auto old = seen;
        for (std::size_t n = 0; n < seen.size(); ++n) {
          const int tid = static_cast<int>(n) / width, i = static_cast<int>(n) % width;
          const auto& other = old[static_cast<std::size_t>((tid ^ step.tid_xor) * width + (i ^ step.i_xor))];
          seen[n].insert(seen[n].end(), other.begin(), other.end());
        }
      }
      // The last thread stands for the others; each of its values.
      for (int i = 0; i < layout.values(); ++i) {
        const Element own = *layout.element({layout.threads() - 1, i});
        std::vector<int>& got = seen[static_cast<std::size_t>((layout.threads() - 1) * width + i)];
        std::ranges::sort(got);
        std::vector<int> line;
        for (int n = 0; n < (axis == Axis::Rows ? layout.cols() : layout.rows()); ++n)
          line.push_back(axis == Axis::Rows ? own.row * layout.cols() + n : n * layout.cols() + own.col);
        ASSERT_EQ(got, line) << layout.kind() << " i " << i;
      }
    }
  }
}

TEST(PtxFragments, RowsNeedNoOtherWarpAndColumnsOfAWarpgroupDo) {
  for (const Layout& layout : accumulator_layouts()) {
    const auto crosses = [](const FoldStep& step) { return step.tid_xor >= threads_of_warp; };
    EXPECT_TRUE(std::ranges::none_of(fold_steps(layout, Axis::Rows).value(), crosses)) << layout.kind();
    EXPECT_EQ(std::ranges::any_of(fold_steps(layout, Axis::Columns).value(), crosses), layout.threads() > 32)
        << layout.kind();
  }
}

// ---- operands

int evaluate(std::string_view expression, int tid, int w) {
  const std::string over_i = std::regex_replace(std::string(expression), std::regex("\\bw\\b"), "i");
  const auto body = Body::parse("x = " + over_i, Body::Value::Int);
  EXPECT_TRUE(body.value.has_value()) << over_i;
  BodyInputs inputs;
  inputs.tid = tid;
  inputs.i = w;
  return std::get<Body::Outcome>(body.value->run(inputs)).x_int;
}

// The layout of an operand as the probes found it.
Layout operand_layout(const PtxInstruction& instruction, Operand operand) {
  const Kind& sum = *instruction.sum;
  const MemoryOrder order = sum.stack == 1          ? MemoryOrder::None
                            : operand == Operand::A ? MemoryOrder::Row
                                                    : MemoryOrder::Col;
  for (const Kind& kind : catalogue(sum.family)) {
    const bool shape = instruction.b_is_shared ? kind.shape.k == instruction.a.k : kind.shape == sum.shape;
    if (shape && kind.operand == operand && kind.type == instruction.a.type && kind.order == order)
      return recorded(kind.id);
  }
  std::abort();
}

// Registers are loaded as whole words: each value of a word is where the probed layout says.
void compare_places(const PtxOperand& operand, const PtxPlaces& places, const Layout& layout, bool is_a) {
  const int in_word = operand.word_bits() / element_bits(operand.type);
  for (int n = 0; n < layout.slots(); ++n) {
    const Slot slot = layout.slot(n);
    const Element element = *layout.element(slot);
    const int line = is_a ? element.row : element.col, k = is_a ? element.col : element.row;
    const int w = slot.i / in_word;
    ASSERT_EQ(evaluate(places.line, slot.tid, w), line) << layout.kind() << " slot " << n;
    ASSERT_EQ(evaluate(places.word, slot.tid, w) * in_word + slot.i % in_word, k) << layout.kind() << " slot " << n;
  }
}

TEST(PtxFragments, OperandsAreLoadedWhereTheProbesFoundThem) {
  for (const Layout& layout : accumulator_layouts()) {
    const PtxInstruction instruction = ptx_instruction(*find_kind(layout.kind()));
    if (instruction.b_is_shared && instruction.columns != 8) continue;  // all have one A
    compare_places(instruction.a, places_of_a(instruction), operand_layout(instruction, Operand::A), true);
    if (!instruction.b_is_shared)
      compare_places(instruction.b, places_of_b(instruction), operand_layout(instruction, Operand::B), false);
  }
}

// What lies in memory as numbers: line after line of k.
std::vector<std::vector<int>> decoded(const Bytes& bytes, std::size_t begin, const PtxOperand& operand) {
  std::map<std::uint64_t, int> numbers;
  for (int n = 0; n <= largest_small(operand.type); ++n) numbers[encode(operand.type, n)] = n;
  EXPECT_EQ(static_cast<int>(numbers.size()), largest_small(operand.type) + 1) << "two numbers have one code";
  const int bits = element_bits(operand.type), line_bits = operand.line_words() * operand.word_bits();
  std::vector<std::vector<int>> lines;
  for (int line = 0; line < operand.lines; ++line) {
    lines.emplace_back();
    for (int k = 0; k < operand.k; ++k) {
      std::uint64_t code = 0;
      for (int bit = 0; bit < bits; ++bit) {
        const auto at = begin * 8 + static_cast<std::size_t>(line * line_bits + k * bits + bit);
        if ((bytes[at / 8] >> at % 8 & std::byte{1}) != std::byte{0}) code |= std::uint64_t{1} << bit;
      }
      EXPECT_EQ(numbers.count(code), 1u);
      lines.back().push_back(numbers[code]);
    }
  }
  return lines;
}

TEST(PtxFragments, ProductsSpellRowsAndColumns) {
  for (const Layout& layout : accumulator_layouts()) {
    const PtxInstruction instruction = ptx_instruction(*find_kind(layout.kind()));
    const std::size_t b_begin = static_cast<std::size_t>(instruction.a.words() * instruction.a.word_bits() / 8);
    for (const bool rows : {true, false}) {
      const Bytes bytes = rows ? operands_of_rows(instruction) : operands_of_columns(instruction);
      const auto a = decoded(bytes, 0, instruction.a), b = decoded(bytes, b_begin, instruction.b);
      for (int row = 0; row < layout.rows(); ++row) {
        for (int col = 0; col < layout.cols(); ++col) {
          const int product = row / instruction.sum->shape.m;  // of a quad pair
          const auto& left = a[static_cast<std::size_t>(row)];
          const auto& right = b[static_cast<std::size_t>(product * instruction.columns + col)];
          int sum = 0;
          for (std::size_t k = 0; k < left.size(); ++k) sum += left[k] * right[k];
          ASSERT_EQ(sum, rows ? row : col) << layout.kind();
        }
      }
    }
  }
}

// The bits of some numbers, by hand.
TEST(PtxFragments, SmallNumbersAreEncodedAsTheirTypesSay) {
  EXPECT_EQ(encode(ElementType::E4M3, 1), 0x38u);
  EXPECT_EQ(encode(ElementType::E4M3, 9), 0x51u);
  EXPECT_EQ(encode(ElementType::E5M2, 3), 0x42u);
  EXPECT_EQ(encode(ElementType::F16, 1), 0x3c00u);
  EXPECT_EQ(encode(ElementType::TF32, 1), 0x3f800000u);
  EXPECT_EQ(encode(ElementType::S8, 127), 0x7fu);
}

// ---- texts and refusals

TEST(PtxFragments, TheTextHasTheInstructionAndNeverTheLayoutAsItsOwnProof) {
  const Layout layout = recorded("mma.m16n8k16.acc.f32");
  const auto texts = texts_of(run_of("upper", layout));
  ASSERT_TRUE(texts);
  const std::string& text = texts.value().check;
  EXPECT_NE(text.find("\"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 \""), text.npos);
  EXPECT_EQ(text.find("wmma"), text.npos);
  const std::string proof = text.substr(text.find("void check("));
  EXPECT_EQ(proof.find("row_of"), proof.npos);
  EXPECT_EQ(proof.find("load(f"), proof.npos);
}

TEST(PtxFragments, WhatDoesNotFitIntoSharedMemoryIsNotTimed) {
  const auto wide = texts_of(run_of("upper", recorded("wgmma.m64n256.acc.f32")));
  ASSERT_TRUE(wide);
  EXPECT_NE(wide.value().untimed.find("not timed: the other way needs 72 KiB"), std::string::npos)
      << wide.value().untimed;
  EXPECT_EQ(wide.value().timing.find("apply_staged"), std::string::npos);
  const auto narrow = texts_of(run_of("upper", recorded("wgmma.m64n128.acc.f32")));
  EXPECT_EQ(narrow.value().untimed, "");
  EXPECT_NE(narrow.value().timing.find("apply_staged"), std::string::npos);
}

TEST(PtxFragments, WhatOperationsDoNotWorkOnIsRefused) {
  for (const std::string_view kind :
       {"mma.m16n8k16.a.f16", "mma.m16n8k16.b.bf16", "wgmma.m64k16.a.f16", "mma.sp.m16n8k32.acc.f32",
        "ldmatrix.m8n8.x4.b16", "movmatrix.m8n8.trans.b16.a"}) {
    ASSERT_NE(find_kind(kind), nullptr) << kind;
    const auto result = run_on_cpu(run_of("upper", recorded(kind)));
    ASSERT_FALSE(result) << kind;
    EXPECT_NE(result.error().message.find("wmma and on accumulators of mma and wgmma"), std::string::npos)
        << result.error().message;
  }
  const auto whole = run_on_cpu(run_of("softmax", recorded("wgmma.m64n64.acc.s32")));
  ASSERT_FALSE(whole);
  EXPECT_NE(whole.error().message.find("s32 has no fractions"), std::string::npos) << whole.error().message;
}

}  // namespace
}  // namespace tcviz
