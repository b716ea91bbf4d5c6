// Waits: loads, atomics and tests of an mbarrier that are tried again until they give what they wait for.
#pragma once

#include "gpu/kernel/xray/machine/program.hpp"

namespace tcviz::inline gpu_xray {

// True if the instruction may be a wait: its result says whether another thread has come.
bool may_wait(const XrayStep& step);
// Sets XrayStep::waits of each of them from which no way goes on until it has succeeded. One that is tried a number of
// times at most is none, nor is one whose result chooses between two things to do. Sets
// XrayProgram::has_unknown_waits, and takes all for waits, if the ways are too many to follow.
void find_waits(XrayProgram& program);

}  // namespace tcviz::inline gpu_xray
