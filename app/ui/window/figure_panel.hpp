// The dialog that exports the current view as a figure: controls for format, size, texts and colours, and a preview.
// Saves to a file or copies to the clipboard.
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
  void draw_absence(const Ui& ui);
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
  TypedField title_, caption_, also_, path_;
  bool was_open_ = false, list_open_ = false;
  float saving_height_ = 150;  // height of the lower controls in the last frame, in pixels
  std::string_view hint_;      // explains the item under the pointer or with the keyboard focus

  FigureChoice choice_;  // copy of the document's choice, which the controls change
  // Texts, and below them the input from which they were made.
  std::string standard_path_, folder_, size_;
  std::string kind_;
  ViewMode view_ = ViewMode::Grids;
  FigureChoice shown_;
  ImVec2 units_ = {-1, 0};
};

}  // namespace tcviz::inline app_ui
