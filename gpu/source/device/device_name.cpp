#include "gpu/source/device/device_name.hpp"

#include <fmt/format.h>

#include "gpu/layout/characters.hpp"

namespace tcviz::inline gpu_device {

std::string device_name(int ordinal) { return fmt::format("cuda:{}", ordinal); }

std::optional<int> gpu_ordinal(std::string_view name) {
  constexpr std::string_view prefix = "cuda:";
  if (!name.starts_with(prefix)) return std::nullopt;
  const std::string_view digits = name.substr(prefix.size());
  const bool padded = digits.size() > 1 && digits.front() == '0';
  if (padded || digits.starts_with('-')) return std::nullopt;
  return number_in<int>(digits);
}

}  // namespace tcviz::inline gpu_device
