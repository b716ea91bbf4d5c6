#include "app/session/learn/lesson_fields.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace tcviz::inline app_session {
namespace {

using nlohmann::json;

constexpr std::size_t most_text = 2000;

// True if the text has no control character: it comes back on terminals.
bool is_printable(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) == 0x7f;
  });
}

std::string_view problem_of(const json& value) {
  if (!value.is_string()) return "must be a text in quotes.";
  const auto& text = value.get_ref<const std::string&>();
  if (text.empty()) return "is empty: write something, or leave the field out.";
  if (text.size() > most_text) return "is longer than 2000 bytes: cut it into several.";
  if (!is_printable(text)) return "has a control character: leave it out; a new paragraph is a new text of the list.";
  return {};
}

}  // namespace

int LessonNotes::line_of(std::string field) const {
  while (!field.empty()) {
    if (const auto at = lines.find(field); at != lines.end()) return at->second;
    const std::size_t cut = field.find_last_of(".[");
    field.resize(cut == std::string::npos ? 0 : cut);
  }
  return 1;
}

void LessonNotes::note(const std::string& field, std::string what) {
  mistakes.push_back({line_of(field), field, std::move(what)});
}

LessonFields::LessonFields(const json& object, std::string path, LessonNotes& notes,
                           std::span<const std::string_view> known)
    : object_(object), path_(std::move(path)), notes_(notes) {
  for (const auto& [key, value] : object.items()) {
    const bool is_known = std::find(known.begin(), known.end(), key) != known.end();
    const std::string shown = is_printable(key) ? key.substr(0, 40) : "a field";
    if (!is_known) note(shown, fmt::format("is not known here: the fields are {}.", fmt::join(known, ", ")));
  }
}

const json* LessonFields::find(std::string_view key) const {
  const auto at = object_.find(key);
  return at == object_.end() ? nullptr : &*at;
}

std::optional<LessonFields> LessonFields::object(std::string_view key, std::string_view example,
                                                 std::span<const std::string_view> known) const {
  const nlohmann::json* const value = find(key);
  if (value != nullptr && !value->is_object()) note(key, fmt::format("must be an object: {}.", example));
  if (value == nullptr || !value->is_object()) return std::nullopt;
  return std::make_optional<LessonFields>(*value, path(key), notes_, known);
}

void LessonFields::must(std::string_view key, std::string_view what) const {
  if (!has(key)) note(key, fmt::format("is missing: {}.", what));
}

void LessonFields::text(std::string_view key, std::string& into) const {
  const json* const value = find(key);
  if (value == nullptr) return;
  const std::string_view problem = problem_of(*value);
  if (!problem.empty()) return note(key, std::string(problem));
  into = value->get_ref<const std::string&>();
}

void LessonFields::texts(std::string_view key, std::vector<std::string>& into) const {
  const json* const value = find(key);
  if (value == nullptr) return;
  if (!value->is_array() || value->empty()) return note(key, "must be a list of texts: [\"...\", \"...\"].");
  for (std::size_t n = 0; n < value->size(); ++n) {
    const std::string_view problem = problem_of((*value)[n]);
    if (!problem.empty()) note(fmt::format("{}[{}]", key, n), std::string(problem));
    if (problem.empty()) into.push_back((*value)[n].get<std::string>());
  }
}

void LessonFields::flag(std::string_view key, bool& into) const {
  const json* const value = find(key);
  if (value == nullptr) return;
  if (!value->is_boolean()) return note(key, "must be true or false.");
  into = value->get<bool>();
}

void LessonFields::number(std::string_view key, int least, int most, std::optional<int>& into) const {
  const json* const value = find(key);
  if (value == nullptr) return;
  const bool is_small =
      value->is_number_integer() && (!value->is_number_unsigned() || value->get<std::uint64_t>() < (1U << 30));
  const std::int64_t number = is_small ? value->get<std::int64_t>() : std::int64_t{most} + 1;
  if (number < least || number > most)
    return note(key, fmt::format("must be a whole number from {} to {}.", least, most));
  into = static_cast<int>(number);
}

void LessonFields::number(std::string_view key, int least, int most, int& into) const {
  std::optional<int> read;
  number(key, least, most, read);
  if (read) into = *read;
}

std::optional<std::size_t> LessonFields::word(std::string_view key, std::span<const std::string_view> words) const {
  const json* const value = find(key);
  if (value == nullptr) return std::nullopt;
  std::string word = value->is_string() ? value->get<std::string>() : std::string();
  std::ranges::replace(word, ' ', '-');  // "in quad", as lessons of version 0.1 have it
  const auto at = std::find(words.begin(), words.end(), word);
  if (at == words.end()) note(key, fmt::format("must be one of {}.", fmt::join(words, ", ")));
  return at == words.end() ? std::nullopt : std::optional(static_cast<std::size_t>(at - words.begin()));
}

}  // namespace tcviz::inline app_session
