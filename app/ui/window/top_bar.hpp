// The bar at the top of the window: the button of the menus, a tab for each workspace, the search, and at the right the
// chosen kind and source, buttons that open their lists.
#pragma once

#include <memory>
#include <string>

#include "app/session/base/task.hpp"
#include "app/session/base/workspaces.hpp"
#include "app/ui/kit/card.hpp"
#include "app/ui/kit/panel.hpp"
#include "app/ui/kit/source_list.hpp"

namespace tcviz::inline app_ui {

class TopBar {
 public:
  void draw(const Ui& ui);
  // Returns the rectangle of the source's button on the screen.
  Box selector() const { return {low_, high_}; }
  // Returns the rectangle of the kind's button, below which its list opens.
  Box kind() const { return {kind_low_, kind_high_}; }

 private:
  void prepare(const Document& document);
  struct Widths {
    float kind = 0, source = 0, search = 0;
  };
  Widths widths(const Ui& ui, float room) const;
  float tabs_width(const Ui& ui) const;
  void draw_tabs(const Ui& ui, bool all);
  void draw_tab(const Ui& ui, const WorkspaceRow& row);
  void draw_workspace_list(const Ui& ui);
  void draw_search(const Ui& ui, float left, float width) const;
  void draw_subject(const Ui& ui, float end, const Widths& w);
  void draw_kind(const Ui& ui, float left, float width, bool shown);
  void draw_selector(const Ui& ui, float left, float width, bool shown);
  void draw_selected(const Ui& ui, ImVec2 low, ImVec2 high);

  SourceList list_;
  ImVec2 low_, high_, kind_low_, kind_high_;
  int lists_served_ = 0;

  std::shared_ptr<const Answers> answers_;
  const Layout* layout_ = nullptr;
  std::size_t source_ = 0;
  Stage stage_ = Stage::NotAsked;
  int done_ = -1, all_ = 0;
  bool prepared_ = false;
  std::string kind_, name_, device_, stamp_, tip_;
};

}  // namespace tcviz::inline app_ui
