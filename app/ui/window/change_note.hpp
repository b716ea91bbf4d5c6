// A note about the last change of the grids' colours, labels or filter, shown in the status bar for two seconds.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_session {
struct Document;
}
namespace tcviz::inline app_ui {

class ChangeNote {
 public:
  void follow(const Document& document);
  std::string_view text() const { return text_; }

 private:
  struct Seen {
    ColorBy color_by = ColorBy::Automatic;
    LabelBy label_by = LabelBy::Automatic;
    Palette palette = Palette::Safe;
    std::string filter;
    friend bool operator==(const Seen&, const Seen&) = default;
  };
  std::optional<Seen> seen_;
  std::string text_;  // "Colour: quad · Ctrl+Z undoes"; empty: no recent change
  double until_ = 0;  // time at which the note ends, in seconds
};

}  // namespace tcviz::inline app_ui
