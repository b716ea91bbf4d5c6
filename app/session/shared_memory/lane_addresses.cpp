#include "app/session/shared_memory/lane_addresses.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "gpu/formula/expression.hpp"

namespace tcviz {
inline namespace app_session {
namespace {

// "0, 4, 8" or "0 4 8"
std::vector<std::string> lane_numbers(const std::string& text) {
  std::vector<std::string> numbers(1);
  for (const char c : text) {
    if (c != ',' && c != ' ' && c != '\n' && c != '\t')
      numbers.back() += c;
    else if (!numbers.back().empty())
      numbers.emplace_back();
  }
  if (numbers.back().empty()) numbers.pop_back();
  return numbers;
}

bool is_list_of_lanes(const std::string& text) {
  const auto part = [](char c) {
    return std::string_view("0123456789abcdefABCDEFx, -\n\t").find(c) != std::string_view::npos;
  };
  return text.find_first_of(", ") != std::string::npos && std::ranges::all_of(text, part) &&
         lane_numbers(text).size() > 1;
}

Result<std::int64_t> lane_number(std::string_view what, std::string_view text) {
  const bool minus = text.starts_with('-');
  std::string_view digits = text.substr(minus ? 1 : 0);
  const bool hex = digits.starts_with("0x") || digits.starts_with("0X");
  if (hex) digits.remove_prefix(2);
  std::int64_t number = 0;
  const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), number, hex ? 16 : 10);
  if (fault == std::errc::result_out_of_range)
    return bad_input(fmt::format("{} '{}' is no whole number of at most 64 bits.", what, text));
  if (fault != std::errc() || end != digits.data() + digits.size())
    return bad_input(fmt::format("{} '{}' is no whole number.", what, text));
  return minus ? -number : number;
}

Result<LaneAddresses> listed_lanes(std::string_view what, const std::string& text) {
  const std::vector<std::string> numbers = lane_numbers(text);
  LaneAddresses addresses{};
  if (numbers.size() != addresses.size())
    return bad_input(fmt::format("{} has {} numbers: a warp has {} lanes.", what, numbers.size(), addresses.size()));
  for (std::size_t lane = 0; lane < addresses.size(); ++lane) {
    const Result<std::int64_t> number = lane_number(what, numbers[lane]);
    TCVIZ_TRY(number);
    addresses[lane] = number.value();
  }
  return addresses;
}

}  // namespace

Result<LaneAddresses> read_lanes(std::string_view what, const std::string& text) {
  if (is_list_of_lanes(text)) return listed_lanes(what, text);
  const Parsed<Expression> parsed = parse_expression(text, Inputs::Slot);
  if (!parsed) return bad_input(fmt::format("{} '{}': {}.", what, text, parsed.diagnostics.front().message));
  LaneAddresses addresses{};
  for (std::size_t lane = 0; lane < addresses.size(); ++lane) {
    Variables variables{};
    variables[Variable::Tid] = static_cast<std::int32_t>(lane);
    const Result<std::int64_t> value = parsed.value->evaluate(variables);
    if (!value) return bad_input(fmt::format("{}, lane {}: {}", what, lane, value.error().message));
    addresses[lane] = value.value();
  }
  return addresses;
}

Result<LaneAddresses> lanes_in_image(const OperandImage& image, const std::string& row, const std::string& col) {
  const Result<LaneAddresses> rows = read_lanes("row", row), cols = read_lanes("col", col);
  TCVIZ_TRY(rows);
  TCVIZ_TRY(cols);
  LaneAddresses addresses{};
  for (std::size_t lane = 0; lane < addresses.size(); ++lane) {
    const std::int64_t r = rows.value()[lane], c = cols.value()[lane];
    if (r >= image.rows || c >= image.cols)
      return bad_input(
          fmt::format("lane {} asks for element ({}, {}): the tile has {} x {}.", lane, r, c, image.rows, image.cols));
    addresses[lane] = r < 0 || c < 0 ? lane_off : image.address(static_cast<int>(r), static_cast<int>(c));
  }
  return addresses;
}

std::string spelled(const LaneAddresses& addresses) { return fmt::format("{}", fmt::join(addresses, " ")); }

}  // namespace app_session
}  // namespace tcviz
