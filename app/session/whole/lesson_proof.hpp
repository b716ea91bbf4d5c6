// Tests a lesson with the layouts of this machine: every step can be shown, no question is already answered at the
// beginning of its step, a wrong answer is rejected, and the right one is accepted.
#pragma once

#include <vector>

#include "app/session/learn/lesson_file.hpp"
#include "app/session/whole/session.hpp"

namespace tcviz::inline app_session {

// Goes through the lesson in `session`, like a user. Returns the mistakes that it finds.
std::vector<LessonMistake> prove_lesson(const Lesson& lesson, Session& session);

}  // namespace tcviz::inline app_session
