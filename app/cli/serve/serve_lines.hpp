// Reads and writes lines of text on file descriptors, with a limit of their length.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tcviz::inline app_cli {

class LineReader {
 public:
  // Reads from `descriptor`. Of a line longer than `most` bytes, next() returns the first most + 1 bytes, so that the
  // caller can reject it.
  LineReader(int descriptor, std::size_t most) : descriptor_(descriptor), most_(most) {}
  // Returns the next line without its line end; none at the end of the stream.
  std::optional<std::string> next();

 private:
  bool fill();

  int descriptor_;
  std::size_t most_;
  std::string buffer_;
  std::size_t at_ = 0;
};

// Writes a line. Returns false if the other end has been closed.
bool write_line(int descriptor, std::string_view line);

}  // namespace tcviz::inline app_cli
