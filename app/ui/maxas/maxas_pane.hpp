// A MaxasPane is handed to each panel of the maxas view while it is drawn; it has the shapes that the panels share.
#pragma once

#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "app/session/maxas/maxas_view.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// Cells side by side. Plain arithmetic.
struct CellGrid {
  float x = 0, y = 0, w = 0, h = 0;  // of the first cell; the next begins at its end
  int rows = 0, cols = 0;
  Rect cell(int row, int col) const { return {x + w * static_cast<float>(col), y + h * static_cast<float>(row), w, h}; }
  Rect all() const { return {x, y, w * static_cast<float>(cols), h * static_cast<float>(rows)}; }
  struct Place {
    int row = 0, col = 0;
  };
  std::optional<Place> at(ImVec2 point) const;
};

// Colours of the chosen palette, packed; made again when it changes.
struct MaxasPaints {
  std::array<ImU32, 8> warp{};
  std::array<ImU32, 32> lane{};
  std::array<ImU32, 64> reg{};
  std::array<ImU32, 4> bank{};
  std::array<ImU32, 5> area{};  // of the register file: C, j0, j1, load, cs
  void make(Palette palette);
};
ImU32 owner_paint(const MaxasPaints& paints, MaxasColor by, const MaxasOwner& owner);
ImU32 thread_tint(const MaxasPaints& paints, MaxasColor by, int tid);  // by warp, or else by lane
ImU32 ink_on(ImU32 fill);                                              // black or white
ImU32 blend(ImU32 a, ImU32 b, float t);                                // t = 0: a

struct MaxasPane {
  const Ui& ui;
  const MaxasView& view;
  const MaxasPaints& paints;
  Rect room;                                  // below the title
  std::optional<ImVec2> mouse;                // over this panel
  bool held = false;                          // with its button down
  MaxasObject hit = {};                       // under the pointer
  std::optional<CellGrid::Place> issue = {};  // the FFMA of the timeline: its row is the line

  ImDrawList& list() const { return *ImGui::GetWindowDrawList(); }
  void fill(const Rect& rect, ImU32 color, float rounding = 0) const;
  void outline(const Rect& rect, ImU32 color, float thickness) const;
  // Puts a text into the middle of a rectangle. False, and no text, if it does not fit.
  bool centered(const Rect& rect, ImFont* font, float size, ImU32 color, std::string_view text) const;
  void hatch(const Rect& rect, ImU32 color) const;
};

void draw_maxas_tile(MaxasPane& pane);
void draw_maxas_registers(MaxasPane& pane);
void draw_maxas_order(MaxasPane& pane);
void draw_maxas_collector(MaxasPane& pane);
void draw_maxas_exchange(MaxasPane& pane);  // in the collector's place, after the loop
void draw_maxas_shared(MaxasPane& pane);
void draw_maxas_timeline(MaxasPane& pane);
void draw_maxas_bits(MaxasPane& pane);

// A number as text, without the heap.
class ShortNumber {
 public:
  explicit ShortNumber(int number);
  operator std::string_view() const { return {text_.data(), size_}; }  // NOLINT

 private:
  std::array<char, 12> text_{};
  std::size_t size_ = 0;
};

}  // namespace tcviz::inline app_ui
