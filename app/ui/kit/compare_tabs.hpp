// What the workspace Compare can show: its two panels have the same tabs.
#pragma once

#include "app/ui/kit/segments.hpp"

namespace tcviz::inline app_ui {

Segments compare_tabs(const Document& document);
Action compare_tab_action(std::size_t tab);

}  // namespace tcviz::inline app_ui
