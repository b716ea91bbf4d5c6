#include "app/ui/panel_layout.hpp"

#include <algorithm>

#include "imgui_internal.h"

namespace tcviz {
namespace {

// Each panel is cut off a side of what is left; the last one takes the rest. A width in points, but no more than a
// share of the window, so that the grids stay the largest.
struct Place {
  const char* window;
  ImGuiDir side;
  float points, most;
};
constexpr Place places[] = {{"###kinds", ImGuiDir_Left, 236, 0.24F},
                            {"###inspector", ImGuiDir_Right, 318, 0.31F},
                            {"###grids", ImGuiDir_None, 0, 1}};

}  // namespace

void build_default_layout(ImGuiID root, ImVec2 size, float scale) {
  ImGui::DockBuilderRemoveNode(root);
  ImGui::DockBuilderAddNode(root, ImGuiDockNodeFlags_DockSpace);
  ImGui::DockBuilderSetNodeSize(root, size);
  ImGuiID rest = root;
  float left = size.x;
  for (const Place& place : places) {
    ImGuiID node = rest;
    if (place.side != ImGuiDir_None) {
      const float width = std::min(place.points * scale, place.most * size.x);
      node = ImGui::DockBuilderSplitNode(rest, place.side, width / left, nullptr, &rest);
      left -= width;
    }
    ImGui::DockBuilderDockWindow(place.window, node);
  }
  ImGui::DockBuilderFinish(root);
}

}  // namespace tcviz
