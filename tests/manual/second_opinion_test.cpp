// Whole products on the register machine, by the manual's layouts and by those of an H200: they come out right, and a
// layout with two of its values exchanged is found, whichever operand it is of.
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "gpu/layout/layout_file.hpp"
#include "gpu/prove/register_machine.hpp"
#include "gpu/prove/tensor_opinion.hpp"
#include "gpu/source/manual/manual.hpp"

namespace tcviz {
namespace {

constexpr unsigned opinion_seed = 11;

std::vector<const Kind*> multiplied_kinds() {
  std::vector<const Kind*> kinds;
  for (const Kind& kind : catalogue())
    if (multiplies(kind)) kinds.push_back(&kind);
  return kinds;
}

std::unique_ptr<LayoutSource> recorded_source() {
  auto layouts = read_layouts(std::string(TCVIZ_LAYOUTS) + "/sm_90.json");
  EXPECT_TRUE(layouts.ok());
  return make_file_source("recorded:sm_90", SourceClass::Recorded, std::move(layouts).value());
}

std::map<Opinion, int> counted(std::span<const KindOpinion> opinions) {
  std::map<Opinion, int> counts;
  for (const KindOpinion& each : opinions) ++counts[each.opinion];
  return counts;
}

TEST(SecondOpinion, ProductsComeOutRightByEveryPairOfSources) {
  const auto manual = make_manual_source(), recorded = recorded_source();
  const std::array sources{manual.get(), recorded.get()};
  const std::vector<const Kind*> kinds = multiplied_kinds();
  const auto opinions = tensor_opinions(kinds, sources, opinion_seed);
  EXPECT_EQ(counted(opinions), (std::map<Opinion, int>{{Opinion::Agrees, 264}}));
  int pairs = 0;
  for (const KindOpinion& each : opinions) {
    EXPECT_EQ(each.why, "") << each.kind->id;
    EXPECT_GE(each.products, 1) << each.kind->id;
    pairs += each.products;
  }
  // Of those that an H200 has, four pairs each.
  EXPECT_GT(pairs, 263 * 4);
}

// Two slots of a layout that hold different elements change places.
Layout exchanged(const Layout& layout, unsigned seed) {
  LayoutData data{layout.kind(),   layout.rows(),         layout.cols(),       layout.threads(),
                  layout.values(), layout.element_bits(), layout.provenance(), {}};
  data.map.assign(layout.map().begin(), layout.map().end());
  std::mt19937 random(seed);
  const auto any = [&] { return random() % data.map.size(); };
  std::size_t first = any(), second = any();
  while (data.map[first] == no_element || data.map[second] == no_element || first == second)
    first = any(), second = any();
  std::swap(data.map[first], data.map[second]);
  return Layout::make(std::move(data)).value();
}

struct Operands {
  std::optional<Layout> a, b, sum, e;
  explicit Operands(const TensorInstruction& instruction) {
    const auto read = [](const Kind* kind) {
      return kind ? std::optional(manual_layout(*kind).value()) : std::nullopt;
    };
    a = read(instruction.a), b = read(instruction.b), sum = read(instruction.sum), e = read(instruction.e);
  }
  TensorLayouts all() const { return {&*a, b ? &*b : nullptr, &*sum, e ? &*e : nullptr}; }
};

// Every operand of every instruction in turn, and D alone.
TEST(SecondOpinion, TwoExchangedValuesAreFound) {
  int found = 0;
  for (const Kind* kind : multiplied_kinds()) {
    for (const TensorInstruction& instruction : tensor_instructions(*kind, true)) {
      const Operands operands(instruction);
      const TensorLayouts right = operands.all();
      const unsigned seed = static_cast<unsigned>(++found);
      for (const auto operand : {&TensorLayouts::a, &TensorLayouts::b, &TensorLayouts::e}) {
        if (right.*operand == nullptr) continue;
        const Layout wrong = exchanged(*(right.*operand), seed);
        TensorLayouts packed = right;
        packed.*operand = &wrong;
        EXPECT_NE(differs_from_host(*kind, instruction, packed, *right.sum, opinion_seed), "") << wrong.kind();
      }
      const Layout wrong = exchanged(*right.sum, seed);
      EXPECT_NE(differs_from_host(*kind, instruction, right, wrong, opinion_seed), "") << instruction.id << ", read";
      EXPECT_EQ(differs_from_host(*kind, instruction, right, *right.sum, opinion_seed), "") << instruction.id;
    }
  }
  EXPECT_GT(found, 264);
}

// C packed and D read by the same wrong layout: the product is added to another element of C.
TEST(SecondOpinion, TheSameSlipInCAndDIsFound) {
  const Kind& kind = *find_kind("mma.m16n8k16.acc.f32");
  const TensorInstruction instruction = tensor_instructions(kind).front();
  const Operands operands(instruction);
  TensorLayouts packed = operands.all();
  const Layout wrong = exchanged(*packed.sum, 3);
  packed.sum = &wrong;
  EXPECT_NE(differs_from_host(kind, instruction, packed, wrong, opinion_seed), "");
}

// What a product cannot tell, and the program says so: k counted in another order in A and in B.
TEST(SecondOpinion, ARenamingOfKInBothOperandsIsNotFound) {
  const Kind& kind = *find_kind("mma.m16n8k16.acc.f32");
  const TensorInstruction instruction = tensor_instructions(kind).front();
  const Operands operands(instruction);
  const auto renamed = [](const Layout& layout, bool is_a) {
    LayoutData data{layout.kind(),   layout.rows(),         layout.cols(),       layout.threads(),
                    layout.values(), layout.element_bits(), layout.provenance(), {}};
    for (const std::int32_t element : layout.map()) {
      const int row = element / layout.cols(), col = element % layout.cols();
      data.map.push_back(is_a ? row * layout.cols() + (col ^ 5) : (row ^ 5) * layout.cols() + col);
    }
    return Layout::make(std::move(data)).value();
  };
  const Layout a = renamed(*operands.a, true), b = renamed(*operands.b, false);
  TensorLayouts packed = operands.all();
  packed.a = &a;
  EXPECT_NE(differs_from_host(kind, instruction, packed, *packed.sum, opinion_seed), "");
  packed.b = &b;
  EXPECT_EQ(differs_from_host(kind, instruction, packed, *packed.sum, opinion_seed), "");
}

// Every place of the machine's is a slot of its own.
TEST(RegisterMachine, EachElementHasAPlaceOfItsOwn) {
  for (const Kind* kind : multiplied_kinds()) {
    std::vector<int> used(static_cast<std::size_t>(kind->threads * kind->values));
    for (int row = 0; row < kind->rows(); ++row) {
      for (int col = 0; col < kind->cols(); ++col) {
        const bool is_metadata = kind->operand == Operand::Metadata;
        const auto [tid, value] = is_metadata ? metadata_place(*kind, row, col) : register_place(*kind, row, col);
        ASSERT_TRUE(tid >= 0 && tid < kind->threads && value >= 0 && value < kind->values) << kind->id;
        EXPECT_EQ(used[static_cast<std::size_t>(tid * kind->values + value)]++, 0) << kind->id;
      }
    }
  }
}

}  // namespace
}  // namespace tcviz
