// The answer of ptxas to each of many instructions.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tcviz {

// The start of a module whose entry declares the registers of the lines; ends where its first instruction begins.
std::string ptxas_head(const std::string& architecture);

// Returns the program `ptxas` of CUDA 13.0; none if it is not on this machine.
std::optional<std::string> ptxas_here();

// Returns for each line if ptxas takes it in an entry of an architecture.
std::vector<bool> taken_by_ptxas(const std::string& ptxas, const std::string& architecture,
                                 const std::vector<std::string>& lines);

}  // namespace tcviz
