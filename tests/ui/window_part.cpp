#include "tests/ui/window_part.hpp"

#include <algorithm>
#include <cmath>
#include <sstream>

#include "app/session/whole/session.hpp"
#include "gtest/gtest.h"
#include "imgui_internal.h"

namespace tcviz {
namespace {

ImRect named_windows(std::string_view names) {
  ImRect all(FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX);
  std::istringstream words{std::string(names)};
  for (std::string name; words >> name;) {
    const ImGuiWindow* const window = ImGui::FindWindowByName(name.c_str());
    EXPECT_TRUE(window != nullptr && window->Active) << name << " is not on screen";
    if (window != nullptr) all.Add(window->Rect());
  }
  return all;
}

ImRect last_popup() {
  const auto& open = ImGui::GetCurrentContext()->OpenPopupStack;
  EXPECT_FALSE(open.empty()) << "nothing has opened";
  return open.empty() ? ImRect() : open.back().Window->Rect();
}

ImRect rect_of(std::string_view part) {
  const ImGuiViewportP& viewport = *ImGui::GetCurrentContext()->Viewports.front();
  if (part == "whole") return viewport.GetMainRect();
  if (part.empty()) return viewport.GetWorkRect();
  return part == "popup" ? last_popup() : named_windows(part);
}

}  // namespace

Crop part_of_window(std::string_view part) {
  ImRect rect = rect_of(part);
  rect.ClipWith(rect_of("whole"));
  const auto whole = [](float at) { return static_cast<int>(std::lround(at)); };
  return {whole(rect.Min.x), whole(rect.Min.y), whole(rect.Max.x) - whole(rect.Min.x),
          whole(rect.Max.y) - whole(rect.Min.y)};
}

void expect_as_approved(const std::string& name, Headless& window, std::string_view part) {
  const Result<std::string> png = encode_png(window.pixels());
  ASSERT_TRUE(png.ok());
  expect_as_approved(name, png.value(), part_of_window(part));
}

}  // namespace tcviz
