// The data inside a picture that shows no layout, such as an image in shared memory: the command that draws it, and the
// files that the command reads. `tcviz verify` runs the command again and compares the pictures.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/export/figure/figure.hpp"

namespace tcviz::inline app_export {

inline constexpr std::string_view picture_format = "tcviz-picture/1";

struct CarriedFile {
  std::string name, text;  // name: without a folder
  bool is_binary = false;
};
struct CarriedPicture {
  std::vector<std::string> command;  // "image", "smem.128b.k.b16", "--rows=64"; without -o
  std::vector<CarriedFile> files;    // the command names them by their names
};

// Returns the object {"format", "command", "files": {name: text}}, without white space. A file that is no text is
// {"packed": letters}, zlib data in base 64.
std::string carried_json(const CarriedPicture& picture);

// A picture that was read, and the format of its file.
struct ReadPicture {
  CarriedPicture picture;
  FigureFormat format = FigureFormat::Svg;
};
// Reads the data of a picture in a file of any picture format. Returns none if the file carries no picture, and an
// error if what it carries is none that tcviz writes.
Result<std::optional<ReadPicture>> picture_in_text(std::string_view bytes);

}  // namespace tcviz::inline app_export
