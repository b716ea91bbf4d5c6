// What the window keeps between runs, in one file of the config folder: where panels stand, theme and scale. A damaged
// or foreign file is as good as none.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "app/scene/scene.hpp"

namespace tcviz {

// Our own part; Dear ImGui writes it among its own.
struct Settings {
  Theme theme = Theme::Dark;
  int ui_percent = 100;
  bool found = false;  // read from a file
};
// Lets the current Dear ImGui context read and write `settings`, which must outlive it.
void keep_settings(Settings& settings);

// The text with a first line that carries its checksum, and back; none where text and checksum disagree.
std::string seal(std::string_view text);
std::optional<std::string> unseal(std::string_view sealed);

// Into and out of the current Dear ImGui context. An empty folder: neither reads nor writes.
void load_settings(const std::filesystem::path& folder);
// Fails quietly: a window that cannot keep its layout still works.
void save_settings(const std::filesystem::path& folder);

}  // namespace tcviz
