#include "gpu/layout/json_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <vector>

namespace tcviz::inline gpu_layout {
namespace {

using nlohmann::json;

// Receives the library's events and builds the tree, so that it can refuse input that the library's own builder
// accepts: there the last of two equal keys wins silently. The library names the member functions.
class Builder {
 public:
  Builder(std::string_view text, const JsonLimits& limits) : text_(text), limits_(limits) {}

  bool null() { return add(json(nullptr)); }
  bool boolean(bool value) { return add(json(value)); }
  bool number_integer(json::number_integer_t value) { return add(json(value)); }
  bool number_unsigned(json::number_unsigned_t value) { return add(json(value)); }
  bool number_float(json::number_float_t value, const json::string_t&) { return add(json(value)); }
  bool string(json::string_t& value) { return add(json(std::move(value))); }
  bool binary(json::binary_t&) { return refuse("binary data is not JSON"); }
  bool start_object(std::size_t) { return open(json::object()); }
  bool start_array(std::size_t) { return open(json::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(json::string_t& name);
  bool parse_error(std::size_t position, const std::string& last_token, const json::exception& problem);

  json take_root() { return std::move(root_); }
  const std::string& problem() const { return problem_; }

 private:
  struct Level {
    json* value;
    std::optional<std::string> key;  // of the object's member that is being read
  };

  bool add(json value) { return place(std::move(value)) != nullptr; }
  json* place(json value);
  bool open(json empty);
  bool close() {
    levels_.pop_back();
    return true;
  }
  bool refuse(std::string_view why);
  std::string path() const;

  std::string_view text_;
  JsonLimits limits_;
  json root_;
  std::vector<Level> levels_;
  std::string problem_;
};

// Returns a few printable characters of foreign text, for a message.
std::string excerpt(std::string_view raw) {
  constexpr std::size_t longest = 24;
  std::string text(raw.substr(0, longest));
  std::ranges::replace_if(
      text, [](char c) { return c < ' ' || c > '~'; }, '?');
  return fmt::format("'{}{}'", text, raw.size() > longest ? "..." : "");
}

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

// Returns a key as it stands in a path; a foreign one in quotes.
std::string shown(const std::string& key) {
  const auto plain = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-'; };
  return key.size() <= 24 && !key.empty() && std::ranges::all_of(key, plain) ? key : excerpt(key);
}

std::string Builder::path() const {
  std::string path;
  for (std::size_t depth = 0; depth < levels_.size(); ++depth) {
    const Level& level = levels_[depth];
    const bool innermost = depth + 1 == levels_.size();  // its next entry is the one in question
    if (level.value->is_array())
      path += fmt::format("[{}]", level.value->size() - (innermost ? 0 : 1));
    else if (level.key)
      path += (path.empty() ? "" : ".") + shown(*level.key);
  }
  return path;
}

bool Builder::refuse(std::string_view why) {
  const std::string place = path();
  problem_ = place.empty() ? std::string(why) : fmt::format("{}: {}", place, why);
  return false;
}

json* Builder::place(json value) {
  if (levels_.empty()) return &(root_ = std::move(value));
  Level& level = levels_.back();
  if (level.value->is_object()) return &((*level.value)[*level.key] = std::move(value));
  if (level.value->size() < limits_.array_entries) return &level.value->emplace_back(std::move(value));
  refuse(fmt::format("more than {} entries", limits_.array_entries));
  return nullptr;
}

bool Builder::open(json empty) {
  if (levels_.size() == limits_.depth) return refuse(fmt::format("nested deeper than {} levels", limits_.depth));
  json* value = place(std::move(empty));
  if (value) levels_.push_back({value, {}});
  return value != nullptr;
}

bool Builder::key(json::string_t& name) {
  Level& level = levels_.back();
  level.key = name;
  if (level.value->contains(name)) return refuse("this key appears twice in the same object");
  return true;
}

bool Builder::parse_error(std::size_t position, const std::string& last_token, const json::exception& problem) {
  constexpr int number_overflow = 406;
  if (problem.id == number_overflow) return refuse(fmt::format("the number {} is too large", excerpt(last_token)));
  const std::string_view before = text_.substr(0, position > 0 ? std::min(position - 1, text_.size()) : 0);
  const auto line = std::ranges::count(before, '\n') + 1;
  const std::size_t line_begin = before.rfind('\n') + 1, column = before.size() - line_begin + 1;
  const std::string_view rest = text_.substr(before.size()), rest_of_line = rest.substr(0, rest.find('\n'));
  if (rest.empty())
    problem_ = fmt::format("line {}, column {}: the JSON text ends too early", line, column);
  else
    problem_ = fmt::format("line {}, column {}: no valid {} at {}", line, column,
                           is_ascii(before.substr(line_begin)) ? "JSON" : "JSON or no UTF-8", excerpt(rest_of_line));
  return false;
}

}  // namespace

Result<json> read_json(std::string_view text, const JsonLimits& limits) {
  if (text.size() > limits.bytes) return bad_input(fmt::format("larger than {} MiB", limits.bytes >> 20));
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return bad_input("empty: JSON is expected");
  Builder builder(text, limits);
  try {
    if (!json::sax_parse(text, &builder)) return bad_input(builder.problem());
    return builder.take_root();
  } catch (const std::exception& problem) {
    return bad_input(fmt::format("cannot be read as JSON: {}", problem.what()));
  }
}

}  // namespace tcviz::inline gpu_layout
