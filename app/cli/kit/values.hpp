// Converts the values of options to numbers, pairs or enumerators. Errors say which values are legal. `what` names the
// option in errors: "--cell".
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

// The limits of width and height; parse_size() reads "1400x840".
inline constexpr int min_capture_side = 200, max_capture_side = 8192;
Result<Size> parse_size(std::string_view text);
// Reads a decimal number from `least` to `most`.
Result<double> parse_number(std::string_view what, std::string_view text, double least, double most);
// Reads a whole number, decimal or with the prefix 0x.
Result<std::int64_t> parse_whole(std::string_view what, std::string_view text);
Result<std::uint64_t> parse_bits(std::string_view what, std::string_view text);
Result<double> parse_scale(std::string_view text, double least, double most);
// Reads "TID,I", the value of --pin. check_slot() returns an error if the layout has no such slot.
Result<Slot> parse_slot(std::string_view text);
Status check_slot(Slot slot, int threads, int values, std::string_view kind);

// Returns the index of `text` in `legal`, or an error with the legal words.
Result<std::size_t> parse_choice(std::string_view what, std::string_view text, std::span<const std::string_view> legal);

// Reads "dark", "light" or "contrast".
Result<Theme> parse_theme(std::string_view text);

// Sets `into` to the value that `word` names, for example "combined" for "--view"; changes nothing if `word` is empty.
template <class Choice>
Status read_word(std::string_view option, std::string_view word, Choice& into) {
  if (word.empty()) return Nothing{};
  const Result<Choice> choice = parse_word<Choice>(option, word);
  TCVIZ_TRY(choice);
  into = choice.value();
  return Nothing{};
}

// True if the value of --expect names a file with a table: it is no expression.
bool names_table(const std::string& text);

// Returns "a, b or c".
std::string join_choices(std::span<const std::string_view> words);
// Returns " Did you mean a, b or c?": the words that `text` may be a misspelling of; empty if it is none of any.
std::string suggest(std::string_view text, std::span<const std::string_view> legal);

// Returns an error if a file of this name is empty or no text. `expected`: what belongs into it, as half a sentence.
Status check_text(std::string_view name, std::string_view bytes, std::string_view expected);

}  // namespace tcviz::inline app_cli
