// Reads optional members of a JSON object: if `key` is missing, `into` stays unchanged. A value of the wrong type
// throws the exception of the JSON library; the function that reads the whole file or link catches it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tcviz::inline app_session {

template <class T>
void take(const nlohmann::json& object, const char* key, T& into) {
  if (object.contains(key)) into = object.at(key).get<T>();
}
template <class T>
void take(const nlohmann::json& object, const char* key, std::optional<T>& into) {
  if (object.contains(key)) into = object.at(key).get<T>();
}
// Returns the word for `choice`; `words` has one for each enumerator, in order.
template <class Choice>
std::string_view word_in(std::span<const std::string_view> words, Choice choice) {
  return words[static_cast<std::size_t>(choice)];
}
// Reads an enumerator from its word, or from its number, which version 0.1 wrote. Returns false and leaves `into`
// unchanged if the word or number is unknown.
template <class Choice>
bool read_choice(const nlohmann::json& value, std::span<const std::string_view> words, Choice& into) {
  const auto word = value.is_string() ? std::ranges::find(words, value.get<std::string>()) : words.end();
  const auto number = value.is_string() ? word - words.begin() : value.get<std::ptrdiff_t>();
  const bool known = number >= 0 && number < std::ssize(words);
  if (known) into = static_cast<Choice>(number);
  return known;
}
template <class Choice>
void take_choice(const nlohmann::json& object, const char* key, std::span<const std::string_view> words, Choice& into) {
  if (object.contains(key)) read_choice(object.at(key), words, into);
}

}  // namespace tcviz::inline app_session
