// Reads and writes whole files, with errors that say what to do. Knows nothing of the meaning of the bytes.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_layout {

// Reads a file of at most `most` bytes. Refuses a larger one, a folder and an unreadable file, with the path in front
// of the message.
Result<std::string> read_file(const std::filesystem::path& path, std::size_t most = std::size_t{64} << 20);

// Writes beside the target and renames, so that a full disk or a kill leaves the old file as it was. A link stays, and
// the file that it points to is replaced; a pipe or a device is written to directly.
Status write_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace tcviz::inline gpu_layout
