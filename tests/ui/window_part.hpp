// The part of a window that a picture is about, and the picture of it held against the approved one.
#pragma once

#include <string>
#include <string_view>

#include "app/ui/window/headless.hpp"
#include "tests/ui/png_compare.hpp"

namespace tcviz {

// Returns the rectangle of a part of the window that was drawn last: "" is all between its bars, "whole" the window
// with them, "popup" what has opened last; other words are the names of Dear ImGui's windows: "###grids ###inspector".
Crop part_of_window(std::string_view part);

void expect_as_approved(const std::string& name, Headless& window, std::string_view part);

}  // namespace tcviz
