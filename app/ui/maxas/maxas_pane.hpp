// MaxasPane, which is passed to each panel of the maxas view while it is drawn, and the functions that draw the panels.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "app/session/maxas/maxas_view.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// A grid of cells of equal size.
struct CellGrid {
  float x = 0, y = 0, w = 0, h = 0;  // rectangle of the first cell, in pixels
  int rows = 0, cols = 0;
  Rect cell(int row, int col) const { return {x + w * static_cast<float>(col), y + h * static_cast<float>(row), w, h}; }
  Rect all() const { return {x, y, w * static_cast<float>(cols), h * static_cast<float>(rows)}; }
  struct Place {
    int row = 0, col = 0;
  };
  std::optional<Place> at(ImVec2 point) const;
};

// The colours of the chosen palette by number of warp, lane, register and bank.
struct MaxasPaints {
  std::array<ImU32, 8> warp{};
  std::array<ImU32, 32> lane{};
  std::array<ImU32, 64> reg{};
  std::array<ImU32, 4> bank{};
  std::array<ImU32, 5> area{};  // by use of the register: C, j0, j1, load, cs
  void make(Palette palette);
};
ImU32 owner_paint(const MaxasPaints& paints, MaxasColor by, const MaxasOwner& owner);
ImU32 thread_tint(const MaxasPaints& paints, MaxasColor by, int tid);  // by warp if `by` is Warp, else by lane
ImU32 ink_on(ImU32 fill);                                              // black or white, whichever is readable
ImU32 blend(ImU32 a, ImU32 b, float t);                                // t = 0 gives a, 1 gives b

struct MaxasPane {
  const Ui& ui;
  const MaxasView& view;
  const MaxasPaints& paints;
  Rect room;                                  // the panel's area below its title, in pixels
  std::optional<ImVec2> mouse;                // the pointer, if it is over this panel
  bool held = false;                          // the mouse button is pressed there
  MaxasObject hit = {};                       // output: the object under the pointer
  std::optional<CellGrid::Place> issue = {};  // output of the timeline: k line and FFMA under the pointer

  ImDrawList& list() const { return *ImGui::GetWindowDrawList(); }
  void fill(const Rect& rect, ImU32 color, float rounding = 0) const;
  void outline(const Rect& rect, ImU32 color, float thickness) const;
  // Draws a text in the middle of `rect`. Returns false and draws nothing if it does not fit.
  bool centered(const Rect& rect, ImFont* font, float size, ImU32 color, std::string_view text) const;
  void hatch(const Rect& rect, ImU32 color) const;
};

void draw_maxas_tile(MaxasPane& pane);
void draw_maxas_registers(MaxasPane& pane);
void draw_maxas_order(MaxasPane& pane);
void draw_maxas_collector(MaxasPane& pane);
void draw_maxas_exchange(MaxasPane& pane);  // replaces the collector after the loop
void draw_maxas_shared(MaxasPane& pane);
void draw_maxas_timeline(MaxasPane& pane);
void draw_maxas_bits(MaxasPane& pane);

// A number as text, without memory allocation.
class ShortNumber {
 public:
  explicit ShortNumber(int number);
  operator std::string_view() const { return {text_.data(), size_}; }  // NOLINT

 private:
  std::array<char, 12> text_{};
  std::size_t size_ = 0;
};

}  // namespace tcviz::inline app_ui
