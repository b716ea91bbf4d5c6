// The view of live registers (values that a running kernel wrote to a file): the choice of a fragment, a field for the
// expected values, the grid of the values, and the list of the wrong ones.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/pictures/live_grid_scene.hpp"
#include "app/session/xray/xray_action.hpp"
#include "app/ui/kit/panel.hpp"
#include "app/ui/kit/typed_field.hpp"

namespace tcviz::inline app_ui {

class LivePane {
 public:
  void draw(const Ui& ui);
  // Handles keys: arrows move the chosen cell, N goes to the next wrong one, [ and ] to another fragment; Escape
  // removes the choice, then closes the file.
  void press_keys(const Ui& ui) const;

 private:
  struct Inputs {
    std::shared_ptr<const LiveRun> run;  // owned, so that no other run can have its address
    float w = 0, h = 0;
    Theme theme = Theme::Dark;
    Palette palette = Palette::Safe;
    friend bool operator==(const Inputs&, const Inputs&) = default;
  };
  void prepare(const LiveLook& live);
  void draw_head(const Ui& ui, const LiveLook& live);
  void draw_takes(const Ui& ui, const LiveLook& live, float width) const;
  void draw_verdict(const Ui& ui, const LiveLook& live) const;
  void draw_grids(const Ui& ui, const LiveLook& live, ImVec2 size);
  void say(const Ui& ui, const LiveLook& live, ImVec2 at, float width);

  TypedField expect_;
  std::shared_ptr<const LiveRun> said_of_;
  std::string verdict_, first_;
  std::vector<std::string> takes_;
  std::optional<Inputs> inputs_;
  LiveGridScene scene_;
  std::shared_ptr<const LiveRun> cell_of_;
  std::optional<Element> cell_;
  std::string words_;  // text about the cell
};

}  // namespace tcviz::inline app_ui
