// Every bad/NAME.json is refused with exactly the words of bad/NAME.expect.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "gpu/layout/layout_file.hpp"

namespace tcviz {
namespace {

namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  EXPECT_TRUE(stream) << path;
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<fs::path> bad_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(TCVIZ_BAD_FILES))
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

TEST(BadFiles, AreRefusedInTheExpectedWords) {
  for (const fs::path& file : bad_files()) {
    const auto layouts = read_layouts(file);
    ASSERT_FALSE(layouts.ok()) << file;
    EXPECT_EQ(layouts.error().fault, Fault::BadInput) << file;
    EXPECT_EQ(layouts.error().message + "\n",
              file.string() + ": " + content(fs::path(file).replace_extension(".expect")));
  }
}

TEST(BadFiles, ThereAreEnough) { EXPECT_GE(bad_files().size(), 30u); }

}  // namespace
}  // namespace tcviz
