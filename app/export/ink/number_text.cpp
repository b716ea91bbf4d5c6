#include "app/export/ink/number_text.hpp"

#include <fmt/format.h>

namespace tcviz::inline app_export {

std::string trimmed_number(double value, int places) {
  std::string text = fmt::format("{:.{}f}", value, places);
  if (text.find('.') != std::string::npos) text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string thousands(double value) {
  std::string digits = fmt::format("{:.0f}", value);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3) digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

std::string tflops(double gflops) {
  const double value = gflops / 1000;
  if (value >= 99.95) return thousands(value);
  return fmt::format("{:.{}f}", value, value >= 9.995 ? 1 : 2);
}

}  // namespace tcviz::inline app_export
