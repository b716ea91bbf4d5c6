// Parts of a JSON object that may be missing: what is not there leaves its place as it was. A value of another type
// throws what the JSON library throws; who reads a whole file or link catches it there.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>

namespace tcviz::inline app_session {

template <class T>
void take(const nlohmann::json& object, const char* key, T& into) {
  if (object.contains(key)) into = object.at(key).get<T>();
}
template <class T>
void take(const nlohmann::json& object, const char* key, std::optional<T>& into) {
  if (object.contains(key)) into = object.at(key).get<T>();
}
// A choice as the number of its enumeration; one that is out of range is passed over.
template <class Choice>
void take_choice(const nlohmann::json& object, const char* key, int count, Choice& into) {
  int number = -1;
  take(object, key, number);
  if (number >= 0 && number < count) into = static_cast<Choice>(number);
}

}  // namespace tcviz::inline app_session
