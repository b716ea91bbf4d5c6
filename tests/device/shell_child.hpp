// Shell scripts that stand in for the program's own children.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

namespace tcviz {

inline std::vector<std::string> shell(const std::string& script) { return {"/bin/sh", "-c", script}; }

// A frame as printf's octal numbers: eight bytes of length, then the bytes.
inline std::string printed_frame(const std::string& bytes) {
  std::string script = "printf '";
  const std::uint64_t length = bytes.size();
  for (int at = 0; at < 8; ++at) script += fmt::format("\\{:03o}", (length >> (8 * at)) & 255);
  for (const char byte : bytes) script += fmt::format("\\{:03o}", static_cast<unsigned char>(byte));
  return script + "'; ";
}

}  // namespace tcviz
