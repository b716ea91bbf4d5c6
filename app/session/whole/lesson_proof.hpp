// Proves a lesson on the layouts at hand: every step can be shown, no question is answered before the user has done
// anything, none takes a wrong answer, and each is answered by its own answer.
#pragma once

#include <vector>

#include "app/session/learn/lesson_file.hpp"
#include "app/session/whole/session.hpp"

namespace tcviz::inline app_session {

// Does in the session the things that a person would do.
std::vector<LessonMistake> prove_lesson(const Lesson& lesson, Session& session);

}  // namespace tcviz::inline app_session
