// The rules against what an H200 did: every descriptor, box and access of assets/images/sm_90.json.
#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "gpu/smem/banks.hpp"
#include "gpu/smem/descriptor.hpp"
#include "gpu/smem/known_by.hpp"
#include "gpu/smem/tma_box.hpp"
#include "gtest/gtest.h"

namespace tcviz {
namespace {

using nlohmann::json;

json recorded() { return json::parse(std::ifstream(TCVIZ_IMAGE_PROOF)); }

// FNV-1a of the addresses as 32-bit numbers, low byte first.
std::string hash_of(const std::vector<std::int64_t>& addresses) {
  std::uint64_t hash = 14695981039346656037ULL;
  for (const std::int64_t address : addresses)
    for (int byte = 0; byte < 4; ++byte) {
      hash ^= static_cast<std::uint64_t>(address >> (8 * byte)) & 255;
      hash *= 1099511628211ULL;
    }
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

Swizzle swizzle_of(const json& name) { return *swizzle_named(name.get<std::string>()); }

TEST(Recorded, IsWhatAnswersNameAsTheirSource) {
  const json from = recorded()["provenance"];
  EXPECT_EQ(images_known_by(), "asked of an " + from["device"].get<std::string>() + ", driver " +
                                   from["driver"].get<std::string>() + ", " + from["date"].get<std::string>());
}

TEST(Recorded, EveryDescriptorReadsWhatTheHardwareRead) {
  const json all = recorded();
  ASSERT_EQ(all["wgmma"].size(), 4784U);
  std::set<std::string> seen;
  for (const json& row : all["wgmma"]) {
    const std::uint64_t bits = std::stoull(row[4].get<std::string>(), nullptr, 16);
    const Result<Descriptor> descriptor = read_descriptor(bits, DescriptorForm::Sm90);
    ASSERT_TRUE(descriptor.ok());
    const std::string type = row[0];
    const OperandUse use{type, row[1] == "a", row[2] == "mn" ? Major::MN : Major::K, 128, row[3] == 1};
    const Result<OperandImage> image = operand_of(descriptor.value(), use);
    ASSERT_TRUE(image.ok()) << image.error().message;
    EXPECT_EQ(hash_of(all_addresses(image.value())), row[5]) << row.dump();
    EXPECT_EQ(write_descriptor(descriptor.value(), DescriptorForm::Sm90).value(), bits);
    seen.insert(row[0].get<std::string>() + row[1].get<std::string>() + row[2].get<std::string>() +
                std::string(name_of(descriptor.value().swizzle)) + row[3].dump());
  }
  EXPECT_EQ(seen.size(), 88U);  // (5 types, and MN-major f16; sparse without b1) of A and B, four swizzles
}

// A field is not read where the program says so, and only there.
TEST(Recorded, LboIsIgnoredJustWhereItIsSaid) {
  for (const std::string_view type : descriptor_types())
    for (const bool is_a : {true, false})
      for (const Major major : {Major::K, Major::MN})
        for (const bool sparse : {true, false})
          for (const Swizzle swizzle : swizzles) {
            const OperandUse use{type, is_a, major, 128, sparse};
            const auto one = operand_of({1024, 4096, 512, 0, swizzle}, use);
            const auto other = operand_of({1024, 8192, 512, 0, swizzle}, use);
            if (!one) continue;
            EXPECT_EQ(all_addresses(one.value()) != all_addresses(other.value()), reads_lbo(swizzle, use))
                << type << is_a << static_cast<int>(major) << sparse << name_of(swizzle);
          }
}

TEST(Recorded, EveryBoxLiesWhereTheCopyPutIt) {
  const json all = recorded();
  ASSERT_EQ(all["tma"].size(), 440U);
  for (const json& row : all["tma"]) {
    const TmaBox box{swizzle_of(row[0]), row[1], row[2], row[3], row[4], SwizzleAtom::B16};
    ASSERT_TRUE(check_box(box).ok()) << row.dump();
    std::vector<std::int64_t> chunks;
    const std::vector<std::int64_t> bytes = all_addresses(box);
    for (std::size_t byte = 0; byte < bytes.size(); byte += 16) chunks.push_back(bytes[byte]);
    EXPECT_EQ(hash_of(chunks), row[5]) << row.dump();
  }
  for (const json& row : all["tma_refused"])
    EXPECT_FALSE(check_box({swizzle_of(row[0]), row[1], 8, 1, 0, SwizzleAtom::B16}).ok());
}

TEST(Recorded, EveryAccessTakesTheCyclesThatTheClockSays) {
  const json all = recorded();
  ASSERT_EQ(all["bank_cycles"].size(), 1909U);
  for (const json& row : all["bank_cycles"]) {
    LaneAddresses addresses{};
    const json& pattern = all["bank_patterns"][row[1].get<std::size_t>()];
    for (std::size_t lane = 0; lane < addresses.size(); ++lane) addresses[lane] = pattern[lane];
    const WarpAccess* const access = find_warp_access(row[0].get<std::string>());
    ASSERT_NE(access, nullptr);
    const Result<BankReport> report = count_wavefronts(*access, addresses);
    ASSERT_TRUE(report.ok()) << row.dump() << report.error().message;
    // A copy takes two to three clocks without any conflict.
    const long least = access->copies ? 3 : 0;
    EXPECT_EQ(report.value().cycles, std::max(std::lround(row[2].get<double>()), least)) << row.dump();
  }
}

// The clock sees no conflict in what wgmma reads, whatever the strides, the start and the swizzle are.
TEST(Recorded, WgmmaReadsInOneTime) {
  const json all = recorded();
  ASSERT_EQ(all["wgmma_cycles"].size(), 288U);
  std::map<std::string, std::pair<double, double>> times;
  for (const json& row : all["wgmma_cycles"]) {
    const double clocks = row[4];
    auto& [least, most] =
        times.emplace(row[0].get<std::string>() + row[1].get<std::string>(), std::pair(clocks, clocks)).first->second;
    least = std::min(least, clocks);
    most = std::max(most, clocks);
  }
  EXPECT_EQ(times.size(), 4U);
  for (const auto& [use, time] : times) EXPECT_LT(time.second, 1.02 * time.first) << use;
  // 64 x 32 bytes of A and 8 x 32 of B are 18 wavefronts of 128 bytes.
  EXPECT_NEAR(times.at("ak").first, 18, 0.5);
}

TEST(Recorded, LargerAtomsWereRefusedOnSm90) {
  const json all = recorded();
  ASSERT_EQ(all["tma_atoms"].size(), 12U);
  for (const json& row : all["tma_atoms"])
    EXPECT_NE(row[4].get<std::string>().find("refused"), std::string::npos) << row.dump();
}

// Two copies to misaligned addresses, and three reads beyond the memory of the block.
TEST(Recorded, WhatFaultedIsWhatIsSaidToFault) {
  const json all = recorded();
  std::map<std::string, int> faults;
  for (const json& row : all["faults"]) {
    const std::string what = row[0], how = row[1];
    faults[what.substr(0, what.find(' ')) + (how.find("cudaErrorMisalignedAddress") != std::string::npos ? " misaligned"
                                             : how.find("cudaErrorIllegalAddress") != std::string::npos  ? " illegal"
                                                                                                         : how)]++;
  }
  EXPECT_EQ(faults, (std::map<std::string, int>{{"box misaligned", 2}, {"wgmma illegal", 3}}));
  EXPECT_FALSE(check_box({Swizzle::None, 64, 8, 1, 0x4010, SwizzleAtom::B16}).ok());
}

}  // namespace
}  // namespace tcviz
