// Caches the layouts that the view shows, so that frames need not look them up. Keeps them alive, so that equal
// addresses mean the same layout.
#pragma once

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
  // Updates the cache. Returns true if the layouts or the view have changed.
  bool follow(const Document& document);

  // Returns the layouts, as many as layouts_shown(view); empty if one of them is not known.
  SceneLayouts layouts() const { return layouts_; }
  bool empty() const { return layouts_.empty(); }
  // Returns the kinds that the view shows, even if their layouts are not known.
  const std::vector<std::string>& kinds() const { return kinds_; }
  ViewMode view() const { return view_; }
  // Returns the layout of a pick; null if there is none.
  const Layout* of(const Pick& pick) const;

 private:
  bool same(const Document& document) const;

  bool followed_ = false;
  ViewMode view_ = ViewMode::Grids;
  std::size_t source_ = 0;
  std::optional<std::size_t> other_source_;
  std::string kind_, other_kind_;
  std::vector<std::shared_ptr<const Answers>> answers_;  // of all sources
  std::vector<std::string> kinds_;
  std::vector<const Layout*> layouts_;
};

}  // namespace tcviz::inline app_session
