// Options of commands about images: sizes and strides of a tile, and the use that an instruction makes of an operand.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "gpu/smem/descriptor.hpp"

namespace CLI {
class App;
}

namespace tcviz::inline app_cli {

struct ImageOptions {
  std::string rows, cols, lbo, sbo, base, start;
  bool any() const { return !(rows + cols + lbo + sbo + base + start).empty(); }
};
// Adds the options; `of` stands before each help: "of an image: ".
void add_image_options(CLI::App& app, ImageOptions& options, std::string_view of = {});
// Returns "smem.128b.k.b16, 64 x 64, LBO 2048", with the strides in `given`.
std::string describe_tile(const std::string& id, const OperandImage& image, const ImageOptions& given);
// Reads an image. Missing strides are those of a tile of whole atoms side by side.
Result<OperandImage> read_image(const std::string& id, const ImageOptions& options);

// Returns the beginning of every answer about a tile: {"id", "rows", "cols", "element_bits", "lbo", "sbo",
// "base_offset", "start"}.
nlohmann::ordered_json tile_json(const std::string& id, const OperandImage& image);

struct UseOptions {
  std::string type, operand, major, n;
  bool sparse = false;
};
void add_use_options(CLI::App& app, UseOptions& options);
Result<OperandUse> read_use(const UseOptions& options);

// Reads a number from 1 to 65536; leaves `into` alone if `text` is empty.
Status read_int(std::string_view what, const std::string& text, int& into);
// Refuses a tile that does not lie inside shared memory.
Status check_inside(const OperandImage& image);

}  // namespace tcviz::inline app_cli
