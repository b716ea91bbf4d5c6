#include "app/ui/window/typed_words.hpp"

#include <algorithm>

#include "app/session/whole/action.hpp"
#include "app/ui/window/shortcuts.hpp"

namespace tcviz::inline app_ui {
namespace {

constexpr double longest_pause = 0.6;  // seconds between the letters of a word

bool is_word(ImWchar c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '/'; }

// True if the letter by itself is a key of the window.
bool is_key(ImWchar c) {
  const auto lower = static_cast<char>(c | 0x20);
  if (lower < 'a' || lower > 'z') return false;
  const int key = ImGuiKey_A + (lower - 'a');
  for (const std::span<const Shortcut> table : {shortcuts(), grid_shortcuts()}) {
    for (const Shortcut& row : table) {
      if (row.act != nullptr && (row.chord & ImGuiMod_Ctrl) == 0 && (row.chord & ~ImGuiMod_Mask_) == key) return true;
    }
  }
  return false;
}

}  // namespace

void TypedWords::follow(const Ui& ui, bool letters_act) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool open = ui.document.commands_open;
  const bool elsewhere =
      io.WantTextInput || io.KeyCtrl || io.KeyAlt || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  if (elsewhere) return typed_.clear();
  for (const ImWchar c : io.InputQueueCharacters) {
    if (!is_word(c) && !(open && c > ' ' && c < 127)) continue;
    if (ImGui::GetTime() - last_ > longest_pause) typed_.clear();
    if (typed_.empty()) undo_size_ = ui.document.undo.size();
    last_ = ImGui::GetTime();
    if (c != '/' || open) typed_ += static_cast<char>(c);
    if (!open && letters_act && is_key(c)) continue;  // it has acted
    for (std::size_t n = undo_size_; !open && n < ui.document.undo.size(); ++n) ui.push(Undo{});
    undo_size_ = ui.document.undo.size();
    ui.push(WindowAction(SearchFor{typed_}));
  }
}

}  // namespace tcviz::inline app_ui
