// A table of the window's workspaces: tabs that fill the whole window, one for each task of the user. Tabs, keys,
// menus, the command palette, the help, `tcviz capture` and tests are made from it. app/ui/window/places.cpp says which
// panels each contains. app/session/README.md says how to add one.
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
  std::string_view word = {};   // name in settings and in `tcviz capture --show`
  std::string_view title = {};  // on its tab
  std::string_view does = {};   // description in the help and in the tooltip
  std::string_view keys = {};   // keys that open it
  bool of_kind = false;         // true if its content depends on the chosen kind
};

// The workspaces in the order of the tabs. Ctrl+0 is not among the keys: it resets the size of the text.
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

// The rows stand in the order of the ids.
static_assert([] {
  for (std::size_t at = 0; at < workspaces; ++at)
    if (static_cast<std::size_t>(workspace_rows[at].workspace) != at) return false;
  return true;
}());

constexpr const WorkspaceRow& row_of(Workspace workspace) {
  return workspace_rows[static_cast<std::size_t>(workspace)];
}

// A value for each workspace.
template <class Value>
struct OfWorkspaces {
  std::array<Value, workspaces> all{};
  Value& operator[](Workspace workspace) { return all.at(static_cast<std::size_t>(workspace)); }
  const Value& operator[](Workspace workspace) const { return all.at(static_cast<std::size_t>(workspace)); }
  friend bool operator==(const OfWorkspaces&, const OfWorkspaces&) = default;
};

}  // namespace tcviz::inline app_session
