#include "gpu/smem/lane_addresses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "gpu/language/formula/expression.hpp"

namespace tcviz::inline gpu_smem {
namespace {

// The largest address, row or column: sums and products of these stay within 64 bits.
constexpr std::int64_t bound = std::int64_t{1} << 32;

// Splits "0, 4, 8" or "0 4 8".
std::vector<std::string> numbers_of(std::string_view text) {
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

bool is_list(std::string_view text) {
  const auto part = [](char c) {
    return std::string_view("0123456789abcdefABCDEFx, -\n\t").find(c) != std::string_view::npos;
  };
  return text.find_first_of(", ") != std::string_view::npos && std::ranges::all_of(text, part) &&
         numbers_of(text).size() > 1;
}

Result<std::int64_t> value_at(const Expression& expression, int lane, int step) {
  Variables variables{};
  variables[Variable::Tid] = lane;
  variables[Variable::I] = step;
  Result<std::int64_t> value = expression.evaluate(variables);
  if (!value) return bad_input(fmt::format("lane {}: {}", lane, value.error().message));
  if (value.value() < -bound || value.value() > bound)
    return bad_input(fmt::format(
        "lane {}: {} needs more than 32 bits; no address, row or column in shared memory does.", lane, value.value()));
  return value;
}

Result<Expression> read(std::string_view text) {
  Parsed<Expression> parsed = parse_expression(text, Inputs::Slot);
  if (!parsed) return bad_input(fmt::format("'{}': {}.", text, parsed.diagnostics.front().message));
  return std::move(*parsed.value);
}

Result<LaneAddresses> listed(std::string_view text) {
  const std::vector<std::string> numbers = numbers_of(text);
  LaneAddresses addresses{};
  if (numbers.size() != addresses.size())
    return bad_input(fmt::format("{} numbers are given: a warp has {} lanes.", numbers.size(), addresses.size()));
  for (std::size_t lane = 0; lane < addresses.size(); ++lane) {
    const Result<Expression> number = read(numbers[lane]);
    TCVIZ_TRY(number);
    const Result<std::int64_t> value = value_at(number.value(), static_cast<int>(lane), 0);
    TCVIZ_TRY(value);
    addresses[lane] = value.value();
  }
  return addresses;
}

}  // namespace

Result<LaneAddresses> read_lane_addresses(std::string_view text, int step) {
  if (is_list(text)) return listed(text);
  const Result<Expression> expression = read(text);
  TCVIZ_TRY(expression);
  LaneAddresses addresses{};
  for (std::size_t lane = 0; lane < addresses.size(); ++lane) {
    const Result<std::int64_t> value = value_at(expression.value(), static_cast<int>(lane), step);
    TCVIZ_TRY(value);
    addresses[lane] = value.value();
  }
  return addresses;
}

}  // namespace tcviz::inline gpu_smem
