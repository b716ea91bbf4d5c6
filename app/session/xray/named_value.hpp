// Values of enumerations by the names that the x-ray gives them.
#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace tcviz::inline app_session {

// The value of an enumeration that is called so; `last` ends it. Throws what is caught where the whole text is read.
template <class Choice>
Choice named(const nlohmann::json& object, const char* key, Choice last) {
  const auto name = object.at(key).get<std::string>();
  for (int number = 0; number <= static_cast<int>(last); ++number)
    if (name_of(static_cast<Choice>(number)) == name) return static_cast<Choice>(number);
  throw std::invalid_argument(fmt::format("{} '{}' is not known", key, name));
}

}  // namespace tcviz::inline app_session
