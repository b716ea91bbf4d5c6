// Reads values of options as numbers, pairs or words; errors say which value would have been right.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "app/scene/grid/names.hpp"
#include "gpu/layout/layout.hpp"

namespace tcviz::inline app_cli {

struct Size {
  int width = 0, height = 0;
};

// The limits of each side of a size, "1400x840".
inline constexpr int min_capture_side = 200, max_capture_side = 8192;
Result<Size> parse_size(std::string_view text);
// Reads a decimal number from `least` to `most`; `what` names the option in errors ("--cell").
Result<double> parse_number(std::string_view what, std::string_view text, double least, double most);
// Reads a whole number, decimal or with 0x in front.
Result<std::int64_t> parse_whole(std::string_view what, std::string_view text);
Result<std::uint64_t> parse_bits(std::string_view what, std::string_view text);
Result<double> parse_scale(std::string_view text, double least, double most);
// Reads "TID,I" of --pin as two whole numbers; check_slot then asks if the layout has such a slot.
Result<Slot> parse_slot(std::string_view text);
Status check_slot(Slot slot, int threads, int values, std::string_view kind);

// Returns the place of `text` in `legal`; `what` names the option in the error ("--format").
Result<std::size_t> parse_choice(std::string_view what, std::string_view text, std::span<const std::string_view> legal);

// Reads "dark", "light" or "contrast".
Result<Theme> parse_theme(std::string_view text);

// Sets the choice that a word names ("--view", "combined"); changes nothing if the word is empty.
template <class Choice>
Status read_word(std::string_view option, std::string_view word, Choice& into) {
  if (word.empty()) return Nothing{};
  const Result<Choice> choice = parse_word<Choice>(option, word);
  TCVIZ_TRY(choice);
  into = choice.value();
  return Nothing{};
}

// Returns "a, b or c".
std::string join_choices(std::span<const std::string_view> words);
// Returns " Did you mean a, b or c?", the nearest first, or all if there are few; empty if none is legal.
std::string suggest(std::string_view text, std::span<const std::string_view> legal);

}  // namespace tcviz::inline app_cli
