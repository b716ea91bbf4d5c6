// The fields of an object of a lesson file, one after the other; every mistake is noted with its line and field, and
// reading goes on. For the files that read lessons.
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

  int line_of(std::string field) const;  // of the nearest thing around it that has one
  void note(const std::string& field, std::string what);
};

class LessonFields {
 public:
  // Notes fields that are none of `known`. `object` must outlive this.
  LessonFields(const nlohmann::json& object, std::string path, LessonNotes& notes,
               std::span<const std::string_view> known);

  bool has(std::string_view key) const { return find(key) != nullptr; }
  const nlohmann::json* find(std::string_view key) const;
  std::string path(std::string_view key) const {
    return path_.empty() ? std::string(key) : path_ + "." + std::string(key);
  }
  void note(std::string_view key, std::string what) const { notes_.note(path(key), std::move(what)); }

  void must(std::string_view key, std::string_view what) const;  // notes it if it is not there
  void text(std::string_view key, std::string& into) const;
  void texts(std::string_view key, std::vector<std::string>& into) const;
  void flag(std::string_view key, bool& into) const;
  void number(std::string_view key, int least, int most, int& into) const;
  void number(std::string_view key, int least, int most, std::optional<int>& into) const;
  // Returns which of the words it is.
  std::optional<std::size_t> word(std::string_view key, std::span<const std::string_view> words) const;

 private:
  const nlohmann::json& object_;
  std::string path_;
  LessonNotes& notes_;
};

}  // namespace tcviz::inline app_session
