// The whole window as Dear ImGui draws it: its context, fonts, style and panels, and the one frame function that the
// window, the capture and the tests share. Needs a current OpenGL 3.3 context for its whole life. Who calls sets
// io.DisplaySize and hands in events.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>

#include "app/ui/arrangement_dialog.hpp"
#include "app/ui/figure_panel.hpp"
#include "app/ui/formula_panel.hpp"
#include "app/ui/gemm_panel.hpp"
#include "app/ui/grids_panel.hpp"
#include "app/ui/groups_panel.hpp"
#include "app/ui/inspector_panel.hpp"
#include "app/ui/kinds_panel.hpp"
#include "app/ui/maxas_panel.hpp"
#include "app/ui/palette.hpp"
#include "app/ui/session.hpp"
#include "app/ui/settings_file.hpp"
#include "app/ui/theatre_panel.hpp"
#include "app/ui/top_bar.hpp"
#include "app/ui/tour.hpp"

namespace tcviz {

struct ShellOptions {
  SettingsFile file;
  SettingsFile::Loaded loaded;  // what the file held
  bool show_timing = true;      // what the last frame cost, in the status bar
};
// Reads the settings of a folder; empty: nothing is read or kept.
ShellOptions shell_options(const std::filesystem::path& config_folder, bool show_timing);

inline constexpr float full_screen_scale = 1.5F;  // of all texts, to be read from the back of a room

class Shell {
 public:
  static Result<std::unique_ptr<Shell>> make(ShellOptions options);
  Shell(const Shell&) = delete;
  Shell& operator=(const Shell&) = delete;
  ~Shell() = default;

  // Builds a frame; `monitor_scale` is the monitor's part of the scale. Panels queue their actions in the session.
  void build(Session& session, float monitor_scale);
  // Draws what was built into the bound framebuffer.
  void render();
  // Writes the settings where something has changed: to be called when the window rests, and before it closes.
  void keep(Session& session);
  // Where the window stands, and what was read at the start. The window keeps it up to date.
  std::optional<WindowPlace>& place() { return place_; }

 private:
  Shell(ShellOptions options, GridRenderer renderer);
  void draw_panels(const Ui& ui);
  void draw_docked(const Ui& ui);
  void draw_ground(const Ui& ui);
  void arrange_panels(const Ui& ui, ImGuiID dock);
  void draw_way_back(const Ui& ui);
  void hand_on_keys();
  void restyle(const Document& document, float scale);
  void restore(Session& session);
  void load_arrangement(const Document& document);

  struct Context {  // Dear ImGui's, ended last
    Context();
    ~Context();
  };
  ShellOptions options_;
  std::optional<WindowPlace> place_;
  Context context_;
  Fonts fonts_;
  KindsPanel kinds_;
  GridsPanel grids_;
  GroupsPanel groups_;
  TheatrePanel theatre_;
  MaxasPanel maxas_;
  GemmPanel products_;
  InspectorPanel inspector_;
  FormulaPanel formula_;
  FigurePanel figure_;
  TopBar top_bar_;
  CommandPalette palette_;
  ArrangementDialog arrangement_dialog_;
  Tour tour_;

  Canvas canvas_;  // of the grids, for the keys that move them
  std::optional<Theme> styled_theme_;
  float styled_scale_ = 0, docked_scale_ = 0;
  bool restored_ = false, focused_ = false, menu_open_ = false;
  int resets_served_ = 0;
  bool rebuild_ = false;  // the panels, as the chosen arrangement has them
  double frame_ms_ = 0;
};

}  // namespace tcviz
