// Reads the fields of a JSON object of a lesson file. A mistake is recorded with its line and field, and reading goes
// on. Used by the functions that read lessons.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "app/session/learn/lesson_file.hpp"

namespace tcviz::inline app_session {

// The mistakes found so far, and the line of each field.
struct LessonNotes {
  std::map<std::string, int> lines;
  std::vector<LessonMistake> mistakes;

  // Returns the line of `field`, or of the nearest enclosing field with a known line, or 1.
  int line_of(std::string field) const;
  // Records a mistake.
  void note(const std::string& field, std::string what);
};

class LessonFields {
 public:
  // Reads from `object`, which must outlive this; `path` is its path in the file. Records fields that are not in
  // `known` as mistakes.
  LessonFields(const nlohmann::json& object, std::string path, LessonNotes& notes,
               std::span<const std::string_view> known);

  bool has(std::string_view key) const { return find(key) != nullptr; }
  const nlohmann::json* find(std::string_view key) const;
  std::string path(std::string_view key) const {
    return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
  }
  void note(std::string_view key, std::string what) const { notes_.note(path(key), std::move(what)); }

  // Returns the fields of the object `key`, of which `known` are known; none if there is none. Records a mistake, with
  // an example, if it is no object.
  std::optional<LessonFields> object(std::string_view key, std::string_view example,
                                     std::span<const std::string_view> known) const;
  // Records that the field is missing, with the explanation `what`, if it is.
  void must(std::string_view key, std::string_view what) const;
  // Reads the field `key`, if there is one, into `into`. Records a mistake if it has another type or is out of range.
  void text(std::string_view key, std::string& into) const;
  void texts(std::string_view key, std::vector<std::string>& into) const;
  void flag(std::string_view key, bool& into) const;
  void number(std::string_view key, int least, int most, int& into) const;
  void number(std::string_view key, int least, int most, std::optional<int>& into) const;
  // Reads a field that must be one of `words`, and returns the index of the word; none if it is missing or another
  // text.
  std::optional<std::size_t> word(std::string_view key, std::span<const std::string_view> words) const;

 private:
  const nlohmann::json& object_;
  std::string path_;
  LessonNotes& notes_;
};

}  // namespace tcviz::inline app_session
