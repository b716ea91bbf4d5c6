#include "app/session/whole/shown_layouts.hpp"

#include <algorithm>

#include "app/session/whole/document.hpp"

namespace tcviz::inline app_session {

bool ShownLayouts::same(const Document& d) const {
  const auto as_before = [](const std::shared_ptr<const Answers>& a, const SourceState& s) { return a == s.answers; };
  return followed_ && view_ == d.view && source_ == d.source && other_source_ == d.other_source && kind_ == d.kind &&
         other_kind_ == d.other_kind &&
         std::equal(answers_.begin(), answers_.end(), d.sources.begin(), d.sources.end(), as_before);
}

bool ShownLayouts::follow(const Document& d) {
  if (same(d)) return false;
  followed_ = true;
  view_ = d.view;
  source_ = d.source;
  other_source_ = d.other_source;
  kind_ = d.kind;
  other_kind_ = d.other_kind;
  answers_.clear();
  for (const SourceState& source : d.sources) answers_.push_back(source.answers);
  kinds_ = d.kinds_shown();
  layouts_ = d.layouts();
  return true;
}

const Layout* ShownLayouts::of(const Pick& pick) const {
  const auto at = static_cast<std::size_t>(pick.layout);
  return pick.layout >= 0 && at < layouts_.size() ? layouts_[at] : nullptr;
}

}  // namespace tcviz::inline app_session
