// Small things that tests do with texts and commands.
#pragma once

#include <array>
#include <cstdio>
#include <sstream>
#include <string>
#include <vector>

namespace tcviz {

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

// Runs the command and returns what it writes to its standard output.
inline std::string output_of(const std::string& command) {
  std::string output;
  std::array<char, 4096> part{};
  FILE* const pipe = popen(command.c_str(), "r");
  for (std::size_t size = 0; pipe != nullptr && (size = std::fread(part.data(), 1, part.size(), pipe)) > 0;)
    output.append(part.data(), size);
  if (pipe != nullptr) pclose(pipe);
  return output;
}

}  // namespace tcviz
