// Numbers as pictures and tables spell them. Knows nothing of either.
#pragma once

#include <string>

namespace tcviz::inline app_export {

std::string trimmed_number(double value, int places);  // 1.5, 2 -> "1.5"; 3.0001, 2 -> "3"; no "-0"
std::string thousands(double value);                   // 1234567.8 -> "1,234,568"; from 0 on
std::string tflops(double gflops);                     // three digits: 725149 -> "725", 9123 -> "9.12", 190 -> "0.19"

}  // namespace tcviz::inline app_export
