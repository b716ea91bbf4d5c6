// The command palette: a list of all commands, kinds and sources, with a search field. The list is made when it opens,
// and searched when the text changes.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "app/session/base/fuzzy.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// An entry of the palette. The parts of its terms (see Term) are the words of `text`.
struct CommandItem {
  std::string_view type;  // "command", "kind", ...
  std::string text;       // "Theme: High contrast"
  std::string detail;     // shown at the right: keys, or the description of a source
  std::vector<Term> terms;
  std::vector<WordPlace> places;
  std::shared_ptr<const Action> action;
  bool on = false;  // it is switched on: a tick is shown
};

// Returns all entries, in the order in which they are listed without a search.
std::vector<CommandItem> command_items(const Document& document);

// An entry that a search found.
struct CommandHit {
  std::size_t item = 0;  // its index
  int cost = 0;
  std::vector<WordPlace> bright;  // the parts of its text that matched
};
struct CommandFound {
  std::vector<CommandHit> hits;  // the best first; equally good ones in the order of the entries
  bool similar = false;          // nothing matched exactly: the hits match if one typing error is assumed
  std::string missing;           // message if the text names something known that is not in this version; then no hits
};
// Searches kinds by all of their names, and other entries by the words of their text.
CommandFound find_items(const std::vector<CommandItem>& items, std::string_view typed);

// Returns an entry that pins the place in `typed`, such as "5,9" or "T13 x4"; none if the text is not a place. If the
// fragment has no such place, the entry says so and has no action.
std::optional<CommandItem> place_item(const Document& document, std::string_view typed);

// Returns an entry that says the fields of the matrix descriptor in `typed`, such as "descriptor 0x4000004000010040",
// and opens it in Shared memory; none if there is none.
std::optional<CommandItem> descriptor_item(const Document& document, std::string_view typed);

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
  std::size_t fixed_ = 0;  // number of first items that do not depend on the typed text
  std::vector<CommandHit> hits_;
  CommandFound found_;
  std::array<char, 128> typed_ = {};
  std::size_t at_ = 0;
  std::string begun_with_;  // text that was typed before the field had the keyboard focus
  bool was_open_ = false, moved_ = false;
  bool reload_ = false;  // the text has changed while the field had the keyboard focus
};

}  // namespace tcviz::inline app_ui
