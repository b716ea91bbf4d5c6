// The part of the document (the window's whole state) that is about the window and not about its content.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/scene/grid/style.hpp"
#include "app/session/base/workspaces.hpp"

namespace tcviz::inline app_session {

// Limits of the width of a workspace's side panel, as a fraction of the window's width.
inline constexpr float least_side = 0.12F, most_side = 0.45F;

// The command line to copy: Window opens this view in a window, Picture draws it as a figure.
enum class CopyWanted : std::uint8_t { None, Window, Picture };

struct WindowState {
  Workspace workspace = Workspace::Layout;
  Workspace came_from = Workspace::Layout;    // the workspace that Escape leads back to
  ViewMode layout_view = ViewMode::Grids;     // mode of the grids in the workspace Layout, kept while another is shown
  OfWorkspaces<float> side;                   // width of each side panel, as a fraction; 0: the default
  bool tour_done = false;                     // the tour has been started once: it does not start by itself again
  CopyWanted copy_wanted = CopyWanted::None;  // a request; the window copies and resets it
  std::string search_text;                    // initial text of the search box when it opens next
  bool open_file_open = false;                // the dialog File > Open is shown
  std::vector<std::string> open_wanted;       // paths of files to be opened; the session takes them
  std::string open_failed;                    // message if the last file could not be opened
  std::vector<std::string> recent_files;      // paths, the latest first
  int source_lists = 0;                       // a change requests that the list of sources opens
  int other_source_lists = 0;                 // the same for the list of a comparison's right side
  bool narrow = false;                        // the window is too narrow for a panel beside the grids
  // If the inspector (the panel about the pinned cell) is shown: inspector_stands is for the workspace Layout in a wide
  // window, where it is on from the start so that pinning a cell moves nothing; inspector_asked is for all else.
  bool inspector_stands = true, inspector_asked = false;
};

}  // namespace tcviz::inline app_session
