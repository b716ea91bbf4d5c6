// The three probes against a host model of a fragment whose true layout the test chose at random.
#include "gpu/source/probe/prober.hpp"

#include <gtest/gtest.h>

#include "tests/probe/fake_device.hpp"

namespace tcviz {
namespace {

std::vector<std::string> all_kinds() {
  std::vector<std::string> ids;
  for (const Kind& kind : catalogue(Family::Wmma)) ids.emplace_back(kind.id);
  return ids;
}

ProbeReport probe(fake::Device& device, const std::vector<std::string>& kinds) {
  std::mt19937 random(7);
  return probe_kinds(device, kinds, "2026-01-02", random, {});
}

ProbeReport probe(fake::Behaviour behaviour, const std::vector<std::string>& kinds) {
  fake::Device device(std::move(behaviour));
  return probe(device, kinds);
}

TEST(Prober, FindsEveryRandomLayout) {
  for (const unsigned seed : {1u, 2u, 3u}) {
    fake::Behaviour behaviour;
    behaviour.seed = seed;
    fake::Device device(behaviour);
    for (const KindReport& report : probe(device, all_kinds()).kinds) {
      ASSERT_TRUE(report.layout.ok()) << report.kind << ": " << report.layout.error().message;
      const auto map = report.layout.value().map();
      EXPECT_EQ(std::vector(map.begin(), map.end()), device.truth(*find_kind(report.kind))) << report.kind;
      EXPECT_EQ(report.methods.size(), 3u);
    }
  }
}

TEST(Prober, WritesWhereTheLayoutComesFrom) {
  const auto report = probe({}, {"wmma.m16n16k16.acc.f32"});
  const Provenance provenance = report.kinds[0].layout.value().provenance();
  EXPECT_EQ(provenance.source, Source::Probed);
  EXPECT_EQ(provenance.device, "Fake GPU");
  EXPECT_EQ(provenance.compute_capability, "9.0");
  EXPECT_EQ(provenance.driver, "1.2.3");
  EXPECT_EQ(provenance.date, "2026-01-02");
  EXPECT_EQ(provenance.methods, (std::vector<std::string>{"load", "store", "product"}));
}

TEST(Prober, FindsSlotsThatHoldNothing) {
  const Kind& kind = *find_kind("wmma.m32n8k16.b.f16.row");  // 512 slots for 128 elements
  fake::Behaviour behaviour;
  fake::Truth truth = fake::random_truth(kind, 5);
  int unique = 0;
  std::vector<bool> seen(128);
  for (auto& element : truth) {
    if (seen[element])
      element = -1;
    else
      seen[element] = true, ++unique;
  }
  ASSERT_EQ(unique, 128);
  behaviour.truths[std::string(kind.id)] = truth;
  const auto report = probe(behaviour, {std::string(kind.id)});
  ASSERT_TRUE(report.kinds[0].layout.ok()) << report.kinds[0].layout.error().message;
  const auto map = report.kinds[0].layout.value().map();
  EXPECT_EQ(std::vector(map.begin(), map.end()), truth);
}

TEST(Prober, AcceptsCopiesThatTheProductDoesNotRead) {
  const std::string id = "wmma.m16n16k16.a.f16.row";
  fake::Behaviour behaviour;
  behaviour.read_first_copy_only = {id};
  const auto report = probe(behaviour, {id});
  ASSERT_TRUE(report.kinds[0].layout.ok()) << report.kinds[0].layout.error().message;
  EXPECT_EQ(report.kinds[0].layout.value().provenance().note,
            "the product does not read 256 of the 512 slots: they are copies");
}

TEST(Prober, NamesTheValuesThatTheProductReads) {
  const Kind& kind = *find_kind("wmma.m16n16k16.a.f16.row");
  fake::Behaviour behaviour;
  fake::Truth truth;
  for (int slot = 0; slot < 512; ++slot) truth.push_back(slot / 16 * 8 + slot % 8);
  behaviour.truths[std::string(kind.id)] = truth;
  behaviour.read_first_copy_only = {std::string(kind.id)};
  const auto report = probe(behaviour, {std::string(kind.id)});
  ASSERT_TRUE(report.kinds[0].layout.ok());
  EXPECT_EQ(report.kinds[0].layout.value().provenance().note,
            "the product reads x[0] to x[7] only; the other values are copies");
}

TEST(Prober, OneFailingKindLeavesTheOthers) {
  fake::Behaviour behaviour;
  behaviour.failing = {"wmma.m16n16k16.acc.f16"};
  const auto report = probe(behaviour, all_kinds());
  for (const KindReport& kind : report.kinds) {
    if (kind.kind != "wmma.m16n16k16.acc.f16") {
      EXPECT_TRUE(kind.layout.ok()) << kind.kind;
      continue;
    }
    ASSERT_FALSE(kind.layout.ok());
    EXPECT_NE(kind.layout.error().message.find("cudaErrorFake"), std::string::npos);
  }
}

TEST(Prober, AFailingPartnerIsNamedByThoseThatNeedIt) {
  fake::Behaviour behaviour;
  behaviour.failing = {"wmma.m8n8k4.b.f64.col"};
  const auto report = probe(behaviour, {"wmma.m8n8k4.a.f64.row"});
  ASSERT_FALSE(report.kinds[0].layout.ok());
  EXPECT_NE(report.kinds[0].layout.error().message.find("wmma.m8n8k4.b.f64.col"), std::string::npos);
}

TEST(Prober, AStoreThatDisagreesIsNotShown) {
  for (const std::string id : {"wmma.m16n16k16.acc.s32", "wmma.m8n8k128.b.b1.col", "wmma.m16n16k8.a.tf32.col"}) {
    fake::Behaviour behaviour;
    behaviour.store_elsewhere = {id};
    const auto report = probe(behaviour, {id});
    ASSERT_FALSE(report.kinds[0].layout.ok()) << id;
    EXPECT_EQ(report.kinds[0].layout.error().fault, Fault::Negative);
    EXPECT_NE(report.kinds[0].methods[1].problem.find("is stored to"), std::string::npos);
  }
}

TEST(Prober, AProductThatDisagreesIsNotShown) {
  for (const std::string& id : all_kinds()) {
    fake::Behaviour behaviour;
    behaviour.multiply_wrong = {id};
    const auto report = probe(behaviour, {id});
    ASSERT_FALSE(report.kinds[0].layout.ok()) << id;
    EXPECT_EQ(report.kinds[0].methods[2].method, "product");
    EXPECT_FALSE(report.kinds[0].methods[2].confirmed);
  }
}

TEST(Prober, AnOldDeviceIsToldWhatItLacks) {
  fake::Behaviour behaviour;
  behaviour.capability = 75;
  const auto report = probe(behaviour, all_kinds());
  for (const KindReport& kind : report.kinds) {
    EXPECT_EQ(kind.layout.ok(), find_kind(kind.kind)->since <= 75) << kind.kind;
    if (kind.layout.ok()) continue;
    EXPECT_EQ(kind.layout.error().message, kind.kind + " needs compute capability 8.0; Fake GPU has 7.5");
  }
}

TEST(Prober, CancelsBetweenProbes) {
  fake::Device device({});
  std::mt19937 random(7);
  const std::vector<std::string> kinds{"wmma.m16n16k16.acc.f32"};
  const auto report = probe_kinds(device, kinds, "", random, [](int done, int) { return done == 0; });
  ASSERT_FALSE(report.kinds[0].layout.ok());
  EXPECT_NE(report.kinds[0].layout.error().message.find("cancelled"), std::string::npos);
  EXPECT_EQ(report.kinds[0].methods.size(), 1u);
}

TEST(Prober, AnUnknownKindIsAnError) {
  const auto report = probe({}, {"wmma.nonsense"});
  ASSERT_EQ(report.kinds.size(), 1u);
  EXPECT_EQ(report.kinds[0].layout.error().fault, Fault::BadInput);
}

}  // namespace
}  // namespace tcviz
