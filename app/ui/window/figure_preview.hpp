// The preview of a figure, drawn by the code that writes the file, as an OpenGL texture. Drawn again only if the figure
// or the available area changes.
#pragma once

#include <memory>
#include <string>

#include "app/session/base/figure_choice.hpp"
#include "app/session/whole/shown_layouts.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_session {
struct Look;
}
namespace tcviz::inline app_ui {

class FigurePreview {
 public:
  FigurePreview() = default;
  ~FigurePreview();
  FigurePreview(const FigurePreview&) = delete;
  FigurePreview& operator=(const FigurePreview&) = delete;

  // Updates the texture if the figure or the area `room` (in pixels) has changed.
  void follow(const Document& document, ImVec2 room);
  // Draws the texture in the middle of the area `room` at `at`.
  void draw(const Ui& ui, ImVec2 at, ImVec2 room) const;

  const std::string& problem() const { return problem_; }
  // Returns a warning that letters are too small, with a remedy; empty if they are not.
  const std::string& warning() const { return warning_; }
  // Returns the size of the whole figure in scene units.
  ImVec2 units() const { return units_; }

 private:
  void make(const Document& document, ImVec2 room);

  std::shared_ptr<const Look> look_;
  FigureChoice choice_;
  ShownLayouts shown_;
  ImVec2 room_ = {0, 0}, size_ = {0, 0}, units_ = {0, 0};
  unsigned texture_ = 0;
  std::string problem_, warning_;
};

}  // namespace tcviz::inline app_ui
