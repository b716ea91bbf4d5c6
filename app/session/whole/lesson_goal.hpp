// Checks the answer to a question of a lesson, by the layouts on screen.
#pragma once

#include "app/session/learn/lesson.hpp"
#include "app/session/whole/action.hpp"
#include "app/session/whole/document.hpp"

namespace tcviz::inline app_session {

// True if the document shows a right answer.
bool is_reached(const Document& document, const LessonGoal& goal);

// Returns actions that answer the question; empty if no action does on these layouts.
std::vector<Action> way_to(const Document& document, const LessonGoal& goal);
// Returns actions that give a wrong answer of the same kind, to test that it is rejected; empty if there is none.
std::vector<Action> way_astray(const Document& document, const LessonGoal& goal);

// Returns the index of the source with this name.
std::optional<std::size_t> source_named(const Document& document, std::string_view name);

}  // namespace tcviz::inline app_session
