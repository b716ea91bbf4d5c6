// Options of commands about images (arrangements of a matrix tile in shared memory): sizes and strides of the tile, and
// how an instruction uses it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "gpu/smem/descriptor.hpp"

namespace CLI {
class App;
}

namespace tcviz::inline app_cli {

// The options as typed; empty: not given.
struct ImageOptions {
  std::string rows, cols, lbo, sbo, base, start;
  bool any() const { return !(rows + cols + lbo + sbo + base + start).empty(); }
};
// Adds the options to a command. `of` is put before each help text: "of an image: ".
void add_image_options(CLI::App& app, ImageOptions& options, std::string_view of = {});
// Describes a tile: "smem.128b.k.b16, 64 x 64, LBO 2048", with the strides that the user has given.
std::string describe_tile(const std::string& id, const OperandImage& image, const ImageOptions& given);
// Makes the image. By default strides are those of swizzle atoms packed without gaps.
Result<OperandImage> read_image(const std::string& id, const ImageOptions& options);

// Returns the first fields of every JSON answer about a tile: {"id", "rows", "cols", "element_bits", "lbo", "sbo",
// "base_offset", "start"}.
nlohmann::ordered_json tile_json(const std::string& id, const OperandImage& image);

// The options about the use of a tile, as typed.
struct UseOptions {
  std::string type, operand, major, n;
  bool sparse = false;
};
void add_use_options(CLI::App& app, UseOptions& options);
Result<OperandUse> read_use(const UseOptions& options);
// Reads --arch of a descriptor: "sm_90" (if it is empty), "sm_100a".
Result<DescriptorForm> read_form(const std::string& arch);

// Reads a number from 1 to 65536; leaves `into` unchanged if `text` is empty.
Status read_int(std::string_view what, const std::string& text, int& into);

}  // namespace tcviz::inline app_cli
