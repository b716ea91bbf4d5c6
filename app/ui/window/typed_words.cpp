#include "app/ui/window/typed_words.hpp"

#include <algorithm>

#include "app/session/whole/action.hpp"
#include "app/ui/window/key_events.hpp"
#include "app/ui/window/shortcuts.hpp"
#include "imgui_internal.h"

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

// Letters before a field has the keys are no keys either, if it opens for them.
void TypedWords::take(bool ring) {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  const bool elsewhere = ring || g.WantTextInputNextFrame == 1 || !g.OpenPopupStack.empty();
  if (ImGui::GetTime() - last_ > longest_pause) typed_.clear();
  taken_ = elsewhere ? std::string() : take_typed_text(!typed_.empty());
}

void TypedWords::search(const Ui& ui) {
  last_ = ImGui::GetTime();
  ui.push(WindowAction(SearchFor{typed_}));
}

void TypedWords::follow(const Ui& ui, bool ring) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool open = ui.document.commands_open;
  const bool elsewhere =
      io.WantTextInput || io.KeyCtrl || io.KeyAlt || ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  if (!taken_.empty()) {
    typed_ += taken_;
    if (typed_.starts_with('/')) typed_.erase(0, 1);
    return search(ui);
  }
  if (elsewhere) return typed_.clear();
  for (const ImWchar c : io.InputQueueCharacters) {
    if (!is_word(c) && !(open && c > ' ' && c < 127)) continue;
    if (ImGui::GetTime() - last_ > longest_pause) typed_.clear();
    if (typed_.empty()) undo_size_ = ui.document.undo.size();
    last_ = ImGui::GetTime();
    if (c != '/' || open) typed_ += static_cast<char>(c);
    if (!open && ring && is_key(c)) continue;  // it has acted
    for (std::size_t n = undo_size_; !open && n < ui.document.undo.size(); ++n) ui.push(Undo{});
    undo_size_ = ui.document.undo.size();
    search(ui);
  }
}

}  // namespace tcviz::inline app_ui
