// Renames a damaged file of the user (settings, saved formulae), so that the program never overwrites it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace tcviz::inline app_session {

// Renames `file` to the first free name of file.damaged, file.2.damaged, ... Returns a message for the user, made of
// `what` ("The window's settings"), the reason `why` and the new name.
std::string set_aside(const std::filesystem::path& file, std::string_view what, const std::string& why);

}  // namespace tcviz::inline app_session
