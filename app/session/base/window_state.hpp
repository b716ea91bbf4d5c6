// The part of the document that is about the window itself and not about its content.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/scene/grid/style.hpp"
#include "app/session/base/workspaces.hpp"

namespace tcviz::inline app_session {

// The width of the panel beside a workspace's subject, as a share of the window.
inline constexpr float least_side = 0.12F, most_side = 0.45F;

enum class CopyWanted : std::uint8_t { None, Window, Picture };

struct WindowState {
  Workspace workspace = Workspace::Layout;
  Workspace came_from = Workspace::Layout;    // the workspace that Escape leads back to
  ViewMode layout_view = ViewMode::Grids;     // of the workspace Layout, while another one is shown
  OfWorkspaces<float> side;                   // 0: as wide as it begins
  bool tour_done = false;                     // begun once, it is not shown by itself again
  CopyWanted copy_wanted = CopyWanted::None;  // of the command that opens this view; whoever has the clipboard takes it
  std::string search_text;                    // the text that the search begins with when it opens next
  bool open_file_open = false;                // File > Open
  std::vector<std::string> open_wanted;       // paths to be read; the session takes them
  std::string open_failed;                    // why the last one could not be
  std::vector<std::string> recent_files;      // paths, the latest first
  int source_lists = 0;                       // counted up: the list of sources is to open
  int other_source_lists = 0;                 // that of a comparison's right side
  bool narrow = false;                        // the window has no room beside the grids
  // The inspector stands beside the grids of Layout from the start, so that a pin moves nothing; elsewhere it opens if
  // it is asked for, over the grids of a narrow window.
  bool inspector_stands = true, inspector_asked = false;
};

}  // namespace tcviz::inline app_session
