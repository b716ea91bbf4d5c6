// Any bytes as the addresses of a warp: read or refused with a sentence, and counted by every access, or refused with
// another one. The count with all its details is the count alone.
#include <cstdint>
#include <cstdlib>

#include "gpu/smem/lane_addresses.hpp"

namespace {

using namespace tcviz;

void require(bool holds) {
  if (!holds) std::abort();
}

void look_at(const BankReport& report, const WarpAccess& access, const LaneAddresses& addresses) {
  require(static_cast<const BankCount&>(report) == bank_count(access, addresses));
  require(report.least >= 0 && report.conflicts >= 0 && report.wavefronts == report.least + report.conflicts);
  require(report.cycles >= report.wavefronts);
  for (const BankPhase& phase : report.phases)
    for (const BankConflict& conflict : phase.conflicts) {
      require(conflict.bank >= 0 && conflict.bank < banks && !conflict.words.empty());
      for (const BankConflict::Word& word : conflict.words) require(!word.lanes.empty());
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(bytes), size);
  for (const int step : {0, 3}) {
    const Result<LaneAddresses> addresses = read_lane_addresses(text, step);
    if (!addresses) {
      require(!addresses.error().message.empty());
      continue;
    }
    for (const WarpAccess& access : warp_accesses()) {
      const Result<BankReport> report = count_wavefronts(access, addresses.value());
      if (report)
        look_at(report.value(), access, addresses.value());
      else
        require(!report.error().message.empty());
    }
  }
  return 0;
}
