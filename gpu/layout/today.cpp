#include "gpu/layout/today.hpp"

#include <fmt/format.h>

#include <ctime>

namespace tcviz::inline gpu_layout {

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  tzset();  // which localtime_r, unlike localtime, need not do
  localtime_r(&now, &parts);
  return fmt::format("{:04}-{:02}-{:02}", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday);
}

}  // namespace tcviz::inline gpu_layout
