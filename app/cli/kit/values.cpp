#include "app/cli/kit/values.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <optional>
#include <vector>

#include "gpu/layout/characters.hpp"
#include "gpu/layout/nearest.hpp"

namespace tcviz::inline app_cli {
namespace {

// Reads "A<separator>B" as two whole numbers.
std::optional<std::pair<int, int>> pair_in(std::string_view text, char separator) {
  const std::size_t at = text.find(separator);
  if (at == std::string_view::npos) return std::nullopt;
  const auto first = number_in<int>(text.substr(0, at));
  const auto second = number_in<int>(text.substr(at + 1));
  if (!first || !second) return std::nullopt;
  return std::pair{*first, *second};
}

bool side_is_legal(int side) { return side >= min_capture_side && side <= max_capture_side; }

}  // namespace

Result<Size> parse_size(std::string_view text) {
  const auto sides = pair_in(text, 'x');
  if (!sides)
    return bad_input(fmt::format("--size '{}' is not a size: write WIDTHxHEIGHT in pixels, as in 1400x840.", text));
  if (!side_is_legal(sides->first) || !side_is_legal(sides->second))
    return bad_input(fmt::format("--size {} is out of range: each side is {} to {} pixels.", text, min_capture_side,
                                 max_capture_side));
  return Size{sides->first, sides->second};
}

Result<double> parse_number(std::string_view what, std::string_view text, double least, double most) {
  const auto number = number_in<double>(text);
  if (!number)
    return bad_input(fmt::format("{} '{}' is not a number: write one from {} to {}.", what, text, least, most));
  if (!std::isfinite(*number) || *number < least || *number > most)
    return bad_input(fmt::format("{} {} is out of range: it goes from {} to {}.", what, text, least, most));
  return *number;
}

Result<std::uint64_t> parse_bits(std::string_view what, std::string_view text) {
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  const auto number = number_in<std::uint64_t>(text.substr(hex ? 2 : 0), hex ? 16 : 10);
  if (!number)
    return bad_input(fmt::format("{} '{}' is not a whole number of at most 64 bits: write 1024 or 0x400.", what, text));
  return *number;
}

Result<std::int64_t> parse_whole(std::string_view what, std::string_view text) {
  const bool negative = text.starts_with('-');
  const Result<std::uint64_t> number = parse_bits(what, text.substr(negative ? 1 : 0));
  TCVIZ_TRY(number);
  if (number.value() >= std::uint64_t{1} << 62) return bad_input(fmt::format("{} {} is out of range.", what, text));
  const auto value = static_cast<std::int64_t>(number.value());
  return negative ? -value : value;
}

Result<double> parse_scale(std::string_view text, double least, double most) {
  return parse_number("--scale", text, least, most);
}

Result<Slot> parse_slot(std::string_view text) {
  const auto numbers = pair_in(text, ',');
  if (!numbers)
    return bad_input(fmt::format("--pin '{}' is not a slot: write TID,I as in 7,2 (thread 7, its value x[2]).", text));
  return Slot{numbers->first, numbers->second};
}

Status check_slot(Slot slot, int threads, int values, std::string_view kind) {
  if (slot.tid >= 0 && slot.tid < threads && slot.i >= 0 && slot.i < values) return Nothing{};
  return bad_input(fmt::format("--pin {},{} is outside {}: tid goes from 0 to {} and i from 0 to {}.", slot.tid, slot.i,
                               kind, threads - 1, values - 1));
}

Result<std::size_t> parse_choice(std::string_view what, std::string_view text,
                                 std::span<const std::string_view> legal) {
  for (std::size_t at = 0; at < legal.size(); ++at)
    if (legal[at] == text) return at;
  const std::vector<std::string_view> nearest = nearest_words(text, legal, legal.size());
  return bad_input(fmt::format("{} '{}' is unknown: it is {}.", what, text, join_choices(nearest)));
}

Result<Theme> parse_theme(std::string_view text) {
  constexpr std::array<std::string_view, 3> legal = {"dark", "light", "contrast"};
  const Result<std::size_t> at = parse_choice("--theme", text, legal);
  TCVIZ_TRY(at);
  return static_cast<Theme>(at.value());
}

bool names_table(const std::string& text) {
  std::error_code none;
  const std::string suffix = std::filesystem::path(text).extension().string();
  return suffix == ".csv" || suffix == ".npy" || suffix == ".txt" || std::filesystem::is_regular_file(text, none);
}

std::string join_choices(std::span<const std::string_view> words) {
  std::string text;
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (at > 0) text += at + 1 == words.size() ? " or " : ", ";
    text += words[at];
  }
  return text;
}

std::string suggest(std::string_view text, std::span<const std::string_view> legal) {
  const std::vector<std::string_view> meant = meant_words(text, legal);
  return meant.empty() ? std::string() : fmt::format(" Did you mean {}?", join_choices(meant));
}

Status check_text(std::string_view name, std::string_view bytes, std::string_view expected) {
  const std::string_view text = trimmed(bytes);
  if (text.empty()) return bad_input(fmt::format("{} is empty: {}.", name, expected));
  if (text.find('\0') != std::string_view::npos) return bad_input(fmt::format("{} is no text: {}.", name, expected));
  return Nothing{};
}

}  // namespace tcviz::inline app_cli
