#include "app/cli/kernels/xray_access.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace tcviz::inline app_cli {
namespace {

std::string banks_text(std::int64_t address, int bytes) {
  const std::int64_t first = address / bank_bytes % banks, last = (address + bytes - 1) / bank_bytes % banks;
  return first == last ? fmt::format("bank {}", first) : fmt::format("banks {} to {}", first, last);
}

std::string touch_text(const BankAccess& access, const BankTouch& touch) {
  const std::string who = touch.lane < 0 ? std::string() : fmt::format("T{}", touch.lane);
  return fmt::format("    {:<4}byte {:<7}{:<15}{}\n", who, touch.address, banks_text(touch.address, touch.bytes),
                     describe_bytes(access, touch.address, touch.bytes));
}

std::string conflict_text(const BankConflict& conflict) {
  std::string text;
  for (const BankConflict::Word& word : conflict.words)
    text += fmt::format("{}byte {} of {}", text.empty() ? "" : ", then ", word.address, describe_lanes(word.lanes));
  return text;
}

// Describes the first bank in conflict, and counts the others, which differ from it only in their bytes.
std::string conflicts_text(const BankPhase& phase) {
  if (phase.conflicts.empty()) return {};
  const std::size_t others = phase.conflicts.size() - 1;
  std::string text =
      fmt::format("    bank {}: {}", phase.conflicts.front().bank, conflict_text(phase.conflicts.front()));
  if (others > 0) text += fmt::format("; and {} more bank{}", others, others == 1 ? "" : "s");
  return text + "\n";
}

}  // namespace

std::string access_text(const BankAccess& access) {
  std::string text =
      fmt::format("{}, warp {}, step {}: {} {} shared memory\n  {}\n", line_text(access.line, access.ptx_line),
                  access.warp, access.step, access.opcode, access.stores ? "writes" : "reads", wavefront_words(access));
  if (!access.wavefronts) {
    for (const BankTouch& touch : access.touches) text += touch_text(access, touch);
    return text;
  }
  const std::vector<BankPhase>& phases = access.wavefronts->phases;
  for (std::size_t n = 0; n < phases.size(); ++n) {
    if (phases[n].lanes.empty()) continue;
    text += fmt::format("  phase {}: {}\n", n, describe_wavefronts(phases[n].wavefronts));
    for (const BankTouch& touch : access.touches)
      if (std::ranges::find(phases[n].lanes, touch.lane) != phases[n].lanes.end()) text += touch_text(access, touch);
    text += conflicts_text(phases[n]);
  }
  return text;
}

Error no_such_access(const AccessWish& wish, const XrayReport& report) {
  std::set<int> lines;
  for (const BankPlace& place : report.shared_places)
    lines.insert(wish.of_ptx || place.line == 0 ? place.ptx_line : place.line);
  if (lines.empty()) return bad_input("--access: the kernel has not touched shared memory.");
  return bad_input(fmt::format("--access {}: no such access to shared memory was executed; lines with one are {}.",
                               spell(wish), fmt::join(lines, ", ")));
}

}  // namespace tcviz::inline app_cli
