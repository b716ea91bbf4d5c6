#include "app/session/learn/json_lines.hpp"

#include <vector>

namespace tcviz::inline app_session {
namespace {

// Walks the text once. Keys that are written with escapes get no line of their own.
class LineWalk {
 public:
  explicit LineWalk(std::string_view text) : text_(text) {}

  std::map<std::string, int> walk() {
    while (at_ < text_.size()) step(text_[at_]);
    return std::move(lines_);
  }

 private:
  struct Level {
    bool is_array = false;
    int index = 0;
    std::string key;
    bool expects_key = true;  // of an object
  };

  void step(char c) {
    if (c == '\n') ++line_;
    if (c == '"') return string();
    if (c == '{' || c == '[') open(c == '[');
    if ((c == '}' || c == ']') && !levels_.empty()) levels_.pop_back();
    if (c == ',' && !levels_.empty()) next();
    if (c == ':' && !levels_.empty()) levels_.back().expects_key = false;
    const bool plain = std::string_view(" \t\r\n{}[],:").find(c) == std::string_view::npos;
    if (plain) note();
    ++at_;
  }

  void open(bool is_array) {
    note();
    levels_.push_back({is_array, 0, {}, !is_array});
  }

  void next() {
    Level& level = levels_.back();
    if (level.is_array) ++level.index;
    if (!level.is_array) level.expects_key = true;
  }

  void string() {
    const std::size_t begin = ++at_;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    const std::size_t end = at_ < text_.size() ? at_ : text_.size();
    at_ = end + 1;
    if (levels_.empty() || !levels_.back().expects_key) return note();
    levels_.back().key = text_.substr(begin, end - begin);
  }

  // Notes the line of a value that begins here, or goes on.
  void note() {
    if (!levels_.empty()) lines_.try_emplace(path(), line_);
  }

  std::string path() const {
    std::string path;
    for (const Level& level : levels_) {
      if (level.is_array) path += "[" + std::to_string(level.index) + "]";
      if (!level.is_array) path += (path.empty() ? "" : ".") + level.key;
    }
    return path;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::vector<Level> levels_;
  std::map<std::string, int> lines_;
};

}  // namespace

std::map<std::string, int> json_lines(std::string_view text) { return LineWalk(text).walk(); }

}  // namespace tcviz::inline app_session
