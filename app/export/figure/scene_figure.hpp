// Writes a scene that does not show layouts, such as an image in shared memory, as a picture file.
#pragma once

#include "app/export/figure/figure.hpp"

namespace tcviz::inline app_export {

// Returns the bytes of the file. `scale`: times the default size of the format.
Result<std::string> write_scene(const Scene& scene, FigureFormat format, double scale = 1);
// Returns the format for the suffix of `path`, or an error with the suffixes of all picture formats.
Result<FigureFormat> picture_format_of(const std::string& path);

}  // namespace tcviz::inline app_export
