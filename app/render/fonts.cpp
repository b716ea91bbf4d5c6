// The font file of each face.
#include "app/render/fonts.hpp"

#include <string_view>

#include "embedded/fonts.hpp"

namespace tcviz::inline app_render {

std::span<const std::byte> font_file(Face face) {
  const std::string_view wanted = face == Face::Sans ? "Roboto-Medium.ttf" : "Cousine-Regular.ttf";
  for (const embedded::File& file : embedded::fonts()) {
    if (file.name == wanted) return std::as_bytes(std::span(file.bytes));
  }
  return {};
}

}  // namespace tcviz::inline app_render
