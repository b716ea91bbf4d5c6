// Judges what a report is worth if the program proposed the launch.
#pragma once

#include "gpu/kernel/xray/verdict/report.hpp"

namespace tcviz::inline gpu_xray {

// Notes the proposal in the report. If a part of the launch was guessed, nothing stays wrong: the kernel may be right
// under the launch that its author means. What was found stays as it is.
void judge_as_proposed(const LaunchProposal& proposal, XrayReport& report);

}  // namespace tcviz::inline gpu_xray
