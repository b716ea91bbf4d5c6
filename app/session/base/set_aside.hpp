// Handles a file of the user's that cannot be read: it is renamed, never overwritten.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace tcviz::inline app_session {

// Renames `file` to the first free name of file.damaged, file.2.damaged, ... and says so in a sentence. `what`: "The
// window's settings".
std::string set_aside(const std::filesystem::path& file, std::string_view what, const std::string& why);

}  // namespace tcviz::inline app_session
