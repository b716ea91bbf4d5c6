// Writes numbers as text for pictures and tables.
#pragma once

#include <string>

namespace tcviz::inline app_export {

// Writes at most `places` decimal places, without trailing zeros: (1.5, 2) -> "1.5"; (3.0001, 2) -> "3"; never "-0".
std::string trimmed_number(double value, int places);
// Writes a number >= 0 rounded and with separators: 1234567.8 -> "1,234,568".
std::string thousands(double value);
// Converts GFLOP/s to TFLOP/s with three digits: 725149 -> "725", 9123 -> "9.12", 190 -> "0.19".
std::string tflops(double gflops);

}  // namespace tcviz::inline app_export
