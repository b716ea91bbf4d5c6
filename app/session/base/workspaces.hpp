// The workspaces of the window, one row each: a task with the whole window for itself. Tabs, keys, menus, palette,
// help, capture and tests read these rows; app/ui/window/places.cpp says which panels stand in each.
#pragma once

#include <array>
#include <cstdint>
#include <iterator>
#include <string_view>

namespace tcviz::inline app_session {

enum class Workspace : std::uint8_t {
  Layout,
  Compare,
  Formula,
  Operations,
  Products,
  Tiles,
  Maxas,
  Learn,
  SharedMemory,
  Xray
};

struct WorkspaceRow {
  Workspace workspace = Workspace::Layout;
  std::string_view word = {};   // of settings and of `tcviz capture --show`
  std::string_view title = {};  // on its tab
  std::string_view does = {};   // in the help and under the pointer
  std::string_view keys = {};   // that open it
  bool of_kind = false;         // it shows the chosen kind: choosing another one changes it
};

// The workspaces in the order of the tabs. Ctrl+0 is the text's usual size.
inline constexpr WorkspaceRow workspace_rows[] = {
    {Workspace::Layout, "layout", "Layout", "one fragment: which thread and register holds each element", "Ctrl+1",
     true},
    {Workspace::Compare, "compare", "Compare", "two layouts beside each other, and all architectures at once", "Ctrl+2",
     true},
    {Workspace::Formula, "formula", "Formula", "type a formula for row and col, checked as you type", "Ctrl+3", true},
    {Workspace::Operations, "operations", "Operations", "masks, row-wise operations and your own, on the fragment",
     "Ctrl+4", true},
    {Workspace::Products, "products", "Products", "whole products: speed, residual, speed-up", "Ctrl+5"},
    {Workspace::Tiles, "tiles", "Tiles", "how a kernel cuts a product, phase by phase", "Ctrl+6"},
    {Workspace::Maxas, "maxas", "maxas", "the maxas SGEMM, step by step", "Ctrl+7"},
    {Workspace::Learn, "learn", "Learn", "lessons that are answered by doing, and a quiz", "Ctrl+8", true},
    {Workspace::SharedMemory, "shared-memory", "Shared memory", "where a tile lies in shared memory: swizzles, banks",
     "Ctrl+9"},
    {Workspace::Xray, "xray", "X-ray",
     "a kernel of yours, executed: which element is in which register, and what is "
     "wrong",
     "Ctrl+Shift+X"},
};
inline constexpr std::size_t workspaces = std::size(workspace_rows);

constexpr const WorkspaceRow& row_of(Workspace workspace) {
  return workspace_rows[static_cast<std::size_t>(workspace)];
}

// A value for each of them.
template <class Value>
struct OfWorkspaces {
  std::array<Value, workspaces> all{};
  Value& operator[](Workspace workspace) { return all.at(static_cast<std::size_t>(workspace)); }
  const Value& operator[](Workspace workspace) const { return all.at(static_cast<std::size_t>(workspace)); }
  friend bool operator==(const OfWorkspaces&, const OfWorkspaces&) = default;
};

}  // namespace tcviz::inline app_session
