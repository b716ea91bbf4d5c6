// Lines from a descriptor and to one: a line that is too long is counted, not kept.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tcviz::inline app_cli {

class LineReader {
 public:
  // Reads lines; `next` returns the first most + 1 bytes of a longer line, so that the reader of the message can refuse
  // it.
  LineReader(int descriptor, std::size_t most) : descriptor_(descriptor), most_(most) {}
  // Returns a line without its end; nothing at the end of the stream.
  std::optional<std::string> next();

 private:
  bool fill();

  int descriptor_;
  std::size_t most_;
  std::string buffer_;
  std::size_t at_ = 0;
};

// Writes a line; false if the reader has gone away.
bool write_line(int descriptor, std::string_view line);

}  // namespace tcviz::inline app_cli
