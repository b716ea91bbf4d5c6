// The dialog File > Open: a field for a path, which is completed, the content of the folder, and recent files.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/session/base/folder_entries.hpp"
#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

class OpenPanel {
 public:
  void draw(const Ui& ui);

 private:
  void open();
  void type(const std::string& path);
  void draw_field(const Ui& ui);
  void draw_list(const Ui& ui);
  bool draw_entry(const Ui& ui, const FolderEntry& entry, std::size_t at);
  void choose(const Ui& ui, const FolderEntry& entry);
  void press_keys(const Ui& ui);

  bool was_open_ = false, typed_anew_ = false, moved_ = false;
  std::array<char, 1024> path_ = {};
  std::vector<FolderEntry> entries_;
  std::size_t at_ = 0, listed_ = 0;  // index of the row with the keyboard's cursor; number of rows
};

}  // namespace tcviz::inline app_ui
