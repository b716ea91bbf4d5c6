// Reads a file that the user names, and recognizes its type by its content, for the command line and the window.
#pragma once

#include <string>
#include <vector>

#include "app/export/figure/figure.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_asked {

// The type of a file. Layouts: also a figure, or a file of unknown type, for which layouts_in() returns the error.
// Kernel: for the X-ray; Launch: its launch as JSON; Live: live registers; Products: measured matrix products.
enum class FileHolds : std::uint8_t { Layouts, Kernel, Live, Lesson, Launch, Products };
struct NamedFile {
  std::string path, bytes;
  FileHolds holds = FileHolds::Layouts;
  bool is_cuda = false;  // for Kernel: CUDA C++; false: PTX
};
Result<NamedFile> read_named_file(const std::string& path);
// Returns the layouts in a layout file or figure, with their sources. Returns the error BadInput, beginning with the
// path, if the file is neither.
Result<std::vector<FigureLayout>> layouts_in(const NamedFile& file);

}  // namespace tcviz::inline app_asked
