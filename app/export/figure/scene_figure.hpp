// A scene that shows no layout, such as an image in shared memory, as a figure file: its title and description name the
// thing and the source. Pictures only.
#pragma once

#include "app/export/figure/figure.hpp"

namespace tcviz::inline app_export {

// Writes the scene. `scale`: times the format's own size.
Result<std::string> write_scene(const Scene& scene, FigureFormat format, double scale = 1);
// Returns the format of a file's suffix; an error lists those that are pictures.
Result<FigureFormat> picture_format_of(const std::string& path);

}  // namespace tcviz::inline app_export
