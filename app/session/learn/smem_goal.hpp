// Checks the answer to a question of a lesson about shared memory, and finds one.
#pragma once

#include <optional>

#include "app/session/learn/lesson.hpp"
#include "app/session/shared_memory/smem_action.hpp"

namespace tcviz::inline app_session {

// True if the chosen element, or the access on screen, is what the question asks for.
bool smem_fits(const SmemLook& look, const LessonGoal& goal);
// Returns an action after which it is, or with `right` false is not; none if there is none.
std::optional<SmemAction> smem_way(const SmemLook& look, const LessonGoal& goal, bool right);

}  // namespace tcviz::inline app_session
