// The layouts of the view, looked up in the document again only if it says something else: no frame searches or
// allocates for them. Keeps them alive, so that an address names a layout. Knows nothing of Dear ImGui.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/scene/grid/style.hpp"

namespace tcviz::inline app_session {

struct Answers;
struct Document;
struct Pick;

class ShownLayouts {
 public:
  // True if the layouts are not those of before, or are the same ones of another view.
  bool follow(const Document& document);

  // Returns layouts_shown(view) of them; none if one of them is not known.
  SceneLayouts layouts() const { return layouts_; }
  bool empty() const { return layouts_.empty(); }
  // Returns the kinds of the layouts that the view asks for, known or not.
  const std::vector<std::string>& kinds() const { return kinds_; }
  ViewMode view() const { return view_; }
  // Returns the layout that a pick counts in; null if there is none.
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

}  // namespace tcviz::inline app_session
