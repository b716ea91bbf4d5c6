// Reads texts as places.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <initializer_list>

#include "gpu/layout/characters.hpp"
#include "gpu/layout/place.hpp"

namespace tcviz::inline gpu_layout {
namespace {

// Reads forward through a text, and goes back by being copied.
class PlaceCursor {
 public:
  explicit PlaceCursor(std::string_view text) : rest_(text) { skip_blanks(); }
  bool at_end() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }

  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    advance(1);
    return true;
  }
  // Takes letters, in any case, that are one of these words as a whole.
  bool take_word(std::initializer_list<std::string_view> words) {
    const auto end = std::ranges::find_if_not(rest_, is_letter);
    const std::string_view letters = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
    const auto same = [](char a, char b) { return (a | 0x20) == b; };
    const bool found = std::ranges::any_of(words, [&](auto word) { return std::ranges::equal(letters, word, same); });
    if (found) advance(letters.size());
    return found;
  }
  std::optional<int> take_number() {
    constexpr std::size_t most_digits = 9;
    const auto end = std::ranges::find_if_not(rest_, is_digit);
    const std::string_view digits = rest_.substr(0, static_cast<std::size_t>(end - rest_.begin()));
    if (digits.empty() || digits.size() > most_digits) return std::nullopt;
    int number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    advance(digits.size());
    return number;
  }
  // Reads "x4", "x 4", "x=4".
  std::optional<int> take_named(std::initializer_list<std::string_view> words) {
    if (!take_word(words)) return std::nullopt;
    take('=');
    return take_number();
  }

 private:
  void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size())); }
  void advance(std::size_t characters) {
    rest_.remove_prefix(characters);
    skip_blanks();
  }
  std::string_view rest_;
};

// Calls a reader, and puts the cursor back if the reader does not find its piece; the readers below are called so.
template <class Reader>
auto attempt(PlaceCursor& cursor, Reader read) {
  const PlaceCursor before = cursor;
  auto found = read(cursor);
  if (!found) cursor = before;
  return found;
}

std::optional<Place> element_at(std::optional<int> row, std::optional<int> col) {
  if (!row || !col) return std::nullopt;
  return Place{.type = PlaceType::Element, .element = {*row, *col}};
}

// Reads 5,9   (5, 9)   element 5,9.
std::optional<Place> read_pair(PlaceCursor& cursor) {
  cursor.take_word({"element"});
  const bool open = cursor.take('(');
  const std::optional<int> row = cursor.take_number();
  if (!row || !cursor.take(',')) return std::nullopt;
  const std::optional<int> col = cursor.take_number();
  return open && !cursor.take(')') ? std::nullopt : element_at(row, col);
}

// Reads r5c9   row 5, col 9.
std::optional<Place> read_row_and_col(PlaceCursor& cursor) {
  const std::optional<int> row = cursor.take_named({"r", "row"});
  if (!row) return std::nullopt;
  cursor.take(',');
  return element_at(row, cursor.take_named({"c", "col", "column"}));
}

std::optional<Place> read_element(PlaceCursor& cursor) {
  const std::optional<Place> pair = attempt(cursor, read_pair);
  return pair ? pair : attempt(cursor, read_row_and_col);
}

// Reads 13:4.
std::optional<Place> read_short_slot(PlaceCursor& cursor) {
  const std::optional<int> tid = cursor.take_number();
  if (!tid || !cursor.take(':')) return std::nullopt;
  const std::optional<int> i = cursor.take_number();
  return i ? std::optional(Place{.type = PlaceType::Slot, .thread = *tid, .number = *i}) : std::nullopt;
}

// Reads T13   thread 13   lane 13   warp 2 lane 13.
std::optional<Place> read_thread(PlaceCursor& cursor) {
  Place place{.type = PlaceType::Thread};
  if (const auto tid = attempt(cursor, [](auto& c) { return c.take_named({"t", "tid", "thread"}); })) {
    place.thread = *tid;
    return place;
  }
  place.is_lane = true;
  place.warp = attempt(cursor, [](auto& c) { return c.take_named({"warp"}); });
  const std::optional<int> lane = cursor.take_named({"lane"});
  place.thread = lane.value_or(0);
  return lane ? std::optional(place) : std::nullopt;
}

// Reads x4   x[4]   i = 4.
std::optional<int> read_value(PlaceCursor& cursor) {
  if (!cursor.take_word({"x", "i", "value"})) return std::nullopt;
  cursor.take('=');
  const bool open = cursor.take('[');
  const std::optional<int> i = cursor.take_number();
  return open && !cursor.take(']') ? std::nullopt : i;
}

// Reads the value or the register of a thread, if one follows; `r5c9` is the next place.
void read_part(PlaceCursor& cursor, Place& place) {
  PlaceCursor ahead = cursor;
  ahead.take(',');
  if (PlaceCursor other = ahead; read_element(other)) return;
  const std::optional<int> i = attempt(ahead, read_value);
  const std::optional<int> reg = i ? std::nullopt : attempt(ahead, [](auto& c) {
    return c.take_named({"r", "reg", "register"});
  });
  if (!i && !reg) return;
  place.type = i ? PlaceType::Slot : PlaceType::Register;
  place.number = i ? *i : *reg;
  cursor = ahead;
}

std::optional<Place> read_one(PlaceCursor& cursor) {
  if (const auto element = read_element(cursor)) return element;
  if (const auto slot = attempt(cursor, read_short_slot)) return slot;
  std::optional<Place> thread = attempt(cursor, read_thread);
  if (thread) read_part(cursor, *thread);
  return thread;
}

}  // namespace

std::optional<Place> read_place(std::string_view text) {
  PlaceCursor cursor(text);
  const std::optional<Place> place = read_one(cursor);
  return cursor.at_end() ? place : std::nullopt;
}

Result<std::vector<Place>> read_places(std::string_view text) {
  std::vector<Place> places;
  PlaceCursor cursor(text);
  do {
    const std::optional<Place> place = read_one(cursor);
    if (!place)
      return bad_input(
          fmt::format("'{}' is not a place: write an element as 5,9, a thread as T13, its value x[4] as T13 x4, its "
                      "register as T13 R4.",
                      cursor.at_end() ? text : cursor.rest()));
    places.push_back(*place);
    cursor.take(';');
  } while (!cursor.at_end());
  return places;
}

std::string spell(const Place& place) {
  if (place.type == PlaceType::Element) return fmt::format("{},{}", place.element.row, place.element.col);
  std::string text = place.warp && place.is_lane ? fmt::format("warp {} ", *place.warp) : "";
  text += fmt::format("{}{}", place.is_lane ? "lane " : "T", place.thread);
  if (place.type == PlaceType::Slot) text += fmt::format(" x{}", place.number);
  if (place.type == PlaceType::Register) text += fmt::format(" R{}", place.number);
  return text;
}

}  // namespace tcviz::inline gpu_layout
