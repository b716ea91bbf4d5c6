// The window that exports the present view: format, size, words and colours of a figure, with a preview beside them.
// The figure goes to a file or, if it is text, to the clipboard.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "app/ui/kit/panel.hpp"
#include "app/ui/kit/typed_field.hpp"
#include "app/ui/window/figure_preview.hpp"

namespace tcviz::inline app_ui {

class FigurePanel {
 public:
  void draw(const Ui& ui);

 private:
  void prepare(const Ui& ui);
  void draw_controls(const Ui& ui);
  void draw_format(const Ui& ui, FigureChoice& choice);
  void draw_place(const Ui& ui, FigureChoice& choice);
  void draw_paper(const Ui& ui, FigurePaper& paper);
  void hint(std::string_view text);
  void draw_scale(const Ui& ui, FigureChoice& choice);
  void draw_look(const Ui& ui, FigureChoice& choice);
  void draw_parts(const Ui& ui, FigureChoice& choice);
  void draw_saving(const Ui& ui, FigureChoice& choice);
  static void save(const Ui& ui, const FigureChoice& choice, bool replace);
  static void copy_png(const Ui& ui, const FigureChoice& choice);
  static float news_height(const Ui& ui);
  static void draw_news(const Ui& ui, const FigureChoice& choice, float height);
  void draw_preview(const Ui& ui);

  FigurePreview preview_;
  TypedField title_, caption_, path_;
  bool was_open_ = false, list_open_ = false;
  float saving_height_ = 150;  // of the frame before, in pixels
  std::string_view hint_;      // of the item under the pointer or with the keys

  FigureChoice choice_;  // the document's, while the controls change it
  // Texts, and their inputs.
  std::string standard_path_, folder_, size_;
  std::string kind_;
  ViewMode view_ = ViewMode::Grids;
  FigureChoice shown_;
  ImVec2 units_ = {-1, 0};
};

}  // namespace tcviz::inline app_ui
