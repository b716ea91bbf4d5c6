// A table of the window's views and panels. Menus, keys, the command palette, the help, `tcviz capture` and tests are
// made from it. app/ui/window/panel_rows.cpp has the functions that draw them; app/ui/README.md says how to add one.
#pragma once

#include <array>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>

#include "app/scene/grid/style.hpp"
#include "app/session/base/workspaces.hpp"

namespace tcviz::inline app_session {

enum class ViewId : std::uint8_t {
  Kinds,
  Inspector,
  Start,
  Grids,
  Architectures,
  Formula,
  Operations,
  Maxas,
  Products,
  Learn,
  SharedMemory,
  Xray
};

struct ViewRow {
  ViewId view = ViewId::Grids;
  std::optional<ViewMode> mode = {};  // Grids only, which have a row for each mode
  std::string_view word = {};         // name in `tcviz capture --show`; of a mode, in `--view`
  std::string_view title = {};        // name in the menu; empty: not in the menu
  char key = 0;                       // key that opens it; 0: none
  std::string_view does = {};         // description in the help
  std::string_view search = {};       // further words by which the command palette finds it
  std::string_view no_figure = {};    // why it cannot be saved as a figure; empty: it can
  // The workspace that shows it; none: a side panel that several workspaces can show.
  std::optional<Workspace> workspace = Workspace::Layout;
};

// The views in the order of their keys.
inline constexpr ViewRow view_rows[] = {
    {.view = ViewId::Grids,
     .mode = ViewMode::Grids,
     .word = "grids",
     .title = "Thread and register",
     .key = '1',
     .does = "thread and register side by side",
     .search = "view side by side"},
    {.view = ViewId::Grids,
     .mode = ViewMode::Combined,
     .word = "combined",
     .title = "Combined",
     .key = '2',
     .does = "both in one grid",
     .search = "view both one grid"},
    {.view = ViewId::Grids,
     .mode = ViewMode::Product,
     .word = "product",
     .title = "A × B = C",
     .key = '3',
     .does = "the product A × B = C",
     .search = "view product matrix multiply"},
    {.view = ViewId::Grids,
     .mode = ViewMode::Threads,
     .word = "threads",
     .title = "Threads and values",
     .key = '4',
     .does = "a row for every thread",
     .search = "view table who holds what"},
    {.view = ViewId::Grids,
     .mode = ViewMode::Comparison,
     .word = "comparison",
     .title = "Comparison",
     .key = '5',
     .does = "compare two layouts",
     .search = "view compare diff two sources",
     .workspace = Workspace::Compare},
    {.view = ViewId::Architectures,
     .word = "architectures",
     .title = "Architectures",
     .key = '6',
     .does = "which architectures share a layout",
     .search = "family tree groups volta turing ampere hopper blackwell",
     .no_figure =
         "A table of architectures has no figure. One of them beside another has: the key 5 opens Comparison, and "
         "Ctrl+S draws it.",
     .workspace = Workspace::Compare},
    {.view = ViewId::Formula,
     .word = "formula",
     .title = "Formula",
     .key = '7',
     .does = "type a formula, checked as you type",
     .search = "editor check expression row col type cute layout triton linear bases python copy as",
     .workspace = Workspace::Formula},
    {.view = ViewId::Operations,
     .word = "operations",
     .title = "Operations",
     .key = '8',
     .does = "operations on the fragment",
     .search = "demo operations mask triangle softmax vector identity kernel run time body",
     .no_figure =
         "An operation has no figure. Its fragment has: Ctrl+1 opens Layout, and Ctrl+S draws it. `tcviz demo` "
         "with --source prints the kernel.",
     .workspace = Workspace::Operations},
    {.view = ViewId::Maxas,
     .word = "maxas",
     .title = "maxas",
     .key = '9',
     .does = "the maxas SGEMM, step by step",
     .search = "maxwell register bank reuse cache sgemm64 sgemm128 scott gray animation",
     .no_figure =
         "A step of maxas has no figure. `tcviz maxas` prints it, and `tcviz capture --show maxas` draws the window.",
     .workspace = Workspace::Maxas},
    {.view = ViewId::Products,
     .word = "products",
     .title = "Products",
     .key = '0',
     .does = "whole products: speed, residual, tiles",
     .search = "gemm lab matrix multiply cublas gflops speed residual tiles bench plot",
     .no_figure =
         "Products have no figure. `tcviz bench gemm --recorded` prints the numbers, and `tcviz capture --show "
         "products` draws the window.",
     .workspace = Workspace::Products},
    {.view = ViewId::Learn,
     .word = "learn",
     .title = "Learn",
     .does = "lessons that are answered by doing, and a quiz",
     .search = "teach tutorial course exercise question beginner",
     .workspace = Workspace::Learn},
    {.view = ViewId::SharedMemory,
     .word = "shared-memory",
     .title = "Shared memory",
     .does = "where a tile lies in shared memory",
     .search = "shared memory smem swizzle descriptor tma wgmma lbo sbo bank conflict ldmatrix wavefront",
     .workspace = Workspace::SharedMemory},
    {.view = ViewId::Xray,
     .word = "xray",
     .title = "X-ray",
     .does = "a kernel of yours, executed with labels",
     .search = "x-ray xray debug wrong result kernel cuda ptx cu execute race trans bug mma.sync wgmma",
     .workspace = Workspace::Xray},
    {.view = ViewId::Kinds,
     .word = "kinds",
     .title = "All kinds",
     .does = "the list of all kinds",
     .search = "list tree choose fragment instruction",
     .workspace = std::nullopt},
    {.view = ViewId::Start,
     .word = "start",
     .title = "First steps",
     .does = "four ways to begin",
     .search = "welcome begin introduction help new",
     .workspace = std::nullopt},
    {.view = ViewId::Inspector,
     .word = "inspector",
     .title = "Inspector",
     .does = "owners, register and bits of the pinned cell",
     .search = "panel owners bits provenance fragment",
     .workspace = std::nullopt},
};

// True if the word of the workspace is not one of its views'.
constexpr bool has_own_word(const WorkspaceRow& workspace) {
  for (const ViewRow& view : view_rows)
    if (view.word == workspace.word) return false;
  return true;
}

struct ViewState {
  bool open = false;  // for side panels; for the architectures: shown in place of the comparison
  int focuses = 0;    // a change requests the keyboard focus for it
  friend bool operator==(const ViewState&, const ViewState&) = default;
};
// The states of all views, by ViewId.
struct ViewStates {
  std::array<ViewState, std::size(view_rows)> all;
  ViewState& operator[](ViewId view) { return all.at(static_cast<std::size_t>(view)); }
  const ViewState& operator[](ViewId view) const { return all.at(static_cast<std::size_t>(view)); }
  friend bool operator==(const ViewStates&, const ViewStates&) = default;
};

}  // namespace tcviz::inline app_session
