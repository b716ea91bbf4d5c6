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
#include "app/ui/style.hpp"

namespace tcviz {

class GridPicture {
 public:
  // `canvas` decides between side by side and stacked.
  void prepare(const Document& document, const Layout& layout, const Rect& canvas, float unit, const Colors& colors);

  const Scene& scene() const { return *scenes_[chosen_]; }
  int revision() const { return revision_; }  // counts scenes
  const std::vector<Mark>& marks() const { return marks_; }
  int marks_revision() const { return marks_revision_; }
  const std::string& caption() const { return caption_; }

  // The numbers of the marked element on the axes of each grid: indices of Scene::texts.
  const std::vector<std::size_t>& marked_numbers() const { return marked_numbers_; }

  // The lines of the tooltip for the element under the pointer: what, and its owners.
  struct Tip {
    Pick pick;
    std::string element, linear;
    struct Owner {
      Slot slot;
      std::string who, span;
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
  void choose(const Rect& canvas, float unit);
  void make_marks(const Document& document, const Layout& layout, const Colors& colors);
  void add_thread(const Layout& layout, int tid, Color color, float thickness, MarkStyle style);
  void add_slot(const Layout& layout, const Pick& pick, Color color, float thickness);
  void add_cell(const Layout& layout, Element element, std::int32_t slot, const Mark& like);
  void make_tip(const Layout& layout, const std::optional<Pick>& hover);
  void find_numbers(const std::optional<Pick>& marked);

  std::shared_ptr<const Answers> answers_;  // keeps the layout alive, so that its address names it
  const Layout* layout_ = nullptr;
  Theme theme_ = Theme::Dark;
  std::optional<Pick> hover_, pin_;
  Rect canvas_;

  std::array<std::optional<Scene>, scene_count> scenes_;
  std::size_t chosen_ = 0;
  int revision_ = 0, marks_revision_ = 0;
  std::vector<Mark> marks_;
  std::vector<std::size_t> marked_numbers_;
  std::string caption_;
  std::optional<Tip> tip_;
};

}  // namespace tcviz
