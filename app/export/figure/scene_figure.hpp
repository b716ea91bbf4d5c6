// Writes a scene that does not show layouts, such as an image in shared memory, as a picture file.
#pragma once

#include "app/export/figure/figure.hpp"

namespace tcviz::inline app_export {

// Returns the bytes of the file. `carried`: the data of the picture (carried_picture.hpp); empty: it has none.
Result<std::string> write_scene(const Scene& scene, FigureFormat format, std::string_view carried = {});
// Returns the format for the suffix of `path`, or an error with the suffixes of all picture formats.
Result<FigureFormat> picture_format_of(const std::string& path);

}  // namespace tcviz::inline app_export
