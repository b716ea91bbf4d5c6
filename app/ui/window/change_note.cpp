#include "app/ui/window/change_note.hpp"

#include <algorithm>

#include "app/session/base/view_words.hpp"
#include "app/session/whole/document.hpp"
#include "imgui.h"

namespace tcviz::inline app_ui {
namespace {

constexpr double note_seconds = 2;

template <class T>
std::string_view shown_word(std::span<const ChoiceWord<T>> words, T value) {
  const auto at = std::find_if(words.begin(), words.end(), [&](const ChoiceWord<T>& w) { return w.value == value; });
  return at == words.end() ? "" : at->shown;
}

}  // namespace

void ChangeNote::follow(const Document& d) {
  if (!text_.empty() && ImGui::GetTime() > until_) text_.clear();
  if (seen_ && seen_->color_by == d.color_by && seen_->label_by == d.label_by && seen_->palette == d.palette &&
      seen_->filter == d.filter)
    return;
  std::string text;
  if (seen_ && seen_->color_by != d.color_by) text = shown_word(color_words(), d.color_by);
  if (seen_ && seen_->label_by != d.label_by) text = shown_word(label_words(), d.label_by);
  if (seen_ && seen_->palette != d.palette) text = shown_word(palette_words(), d.palette);
  if (seen_ && seen_->filter != d.filter) text = d.filter.empty() ? "All threads" : "Threads " + d.filter;
  if (!text.empty()) {
    text_ = text + " · Ctrl+Z undoes";
    until_ = ImGui::GetTime() + note_seconds;
  }
  seen_ = Seen{d.color_by, d.label_by, d.palette, d.filter};
}

}  // namespace tcviz::inline app_ui
