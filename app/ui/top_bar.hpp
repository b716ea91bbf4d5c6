// The menu bar: menus on the left; on the right the chosen source with its stamp, and the list of all sources.
#pragma once

#include <memory>
#include <string>

#include "app/ui/panel.hpp"

namespace tcviz {

class TopBar {
 public:
  void draw(const Ui& ui);

 private:
  void prepare(const Document& document);
  void draw_selector(const Ui& ui);
  void draw_selected(const Ui& ui, ImVec2 low, ImVec2 high);
  void draw_list(const Ui& ui);
  void draw_group(const Ui& ui, SourceClass type, std::string_view title);
  void draw_source(const Ui& ui, std::size_t index);

  std::shared_ptr<const Answers> answers_;
  const Layout* layout_ = nullptr;
  std::size_t source_ = 0;
  Stage stage_ = Stage::NotAsked;
  int done_ = -1, all_ = 0;
  bool prepared_ = false;
  std::string name_, device_, stamp_;
};

}  // namespace tcviz
