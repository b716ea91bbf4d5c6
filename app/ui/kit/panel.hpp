// The struct Ui, which is passed to every panel, and functions that draw common elements (texts, badges, tooltips).
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "app/ui/kit/style.hpp"
#include "imgui.h"

struct ImGuiWindow;

namespace tcviz::inline app_session {
class Action;
struct Answers;
struct Band;
struct Canvas;
struct Document;
struct Pick;
struct SourceState;
struct WordPlace;
}

namespace tcviz::inline app_ui {

// The state on which the tooltips of a panel depend besides the pointer.
struct Tips {
  bool shown = true;    // false: a dialog is open that is not this panel's
  ImGuiID pressed = 0;  // the item that was pressed last and that the pointer has not left: it explains itself no more
};

// The data and services for a panel in a frame. Panels read `document`, and change it only by actions (push()).
struct Ui {
  const Document& document;
  std::vector<Action>& actions;
  const Fonts& fonts;
  const Colors& colors;
  float scale = 1;               // pixels of a point: the monitor's scale times the user's text size
  std::optional<Pick>& hovered;  // set by the panel under the pointer
  Canvas& canvas;                // the canvas of the grids, as drawn last
  Rect place = {};               // rectangle of the panel that is being drawn, in pixels
  bool over = false;             // that panel overlaps others
  Tips tips = {};

  float px(float points) const;  // converts points to whole pixels
  float line() const;            // thickness of a thin line, in pixels
  void push(Action action) const;
};

// Begins a panel. Returns false if it is not visible; end_panel() must follow in any case. `keys_are_ours`: Tab and
// arrows have their own meaning in this panel, instead of moving the focus through its buttons.
bool begin_panel(const Ui& ui, const char* title_and_id, bool keys_are_ours = false);
void end_panel();
// Draws a frame around the panel while it has the keyboard focus, until a click. (Dear ImGui marks only buttons.)
void frame_panel(ImGuiWindow& panel, bool framed = true);
bool is_framed();  // true if the panel that is being drawn has this frame

// Draws one line of text at `at` on the screen. `size` is in points.
void put_text(const Ui& ui, ImFont* font, float size, ImVec2 at, ImU32 color, std::string_view text);
ImVec2 text_size(const Ui& ui, ImFont* font, float size, std::string_view text);
// Draws the text, cut off with an ellipsis if it is wider than `width`.
void put_text_cut(const Ui& ui, ImFont* font, float size, ImVec2 at, float width, ImU32 color, std::string_view text);
// Draws the text on as many lines as it needs; wrapped_height() returns their height.
void put_text_wrapped(const Ui& ui, ImFont* font, float size, ImVec2 at, float width, ImU32 color,
                      std::string_view text);
float wrapped_height(const Ui& ui, ImFont* font, float size, float width, std::string_view text);

// Draws like put_text_cut(), at size 14, and highlights the parts `bright`, which a search matched.
void put_lit_text(const Ui& ui, ImVec2 at, float width, ImU32 color, std::string_view text,
                  std::span<const WordPlace> bright);

// Begins a tooltip beside the pointer; every tooltip begins here. True: ImGui::EndTooltip() must follow.
bool begin_tip(const Ui& ui);

// Shows a tooltip for the last item, while the pointer rests on it or it has the keyboard focus.
void explain(const Ui& ui, std::string_view what, std::string_view keys = {});
// Does the same with the text that `make` returns; calls `make` only if the tooltip is shown.
template <class Make>
void explain_made(const Ui& ui, const Make& make) {
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip)) explain(ui, make());
}

// Draws a text or a line at the cursor of the current window.
void heading(const Ui& ui, std::string_view text);
void label(const Ui& ui, ImU32 color, std::string_view text);
void mono(const Ui& ui, ImU32 color, std::string_view text);
void wrapped(const Ui& ui, ImU32 color, std::string_view text, float size = 13);
void rule(const Ui& ui);  // a thin line with space above and below

void put_check(const Ui& ui, ImVec2 middle, ImU32 color);
// A sign for the origin of a layout, with a shape that is distinguishable without colour. Full: probed here; Square:
// recorded; Ring: compiled; Diamond: published; Small: another source knows it; Dash: unknown.
enum class Dot { Full, Square, Ring, Diamond, Small, Dash };
void put_dot(const Ui& ui, ImVec2 middle, Dot dot, ImU32 color);
void put_star(const Ui& ui, ImVec2 middle, bool filled, ImU32 color);
void put_chevron(const Ui& ui, ImVec2 middle, bool open, ImU32 color);
// Draws a drop-down list that shows `shown` while it is closed. Returns true while it is open; then ImGui::EndCombo()
// must follow.
bool begin_choice(const Ui& ui, const char* id, const char* shown, float width, int combo_flags);
// Draws a badge (a text in a rounded box) with the middle of its right edge at `right`. Returns its width.
float put_badge(const Ui& ui, ImVec2 right, std::string_view text);

}  // namespace tcviz::inline app_ui
