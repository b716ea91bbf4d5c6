// The whole window as Dear ImGui draws it: its context, fonts, style and panels, and the one frame function that the
// window, the capture and the tests share. Needs a current OpenGL 3.3 context for its whole life. Who calls sets
// io.DisplaySize and hands in events.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "app/ui/grids_panel.hpp"
#include "app/ui/inspector_panel.hpp"
#include "app/ui/kinds_panel.hpp"
#include "app/ui/session.hpp"
#include "app/ui/settings.hpp"
#include "app/ui/top_bar.hpp"

namespace tcviz {

struct ShellOptions {
  std::filesystem::path config_folder;  // empty: nothing is read or kept
  bool show_timing = true;              // what the last frame cost, in the status bar
};

class Shell {
 public:
  static Result<std::unique_ptr<Shell>> make(ShellOptions options);
  Shell(const Shell&) = delete;
  Shell& operator=(const Shell&) = delete;
  ~Shell();  // keeps the settings

  // Builds a frame; `monitor_scale` is the monitor's part of the scale. Panels queue their actions in the session.
  void build(Session& session, float monitor_scale);
  // Draws what was built into the bound framebuffer.
  void render();

 private:
  Shell(ShellOptions options, GridRenderer renderer);
  void draw_panels(const Ui& ui);
  void draw_ground(const Ui& ui);
  void restyle(const Document& document, float scale);
  void follow_settings(Session& session);

  struct Context {  // Dear ImGui's, ended last
    Context();
    ~Context();
  };
  ShellOptions options_;
  Settings settings_;
  Context context_;
  Fonts fonts_;
  KindsPanel kinds_;
  GridsPanel grids_;
  InspectorPanel inspector_;
  TopBar top_bar_;

  Canvas canvas_;  // of the grids, for the keys that move them
  std::optional<Theme> styled_theme_;
  float styled_scale_ = 0, docked_scale_ = 0;
  bool restored_ = false;
  int resets_served_ = 0;
  double frame_ms_ = 0;
};

}  // namespace tcviz
