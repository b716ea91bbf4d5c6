#include "app/session/base/picture_clipboard.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>

extern char** environ;

namespace tcviz::inline app_session {
namespace {

struct ClipboardProgram {
  const char* desktop;  // is there if this variable is set
  std::array<const char*, 6> arguments;
};
constexpr std::array<ClipboardProgram, 2> clipboard_programs = {
    {{"WAYLAND_DISPLAY", {"wl-copy", "--type", "image/png", nullptr}},
     {"DISPLAY", {"xclip", "-selection", "clipboard", "-target", "image/png", nullptr}}}};

// Returns a file in memory that holds these bytes; -1: there is none.
int file_of(const std::string& bytes) {
  const int file = memfd_create("tcviz-picture", MFD_CLOEXEC);
  for (std::size_t written = 0; file >= 0 && written < bytes.size();) {
    const ssize_t count = write(file, bytes.data() + written, bytes.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      close(file);
      return -1;
    }
    written += static_cast<std::size_t>(count);
  }
  if (file >= 0) lseek(file, 0, SEEK_SET);
  return file;
}

// Runs the program and returns zero, or the error that kept it from running. These programs leave a child behind that
// serves the picture.
int run_with_input(const ClipboardProgram& program, int input, int& exit_code) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  auto arguments = program.arguments;
  pid_t child = 0;
  const int code =
      posix_spawnp(&child, arguments[0], &actions, nullptr, const_cast<char* const*>(arguments.data()), environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  while (code == 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return code;
}

}  // namespace

Status copy_picture(const std::string& png) {
  for (const ClipboardProgram& program : clipboard_programs) {
    const char* desktop = std::getenv(program.desktop);
    if (desktop == nullptr || *desktop == '\0') continue;
    const int file = file_of(png);
    if (file < 0) return unavailable(fmt::format("the picture could not be kept in memory: {}.", std::strerror(errno)));
    int exit_code = 0;
    const int code = run_with_input(program, file, exit_code);
    close(file);
    if (code == 0 && exit_code == 0) return Nothing{};
    if (code == 0 && exit_code != 127) return unavailable(fmt::format("{} refused the picture.", program.arguments[0]));
  }
  return unavailable(
      "No program here takes pictures to the clipboard: install xclip (X11) or wl-clipboard (Wayland), or save the "
      "file.");
}

}  // namespace tcviz::inline app_session
