// The table of the panel First steps: the text of each button, and the actions that it performs.
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
