// The window's colours in an editor of code.
#pragma once

#include "TextEditor.h"
#include "app/ui/kit/style.hpp"

namespace tcviz::inline app_ui {

void style_code(TextEditor& editor, const Colors& colors);

}  // namespace tcviz::inline app_ui
