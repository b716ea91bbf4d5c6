#include "app/ui/panel_layout.hpp"

#include <algorithm>
#include <iterator>
#include <vector>

#include "imgui_internal.h"

namespace tcviz {
namespace {

// Each panel is cut off a side of what is left; the last one takes the rest. A width or a height in points; in a small
// window a share of it, so that the grids stay the largest, but no less than can be read. Without points, a panel below
// takes a share of the one before.
struct Place {
  const char* window;
  ImGuiDir side;
  float points, share, least;

  // Pixels, of a width or a height.
  float size(float wanted, float all, float scale) const {
    return std::min(wanted, std::max(share * all, least * scale));
  }
};
// Places of one arrangement stand together, the one that takes the rest last. Those of a place share it as tabs.
struct Row {
  std::string_view arrangement;
  Place place;
};
constexpr Row rows[] = {{"Explore", {"###kinds", ImGuiDir_Left, 236, 0.21F, 170}},
                        {"Explore", {"###formula", ImGuiDir_Down, 224, 0.30F, 150}},
                        {"Explore", {"###inspector", ImGuiDir_Right, 318, 0.27F, 240}},
                        {"Explore", {"###groups", ImGuiDir_None, 0, 1, 0}},  // a tab behind the grids
                        {"Explore", {"###theatre", ImGuiDir_None, 0, 1, 0}},
                        {"Explore", {"###products", ImGuiDir_None, 0, 1, 0}},
                        {"Explore", {"###grids", ImGuiDir_None, 0, 1, 0}},
                        // All the height for two grids; the inspector below the list.
                        {"Compare", {"###kinds", ImGuiDir_Left, 280, 0.24F, 200}},
                        {"Compare", {"###inspector", ImGuiDir_Down, 0, 0.5F, 0}},
                        {"Compare", {"###formula", ImGuiDir_Down, 190, 0.26F, 150}},
                        {"Compare", {"###grids", ImGuiDir_None, 0, 1, 0}},
                        // The list and the inspector share the narrow side, for a projector.
                        {"Teaching", {"###kinds", ImGuiDir_Left, 250, 0.25F, 190}},
                        {"Teaching", {"###inspector", ImGuiDir_None, 0, 1, 0}},
                        {"Teaching", {"###formula", ImGuiDir_Down, 224, 0.30F, 150}},
                        {"Teaching", {"###grids", ImGuiDir_None, 0, 1, 0}}};

constexpr float least_height_for_rows = 440;  // points

// The dock nodes of an arrangement's panels, made before any panel is put into one.
class Nodes {
 public:
  Nodes(ImGuiID root, ImVec2 size, float scale) : rest_(root), all_(size), left_(size), scale_(scale) {}

  void add(const Place& place) {
    if (place.side == ImGuiDir_Down && place.points > 0 && all_.y < least_height_for_rows * scale_) {
      nodes_.push_back(0);  // a tab behind the grids, which would be specks otherwise
    } else if (place.side == ImGuiDir_Down && place.points > 0) {
      const float wanted = place.size(place.points * scale_, all_.y, scale_);
      nodes_.push_back(
          ImGui::DockBuilderSplitNode(rest_, ImGuiDir_Down, std::min(0.9F, wanted / left_.y), nullptr, &rest_));
      left_.y -= wanted;
    } else if (place.side == ImGuiDir_Down) {
      ImGuiID below = 0, above = 0;
      ImGui::DockBuilderSplitNode(nodes_.back(), ImGuiDir_Down, place.share, &below, &above);
      nodes_.back() = above;
      nodes_.push_back(below);
    } else if (place.side != ImGuiDir_None) {
      const float wanted = place.size(place.points * scale_, all_.x, scale_);
      nodes_.push_back(ImGui::DockBuilderSplitNode(rest_, place.side, wanted / left_.x, nullptr, &rest_));
      left_.x -= wanted;
    } else {
      const std::string_view window = place.window;
      constexpr std::string_view behind_grids[] = {"###grids", "###groups", "###theatre", "###products"};
      const bool behind = std::find(std::begin(behind_grids), std::end(behind_grids), window) != std::end(behind_grids);
      const bool shares = !behind && !nodes_.empty();
      nodes_.push_back(shares ? nodes_.back() : rest_);
    }
  }
  ImGuiID operator[](std::size_t at) const { return nodes_[at] == 0 ? rest_ : nodes_[at]; }

 private:
  ImGuiID rest_;
  ImVec2 all_, left_;
  float scale_;
  std::vector<ImGuiID> nodes_;
};

}  // namespace

void build_arrangement(std::string_view name, ImGuiID root, ImVec2 size, float scale) {
  const bool there = std::any_of(std::begin(rows), std::end(rows), [&](const Row& r) { return r.arrangement == name; });
  if (!there) name = rows[0].arrangement;
  ImGui::DockBuilderRemoveNode(root);
  ImGui::DockBuilderAddNode(root, ImGuiDockNodeFlags_DockSpace);
  size = {std::max(1.0F, size.x), std::max(1.0F, size.y)};  // a window may be smaller than its bars
  ImGui::DockBuilderSetNodeSize(root, size);
  Nodes nodes(root, size, scale);
  for (const Row& row : rows) {
    if (row.arrangement == name) nodes.add(row.place);
  }
  std::size_t at = 0;
  for (const Row& row : rows) {
    if (row.arrangement == name) ImGui::DockBuilderDockWindow(row.place.window, nodes[at++]);
  }
  ImGui::DockBuilderFinish(root);
}

void rescale_layout(ImVec2 room, float scale, float factor) {
  for (const Row& row : rows) {
    const Place& place = row.place;
    if (row.arrangement != rows[0].arrangement) return;
    const ImGuiWindow* window = ImGui::FindWindowByName(place.window);
    const ImGuiDockNode* node = window != nullptr ? window->DockNode : nullptr;
    if (node == nullptr || place.side == ImGuiDir_None) continue;
    const bool below = place.side == ImGuiDir_Down;
    const float wanted = place.size((below ? node->Size.y : node->Size.x) * factor, below ? room.y : room.x, scale);
    ImGui::DockBuilderSetNodeSize(
        node->ID, {std::max(1.0F, below ? node->Size.x : wanted), std::max(1.0F, below ? wanted : node->Size.y)});
  }
}

}  // namespace tcviz
