// A file that a person names, read once: what it holds is told by its content, alike for the command line and the
// window.
#pragma once

#include <string>
#include <vector>

#include "app/export/figure/figure.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_asked {

// Layouts: or a figure, or nothing that is known here; whoever reads them finds out.
enum class FileHolds : std::uint8_t { Layouts, Kernel, Live, Lesson, Launch, Products };
struct NamedFile {
  std::string path, bytes;
  FileHolds holds = FileHolds::Layouts;
  bool is_cuda = false;  // of a kernel: else PTX
};
Result<NamedFile> read_named_file(const std::string& path);
// The layouts of a layout file or a figure, with their sources; BadInput with the path in front if it is neither.
Result<std::vector<FigureLayout>> layouts_in(const NamedFile& file);

}  // namespace tcviz::inline app_asked
