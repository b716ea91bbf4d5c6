#include "app/session/whole/shown_layouts.hpp"

#include "app/session/whole/document.hpp"

namespace tcviz::inline app_session {

bool ShownLayouts::same(const Document& d) const {
  return followed_ && view_ == d.view && source_ == d.source && other_source_ == d.other_source && kind_ == d.kind &&
         other_kind_ == d.other_kind && answers_[0] == d.source_of(0).answers && answers_[1] == d.source_of(1).answers;
}

bool ShownLayouts::follow(const Document& d) {
  if (same(d)) return false;
  followed_ = true;
  view_ = d.view;
  source_ = d.source;
  other_source_ = d.other_source;
  kind_ = d.kind;
  other_kind_ = d.other_kind;
  answers_ = {d.source_of(0).answers, d.source_of(1).answers};
  kinds_ = d.kinds_shown();
  layouts_ = d.layouts();
  return true;
}

const Layout* ShownLayouts::of(const Pick& pick) const {
  const auto at = static_cast<std::size_t>(pick.layout);
  return pick.layout >= 0 && at < layouts_.size() ? layouts_[at] : nullptr;
}

}  // namespace tcviz::inline app_session
