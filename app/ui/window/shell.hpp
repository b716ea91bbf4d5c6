// The whole content of the window: the context of Dear ImGui, fonts, style and panels, and the function that builds a
// frame. Used by the window, `tcviz capture` and tests. Needs a current OpenGL 3.3 context for its whole life. The
// caller sets io.DisplaySize and passes events to Dear ImGui.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "app/session/base/camera.hpp"
#include "app/session/whole/settings_keeper.hpp"
#include "app/ui/window/change_note.hpp"
#include "app/ui/window/command_list.hpp"
#include "app/ui/window/figure_panel.hpp"
#include "app/ui/window/formula_line.hpp"
#include "app/ui/window/key_ring.hpp"
#include "app/ui/window/open_panel.hpp"
#include "app/ui/window/panel_rows.hpp"
#include "app/ui/window/places.hpp"
#include "app/ui/window/pressed_item.hpp"
#include "app/ui/window/top_bar.hpp"
#include "app/ui/window/tour.hpp"
#include "app/ui/window/typed_words.hpp"

namespace tcviz::inline app_session {
class Session;
class SettingsKeeper;
struct Link;
struct WindowOptions;
}
namespace tcviz::inline app_ui {

struct ShellOptions {
  SettingsFile file;
  SettingsFile::Loaded loaded;         // the content of the file
  bool show_timing = true;             // the status bar shows the time of the last frame
  bool restore_place = true;           // restores what was shown, not only the appearance of the window
  std::shared_ptr<const Link> link;    // shown instead of the restored view; null: none
  std::function<void()> wake = [] {};  // called by background threads that have news
};
// Reads the settings in the folder that `window` names (empty: none are read or written). The last view is restored
// unless the options name another.
ShellOptions shell_options(const WindowOptions& window, bool show_timing);

class Shell {
 public:
  static Result<std::unique_ptr<Shell>> make(ShellOptions options);
  Shell(const Shell&) = delete;
  Shell& operator=(const Shell&) = delete;
  ~Shell();

  // Builds a frame; the panels queue their actions in `session`. `monitor_scale`: the scale without the user's text
  // size.
  void build(Session& session, float monitor_scale);
  // Draws the built frame into the current framebuffer.
  void render();
  // Starts writing the settings if they have changed; to be called while nothing happens.
  void keep(Session& session);
  // Does the same at most once a second; to be called after each frame.
  void keep_when_due(Session& session);
  // Writes everything before the window closes, and waits until it is written.
  void finish(Session& session);
  // Returns the rectangles of the panels' pictures in the last frame (ViewPanel::subjects), in pixels.
  std::vector<Rect> subjects() const;
  // Returns the window's place: as read from the settings, and updated by the window.
  std::optional<WindowPlace>& place() { return place_; }

 private:
  Shell(ShellOptions options, GridRenderer renderer);
  // Returns the view of the main panel.
  ViewId draw_panels(const Ui& ui);
  void draw_views(const Ui& ui, const Places& places);
  void draw_divider(const Ui& ui, const Places& places, const Rect& room) const;
  bool any_takes(PanelKeys keys) const;
  void draw_way_back(const Ui& ui, bool strip);
  void hand_on_keys(const Places& places);
  void copy_command(const Ui& ui) const;
  void restyle(const Document& document, float scale);
  void restore(Session& session);

  struct Context {  // Dear ImGui's context; destroyed last
    Context();
    ~Context();
  };
  void hand_on_settings(Session& session);

  ShellOptions options_;
  bool is_kept_;
  std::unique_ptr<SettingsKeeper> keeper_;
  std::optional<WindowPlace> place_;
  Context context_;
  Fonts fonts_;
  struct Shown {
    std::unique_ptr<ViewPanel> panel;
    bool drawn = false;  // it was drawn in this frame
    int focuses_served = 0;
  };
  std::vector<Shown> panels_;  // a panel for each of panel_rows()
  FigurePanel figure_;
  OpenPanel open_;
  TopBar top_bar_;
  CommandList commands_;
  FormulaLine formula_line_;
  KeyRing ring_;
  TypedWords typed_words_;
  PressedItem pressed_item_;
  ChangeNote change_note_;
  Tour tour_;

  Canvas canvas_;  // the canvas of the grids, for the keys that move them
  std::optional<Theme> styled_theme_;
  float styled_scale_ = 0;
  bool restored_ = false, focused_ = false, menu_open_ = false;
  double frame_ms_ = 0;
};

}  // namespace tcviz::inline app_ui
