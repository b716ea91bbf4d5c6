// The ring around the main panel of a workspace, an accent frame: while it is there, letters, digits and signs are keys
// of the window; without it they are words for the search.
#pragma once

#include <optional>

#include "app/session/base/workspaces.hpp"

struct ImGuiWindow;

namespace tcviz::inline app_ui {

class KeyRing {
 public:
  bool on() const { return on_; }
  // Follows a frame, at its end. A press into `main`, the panel, gives it the ring, as do F6 and arrows there. It goes
  // with the keyboard focus, and to another workspace only if one of these keys leads there. `taken`: a dialog is open.
  void follow(Workspace workspace, ImGuiWindow* main, bool taken);

 private:
  void show(ImGuiWindow* main);

  bool on_ = false;
  std::optional<Workspace> workspace_;
  int acted_ = -100;               // frame in which a key was pressed last while the ring was there
  ImGuiWindow* framed_ = nullptr;  // the panel that has the frame
};

}  // namespace tcviz::inline app_ui
