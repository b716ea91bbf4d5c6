// The panel of the workspace Shared memory: the image, and beside it its parameters, its descriptor bit by bit, or an
// access of a warp; or the journey of an element.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/scene/pictures/image_scene.hpp"
#include "app/scene/pictures/journey_scene.hpp"
#include "app/session/shared_memory/smem_action.hpp"
#include "app/session/shared_memory/smem_loads.hpp"
#include "app/session/shared_memory/smem_view.hpp"
#include "app/ui/kit/number_field.hpp"
#include "app/ui/kit/path_dialog.hpp"
#include "app/ui/kit/typed_field.hpp"
#include "app/ui/kit/view_panel.hpp"

namespace tcviz::inline app_ui {

// The inputs of a scene: it is made again if they change.
struct SmemInputs {
  float w = 0, h = 0, scale = 0;
  Theme theme = Theme::Dark;
  Palette palette = Palette::Safe;
  int version = 0;  // SmemView::version()
  friend bool operator==(const SmemInputs&, const SmemInputs&) = default;
};

// The picture of the image.
class SmemCanvas {
 public:
  void draw(const Ui& ui, const SmemView& view, const Rect& room);
  const ImageScene& scene() const { return scene_; }
  int rows() const { return fit_.rows; }  // number of rows that fit into the area

 private:
  void build(const Ui& ui, const SmemView& view, const Rect& room);
  void draw_marks(const Ui& ui, const SmemView& view, ImVec2 at) const;
  void draw_lanes(const Ui& ui, const SmemView& view, ImVec2 at) const;
  void draw_histogram(const Ui& ui, const SmemView& view, ImVec2 at, float bottom) const;
  void point(const Ui& ui, const SmemView& view, ImVec2 at);
  void scroll(const Ui& ui, const SmemView& view, bool in_lines) const;
  void keep_in_sight(const Ui& ui, const SmemView& view);
  void draw_tip(const Ui& ui, const SmemView& view) const;

  std::optional<SmemInputs> inputs_;
  ImageScene scene_;
  ImageFit fit_;
  std::optional<Element> followed_;
};

// The cards of a journey, in a scrolling area. A click chooses a hop, a double click opens its view.
class JourneyCanvas {
 public:
  void draw(const Ui& ui, const SmemView& view, const Rect& room);

 private:
  void press(const Ui& ui, const SmemView& view, ImVec2 at) const;
  void follow(int hop, float room, const Ui& ui);

  std::optional<SmemInputs> inputs_;
  JourneyScene scene_;
  int hop_ = 0;
};

// Returns the colour of a phase of an access, the same in the grid, the histogram and the texts.
Color smem_phase_color(const Ui& ui, int phase);

class SmemPanel : public ViewPanel {
 public:
  void draw(const Ui& ui) override;
  PanelKeys keys() const override { return covered_ ? PanelKeys::None : PanelKeys::All; }
  std::vector<Rect> subjects() const override { return {subject_}; }

 private:
  void draw_inside(const Ui& ui);
  void draw_head(const Ui& ui);
  float draw_words(const Ui& ui, const Rect& room) const;
  void draw_choices(const Ui& ui, ImVec2 at, float right) const;
  void draw_image_page(const Ui& ui);
  void draw_marked(const Ui& ui) const;
  void draw_descriptor_page(const Ui& ui);
  void draw_bits(const Ui& ui, SmemDescriptor& d) const;
  void draw_fields(const Ui& ui, SmemDescriptor& d);
  void draw_use(const Ui& ui, SmemDescriptor& d);
  void draw_banks_page(const Ui& ui);
  void choose_load(const Ui& ui, SmemAccess& access);
  void draw_cost(const Ui& ui) const;
  void draw_trials(const Ui& ui) const;
  void draw_journey_page(const Ui& ui);
  void draw_hop(const Ui& ui) const;
  void step_hop(const Ui& ui, int steps) const;
  void open_chosen_hop(const Ui& ui) const;
  void draw_figure_dialog(const Ui& ui);
  void press_keys(const Ui& ui) const;

  SmemView view_;
  SmemCanvas canvas_;
  JourneyCanvas cards_;
  std::vector<SmemLoad> loads_;
  std::optional<std::pair<Major, int>> loads_of_;
  NumberField rows_, cols_, lbo_, sbo_, base_, start_, bits_, other_, n_, pitch_;
  NumberField hop_row_, hop_col_, m_, product_n_, k_;
  std::array<NumberField, 8> fields_;
  TypedField address_, row_, col_;
  PathDialog figure_;
  Rect subject_;
  bool covered_ = false;
};

}  // namespace tcviz::inline app_ui
