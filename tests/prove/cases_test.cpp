// What a sweep asks: the table, the random ones, and the patterns.
#include <algorithm>
#include <set>
#include <string>

#include "gpu/prove/bank_patterns.hpp"
#include "gpu/prove/sweep_cases.hpp"
#include "gtest/gtest.h"

namespace tcviz {
namespace {

std::vector<std::string> texts_of(const SweepRequest& request) {
  std::vector<std::string> texts;
  for (const SweepGroup& group : sweep_groups(request))
    for (const SweepCase& one : group.cases) texts.push_back(group.name + ": " + spell(one));
  return texts;
}

const SweepGroup& group_named(const std::vector<SweepGroup>& groups, std::string_view name) {
  return *std::find_if(groups.begin(), groups.end(), [&](const SweepGroup& group) { return group.name == name; });
}

TEST(SweepCases, AreTheSameOfOneSeedAndOthersOfAnother) {
  EXPECT_EQ(texts_of({1, 200}), texts_of({1, 200}));
  EXPECT_NE(texts_of({1, 200}), texts_of({2, 200}));
}

TEST(SweepCases, AreAsManyRandomOnesAsAreWanted) {
  for (const int count : {0, 1, 1000}) {
    const auto groups = sweep_groups({1, count});
    EXPECT_EQ(group_named(groups, "random descriptors").cases.size(), static_cast<std::size_t>(count));
  }
  EXPECT_GE(SweepRequest{}.count, 1000);
}

// Every use of every type with every swizzle, base offset and stride.
TEST(SweepCases, TheTableHasEveryUse) {
  std::set<std::string> uses;
  std::set<int> bases;
  std::set<std::int64_t> starts;
  for (const SweepGroup& group : sweep_groups({1, 0}))
    for (const SweepCase& one : group.cases)
      if (const auto* operand = std::get_if<OperandCase>(&one)) {
        const Descriptor descriptor = read_descriptor(operand->descriptor, DescriptorForm::Sm90).value();
        uses.insert(spell(one).substr(0, spell(one).find(',')) + std::string(name_of(descriptor.swizzle)));
        bases.insert(descriptor.base_offset);
        starts.insert(descriptor.start % 1024);
      }
  // f16 is read of A and B by both majors, the others by one; no sparse b1; four swizzles.
  EXPECT_EQ(uses.size(), static_cast<std::size_t>((4 + 4 * 2 + 4 + 3 * 2) * 4));
  EXPECT_EQ(bases.size(), 8U);
  EXPECT_TRUE(starts.contains(16) && starts.contains(128) && starts.contains(0));
}

// What is read outside the coded bytes could not be told.
TEST(SweepCases, AreReadFromCodedBytesButForThoseThatFault) {
  for (const SweepGroup& group : sweep_groups({3, 2000}))
    for (const SweepCase& one : group.cases) {
      const auto* const operand = std::get_if<OperandCase>(&one);
      if (operand == nullptr || group.name == "wgmma beyond the block's memory") continue;
      const Descriptor descriptor = read_descriptor(operand->descriptor, DescriptorForm::Sm90).value();
      const OperandImage image = operand_of(descriptor, operand->use).value();
      for (const std::int64_t address : all_addresses(image)) {
        const std::int64_t byte = image.element_bits == 1 ? address / 8 : address;
        ASSERT_TRUE(byte >= coded_window.begin && byte < coded_window.end) << spell(one);
      }
    }
}

TEST(SweepCases, PatternsAreManyAndStayInReach) {
  const std::vector<LaneAddresses> patterns = bank_patterns(1);
  EXPECT_GE(patterns.size(), 100U);
  for (const LaneAddresses& addresses : patterns)
    for (const std::int64_t address : addresses) ASSERT_TRUE(address >= lane_off && address + 16 <= pattern_reach);
}

TEST(SweepCases, PatternsWithLanesOffHaveSomeAndWholeQuarters) {
  int off = 0, without_a_quarter = 0;
  for (const LaneAddresses& addresses : lanes_off_patterns(7)) {
    const auto is_off = [](std::int64_t address) { return address == lane_off; };
    off += std::any_of(addresses.begin(), addresses.end(), is_off) ? 1 : 0;
    bool quarter = false;
    for (int first = 0; first < warp_lanes; first += 8)
      quarter = quarter || std::all_of(addresses.begin() + first, addresses.begin() + first + 8, is_off);
    without_a_quarter += quarter ? 1 : 0;
    EXPECT_FALSE(std::all_of(addresses.begin(), addresses.end(), is_off));
  }
  EXPECT_GE(off, 40);
  EXPECT_GE(without_a_quarter, 12);
}

// Each access with at least 40 patterns, and some that conflict in each number of ways.
TEST(SweepCases, EveryAccessIsTimed) {
  std::map<std::string_view, std::set<int>> wavefronts;
  std::map<std::string_view, int> count;
  for (const SweepGroup& group : sweep_groups({1, 0}))
    for (const SweepCase& one : group.cases)
      if (const auto* bank = std::get_if<BankCase>(&one)) {
        ++count[bank->access];
        wavefronts[bank->access].insert(
            count_wavefronts(*find_warp_access(bank->access), bank->addresses).value().wavefronts);
      }
  EXPECT_EQ(count.size(), warp_accesses().size());
  for (const auto& [access, cases] : count) {
    EXPECT_GE(cases, 40) << access;
    EXPECT_GE(wavefronts[access].size(), 4U) << access;
  }
}

}  // namespace
}  // namespace tcviz
