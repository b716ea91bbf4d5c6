// The files and folders that match a path while it is typed.
#pragma once

#include <string>
#include <vector>

namespace tcviz::inline app_session {

// An entry of a folder. The path of a folder ends with a slash.
struct FolderEntry {
  std::string name, path;
  bool is_folder = false;
};
// Returns the entries that match a path that is being typed and may be opened, folders first.
std::vector<FolderEntry> entries_for(const std::string& typed);
// Returns the typed path, extended by the beginning that all `entries` share.
std::string completed_path(const std::string& typed, const std::vector<FolderEntry>& entries);
// Replaces "~/a" as a shell reads it.
std::string without_tilde(const std::string& typed);
// Returns the absolute path, "/tmp/figures/acc.svg", if it can be determined.
std::string full_path(const std::string& path);

}  // namespace tcviz::inline app_session
