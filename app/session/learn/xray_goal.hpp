// Checks the answer to a question of a lesson about a kernel in the X-ray, and finds one.
#pragma once

#include <vector>

#include "app/session/learn/lesson.hpp"
#include "app/session/xray/xray_action.hpp"

namespace tcviz::inline app_session {

// True if the chosen cell is what the question asks for, or if it asks to mend the kernel, the kernel is right.
bool xray_fits(const XrayState& state, const LessonGoal& goal);
// Returns actions after which it is, or with `right` false is not; empty if there are none.
std::vector<XrayAction> xray_way(const XrayState& state, const LessonGoal& goal, bool right);

}  // namespace tcviz::inline app_session
