// The menu bar: menus on the left, the way into the palette in the middle; on the right the chosen source with its
// stamp, and the list of all sources.
#pragma once

#include <memory>
#include <string>

#include "app/ui/panel.hpp"
#include "app/ui/source_list.hpp"

namespace tcviz {

class TopBar {
 public:
  void draw(const Ui& ui);
  // Where the chosen source stands on the screen.
  ImVec2 selector_low() const { return low_; }
  ImVec2 selector_high() const { return high_; }

 private:
  void prepare(const Document& document);
  float selector_width(const Ui& ui, float room) const;
  void draw_search(const Ui& ui, float left, float right);
  void draw_selector(const Ui& ui, float width);
  void draw_selected(const Ui& ui, ImVec2 low, ImVec2 high);

  SourceList list_;
  ImVec2 low_, high_;
  int lists_served_ = 0;

  std::shared_ptr<const Answers> answers_;
  const Layout* layout_ = nullptr;
  std::size_t source_ = 0;
  Stage stage_ = Stage::NotAsked;
  int done_ = -1, all_ = 0;
  bool prepared_ = false;
  std::string name_, device_, stamp_;
};

}  // namespace tcviz
