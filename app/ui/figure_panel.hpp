// The window in which the present view is taken along: format, size, words and colours of a figure, with the figure as
// it will be beside them; to a file or, where it is text, to the clipboard.
#pragma once

#include <array>
#include <string>

#include "app/ui/figure_preview.hpp"
#include "app/ui/panel.hpp"
#include "app/ui/typed_field.hpp"

namespace tcviz {

class FigurePanel {
 public:
  void draw(const Ui& ui);

 private:
  void prepare(const Ui& ui);
  void draw_controls(const Ui& ui);
  void draw_format(const Ui& ui, FigureChoice& choice);
  void draw_look(const Ui& ui, FigureChoice& choice);
  void draw_parts(const Ui& ui, FigureChoice& choice);
  void draw_saving(const Ui& ui, FigureChoice& choice);
  void draw_preview(const Ui& ui);

  FigurePreview preview_;
  TypedField title_, caption_, path_;
  bool was_open_ = false;

  FigureChoice choice_;  // the document's, while the controls change it
  // Texts, and what they were made from.
  std::string standard_path_, size_;
  std::string kind_;
  ViewMode view_ = ViewMode::Grids;
  FigureChoice shown_;
  ImVec2 units_ = {-1, 0};
};

}  // namespace tcviz
