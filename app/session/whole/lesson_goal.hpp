// The check of an answer: by the content of the screen, never by a note of the lesson's author. Plain functions of the
// document.
#pragma once

#include "app/session/learn/lesson.hpp"
#include "app/session/whole/action.hpp"
#include "app/session/whole/document.hpp"

namespace tcviz::inline app_session {

bool is_reached(const Document& document, const LessonGoal& goal);

// Returns the actions that answer the question; empty if nothing on these layouts does.
std::vector<Action> way_to(const Document& document, const LessonGoal& goal);
// Returns the actions that lead to something else of the same kind, which must not be taken for the answer; empty if
// there is nothing else.
std::vector<Action> way_astray(const Document& document, const LessonGoal& goal);

std::optional<std::size_t> source_named(const Document& document, std::string_view name);

}  // namespace tcviz::inline app_session
