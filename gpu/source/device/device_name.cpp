#include "gpu/source/device/device_name.hpp"

#include <fmt/format.h>

#include <charconv>

namespace tcviz::inline gpu_device {

std::string device_name(int ordinal) { return fmt::format("cuda:{}", ordinal); }

std::optional<int> gpu_ordinal(std::string_view name) {
  constexpr std::string_view prefix = "cuda:";
  if (!name.starts_with(prefix)) return std::nullopt;
  const std::string_view digits = name.substr(prefix.size());
  const bool padded = digits.size() > 1 && digits.front() == '0';
  if (padded || digits.starts_with('-')) return std::nullopt;
  int ordinal = 0;
  const auto [stop, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), ordinal);
  const bool whole = problem == std::errc() && stop == digits.data() + digits.size();
  return whole ? std::optional(ordinal) : std::nullopt;
}

}  // namespace tcviz::inline gpu_device
