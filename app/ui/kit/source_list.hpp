// The drop-down list of all sources of layouts in groups, each with its description, what it lacks, its progress and
// its buttons.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/session/base/fuzzy.hpp"
#include "app/ui/kit/panel.hpp"
#include "gpu/source/probe/source.hpp"

namespace tcviz::inline app_ui {

// Returns the search terms of a source: its name, the words of its description, "sm80" and "80" for sm_80.
std::vector<Term> source_terms(const SourceInfo& info);

// The list that chooses a source. `side`: 0 for that of the window, 1 for that of the right side of a comparison.
class SourceList {
 public:
  explicit SourceList(int side = 0) : side_(side) {}
  void open() const { ImGui::OpenPopup(side_ == 0 ? "##sources" : "##other_sources"); }
  // Draws the popup, if it is open, with its upper right corner at `corner`.
  void draw(const Ui& ui, ImVec2 corner);

 private:
  std::size_t chosen(const Document& document) const;
  Action choice(const Document& document, std::size_t index) const;
  bool has_kind(const Document& document, std::size_t index) const;
  void prepare(const Document& document);
  void draw_groups(const Ui& ui);
  void draw_source(const Ui& ui, std::size_t index);
  void draw_buttons(const Ui& ui, std::size_t index, ImVec2 at, float& right);
  void draw_problems(const Ui& ui);
  void press_keys(const Ui& ui);

  int side_ = 0;
  std::array<char, 64> typed_ = {};
  std::vector<std::size_t> shown_;  // indices of the sources that match the typed text, in order
  std::size_t at_ = 0;              // index into shown_ of the row with the keyboard's cursor
  bool moved_ = false;
};

// The sign for the state of a source: busy, stopped, not asked yet, answered.
struct SourceSign {
  Dot dot = Dot::Ring;
  ImU32 color = 0;
  std::string_view meaning;
};
SourceSign sign_of(const Ui& ui, const SourceState& source);

}  // namespace tcviz::inline app_ui
