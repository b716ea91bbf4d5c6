// Places in a layout as people write them: `5,9` `r5c9` `row 5 col 9` (an element), `T13` `lane 13` (a thread),
// `T13 x4` `T13 x[4]` `13:4` (a slot), `T13 R4` `lane 13 R4` (a register); and what stands there. The search box, the
// field of threads and the command line read places with this. Pure functions, quick enough for every key stroke.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz::inline gpu_layout {

enum class PlaceType : std::uint8_t { Element, Thread, Slot, Register };

// A place as written; answer_place says if a layout has it.
struct Place {
  PlaceType type = PlaceType::Element;
  Element element = {};          // of Element only
  int thread = 0;                // of all types but Element: a tid; with is_lane, a lane of a warp
  bool is_lane = false;          // `lane 13`, which is tid 13 only if one warp holds the fragment
  std::optional<int> warp = {};  // `warp 2 lane 13`
  int number = 0;                // i of Slot, the register of Register
  friend bool operator==(const Place&, const Place&) = default;
};

// Reads a place. None if the text, as a whole, is no place: then it is something else, for example the words of a
// search. Capitals do not matter, nor do blanks between a word and a number.
std::optional<Place> read_place(std::string_view text);
// Reads one place or several, with blanks or semicolons between them. The error quotes the part that could not be read.
Result<std::vector<Place>> read_places(std::string_view text);
// Returns the place in the shortest spelling that read_place reads: "5,9", "T13", "T13 x4", "lane 13 R4",
// "warp 2 lane 13".
std::string spell(const Place& place);

struct PlaceSlot {
  Slot slot;
  std::optional<Element> element;  // none: the slot holds none
};
struct PlaceAnswer {
  Place place;
  std::optional<int> tid = {};          // the thread of every place that has one
  std::vector<PlaceSlot> slots = {};    // all owners of an element; the values of a thread or in a register
  std::optional<int> address_tid = {};  // of an element of ldmatrix or stmatrix: the thread with its row's address
  std::optional<int> address_row = {};  // of a thread of ldmatrix or stmatrix: the row that its address is for
};
// Returns what stands at the place. An error says which range the layout has: "row 17: this fragment has rows 0 to 15."
Result<PlaceAnswer> answer_place(const Layout& layout, const Place& place);
// Returns a line, "(5, 9) is T20 x[5], R5 [31:0]", or a line for each owner or value; no line end behind the last.
std::string describe(const Layout& layout, const PlaceAnswer& answer);

}  // namespace tcviz::inline gpu_layout
