#include "app/session/xray/live_run.hpp"

#include <fmt/format.h>

namespace tcviz::inline app_session {

std::string describe_take(const LiveTake& take, int number) {
  std::string text = fmt::format("{}: {}, {} line {}, warp {}, time {}", number, take.kind, take.file, take.line,
                                 take.warp, take.time);
  return take.missing == 0 ? text : fmt::format("{}, {} threads missing", text, take.missing);
}

std::string describe_wrong(const LiveWrong& wrong) {
  return fmt::format("warp {}, lane {}, register {} holds ({}, {}) = {}, expected {}", wrong.warp, wrong.lane,
                     wrong.reg, wrong.element.row, wrong.element.col, wrong.found, wrong.expected);
}

std::string describe_live(const LiveRun& run) {
  std::string text;
  if (run.differing > 0)
    text = fmt::format("owners of {} element{} hold different bits; ", run.differing, run.differing == 1 ? "" : "s");
  if (run.expect.empty()) return text + "nothing is expected yet: say what the matrix should hold";
  if (run.wrong.empty()) return text + fmt::format("all {} values are as expected", run.compared);
  return text + fmt::format("{} of {} values are wrong", run.wrong.size(), run.compared);
}

}  // namespace tcviz::inline app_session
