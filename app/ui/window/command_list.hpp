// The command palette: every command, kind and source in one list, found by typing. Its rows are made when it opens or
// the text changes, not every frame.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "app/session/base/fuzzy.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// Something that can be found. Its terms count the words of `text` as parts.
struct CommandItem {
  std::string_view type;  // "command", "kind", ...
  std::string text;       // "Theme: High contrast"
  std::string detail;     // keys, or the description of a source
  std::vector<Term> terms;
  std::vector<WordPlace> places;
  std::shared_ptr<const Action> action;
  bool on = false;
};

// Returns all that can be found in this document, in the order of an empty search.
std::vector<CommandItem> command_items(const Document& document);

struct CommandHit {
  std::size_t item = 0;
  int cost = 0;
  std::vector<WordPlace> bright;  // matched places of its text
};
struct CommandFound {
  std::vector<CommandHit> hits;  // the best first; as listed, if equally good
  bool similar = false;          // no item fits the typed text: these are near it
  std::string missing;           // a sentence, and no hits: the typed thing exists, but not in this version
};
// Finds kinds by any of their names, and everything else by its words.
CommandFound find_items(const std::vector<CommandItem>& items, std::string_view typed);

// Returns an item that pins a typed place, such as "5,9" or "T13 x4"; none if the text is no place. If the fragment has
// no such place, the item says so and has no action.
std::optional<CommandItem> place_item(const Document& document, std::string_view typed);

class CommandList {
 public:
  void draw(const Ui& ui);

 private:
  void open(const Ui& ui);
  void draw_field(const Ui& ui);
  void find(const Document& document);
  void begin_with(const Document& document);
  void draw_list(const Ui& ui);
  void draw_hit(const Ui& ui, std::size_t at);
  void draw_texts(const Ui& ui, const CommandHit& hit, ImVec2 low, ImVec2 high) const;
  void press_keys(const Ui& ui);
  void choose(const Ui& ui, std::size_t at);

  std::vector<CommandItem> items_;
  std::size_t fixed_ = 0;  // the first items, which do not depend on the typed text
  std::vector<CommandHit> hits_;
  CommandFound found_;
  std::array<char, 128> typed_ = {};
  std::size_t at_ = 0;
  std::string begun_with_;  // text that was typed before the field had the keys
  bool was_open_ = false, moved_ = false;
};

}  // namespace tcviz::inline app_ui
