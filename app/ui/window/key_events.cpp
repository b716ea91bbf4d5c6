#include "app/ui/window/key_events.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "gpu/layout/characters.hpp"
#include "imgui_internal.h"

namespace tcviz::inline app_ui {
namespace {

bool is_modifier(ImGuiKey key) {
  constexpr std::array keys = {ImGuiMod_Ctrl,      ImGuiMod_Shift,      ImGuiMod_Alt,      ImGuiMod_Super,
                               ImGuiKey_LeftCtrl,  ImGuiKey_LeftShift,  ImGuiKey_LeftAlt,  ImGuiKey_LeftSuper,
                               ImGuiKey_RightCtrl, ImGuiKey_RightShift, ImGuiKey_RightAlt, ImGuiKey_RightSuper};
  return std::find(keys.begin(), keys.end(), key) != keys.end();
}

// Returns the number of events that the next frame may see.
int count_for_one_frame(const ImVector<ImGuiInputEvent>& queue) {
  bool pressed = false;
  for (int n = 0; n < queue.Size; ++n) {
    if (queue[n].Type != ImGuiInputEventType_Key) continue;
    const bool modifier = is_modifier(queue[n].Key.Key);
    if (modifier && pressed) return n;
    pressed = pressed || (!modifier && queue[n].Key.Down);
  }
  return queue.Size;
}

}  // namespace

// Puts waiting events back before new ones come: Dear ImGui compares each new event with the last of its queue.
void new_frame_in_key_order() {
  ImVector<ImGuiInputEvent>& queue = ImGui::GetCurrentContext()->InputEventsQueue;
  const int count = count_for_one_frame(queue);
  const std::vector<ImGuiInputEvent> waiting(queue.begin() + count, queue.end());
  queue.resize(count);
  ImGui::NewFrame();
  for (const ImGuiInputEvent& event : waiting) queue.push_back(event);
}

namespace {

using KeyEvents = std::vector<ImGuiInputEvent>;

bool is_shift(ImGuiKey key) { return key == ImGuiMod_Shift || key == ImGuiKey_LeftShift || key == ImGuiKey_RightShift; }

bool is_typing(const ImGuiContext& context, const ImGuiInputEvent& event) {
  if (event.Type == ImGuiInputEventType_Text) return true;
  if (event.Type != ImGuiInputEventType_Key) return false;
  const ImGuiKey key = event.Key.Key;
  return is_shift(key) || (ImGui::IsNamedKey(key) && context.KeysMayBeCharInput.TestBit(key));
}

// Keeps the last event of each key, if it changes the key's state.
void keep_last(KeyEvents& keys, const ImGuiInputEvent& event) {
  std::erase_if(keys, [&](const ImGuiInputEvent& other) { return other.Key.Key == event.Key.Key; });
  if (ImGui::GetKeyData(event.Key.Key)->Down != event.Key.Down) keys.push_back(event);
}

// True for a character that begins a word, or goes on with one.
bool is_of_word(unsigned c, bool within) {
  if (c >= 127 || c < ' ') return false;
  const auto letter = static_cast<char>(c);
  return within || letter == '/' || is_letter(letter) || is_digit(letter);
}

// True for a key of a character. The release of a key that was pressed before the word is not: it would stay down.
bool is_of_word(const ImGuiInputEventKey& event, bool within) {
  const ImGuiKey key = event.Key;
  if (!event.Down && ImGui::GetKeyData(key)->Down) return false;
  const bool letter = (key >= ImGuiKey_0 && key <= ImGuiKey_Z) || (key >= ImGuiKey_Keypad0 && key <= ImGuiKey_Keypad9);
  return letter || (within && !is_shift(key) && key != ImGuiKey_Tab);
}

}  // namespace

std::string take_typed_text(bool within) {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  const ImGuiIO& io = ImGui::GetIO();
  ImVector<ImGuiInputEvent>& queue = context.InputEventsQueue;
  std::string text;
  if (io.KeyCtrl || io.KeyAlt || io.KeySuper) return text;
  KeyEvents left;
  int at = 0;
  for (; at < queue.Size && is_typing(context, queue[at]); ++at) {
    const ImGuiInputEvent& event = queue[at];
    const bool word = within || !text.empty();
    const bool letter = event.Type == ImGuiInputEventType_Text;
    const bool taken = letter ? is_of_word(event.Text.Char, word) : is_of_word(event.Key, word);
    if (letter && taken) text += static_cast<char>(event.Text.Char);
    if (!taken) left.push_back(event);
  }
  left.insert(left.end(), queue.begin() + at, queue.end());
  queue.resize(0);
  for (const ImGuiInputEvent& event : left) queue.push_back(event);
  return text;
}

// Puts letters first, since the release of Shift after them would end the frame.
void gather_typed_text() {
  ImGuiContext& context = *ImGui::GetCurrentContext();
  const ImGuiIO& io = ImGui::GetIO();
  ImVector<ImGuiInputEvent>& queue = context.InputEventsQueue;
  if (!io.WantTextInput || io.KeyCtrl || io.KeyAlt || io.KeySuper) return;
  int count = 0;
  while (count < queue.Size && is_typing(context, queue[count])) ++count;
  KeyEvents letters, keys;
  for (int n = 0; n < count; ++n) {
    if (queue[n].Type == ImGuiInputEventType_Text) letters.push_back(queue[n]);
    if (queue[n].Type == ImGuiInputEventType_Key) keep_last(keys, queue[n]);
  }
  if (letters.empty()) return;
  letters.insert(letters.end(), keys.begin(), keys.end());
  letters.insert(letters.end(), queue.begin() + count, queue.end());
  queue.resize(0);
  for (const ImGuiInputEvent& event : letters) queue.push_back(event);
}

}  // namespace tcviz::inline app_ui
