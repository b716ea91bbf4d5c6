// The command palette: every command, kind and source in one list, found by typing. Its rows are made when it opens or
// the text changes, not every frame.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/ui/fuzzy.hpp"
#include "app/ui/panel.hpp"

namespace tcviz {

// Something that can be found. Its terms count the words of `text` as parts.
struct PaletteItem {
  std::string_view type;  // "command", "kind", ...
  std::string text;       // "Theme: High contrast"
  std::string detail;     // keys, or what is said of a source
  std::vector<Term> terms;
  std::vector<WordPlace> places;
  Action action;
  bool on = false;
};

// All that can be found in this document, in the order that an empty text shows.
std::vector<PaletteItem> palette_items(const Document& document);

struct PaletteHit {
  std::size_t item = 0;
  int cost = 0;
  std::vector<WordPlace> bright;  // of its text: what was matched
};
// The best first; as found, where equally good.
std::vector<PaletteHit> find_items(const std::vector<PaletteItem>& items, std::string_view typed);

class CommandPalette {
 public:
  void draw(const Ui& ui);

 private:
  void open(const Ui& ui);
  void draw_field();
  void draw_list(const Ui& ui);
  void draw_hit(const Ui& ui, std::size_t at);
  void draw_texts(const Ui& ui, const PaletteHit& hit, ImVec2 low, ImVec2 high) const;
  void press_keys(const Ui& ui);
  void choose(const Ui& ui, std::size_t at);

  std::vector<PaletteItem> items_;
  std::vector<PaletteHit> hits_;
  std::array<char, 128> typed_ = {};
  std::size_t at_ = 0;
  bool was_open_ = false, moved_ = false;
};

}  // namespace tcviz
