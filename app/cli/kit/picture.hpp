// Pictures that commands draw with -o. Each carries the words of its command, so that `tcviz verify` can draw it again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/cli/kit/context.hpp"
#include "app/export/figure/carried_picture.hpp"
#include "app/scene/grid/style.hpp"

namespace CLI {
class App;
}

namespace tcviz::inline app_cli {

// The colours of a picture, as typed: --theme and --palette.
struct PictureColors {
  std::string theme, palette;
  // Sets the colours of a picture; those that were not typed stay.
  Status read(Theme& into_theme, Palette& into_palette) const;
};
void add_picture_colors(CLI::App& app, PictureColors& colors);

// Returns the command's name and its typed words, as "--rows=64", without those of the options in `without`, nor -o and
// those that change no picture.
std::vector<std::string> typed_words(const CLI::App& app, const std::vector<std::string_view>& without = {});
// Adds "--device=SOURCE", the source that was chosen, in place of a device that was typed or left out.
std::vector<std::string> typed_words_with_source(const CLI::App& app, const std::string& source);

// Writes the picture to the file `path`, in the format of its suffix.
Status deliver_picture(const Scene& scene, const std::string& path, const CarriedPicture& made_by, Context& context);

// Runs the command of a picture and returns the bytes of what it draws, in the same format. Returns an error if the
// command is none that draws, or has a word that none of them writes.
Result<std::string> draw_again(const ReadPicture& picture, const Context& context);

// Returns the command as a person types it: "tcviz image smem.128b.k.b16 --rows=64".
std::string command_line_of(const CarriedPicture& picture);

}  // namespace tcviz::inline app_cli
