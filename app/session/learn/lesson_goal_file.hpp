// The goal of a lesson's question from its fields: exactly one of pin, formula, source, view, operation, maxas.
#pragma once

#include "app/session/learn/lesson_fields.hpp"

namespace tcviz::inline app_session {

LessonGoal read_lesson_goal(const LessonFields& question, LessonNotes& notes);

}  // namespace tcviz::inline app_session
