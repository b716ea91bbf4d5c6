#include "app/ui/panel_layout.hpp"

#include <algorithm>

#include "imgui_internal.h"

namespace tcviz {
namespace {

// Each panel is cut off a side of what is left; the last one takes the rest. A width in points; in a narrow window a
// share of it, so that the grids stay the largest, but no less than can be read.
struct Place {
  const char* window;
  ImGuiDir side;
  float points, share, least;

  float width(float wanted, float all, float scale) const {
    return std::min(wanted, std::max(share * all, least * scale));
  }
};
constexpr Place places[] = {{"###kinds", ImGuiDir_Left, 236, 0.21F, 170},
                            {"###inspector", ImGuiDir_Right, 318, 0.27F, 240},
                            {"###grids", ImGuiDir_None, 0, 1, 0}};

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
      const float width = place.width(place.points * scale, size.x, scale);
      node = ImGui::DockBuilderSplitNode(rest, place.side, width / left, nullptr, &rest);
      left -= width;
    }
    ImGui::DockBuilderDockWindow(place.window, node);
  }
  ImGui::DockBuilderFinish(root);
}

void rescale_layout(float width, float scale, float factor) {
  for (const Place& place : places) {
    const ImGuiWindow* window = ImGui::FindWindowByName(place.window);
    const ImGuiDockNode* node = window != nullptr ? window->DockNode : nullptr;
    if (node == nullptr || place.side == ImGuiDir_None) continue;
    ImGui::DockBuilderSetNodeSize(node->ID, {place.width(node->Size.x * factor, width, scale), node->Size.y});
  }
}

}  // namespace tcviz
