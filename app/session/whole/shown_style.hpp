// The style of the view, made from the choices and typed texts: colours, labels, the threads that are shown. A typing
// error leaves the last good picture and gives a message. Made again only if something has changed.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/grid/style.hpp"
#include "app/session/whole/shown_layouts.hpp"

namespace tcviz::inline app_session {

struct Document;
struct Judged;

class ShownStyle {
 public:
  // Takes over changes. `layouts_changed`: the answer of the layouts' follow(). True if the style has changed.
  bool follow(const Document& document, const ShownLayouts& shown, bool layouts_changed);

  // Returns the style without the size of the cells and their arrangement, which depend on the canvas.
  const SceneStyle& style() const { return style_; }
  // Returns the error in the text of the field; empty if there is none.
  const std::string& expression_problem() const { return expression_problem_; }
  const std::string& filter_problem() const { return filter_problem_; }

 private:
  void read_expression(const Document& document, SceneLayouts layouts);
  bool follow_check(const Document& document, bool layouts_changed);
  void read_filter(const Document& document, SceneLayouts layouts);

  bool followed_ = false;
  Theme theme_ = Theme::Dark;
  ColorBy color_by_ = ColorBy::Automatic;
  LabelBy label_by_ = LabelBy::Automatic;
  Palette palette_ = Palette::Safe;
  std::string expression_, filter_;
  std::shared_ptr<const Judged> judged_;
  bool hidden_ = false;

  SceneStyle style_;
  std::string expression_problem_, filter_problem_;
};

}  // namespace tcviz::inline app_session
