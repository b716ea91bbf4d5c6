// Writes the answers of a sweep to a file, assets/images/sm_NN.json, with which tests compare gpu/smem without a GPU.
#pragma once

#include <string>
#include <string_view>

#include "gpu/prove/sweep.hpp"

namespace tcviz::inline gpu_prove {

// Returns the text of the file. `date` is by ISO 8601: "2026-11-23".
std::string write_record(const SweepReport& report, std::string_view date);

}  // namespace tcviz::inline gpu_prove
