// The goal of a lesson's question from its fields: exactly one of pin, formula, source, view, operation, maxas.
#pragma once

#include "app/session/learn/lesson_fields.hpp"

namespace tcviz::inline app_session {

// In the order of ViewMode.
inline constexpr std::array<std::string_view, 5> lesson_modes = {"grids", "combined", "product", "threads",
                                                                 "comparison"};

LessonGoal read_lesson_goal(const LessonFields& question, LessonNotes& notes);

}  // namespace tcviz::inline app_session
