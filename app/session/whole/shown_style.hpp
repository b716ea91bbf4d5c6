// The style (SceneStyle: colours, labels, visible threads) of the grids, made from the document's choices and typed
// texts. If a text has a mistake, the last valid style stays, with a message. Made again only if something has changed.
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
  // Updates the style. `layouts_changed`: the result of ShownLayouts::follow(). Returns true if the style has changed.
  bool follow(const Document& document, const ShownLayouts& shown, bool layouts_changed);

  // Returns the style, without the size of cells and the arrangement of grids, which depend on the available area.
  const SceneStyle& style() const { return style_; }
  // Returns the message about a mistake in the typed expression, or filter; empty if there is none.
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
  bool hidden_ = false, checked_ = false;

  SceneStyle style_;
  std::string expression_problem_, filter_problem_;
};

// Returns which threads the document's filter shows, or the mistake in it; empty: all of them.
Result<std::vector<bool>> filtered_threads(const Document& document, SceneLayouts layouts);

}  // namespace tcviz::inline app_session
