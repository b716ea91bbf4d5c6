// The four ways to begin, as rows: the text of a card, and the actions that lead to a finished state in one press.
#pragma once

#include <span>
#include <string_view>

#include "app/session/whole/action.hpp"

namespace tcviz::inline app_session {

struct FirstStep {
  std::string_view id, title, text;
  ActionQueue (*actions)(const Document&);
};
std::span<const FirstStep> first_steps();

}  // namespace tcviz::inline app_session
