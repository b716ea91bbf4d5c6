// Cases and answers as bytes, between the program and the process that asks the GPU.
#pragma once

#include <string>

#include "gpu/prove/sweep_device.hpp"

namespace tcviz::inline gpu_prove {

std::string write_case(const SweepCase& one);
Result<SweepCase> read_case(const std::string& bytes);
std::string write_answer(const SweepAnswer& answer);
Result<SweepAnswer> read_answer(const std::string& bytes);
std::string write_facts(const Result<SweepFacts>& facts);
Result<SweepFacts> read_facts(const std::string& bytes);

}  // namespace tcviz::inline gpu_prove
