// The probes of single instructions against a host model whose true layouts the test chose at random. What a document
// states is the truth too, unless a test says otherwise.
#include "gpu/source/probe/tensor_prober.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

#include "gpu/source/probe/prober.hpp"
#include "tests/probe/fake_device.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

Layout layout_of_truth(const Kind& kind, const fake::Truth& truth) {
  Provenance provenance;
  provenance.source = Source::Documented;
  provenance.reference = "a manual, 1.2";
  return Layout::make({std::string(kind.id), kind.rows(), kind.cols(), kind.threads, kind.values, kind.bits(),
                       provenance, truth})
      .value();
}

StatedLayouts stated(unsigned seed = 1) {
  return [seed](const Kind& kind) -> Result<Layout> { return layout_of_truth(kind, fake::random_truth(kind, seed)); };
}

KindReport probe_one(fake::Behaviour behaviour, const std::string& id, const StatedLayouts& document = stated()) {
  fake::Device device(std::move(behaviour));
  std::mt19937 random(7);
  return probe_kinds(device, std::vector{id}, "2026-01-02", random, {}, document).kinds[0];
}

std::vector<std::int32_t> map_of(const KindReport& report) {
  if (!report.layout) return {};
  return {report.layout.value().map().begin(), report.layout.value().map().end()};
}

// What takes the model too long: thousands of slots in products of many columns.
bool is_small(const Kind& kind) {
  const bool warpgroup = kind.threads == 128;
  if (kind.operand == Operand::Accumulator) return kind.cols() <= 16;
  if (kind.operand == Operand::Metadata) return !warpgroup && kind.selector != 0;
  return kind.threads * kind.values <= (warpgroup ? 1024 : 512);
}

TEST(TensorProber, FindsEveryRandomLayout) {
  int found = 0;
  for (const Kind& kind : catalogue()) {
    if (!is_tensor(kind) || !has_kind(90, kind) || !is_small(kind)) continue;
    const KindReport report = probe_one({}, std::string(kind.id));
    ASSERT_TRUE(report.layout.ok()) << kind.id << ": " << report.layout.error().message;
    EXPECT_EQ(map_of(report), fake::random_truth(kind, 1)) << kind.id;
    EXPECT_EQ(report.methods.size(), probe_methods(kind).size());
    ++found;
  }
  EXPECT_GT(found, 100);
}

// The document is wrong about the kind itself: what is found is what the GPU does.
TEST(TensorProber, MeasuresWhatTheDocumentMisstates) {
  for (const std::string id : {"mma.m16n8k16.a.f16", "mma.m16n8k16.b.bf16", "mma.m16n8k8.acc.f32",
                               "mma.m8n8k4.a.f16.row", "mma.sp.m16n8k32.e.f16.sel1", "wgmma.m64n16.acc.f16"}) {
    const Kind& kind = *find_kind(id);
    fake::Behaviour behaviour;
    behaviour.truths[id] = fake::random_truth(kind, 99);
    const KindReport report = probe_one(behaviour, id);
    ASSERT_TRUE(report.layout.ok()) << id << ": " << report.layout.error().message;
    EXPECT_EQ(map_of(report), behaviour.truths[id]) << id;
  }
}

// The document is wrong about another operand: nothing is claimed.
TEST(TensorProber, RefusesWhatCannotBeReadThroughAWrongDocument) {
  fake::Behaviour behaviour;
  behaviour.truths["mma.m16n8k16.acc.f32"] = fake::random_truth(*find_kind("mma.m16n8k16.acc.f32"), 99);
  const KindReport a = probe_one(behaviour, "mma.m16n8k16.a.f16");
  ASSERT_FALSE(a.layout.ok());
  EXPECT_THAT(a.layout.error().message, HasSubstr("one-hot probe: "));
  behaviour = {};
  behaviour.truths["mma.m16n8k16.b.f16"] = fake::random_truth(*find_kind("mma.m16n8k16.b.f16"), 99);
  EXPECT_FALSE(probe_one(behaviour, "mma.m16n8k16.a.f16").layout.ok());
  EXPECT_FALSE(probe_one(behaviour, "mma.m16n8k16.acc.f32").layout.ok());
}

TEST(TensorProber, FindsASlotWithoutEffect) {
  for (const std::string id : {"mma.m16n8k16.a.f16", "mma.sp.m16n8k16.a.bf16", "wgmma.m64k16.a.f16"}) {
    fake::Behaviour behaviour;
    behaviour.ignores_last_slot = {id};
    const KindReport report = probe_one(behaviour, id);
    ASSERT_FALSE(report.layout.ok()) << id;
    EXPECT_THAT(report.layout.error().message, HasSubstr("one-hot probe: ")) << id;
  }
}

TEST(TensorProber, FindsASlotThatCountsTwice) {
  fake::Behaviour behaviour;
  behaviour.enters_two_rows = {"mma.m16n8k16.a.f16"};
  const KindReport report = probe_one(behaviour, "mma.m16n8k16.a.f16");
  ASSERT_FALSE(report.layout.ok());
  EXPECT_THAT(report.layout.error().message, HasSubstr("T0 x[0] changes 16 values of D"));
}

TEST(TensorProber, FindsAnAccumulatorThatGoesElsewhere) {
  fake::Behaviour behaviour;
  behaviour.enters_two_rows = {"mma.m16n8k16.acc.f32"};
  const KindReport report = probe_one(behaviour, "mma.m16n8k16.acc.f32");
  ASSERT_FALSE(report.layout.ok());
  EXPECT_THAT(report.layout.error().message, HasSubstr("code probe: "));
}

TEST(TensorProber, FindsAWrongProduct) {
  for (const std::string id : {"mma.m16n8k16.a.f16", "mma.sp.m16n8k32.e.s8.sel0"}) {
    fake::Behaviour behaviour;
    behaviour.multiply_wrong = {id};
    const KindReport report = probe_one(behaviour, id);
    ASSERT_FALSE(report.layout.ok()) << id;
    EXPECT_THAT(report.layout.error().message, HasSubstr("product probe: ")) << id;
  }
}

TEST(TensorProber, FindsAddressesOfLanesThatMustNotGiveAny) {
  for (const std::string id : {"ldmatrix.m8n8.x4.b16", "stmatrix.m8n8.x2.trans.b16"}) {
    fake::Behaviour behaviour;
    behaviour.shifted_addresses = {id};
    const KindReport report = probe_one(behaviour, id);
    if (id.starts_with("ldmatrix")) {  // all lanes give an address: the rows are found where they are
      EXPECT_NE(map_of(report), fake::random_truth(*find_kind(id), 1));
      continue;
    }
    ASSERT_FALSE(report.layout.ok()) << id;
    EXPECT_THAT(report.layout.error().message, HasSubstr("lanes 0 to 15"));
  }
}

TEST(TensorProber, SaysWhatAProductCannotTell) {
  const KindReport report = probe_one({}, "mma.m16n8k16.a.bf16");
  ASSERT_TRUE(report.layout.ok());
  const Provenance& provenance = report.layout.value().provenance();
  EXPECT_EQ(provenance.methods, (std::vector<std::string>{"one-hot", "product"}));
  EXPECT_EQ(provenance.reference, "a manual, 1.2");
  EXPECT_THAT(provenance.note.value_or(""), HasSubstr("renaming"));
  const KindReport move = probe_one({}, "ldmatrix.m8n8.x2.trans.b16");
  ASSERT_TRUE(move.layout.ok());
  EXPECT_EQ(move.layout.value().provenance().methods, std::vector<std::string>{"load"});
  EXPECT_FALSE(move.layout.value().provenance().note.has_value());
}

TEST(TensorProber, RefusesWhatADeviceLacks) {
  const auto message = [](ComputeCapability capability, const std::string& id) {
    fake::Behaviour behaviour;
    behaviour.capability = capability;
    const KindReport report = probe_one(behaviour, id);
    return report.layout ? std::string() : report.layout.error().message;
  };
  EXPECT_THAT(message(80, "wgmma.m64n64.acc.f32"),
              HasSubstr("exists on compute capability 9.0 only; Fake GPU has 8.0"));
  EXPECT_THAT(message(100, "wgmma.m64n64.acc.f32"), HasSubstr("only; Fake GPU has 10.0"));
  EXPECT_THAT(message(80, "stmatrix.m8n8.x1.b16"), HasSubstr("needs compute capability 9.0"));
  EXPECT_THAT(message(75, "mma.m8n8k128.a.b1"), HasSubstr("needs compute capability 8.0"));
  EXPECT_EQ(message(90, "stmatrix.m8n8.x1.b16"), "");
}

TEST(TensorProber, WithoutADocumentOnlyMovesAreProbed) {
  EXPECT_TRUE(probe_one({}, "ldmatrix.m8n8.x1.b16", {}).layout.ok());
  const KindReport report = probe_one({}, "mma.m16n8k16.a.f16", {});
  ASSERT_FALSE(report.layout.ok());
  EXPECT_THAT(report.layout.error().message, HasSubstr("no document is at hand"));
}

TEST(TensorProber, AFailingKindLeavesTheOthers) {
  fake::Behaviour behaviour;
  behaviour.failing = {"mma.m16n8k16.a.f16"};
  fake::Device device(behaviour);
  std::mt19937 random(7);
  const std::vector<std::string> ids{"mma.m16n8k16.a.f16", "mma.m16n8k16.b.f16", "ldmatrix.m8n8.x1.b16"};
  const auto report = probe_kinds(device, ids, "2026-01-02", random, {}, stated());
  EXPECT_FALSE(report.kinds[0].layout.ok());
  EXPECT_TRUE(report.kinds[1].layout.ok());
  EXPECT_TRUE(report.kinds[2].layout.ok());
}

}  // namespace
}  // namespace tcviz
