#include "app/ui/kit/compare_tabs.hpp"

namespace tcviz::inline app_ui {

Segments compare_tabs(const Document& document) {
  const bool all = document.views[ViewId::Architectures].open;
  Segments tabs;
  tabs.add({"Two layouts", "Two", "Two sources or two kinds beside each other (5)", !all});
  tabs.add({"All architectures", "All", "Which architectures share a layout, of every kind (6)", all});
  return tabs;
}

Action compare_tab_action(std::size_t tab) {
  if (tab == 0) return SetViewMode{ViewMode::Comparison};
  return ShowView{ViewId::Architectures};
}

}  // namespace tcviz::inline app_ui
