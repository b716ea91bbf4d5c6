// Proves a lesson on the layouts at hand: every step can be shown, no question is answered before anybody has done
// something, none takes something wrong, and each is answered by what its answer says.
#pragma once

#include <vector>

#include "app/session/learn/lesson_file.hpp"
#include "app/session/whole/session.hpp"

namespace tcviz::inline app_session {

// Does in the session what a person would do.
std::vector<LessonMistake> prove_lesson(const Lesson& lesson, Session& session);

}  // namespace tcviz::inline app_session
