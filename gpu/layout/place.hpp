// Parses places in a layout as users type them: `5,9` `r5c9` `row 5 col 9` (an element), `T13` `lane 13` (a thread),
// `T13 x4` `T13 x[4]` `13:4` (a slot), `T13 R4` `lane 13 R4` (a register); and finds what is at a place. Used by the
// search box, the field of threads and the command line. Pure functions, fast enough for every key stroke.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz::inline gpu_layout {

enum class PlaceType : std::uint8_t { Element, Thread, Slot, Register };

// A place as typed; whether a layout has it is up to answer_place().
struct Place {
  PlaceType type = PlaceType::Element;
  Element element = {};          // only for Element
  int thread = 0;                // for all types but Element: a tid, or with is_lane a lane of a warp
  bool is_lane = false;          // typed as `lane 13`, which is tid 13 only if one warp holds the fragment
  std::optional<int> warp = {};  // the warp of `warp 2 lane 13`
  int number = 0;                // i for Slot, the register number for Register
  friend bool operator==(const Place&, const Place&) = default;
};

// Parses a place. Returns none if the text as a whole is no place; it may then be, for example, words of a search.
// Ignores case, and blanks between a word and a number.
std::optional<Place> read_place(std::string_view text);
// Parses one or several places, separated by blanks or semicolons. An error quotes the part that cannot be parsed.
Result<std::vector<Place>> read_places(std::string_view text);
// Returns the shortest text that read_place() parses to this place: "5,9", "T13", "T13 x4", "lane 13 R4", "warp 2 lane
// 13".
std::string spell(const Place& place);

struct PlaceSlot {
  Slot slot;
  std::optional<Element> element;  // none: the slot holds none
};
struct PlaceAnswer {
  Place place;
  std::optional<int> tid = {};        // the thread of a place other than an element
  std::vector<PlaceSlot> slots = {};  // all owners of an element; the values of a thread or in a register
  // For an element of ldmatrix or stmatrix: the thread that passes the address of its row.
  std::optional<int> address_tid = {};
  std::optional<int> address_row = {};  // for a thread of ldmatrix or stmatrix: the row whose address it passes
};
// Returns the slots and elements at a place. An error names the range that the layout has: "row 17: this fragment has
// rows 0 to 15."
Result<PlaceAnswer> answer_place(const Layout& layout, const Place& place);
// Returns the answer as text: a line, "(5, 9) is T20 x[5], R5 [31:0]", or a line for each owner or value; without a
// line end after the last.
std::string describe(const Layout& layout, const PlaceAnswer& answer);

}  // namespace tcviz::inline gpu_layout
