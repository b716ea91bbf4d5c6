// The half of record.hpp that writes, and the words of choices.
#pragma once

#include <array>
#include <concepts>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace tcviz::inline gpu_layout {

template <class T>
concept RowsOfWords = requires(T value) {
  record_words(value);
};

template <class T>
std::string_view record_word(T value) {
  if constexpr (RowsOfWords<T>) {
    for (const auto& row : record_words(value))
      if (row.value == value) return row.word;
    return {};
  } else if constexpr (requires { name_of(value); }) {
    return name_of(value);
  } else {
    return {};
  }
}

// Returns the first value for which wanted(value, word) is true; tries every value and word of the choice.
template <class T, class Wanted>
std::optional<T> find_choice(const Wanted& wanted) {
  if constexpr (RowsOfWords<T>) {
    for (const auto& row : record_words(T{}))
      if (wanted(row.value, std::string_view(row.word))) return row.value;
  } else {
    for (int number = 0; number <= static_cast<int>(last_of(T{})); ++number)
      if (wanted(static_cast<T>(number), record_word(static_cast<T>(number)))) return static_cast<T>(number);
  }
  return std::nullopt;
}

template <class Json>
class RecordWriter {
 public:
  template <class T>
  static Json write(const T& value);
  template <class T>
  static Json write(const std::optional<T>& value) {
    return value ? write(*value) : Json();
  }
  static Json write(const std::vector<std::uint8_t>& bytes) { return Json::binary(bytes); }
  template <class T>
  static Json write(const std::vector<T>& values) {
    return list(values);
  }
  template <class T, std::size_t N>
  static Json write(const std::array<T, N>& values) {
    return list(values);
  }
  static Json write(const std::set<std::string>& values) { return list(values); }
  template <class T>
  static Json write(const std::map<std::string, T>& values) {
    Json json = Json::object();
    for (const auto& [key, value] : values) json[key] = write(value);
    return json;
  }

  template <class T>
  void operator()(const char* key, const T& value) {
    object_[key] = write(value);
  }
  template <class T>
  void maybe(const char* key, const T& value, const std::type_identity_t<T>& usual = {}) {
    if (!(value == usual)) object_[key] = write(value);
  }
  template <class T>
  void null(const char* key, const T& value, const std::type_identity_t<T>& nothing = {}) {
    object_[key] = value == nothing ? Json() : write(value);
  }
  template <class... T>
  void row(const char* key, const T&... values) {
    Json all = Json::array();
    (all.push_back(write(values)), ...);
    object_[key] = std::move(all);
  }
  template <class T, class To, class From>
  void as(const char* key, const T& value, const To& to, const From&) {
    object_[key] = write(to(value));
  }
  template <class... T>
  void one_of(const std::array<const char*, sizeof...(T)>& words, const std::variant<T...>& value) {
    std::visit([&](const auto& held) { object_[words[value.index()]] = write(held); }, value);
  }
  template <class T, class Words>
  void word(const char* key, const T& value, const Words& words) {
    object_[key] = words[static_cast<std::size_t>(value)];
  }
  template <class T>
  bool has(const char*, const T& value) const {
    return static_cast<bool>(value);
  }

 private:
  template <class Values>
  static Json list(const Values& values) {
    Json all = Json::array();
    for (const auto& value : values) all.push_back(write(value));
    return all;
  }

  Json object_ = Json::object();
};

template <class V, class T>
concept RecordFor = std::is_class_v<T> && requires(V& v, T& t) {
  fields(v, t);
};

template <class Json>
template <class T>
Json RecordWriter<Json>::write(const T& value) {
  if constexpr (RecordFor<RecordWriter, T>) {
    RecordWriter inner;
    fields(inner, const_cast<T&>(value));  // a description is shared with the reader, and this one changes nothing
    return std::move(inner.object_);
  } else if constexpr (std::is_enum_v<T>) {
    const std::string_view word = record_word(value);
    return word.empty() ? Json(static_cast<int>(value)) : Json(word);
  } else {
    return Json(value);
  }
}

}  // namespace tcviz::inline gpu_layout
