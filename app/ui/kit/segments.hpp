// A segmented control: a row of choices of which one is selected, "Thread | Register", "Combined", ...
#pragma once

#include <array>
#include <optional>
#include <span>

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

struct Segment {
  const char *name = "", *short_name = "";
  const char* tip = "";
  bool chosen = false;
};

// Up to four segments, without memory allocation.
struct Segments {
  std::array<Segment, 4> all = {};
  std::size_t count = 0;

  void add(const Segment& segment) { all.at(count++) = segment; }
  operator std::span<const Segment>() const { return {all.data(), count}; }
};

inline constexpr float segments_height = 25;  // points

float segments_width(const Ui& ui, std::span<const Segment> segments, bool short_names);
// Draws the control at `at` on the screen. Returns the index of the pressed segment; none: not pressed. The items have
// the ids "$$0/##segment", "$$1/##segment", ...
std::optional<std::size_t> draw_segments(const Ui& ui, ImVec2 at, std::span<const Segment> segments, bool short_names);

// Returns the tabs of the workspace Compare, which both of its panels draw; compare_tab_action() opens a tab.
Segments compare_tabs(const Document& document);
Action compare_tab_action(std::size_t tab);

}  // namespace tcviz::inline app_ui
