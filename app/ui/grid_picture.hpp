// All that is drawn of a layout, prepared: the scene that fills the canvas best, the outlines of the marked threads,
// the texts of caption and tooltip. Made anew only where an input changes. Plain data; knows nothing of OpenGL.
#pragma once

#include <array>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/render/grid_renderer.hpp"
#include "app/scene/scene.hpp"
#include "app/ui/document.hpp"
#include "app/ui/shown_layouts.hpp"
#include "app/ui/style.hpp"

namespace tcviz {

// What a picture is made of. A revision counts changes of what stands before it.
struct PictureInput {
  const Document& document;
  const ShownLayouts& shown;  // not empty
  const SceneStyle& style;
  int revision = 0;  // of the layouts and the style
  const Rect& canvas;
  float unit = 1;  // pixels of a scene unit at zoom 1
  const Colors& colors;
};

class GridPicture {
 public:
  // The canvas decides on the size of the cells, and between side by side and stacked.
  void prepare(const PictureInput& input);

  const Scene& scene() const { return *scenes_[chosen_]; }
  int revision() const { return revision_; }  // counts scenes
  const std::vector<Mark>& marks() const { return marks_; }
  int marks_revision() const { return marks_revision_; }
  const std::string& caption() const { return caption_; }

  // The numbers of the marked element on the axes of each grid: indices of Scene::texts.
  const std::vector<std::size_t>& marked_numbers() const { return marked_numbers_; }
  // The grids' titles: indices of Scene::texts.
  const std::vector<std::size_t>& titles() const { return titles_; }

  // The lines of the tooltip for the element under the pointer: what, and its owners; none while they are hidden.
  struct Tip {
    Pick pick;
    std::string operand, element, linear;  // operand: "A", "B", "C", "left", "right"; empty in views of one layout
    struct Owner {
      Slot slot;
      std::string who, span;
      std::string check;  // what the formula says of it
      bool right = false;
    };
    std::vector<Owner> owners;
  };
  const std::optional<Tip>& tip() const { return tip_; }

 private:
  // Scenes with smaller and smaller cells, side by side and stacked; made when they are first needed.
  // Headings may shrink before labels are given up, and again before cells become specks.
  struct Step {
    float cell, least_zoom;
  };
  static constexpr Step steps[] = {{28, 1},     {24, 1},    {20, 1},    {17, 0.7F}, {14, 0.65F},
                                   {11, 0.65F}, {8, 0.65F}, {6, 0.65F}, {4, 0.65F}};
  static constexpr float least_cell_kept = 0.6F;  // of the height of the largest cells
  static constexpr std::size_t scene_count = 2 * std::size(steps);

  const Scene& scene_at(std::size_t index);
  bool stackable() const;
  void choose(const Rect& canvas, float unit);
  void make_tip(const PictureInput& input);
  void find_numbers(const PictureInput& input);
  void find_titles();

  // What the rest was made from.
  std::vector<const Layout*> layouts_;
  SceneStyle style_;
  int input_revision_ = -1;
  std::optional<Pick> hover_, pin_;
  std::shared_ptr<const Judged> judged_;
  Rect canvas_;
  float unit_ = 0;

  std::array<std::optional<Scene>, scene_count> scenes_;
  std::size_t chosen_ = 0;
  int revision_ = 0, marks_revision_ = 0;
  std::vector<Mark> marks_;
  std::vector<std::size_t> marked_numbers_, titles_;
  std::string caption_;
  std::optional<Tip> tip_;
};

// "16×16 · 32 threads · 8 values · 32 bits · each element once"; of a product its three sizes, of a comparison how many
// elements differ.
std::string caption_of(ViewMode view, SceneLayouts layouts);
// What a person calls the layout `shown` of the view: "A", "left"; empty where there is only one.
std::string_view operand_name(ViewMode view, int shown);

}  // namespace tcviz
