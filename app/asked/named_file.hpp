// A file that a person names, read once and recognised by its content, in the same way for the command line and the
// window.
#pragma once

#include <string>
#include <vector>

#include "app/export/figure/figure.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_asked {

// Layouts also stands for figures, and for files that nothing here recognises: layouts_in then reports the error.
enum class FileHolds : std::uint8_t { Layouts, Kernel, Live, Lesson, Launch, Products };
struct NamedFile {
  std::string path, bytes;
  FileHolds holds = FileHolds::Layouts;
  bool is_cuda = false;  // kernel: true for CUDA C++, false for PTX
};
Result<NamedFile> read_named_file(const std::string& path);
// Reads the layouts of a layout file or a figure, with their sources. BadInput, with the path first, if the file is
// neither.
Result<std::vector<FigureLayout>> layouts_in(const NamedFile& file);

}  // namespace tcviz::inline app_asked
