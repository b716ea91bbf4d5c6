// The record of a sweep, and that the committed one is what the command writes.
#include "gpu/prove/sweep_record.hpp"

#include <fstream>
#include <nlohmann/json.hpp>

#include "gtest/gtest.h"
#include "tests/prove/fake_device.hpp"

namespace tcviz {
namespace {

using nlohmann::json;
using test::RuleDevice;

json record_of(RuleDevice& device, const SweepRequest& request) {
  const SweepReport report = run_sweep(device, request, [](const std::string&, int, int) { return std::string(); });
  return json::parse(write_record(report, "2026-11-23"));
}

TEST(SweepRecord, NamesDeviceDriverAndDate) {
  RuleDevice device(test::h200());
  const json record = record_of(device, {5, 10});
  EXPECT_EQ(record["format"], "tcviz-image-proof/1");
  EXPECT_EQ(record["provenance"], json({{"device", "NVIDIA H200"},
                                        {"compute_capability", "9.0"},
                                        {"driver", "580.159.04"},
                                        {"cuda", "13.0"},
                                        {"date", "2026-11-23"},
                                        {"seed", 5},
                                        {"count", 10}}));
}

// A device that keeps the rules would have left this very file: same cases, same order, same hashes.
TEST(SweepRecord, TheCommittedOneIsWhatTheCommandWrites) {
  const json committed = json::parse(std::ifstream(TCVIZ_IMAGE_PROOF));
  RuleDevice device(test::h200());
  const json record = record_of(device, {committed["provenance"]["seed"], committed["provenance"]["count"]});
  for (const char* list : {"about", "wgmma", "tma", "tma_refused", "bank_patterns"})
    EXPECT_EQ(record[list], committed[list]) << list;
  for (const char* list : {"bank_cycles", "wgmma_cycles", "tma_atoms", "faults"})
    EXPECT_EQ(record[list].size(), committed[list].size()) << list;
}

TEST(SweepRecord, KeepsWhatTheGpuSaidAndNotWhatTheRulesSay) {
  RuleDevice device(test::h200(), [](const SweepCase& one, SweepAnswer right) -> Result<SweepAnswer> {
    if (std::holds_alternative<BankCase>(one)) right.cycles = 7.123;
    if (std::holds_alternative<OperandCase>(one)) right.places = {1024};
    return right;
  });
  const json record = record_of(device, {1, 0});
  EXPECT_EQ(record["bank_cycles"][0][2], 7.12);
  EXPECT_EQ(record["wgmma"][0][5], hash_of_places({1024}));
}

// Bytes that could not be told are left out, and so is what was skipped.
TEST(SweepRecord, LeavesOutWhatWasNotTold) {
  RuleDevice device(test::h200(), [](const SweepCase& one, SweepAnswer right) -> Result<SweepAnswer> {
    if (std::holds_alternative<OperandCase>(one)) right.places = {1024, -1};
    return right;
  });
  EXPECT_TRUE(record_of(device, {1, 0})["wgmma"].empty());
  RuleDevice old(test::a100());
  const json record = record_of(old, {1, 0});
  EXPECT_TRUE(record["tma"].empty());
  EXPECT_GT(record["bank_cycles"].size(), 500U);
}

}  // namespace
}  // namespace tcviz
