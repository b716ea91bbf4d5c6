// The layouts of the view, looked up in the document again only where it says something else: no frame searches or
// allocates for them. Keeps them alive, so that an address names a layout. Knows nothing of Dear ImGui.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/ui/document.hpp"

namespace tcviz {

class ShownLayouts {
 public:
  // True where the layouts are others than before, or the same ones of another view.
  bool follow(const Document& document);

  // layouts_shown(view) of them; none where one of them is not known.
  SceneLayouts layouts() const { return layouts_; }
  bool empty() const { return layouts_.empty(); }
  // Of what is asked for, whether it is known or not.
  const std::vector<std::string>& kinds() const { return kinds_; }
  ViewMode view() const { return view_; }
  // The layout that a pick counts in; null where there is none.
  const Layout* of(const Pick& pick) const;

 private:
  bool same(const Document& document) const;

  bool followed_ = false;
  ViewMode view_ = ViewMode::Grids;
  std::size_t source_ = 0;
  std::optional<std::size_t> other_source_;
  std::string kind_, other_kind_;
  std::array<std::shared_ptr<const Answers>, 2> answers_;
  std::vector<std::string> kinds_;
  std::vector<const Layout*> layouts_;
};

}  // namespace tcviz
