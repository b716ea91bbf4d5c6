// A picture goes to the program of the desktop that takes it; programs here are scripts of the test.
#include "app/session/base/picture_clipboard.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <vector>

#include "gtest/gtest.h"

namespace tcviz {
namespace {

namespace fs = std::filesystem;

class PictureClipboard : public testing::Test {
 protected:
  PictureClipboard() : folder_(fs::temp_directory_path() / ("tcviz_clipboard_" + std::to_string(getpid()))) {
    fs::create_directories(folder_);
    for (const char* name : {"PATH", "DISPLAY", "WAYLAND_DISPLAY"})
      before_.emplace_back(name, std::getenv(name) ? std::optional<std::string>(std::getenv(name)) : std::nullopt);
    setenv("PATH", (folder_.string() + ":/usr/bin:/bin").c_str(), 1);
    setenv("DISPLAY", ":9", 1);
    unsetenv("WAYLAND_DISPLAY");
  }
  ~PictureClipboard() override {
    fs::remove_all(folder_);
    for (const auto& [name, value] : before_) value ? setenv(name, value->c_str(), 1) : unsetenv(name);
  }

  void install(const std::string& name, const std::string& script) {
    std::ofstream(folder_ / name) << "#!/bin/sh\n" << script << "\n";
    fs::permissions(folder_ / name, fs::perms::owner_all);
  }
  std::string taken() const {
    std::ostringstream text;
    text << std::ifstream(folder_ / "taken", std::ios::binary).rdbuf();
    return text.str();
  }
  std::string keep(const std::string& what) const { return what + " > '" + (folder_ / "taken").string() + "'"; }

  fs::path folder_;
  std::vector<std::pair<const char*, std::optional<std::string>>> before_;  // what the environment held
};

TEST_F(PictureClipboard, XclipGetsEveryByte) {
  install("xclip", "[ \"$*\" = '-selection clipboard -target image/png' ] || exit 1\n" + keep("cat"));
  std::string png("\x89PNG\0\r\n", 7);
  for (int n = 0; n < 300'000; ++n) png += static_cast<char>(n * 7);
  const Status copied = copy_picture(png);
  EXPECT_TRUE(copied.ok()) << copied.error().message;
  EXPECT_EQ(taken(), png);
}

TEST_F(PictureClipboard, WaylandsProgramComesFirst) {
  setenv("WAYLAND_DISPLAY", "wayland-0", 1);
  install("wl-copy", "[ \"$*\" = '--type image/png' ] || exit 1\n" + keep("cat"));
  install("xclip", keep("echo none"));
  EXPECT_TRUE(copy_picture("picture").ok());
  EXPECT_EQ(taken(), "picture");
}

TEST_F(PictureClipboard, WhatCannotBeIsSaid) {
  install("xclip", "exit 1");
  EXPECT_EQ(copy_picture("picture").error().message, "xclip refused the picture.");
  setenv("PATH", folder_.c_str(), 1);
  fs::remove(folder_ / "xclip");
  EXPECT_EQ(copy_picture("picture").error().message.substr(0, 47), "No program here takes pictures to the clipboard");
  unsetenv("DISPLAY");
  EXPECT_FALSE(copy_picture("picture").ok());
}

}  // namespace
}  // namespace tcviz
