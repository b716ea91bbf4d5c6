// Reads and writes whole files, with errors that say what to do.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_layout {

// Returns the content of a file of at most `most` bytes. Returns an error, which begins with the path, for a larger
// file, a folder and an unreadable file.
Result<std::string> read_file(const std::filesystem::path& path, std::size_t most = std::size_t{64} << 20);

// Writes a temporary file beside the target and renames it, so that the old file stays whole if the disk is full or the
// process is killed. If the path is a link, replaces the file that it points to; writes directly to a pipe or device.
Status write_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace tcviz::inline gpu_layout
