// A sweep against devices that keep the rules, and against such as have others.
#include "gpu/prove/sweep.hpp"

#include <algorithm>
#include <string>

#include "gtest/gtest.h"
#include "tests/prove/fake_device.hpp"

namespace tcviz {
namespace {

using test::RuleDevice;
using Outcome = SweepAnswer::Outcome;

SweepReport swept(RuleDevice& device, const SweepRequest& request = {1, 50}) {
  return run_sweep(device, request, [](const std::string&, int, int) { return std::string(); });
}

const GroupReport& group_of(const SweepReport& report, std::string_view name) {
  for (const GroupReport& group : report.groups)
    if (group.name == name) return group;
  ADD_FAILURE() << "no group " << name;
  return report.groups.front();
}

TEST(Sweep, ADeviceThatKeepsTheRulesAgrees) {
  RuleDevice device(test::h200());
  const SweepReport report = swept(device);
  EXPECT_EQ(report.differing(), 0);
  EXPECT_EQ(report.asked(), device.asked);
  std::size_t recorded = 0;
  for (const SweepGroup& group : sweep_groups(report.request)) recorded += group.recorded ? group.cases.size() : 0;
  EXPECT_EQ(report.answers.size(), recorded);
  EXPECT_TRUE(report.ended.empty());
  EXPECT_EQ(group_of(report, "tensor copies").refused, 280);
  EXPECT_EQ(group_of(report, "tensor copies by larger atoms").refused, 12);
  EXPECT_EQ(group_of(report, "misaligned tensor copies").faulted, 2);
  EXPECT_EQ(group_of(report, "wgmma beyond the block's memory").faulted, 3);
}

// Another rule for the addresses of an operand.
Result<SweepAnswer> by_another_rule(const SweepCase& one, SweepAnswer right,
                                    const std::function<void(Descriptor&)>& change) {
  const auto* const operand = std::get_if<OperandCase>(&one);
  if (operand == nullptr || right.outcome != Outcome::Places) return right;
  Descriptor descriptor = read_descriptor(operand->descriptor, DescriptorForm::Sm90).value();
  change(descriptor);
  right.places = all_addresses(operand_of(descriptor, operand->use).value());
  return right;
}

TEST(Sweep, ADeviceThatIgnoresTheBaseOffsetIsCaught) {
  RuleDevice device(test::h200(), [](const SweepCase& one, SweepAnswer right) {
    return by_another_rule(one, std::move(right), [](Descriptor& d) { d.base_offset = 0; });
  });
  const SweepReport report = swept(device);
  EXPECT_GT(group_of(report, "wgmma f16").differ, 0);
  EXPECT_GT(group_of(report, "random descriptors").differ, 0);
  EXPECT_EQ(group_of(report, "tensor copies").differ, 0);
  const SweepDifference& first = group_of(report, "wgmma f16").first.front();
  EXPECT_NE(first.asked.find("descriptor 0x"), std::string::npos) << first.asked;
  EXPECT_NE(first.found.find("the rule says"), std::string::npos) << first.found;
}

TEST(Sweep, ADeviceThatExchangesTheStridesIsCaught) {
  RuleDevice device(test::h200(), [](const SweepCase& one, SweepAnswer right) {
    return by_another_rule(one, std::move(right), [](Descriptor& d) { std::swap(d.lbo, d.sbo); });
  });
  EXPECT_GT(group_of(swept(device), "wgmma.sp u8").differ, 100);
}

TEST(Sweep, ADeviceThatSwizzlesTheOffsetInTheBoxIsCaught) {
  RuleDevice device(test::h200(), [](const SweepCase& one, SweepAnswer right) -> Result<SweepAnswer> {
    const auto* const box = std::get_if<BoxCase>(&one);
    if (box == nullptr || right.outcome != Outcome::Places) return right;
    TmaBox moved = box->box;
    moved.start = 0;
    right.places = all_addresses(moved);
    for (std::int64_t& place : right.places) place += box->box.start;
    return right;
  });
  const SweepReport report = swept(device);
  EXPECT_GT(group_of(report, "tensor copies").differ, 0);
  EXPECT_EQ(group_of(report, "wgmma f16").differ, 0);
}

TEST(Sweep, OneElementIsEnough) {
  bool changed = false;
  RuleDevice device(test::h200(), [&](const SweepCase& one, SweepAnswer right) -> Result<SweepAnswer> {
    if (!changed && std::holds_alternative<OperandCase>(one)) right.places.back() += 2, changed = true;
    return right;
  });
  EXPECT_EQ(swept(device).differing(), 1);
}

TEST(Sweep, OneMoreWavefrontIsSeen) {
  RuleDevice device(test::h200(), [](const SweepCase& one, SweepAnswer right) -> Result<SweepAnswer> {
    const auto* const bank = std::get_if<BankCase>(&one);
    if (bank != nullptr) right.cycles += bank->access == "ldm2" ? 1 : 0.2;
    return right;
  });
  const SweepReport report = swept(device);
  EXPECT_EQ(group_of(report, "banks ld").differ, 0);
  EXPECT_EQ(report.differing(), group_of(report, "banks ldmatrix").differ);
  EXPECT_GE(report.differing(), 40);
}

// The patterns tell the rule from others: one by which a phase without lanes takes no time, and one by which each half
// of the warp decides by itself if its phases are merged.
TEST(Sweep, ADeviceThatSkipsPhasesWithoutLanesIsCaught) {
  RuleDevice device(test::h200(), [](const SweepCase& one, SweepAnswer right) -> Result<SweepAnswer> {
    if (const auto* bank = std::get_if<BankCase>(&one); bank != nullptr && !bank->access.starts_with("cp"))
      right.cycles = bank_count(*find_warp_access(bank->access), bank->addresses).wavefronts;
    return right;
  });
  const SweepReport report = swept(device);
  EXPECT_GT(group_of(report, "banks, lanes off").differ, 10);
  EXPECT_EQ(group_of(report, "banks ldmatrix").differ, 0);
}

TEST(Sweep, ADeviceThatMergesPhasesByHalvesIsCaught) {
  RuleDevice device(test::h200(), [](const SweepCase& one, SweepAnswer right) -> Result<SweepAnswer> {
    const auto* const bank = std::get_if<BankCase>(&one);
    if (bank == nullptr || bank->access != "ld128") return right;
    int halves = 0;
    for (const int first : {0, 16}) {
      LaneAddresses half{};
      half.fill(lane_off);
      std::copy_n(bank->addresses.begin() + first, 16, half.begin() + first);
      halves += bank_count(*find_warp_access("ld128"), half).wavefronts;
    }
    right.cycles += halves == bank_count(*find_warp_access("ld128"), bank->addresses).wavefronts ? 0 : 1;
    return right;
  });
  EXPECT_GT(group_of(swept(device), "banks, lanes off").differ, 0);
}

// Two clocks of a copy may be one wavefront, two or three; four are four.
TEST(Sweep, ACopyIsSeenFromFourClocksOn) {
  RuleDevice device(test::h200(), [](const SweepCase& one, SweepAnswer right) -> Result<SweepAnswer> {
    const auto* const bank = std::get_if<BankCase>(&one);
    if (bank != nullptr && bank->access == "cp32" && right.cycles < 4) right.cycles = 2.2;
    if (bank != nullptr && bank->access == "cp64" && right.cycles == 4) right.cycles = 3.2;
    return right;
  });
  const SweepReport report = swept(device);
  EXPECT_GT(group_of(report, "banks cp.async").differ, 0);
  for (const SweepDifference& difference : group_of(report, "banks cp.async").first)
    EXPECT_TRUE(difference.asked.starts_with("cp64")) << difference.asked;
}

TEST(Sweep, ASlowReadIsSeenByThePlainestOfItsUse) {
  RuleDevice device(test::h200(), [](const SweepCase& one, SweepAnswer right) -> Result<SweepAnswer> {
    const auto* const read = std::get_if<ReadCase>(&one);
    if (read == nullptr) return right;
    right.cycles = read->use.is_a ? 18 : 64;
    if (read_descriptor(read->descriptor, DescriptorForm::Sm90).value().start % 128 != 0) right.cycles *= 1.5;
    return right;
  });
  EXPECT_EQ(group_of(swept(device), "time of wgmma's own reads").differ, 96);
}

TEST(Sweep, WhatIsRefusedOrFaultsWhereTheRuleHasAnAnswerDiffers) {
  RuleDevice device(test::h200(), [](const SweepCase& one, SweepAnswer right) -> Result<SweepAnswer> {
    if (const auto* operand = std::get_if<OperandCase>(&one); operand != nullptr && operand->use.type == "tf32")
      return SweepAnswer{Outcome::Faulted, {}, 0, "cudaErrorIllegalInstruction"};
    if (std::holds_alternative<BoxCase>(one) && right.outcome == Outcome::Places)
      return SweepAnswer{Outcome::Refused, {}, 0, "CUresult 1"};
    return right;
  });
  const SweepReport report = swept(device);
  const GroupReport& tf32 = group_of(report, "wgmma tf32");
  EXPECT_EQ(tf32.faulted, tf32.asked);
  EXPECT_EQ(tf32.differ, tf32.asked);
  EXPECT_EQ(tf32.told, "cudaErrorIllegalInstruction");
  EXPECT_EQ(group_of(report, "tensor copies").differ, 440);
  EXPECT_EQ(group_of(report, "tensor copies").refused, 720);
}

TEST(Sweep, WhatAGpuDoesNotHaveIsNotAskedAndIsSaid) {
  RuleDevice device(test::a100());
  const SweepReport report = swept(device);
  EXPECT_EQ(group_of(report, "wgmma f16").skipped, "wgmma is an instruction of compute capability 9.0 alone");
  EXPECT_EQ(group_of(report, "tensor copies").skipped, "the tensor copy begins with compute capability 9.0");
  EXPECT_EQ(group_of(report, "banks stmatrix").skipped, "stmatrix begins with compute capability 9.0");
  EXPECT_EQ(group_of(report, "wgmma f16").asked, 0);
  EXPECT_GT(group_of(report, "banks cp.async").asked, 40);
  EXPECT_EQ(report.asked(), device.asked);
}

TEST(Sweep, LargerAtomsAreThereFromTenToTwelve) {
  RuleDevice device(test::b200());
  EXPECT_EQ(group_of(swept(device), "tensor copies by larger atoms").refused, 0);
  SweepFacts facts = test::b200();
  facts.gpu.capability = 120;
  RuleDevice without(facts);
  EXPECT_EQ(group_of(swept(without), "tensor copies by larger atoms").refused, 12);
}

TEST(Sweep, EndsWhereItIsToldToAndWhereTheDeviceIsGone) {
  RuleDevice device(test::h200());
  const SweepReport stopped = run_sweep(device, {1, 0}, [](const std::string&, int done, int all) {
    EXPECT_GT(all, 5000);
    return done == 10 ? std::string("time is over") : std::string();
  });
  EXPECT_EQ(stopped.asked(), 10);
  EXPECT_EQ(stopped.ended, "time is over");
  RuleDevice gone(test::h200(),
                  [](const SweepCase&, SweepAnswer) -> Result<SweepAnswer> { return unavailable("the GPU is gone"); });
  EXPECT_EQ(swept(gone).ended, "the GPU is gone");
}

}  // namespace
}  // namespace tcviz
