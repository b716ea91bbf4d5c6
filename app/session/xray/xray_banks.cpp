// The sentences about an access to shared memory.
#include <fmt/format.h>

#include <algorithm>

#include "app/session/xray/xray_state.hpp"

namespace tcviz::inline app_session {
namespace {

// Returns ", in phase 0: word 2 of 2 that its bank has to give there".
std::string phase_words(const BankAccess& access, int lane, std::int64_t word) {
  if (!access.wavefronts) return {};
  const std::vector<BankPhase>& phases = access.wavefronts->phases;
  for (std::size_t n = 0; n < phases.size(); ++n) {
    if (std::ranges::find(phases[n].lanes, lane) == phases[n].lanes.end()) continue;
    std::string text = fmt::format(", in phase {}", n);
    for (const BankConflict& conflict : phases[n].conflicts) {
      const auto found = std::ranges::find(conflict.words, word, &BankConflict::Word::address);
      if (found == conflict.words.end()) continue;
      return text + fmt::format(": word {} of the {} that its bank has to give there",
                                found - conflict.words.begin() + 1, conflict.words.size());
    }
    return text;
  }
  return {};
}

}  // namespace

const BankAccess* XrayState::bank_access() const {
  if (!run) return nullptr;
  const XrayReport& report = run->report;
  if (!access_wish.empty()) return report.access ? &*report.access : nullptr;
  const auto count = static_cast<int>(report.feeding.size());
  return count == 0 ? nullptr : &report.feeding[static_cast<std::size_t>(std::clamp(access, 0, count - 1))];
}

std::string spell_place(const XrayRun& run, const BankPlace& place) {
  return run.is_cuda && place.line > 0 ? fmt::format("{}", place.line) : fmt::format("ptx:{}", place.ptx_line);
}

std::string describe_access(const XrayRun& run, const BankAccess& access) {
  const int line = shown_line(run, access.line, access.ptx_line);
  const std::string at = line > 0 ? fmt::format("line {}, ", line) : std::string();
  return fmt::format("{}warp {}, step {}: {} by {}", at, access.warp, access.step, access.stores ? "written" : "read",
                     access.opcode);
}

std::vector<std::string> describe_byte(const BankAccess& access, std::int64_t byte) {
  const std::int64_t word = byte / bank_bytes * bank_bytes;
  std::vector<std::string> lines = {fmt::format("Byte {} of shared memory, bank {}", byte, byte / bank_bytes % banks)};
  const std::string element = describe_bytes(access, byte, 1);
  lines.push_back(element == "no element" ? "No element is known to lie there." : fmt::format("Holds {}.", element));
  std::vector<int> lanes;
  for (const BankTouch& touch : access.touches)
    if (byte >= touch.address && byte < touch.address + touch.bytes) lanes.push_back(touch.lane);
  if (lanes.empty())
    lines.emplace_back("This access does not touch it.");
  else if (lanes.front() < 0)
    lines.emplace_back("The product reads it by itself.");
  else
    lines.push_back(fmt::format("{} by {}{}.", access.stores ? "Written" : "Read", describe_lanes(lanes),
                                phase_words(access, lanes.front(), word)));
  return lines;
}

}  // namespace tcviz::inline app_session
