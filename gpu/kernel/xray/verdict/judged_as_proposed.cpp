#include "gpu/kernel/xray/verdict/judged_as_proposed.hpp"

#include <algorithm>

namespace tcviz::inline gpu_xray {
namespace {

constexpr std::string_view open_reason =
    "the launch was proposed, and under it the kernel is wrong: see whether each size, each shape and the grid is as "
    "meant";

void leave_open(VerdictState& state) {
  if (state == VerdictState::Wrong || state == VerdictState::Incomplete) state = VerdictState::Unjudged;
}

void leave_open(OutputNumbers& numbers) {
  if (numbers.state == VerdictState::Wrong) numbers.reason = "the launch was proposed";
  leave_open(numbers.state);
}

}  // namespace

void judge_as_proposed(const LaunchProposal& proposal, XrayReport& report) {
  report.proposed = proposal;
  const bool is_wrong = report.verdict == VerdictState::Wrong || report.verdict == VerdictState::Incomplete;
  if (proposal.is_stated()) return;
  if (is_wrong) {
    report.verdict = VerdictState::Unjudged;
    report.left_open = true;
    report.doubt = open_reason;
  }
  for (OutputVerdict& output : report.outputs) {
    leave_open(output.state);
    for (VerdictClass& one : output.classes) leave_open(one.state);
    if (output.numbers) leave_open(*output.numbers);
  }
}

}  // namespace tcviz::inline gpu_xray
