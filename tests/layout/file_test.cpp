#include "gpu/layout/file.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <iterator>

#include "gpu/layout/layout_file.hpp"

namespace tcviz {
namespace {

namespace fs = std::filesystem;

class File : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "tcviz_file_XXXXXX").string();
    ASSERT_NE(::mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string content(const fs::path& path) const {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  void put(const fs::path& path, const std::string& text) const { std::ofstream(path, std::ios::binary) << text; }
  std::size_t files() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }

  fs::path folder_;
};

std::string message(const Status& status) { return status.ok() ? "written" : status.error().message; }

TEST_F(File, NewAndReplaced) {
  const fs::path path = folder_ / "a.json";
  EXPECT_EQ(message(write_file(path, "one")), "written");
  EXPECT_EQ(content(path), "one");
  EXPECT_EQ(message(write_file(path, std::string("t\0o", 3))), "written");
  EXPECT_EQ(content(path), std::string("t\0o", 3));
  EXPECT_EQ(message(write_file(path, "")), "written");
  EXPECT_EQ(content(path), "");
  EXPECT_EQ(files(), 1u);
}

TEST_F(File, ModeIsKept) {
  const fs::path path = folder_ / "a.json";
  put(path, "old");
  ASSERT_EQ(::chmod(path.c_str(), 0640), 0);
  EXPECT_EQ(message(write_file(path, "new")), "written");
  EXPECT_EQ(fs::status(path).permissions(), static_cast<fs::perms>(0640));
}

TEST_F(File, RelativePath) {
  const fs::path before = fs::current_path();
  fs::current_path(folder_);
  EXPECT_EQ(message(write_file("plain.json", "x")), "written");
  fs::current_path(before);
  EXPECT_EQ(content(folder_ / "plain.json"), "x");
}

TEST_F(File, LinksStay) {
  fs::create_directory(folder_ / "there");
  put(folder_ / "there" / "target", "old");
  fs::create_symlink("there/target", folder_ / "link");
  fs::create_symlink("link", folder_ / "link2");
  EXPECT_EQ(message(write_file(folder_ / "link2", "new")), "written");
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "link2"));
  EXPECT_EQ(content(folder_ / "there" / "target"), "new");
  fs::create_symlink("there/fresh", folder_ / "dangling");
  EXPECT_EQ(message(write_file(folder_ / "dangling", "new")), "written");
  EXPECT_EQ(content(folder_ / "there" / "fresh"), "new");
}

TEST_F(File, LinksInACircle) {
  fs::create_symlink("b", folder_ / "a");
  fs::create_symlink("a", folder_ / "b");
  EXPECT_EQ(message(write_file(folder_ / "a", "x")),
            "cannot write " + (folder_ / "a").string() + ": Too many levels of symbolic links; choose another place");
}

TEST_F(File, RefusalsSayWhatToDo) {
  put(folder_ / "file", "x");
  const std::string at = "cannot write " + folder_.string();
  EXPECT_EQ(message(write_file(folder_ / "none" / "a", "x")),
            at + "/none/a: No such file or directory; create the folder first or choose another");
  EXPECT_EQ(message(write_file(folder_ / "file" / "a", "x")),
            at + "/file/a: Not a directory; a part of the path is a file, choose another");
  EXPECT_EQ(message(write_file(folder_, "x")), at + ": Is a directory; it is a folder, name a file in it");
  EXPECT_NE(message(write_file("", "x")), "written");
  EXPECT_NE(message(write_file(folder_ / std::string(300, 'n'), "x")), "written");
  EXPECT_EQ(message(write_file("/dev/full", "x")),
            "cannot write /dev/full: No space left on device; make room or choose another disk");
  EXPECT_EQ(files(), 1u);
}

// In a process of its own, since root must give up its rights for it.
TEST_F(File, UnwritableFolder) {
  put(folder_ / "a", "old");
  ASSERT_EQ(::chmod(folder_.c_str(), 0555), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    if (::geteuid() == 0 && ::setuid(65534) != 0) ::_exit(2);
    const std::string expected =
        "cannot write " + (folder_ / "a").string() + ": Permission denied; choose a place where you may write";
    ::_exit(message(write_file(folder_ / "a", "new")) == expected ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_EQ(::chmod(folder_.c_str(), 0755), 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(content(folder_ / "a"), "old");
}

// A disk that fills up in the middle, by way of the limit on a file's size, whose signal ends a process that does not
// block it. No signal is left waiting.
TEST_F(File, LimitOnTheSizeKeepsTheOldFile) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const std::string bytes(5000, 'n');
  put(folder_ / "a", "old");
  for (const rlim_t most : {0, 1, 1000, 4096, 4999}) {
    const rlimit small{most, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
    const Status status = write_file(folder_ / "a", bytes), fresh = write_file(folder_ / "b", bytes);
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
    EXPECT_EQ(message(status),
              "cannot write " + (folder_ / "a").string() +
                  ": File too large; raise the limit of a file's size (ulimit -f) or choose another disk");
    EXPECT_NE(message(fresh), "written");
    EXPECT_EQ(content(folder_ / "a"), "old") << most;
    EXPECT_EQ(files(), 1u) << most;
  }
  sigset_t waiting{};
  ASSERT_EQ(::sigpending(&waiting), 0);
  EXPECT_EQ(::sigismember(&waiting, SIGXFSZ), 0);
  EXPECT_EQ(message(write_file(folder_ / "a", bytes)), "written");
}

// A full disk of 64 KiB; where no disk can be mounted there is nothing to try.
TEST_F(File, FullDiskKeepsTheOldFile) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (::unshare(CLONE_NEWNS) != 0 || ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) ::_exit(77);
    if (::mount("tmpfs", folder_.c_str(), "tmpfs", 0, "size=64k") != 0) ::_exit(77);
    put(folder_ / "a", "old");
    const bool refused =
        message(write_file(folder_ / "a", std::string(200'000, 'n'))).find("No space left") != std::string::npos;
    ::_exit(refused && content(folder_ / "a") == "old" && files() == 1 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 77) GTEST_SKIP() << "no disk can be mounted here";
  EXPECT_EQ(status, 0);
}

// A name that a killed process of our id left behind does not stop us, nor is it taken for ours.
TEST_F(File, LeftoversAreStrangers) {
  const std::string leftover = ".a." + std::to_string(::getpid()) + ".0.tmp";
  put(folder_ / leftover, "left");
  EXPECT_EQ(message(write_file(folder_ / "a", "new")), "written");
  EXPECT_EQ(content(folder_ / "a"), "new");
  EXPECT_EQ(content(folder_ / leftover), "left");
}

TEST_F(File, PipesAreWrittenTo) {
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const pid_t reader = ::fork();
  if (reader == 0) ::_exit(content(pipe) == "through" ? 0 : 1);
  EXPECT_EQ(message(write_file(pipe, "through")), "written");
  int status = -1;
  ASSERT_EQ(::waitpid(reader, &status, 0), reader);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST_F(File, ReadsWhatIsThere) {
  const std::string bytes = std::string(200'000, 'x') + std::string("\0y", 2);
  put(folder_ / "a", bytes);
  EXPECT_EQ(read_file(folder_ / "a").value(), bytes);
  EXPECT_EQ(read_file(folder_ / "a", bytes.size()).value(), bytes);
  EXPECT_FALSE(read_file(folder_ / "a", bytes.size() - 1).ok());
}

TEST_F(File, LayoutsNameTheirFile) {
  const auto refusal = [](const fs::path& path) { return read_layouts(path).error().message; };
  const std::string at = folder_.string();
  EXPECT_EQ(refusal(folder_), "cannot read " + at + ": Is a directory; it is a folder, name a file in it");
  EXPECT_EQ(refusal(folder_ / "none"), "cannot read " + at + "/none: No such file or directory");
  put(folder_ / "kernel.cu", "");
  EXPECT_EQ(refusal(folder_ / "kernle.cu"),
            "cannot read " + at + "/kernle.cu: No such file or directory; did you mean " + at + "/kernel.cu?");
  EXPECT_EQ(refusal(folder_ / "kernle.json"), "cannot read " + at + "/kernle.json: No such file or directory");
  put(folder_ / "empty", "");
  EXPECT_EQ(refusal(folder_ / "empty"), at + "/empty: empty: JSON is expected");
  put(folder_ / "large", "{");
  fs::resize_file(folder_ / "large", (std::uintmax_t{64} << 20) + 1);
  EXPECT_EQ(refusal(folder_ / "large"), "cannot read " + at + "/large: larger than 64 MiB");
}

}  // namespace
}  // namespace tcviz
