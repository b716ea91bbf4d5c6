// Every panel gets a Ui, and draws common things by the functions below. Knows nothing of single panels.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "app/ui/kit/style.hpp"
#include "imgui.h"

struct ImGuiWindow;

namespace tcviz::inline app_session {
struct Action;
struct Answers;
struct Band;
struct Canvas;
struct Document;
struct Pick;
struct SourceState;
struct WordPlace;
}

namespace tcviz::inline app_ui {

struct Ui {
  const Document& document;
  std::vector<Action>& actions;
  const Fonts& fonts;
  const Colors& colors;
  float scale = 1;               // pixels of a point: the monitor's scale times the user's
  std::optional<Pick>& hovered;  // set by the panel under the pointer
  Canvas& canvas;                // of the grids, as they were drawn last
  Rect place = {};               // of the panel that is drawn now, in pixels
  bool over = false;             // it lies over the others

  float px(float points) const;  // whole pixels
  float line() const;            // the thickness of a hairline
  void push(Action action) const;
};

// Begins a panel: a rounded sheet on the window's ground. False if it is not visible; end_panel() must follow all the
// same. `keys_are_ours`: Tab and the arrows have a meaning in this panel and do not walk its buttons.
bool begin_panel(const Ui& ui, const char* title_and_id, bool keys_are_ours = false);
void end_panel();
// Frames the panel in the accent colour while it has the keys, until a click: for keyboard users, since Dear ImGui
// marks only buttons.
void frame_panel(ImGuiWindow& panel);
bool is_framed();  // true for the panel that is being drawn

// Draws one line of text at a place of the screen. `size` is in points.
void put_text(const Ui& ui, ImFont* font, float size, ImVec2 at, ImU32 color, std::string_view text);
ImVec2 text_size(const Ui& ui, ImFont* font, float size, std::string_view text);
// Draws the longest beginning of `text` that fits, with an ellipsis if it was cut.
void put_text_cut(const Ui& ui, ImFont* font, float size, ImVec2 at, float width, ImU32 color, std::string_view text);
// Draws the text on as many lines as it takes; wrapped_height() returns their height.
void put_text_wrapped(const Ui& ui, ImFont* font, float size, ImVec2 at, float width, ImU32 color,
                      std::string_view text);
float wrapped_height(const Ui& ui, ImFont* font, float size, float width, std::string_view text);

// Draws as put_text_cut does, at size 14, and highlights the places that a search matched.
void put_lit_text(const Ui& ui, ImVec2 at, float width, ImU32 color, std::string_view text,
                  std::span<const WordPlace> bright);

// Explains the last item in a tooltip once the pointer rests on it or the keyboard has come to it.
void explain(const Ui& ui, std::string_view what, std::string_view keys = {});
// Does the same with the text that `make` returns; it is called only if the tooltip is shown.
template <class Make>
void explain_made(const Ui& ui, const Make& make) {
  if (ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip)) explain(ui, make());
}

// Widgets in the flow of a window.
void heading(const Ui& ui, std::string_view text);
void label(const Ui& ui, ImU32 color, std::string_view text);
void mono(const Ui& ui, ImU32 color, std::string_view text);
void wrapped(const Ui& ui, ImU32 color, std::string_view text, float size = 13);
void rule(const Ui& ui);  // a thin line with air above and below

void put_check(const Ui& ui, ImVec2 middle, ImU32 color);
// Shapes that can be told apart without colour. Full: probed here; Square: recorded; Ring: compiled; Diamond:
// published; Small: known elsewhere; Dash: unknown.
enum class Dot { Full, Square, Ring, Diamond, Small, Dash };
void put_dot(const Ui& ui, ImVec2 middle, Dot dot, ImU32 color);
void put_star(const Ui& ui, ImVec2 middle, bool filled, ImU32 color);
void put_chevron(const Ui& ui, ImVec2 middle, bool open, ImU32 color);
// Draws a drop-down list that shows `shown`, with our own chevron. True while it is open: ImGui::EndCombo() must
// follow.
bool begin_choice(const Ui& ui, const char* id, const char* shown, float width, int combo_flags);
// Draws a rounded badge with the middle of its right edge at `right`. Returns its width.
float put_badge(const Ui& ui, ImVec2 right, std::string_view text);

}  // namespace tcviz::inline app_ui
