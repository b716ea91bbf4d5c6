// The content of the grids' panel, prepared for drawing: the scene that fills the canvas (the available area) best, the
// marks, and the texts of caption and tooltip. Computed again only if an input changes. Draws nothing itself.
#pragma once

#include <array>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/render/grid_renderer.hpp"
#include "app/scene/grid/style.hpp"
#include "app/session/base/camera.hpp"
#include "app/session/base/pick.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_session {
class ShownLayouts;
struct Judged;
}
namespace tcviz::inline app_ui {

// The inputs of a picture.
struct PictureInput {
  const Document& document;
  const ShownLayouts& shown;  // must not be empty
  const SceneStyle& style;
  int revision = 0;  // counts changes of `shown` and `style`
  const Rect& canvas;
  float unit = 1;  // pixels of a scene unit at zoom 1
  const Colors& colors;
};

class GridPicture {
 public:
  // Computes what has changed. Chooses the size and labels of cells and the arrangement of grids (side by side or
  // stacked) for the canvas.
  void prepare(const PictureInput& input);

  const Scene& scene() const { return scene_; }
  // Returns the canvas for which the picture was made. If B is above the accumulator, the upper left corner of the
  // picture is empty, so a picture that is too large is shown from its lower right corner.
  Canvas canvas() const {
    const std::size_t grids = scene_.grids.size();  // A, B, accumulator, and metadata
    bool corner = false;
    for (const GridFrame& a : scene_.grids) {
      for (const GridFrame& b : scene_.grids)
        corner = corner || (a.layout == 0 && grids <= 4 && b.layout == 1 && b.cells.y + b.cells.h < a.cells.y &&
                            b.cells.x > a.cells.x + a.cells.w);
    }
    return {canvas_, unit_, scene_.width, scene_.height, least_fit_, corner};
  }
  int revision() const { return revision_; }  // counts changes of scene()
  const std::vector<Mark>& marks() const { return marks_; }
  int marks_revision() const { return marks_revision_; }
  const std::string& caption() const { return caption_; }
  // Returns "pinned (9, 6): T7 x[2] R2 [31:0]", in a comparison also with the owners on the other side; empty if
  // nothing is pinned.
  const std::string& pinned() const { return pinned_; }
  // Returns the ends of the line that connects the positions of the marked slot on both sides of a comparison; none:
  // there is no line.
  const std::optional<std::array<Point, 2>>& link() const { return link_; }

  // Returns the axis numbers of the marked element's row and column, as indices into Scene::texts.
  const std::vector<std::size_t>& marked_numbers() const { return marked_numbers_; }
  // Returns the titles of the grids, as indices into Scene::texts.
  const std::vector<std::size_t>& titles() const { return titles_; }

  // The texts of the tooltip for the element under the pointer: its name and its owners (empty while they are hidden).
  struct Tip {
    Pick pick;
    std::string operand, element, linear;  // operand: "A", "B", "C", "left", "right"; empty in views of one layout
    std::string meaning;                   // meaning of an element of metadata
    struct Owner {
      Slot slot;
      std::string who, span;
      std::string check;  // the value that the typed formula gives
      bool right = false;
    };
    std::vector<Owner> owners;
    std::string copies;  // explains the small number in the cell: "x2: 2 slots hold it"
  };
  const std::optional<Tip>& tip() const { return tip_; }

 private:
  void build(const Rect& canvas, float unit);
  void make_tip(const PictureInput& input);
  void find_numbers(const PictureInput& input);
  void find_titles();

  // The input from which the members below were made.
  std::vector<const Layout*> layouts_;
  SceneStyle style_;
  int input_revision_ = -1;
  std::optional<Pick> hover_, pin_;
  std::optional<Band> band_;
  std::shared_ptr<const Judged> judged_;
  bool checked_ = false;
  Rect canvas_;
  float unit_ = 0;

  Scene scene_;
  float least_fit_ = 1;
  int revision_ = 0, marks_revision_ = 0;
  std::vector<Mark> marks_;
  std::vector<std::size_t> marked_numbers_, titles_;
  std::string words_, caption_, pinned_;  // words_: the full caption
  std::optional<std::array<Point, 2>> link_;
  std::optional<Tip> tip_;
};

// Returns the caption: "16×16 · 32 threads · 8 values · 32 bits · each element once"; for a product the sizes of its
// parts; for a comparison the number of elements that differ.
std::string caption_of(ViewMode view, SceneLayouts layouts);
// Returns a line about the pinned cell.
std::string pinned_text(ViewMode view, SceneLayouts layouts, const Pick& pin);
// Returns the name of layout number `shown` of the view: "A", "left"; empty if the view has only one.
std::string_view operand_name(ViewMode view, SceneLayouts layouts, int shown);

}  // namespace tcviz::inline app_ui
