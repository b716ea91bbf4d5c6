// Reads the goal of a question of a lesson: exactly one of the fields pin, formula, source, view, operation, maxas of
// the object `question`. Records mistakes in `notes`.
#pragma once

#include "app/session/learn/lesson_fields.hpp"

namespace tcviz::inline app_session {

LessonGoal read_lesson_goal(const LessonFields& question, LessonNotes& notes);

}  // namespace tcviz::inline app_session
