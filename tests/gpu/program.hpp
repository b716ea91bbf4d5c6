// The program that tests start: it lies beside their own, wherever both are carried.
#pragma once

#include <filesystem>
#include <string>

namespace tcviz {

inline std::string program_beside() {
  return (std::filesystem::read_symlink("/proc/self/exe").parent_path() / "tcviz").string();
}

}  // namespace tcviz
