// Writes records (structs) as JSON and CBOR and reads them back, from one description of their fields beside the
// struct:
//
//   template <class V>
//   void fields(V& v, Timing& t) {
//     v("batch", t.batch);                             // a number, text, choice, record, list, map or optional of them
//     v.maybe("skipped", t.skipped);                   // left out if it is empty, or equals the third argument
//     v.null("lane", t.lane, -1);                      // null if it equals the third argument
//     v.row("ratio", t.ratio, t.ratio_low);            // a list of several members
//     v.as("kind", t.kind, id_of_kind, find_kind);     // written as the first function makes it; read by the second
//     v.one_of({"box", "bank"}, t.question);           // a variant: under the word of the type that it holds
//     v.word("page", t.page, page_words);              // a choice by its place in a list of words
//     if (v.has("pin", t.pin)) v.row("pin", t.pin->row, t.pin->col);  // left out if it is empty, or the second is
//     false
//   }
//
// A choice (an enum) is written as a word: that of `name_of(value)`, with `last_of(Choice{})` as the last value, or
// that of the rows of `value` and `word` that `record_words(Choice{})` returns, where later rows of a value are older
// spellings. A choice that has only `last_of` is written as a number. A number is read for every choice.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <concepts>
#include <limits>
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

#include "gpu/layout/record_writer.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_layout {

// The treatment of a missing field and of an unknown word. Refused: the whole record is refused. Kept: the field keeps
// its value, as for a file of another version, where a whole number may also be written as 1e6.
enum class Missing : std::uint8_t { Refused, Kept };

// Reads a record; keeps the first error with its place: "timings[2].batch: this is no whole number from 0 to 255".
template <class Json>
class RecordReader {
 public:
  RecordReader(const Json& json, Missing missing) : here_(&json), missing_(missing) {}
  const std::string& problem() const { return problem_; }

  template <class T>
  void operator()(const char* key, T& into) {
    if (const Json* value = find(key)) step(key, *value, [&] { read(into); });
  }
  template <class T>
  void maybe(const char* key, T& into, const std::type_identity_t<T>& = {}) {
    if (here_->contains(key)) (*this)(key, into);
  }
  template <class T>
  void null(const char* key, T& into, const std::type_identity_t<T>& nothing = {}) {
    const Json* value = find(key);
    if (value != nullptr && value->is_null())
      into = nothing;
    else if (value != nullptr)
      (*this)(key, into);
  }
  template <class... T>
  void row(const char* key, T&... into) {
    if (const Json* value = find(key))
      step(key, *value, [&] {
        if (!sized(sizeof...(T))) return;
        std::size_t at = 0;
        (entry(at++, into), ...);
      });
  }
  template <class T, class To, class From>
  void as(const char* key, T& into, const To& to, const From& from);
  template <class... T>
  void one_of(const std::array<const char*, sizeof...(T)>& words, std::variant<T...>& into) {
    read_one(words, into, std::index_sequence_for<T...>());
  }
  template <class T, class Words>
  void word(const char* key, T& into, const Words& words) {
    const auto find_word = [&](const auto& wanted) -> std::optional<T> {
      for (std::size_t at = 0; at < std::size(words); ++at)
        if (wanted(static_cast<T>(at), std::string_view(words[at]))) return static_cast<T>(at);
      return std::nullopt;
    };
    if (const Json* value = find(key)) step(key, *value, [&] { read_choice(into, find_word); });
  }
  bool has(const char* key, bool) const { return here_->contains(key); }
  template <class T>
  bool has(const char* key, std::optional<T>& into) const {
    if (!here_->contains(key)) return false;
    into.emplace();
    return true;
  }

  template <class T>
  void read(T& into);
  template <class T>
  void read(std::optional<T>& into) {
    into.reset();
    if (!here_->is_null()) read(into.emplace());
  }
  void read(std::vector<std::uint8_t>& into) {
    if (here_->is_binary())
      into.assign(here_->get_binary().begin(), here_->get_binary().end());
    else
      refuse("these are no bytes");
  }
  template <class T>
  void read(std::vector<T>& into) {
    into.clear();
    if (!here_->is_array()) return refuse("this is no list");
    into.resize(here_->size());
    for (std::size_t at = 0; at < into.size() && problem_.empty(); ++at) entry(at, into[at]);
  }
  template <class T, std::size_t N>
  void read(std::array<T, N>& into) {
    if (!sized(N)) return;
    for (std::size_t at = 0; at < N; ++at) entry(at, into[at]);
  }
  void read(std::set<std::string>& into) {
    std::vector<std::string> values;
    read(values);
    into = {values.begin(), values.end()};
  }
  template <class T>
  void read(std::map<std::string, T>& into) {
    into.clear();
    if (!here_->is_object()) return refuse("this is no object");
    for (auto member = here_->begin(); member != here_->end(); ++member)
      step(member.key(), member.value(), [&] { read(into[member.key()]); });
  }

  // Reports an error at the current place.
  void refuse(std::string_view what) {
    if (problem_.empty()) problem_ = path_.empty() ? std::string(what) : fmt::format("{}: {}", path_, what);
  }

 private:
  const Json* find(const char* key) {
    const auto at = here_->find(key);
    if (at != here_->end()) return &*at;
    if (missing_ == Missing::Refused) step(key, *here_, [&] { refuse("this is missing"); });
    return nullptr;
  }
  bool sized(std::size_t count) {
    const bool fits = here_->is_array() && here_->size() == count;
    if (!fits) refuse(fmt::format("this is no list of {}", count));
    return fits;
  }
  template <class Work>
  void step(std::string_view name, const Json& value, const Work& work) {
    const std::size_t length = path_.size();
    const Json* const outer = std::exchange(here_, &value);
    path_ += fmt::format("{}{}", path_.empty() || name.starts_with('[') ? "" : ".", name);
    work();
    path_.resize(length);
    here_ = outer;
  }
  template <class T>
  void entry(std::size_t at, T& into) {
    step(fmt::format("[{}]", at), (*here_)[at], [&] { read(into); });
  }
  void refuse_unknown() {
    if (missing_ == Missing::Refused)
      refuse(fmt::format("{} is not known", here_->dump(-1, ' ', false, Json::error_handler_t::replace)));
  }
  template <class Words, class Variant, std::size_t... At>
  void read_one(const Words& words, Variant& into, std::index_sequence<At...>) {
    const bool found = ((here_->contains(words[At]) && ((*this)(words[At], into.template emplace<At>()), true)) || ...);
    if (!found && missing_ == Missing::Refused) refuse(fmt::format("none of {} is here", fmt::join(words, ", ")));
  }
  template <class T>
  void read_number(T& into);
  template <class T, class Find>
  void read_choice(T& into, const Find& find);

  const Json* here_;  // the current value; an object while `fields` is called
  Missing missing_;
  std::string path_, problem_;
};

template <class Json>
template <class T>
void RecordReader<Json>::read(T& into) {
  if constexpr (RecordFor<RecordReader, T>) {
    if (!here_->is_object()) return refuse("this is no object");
    fields(*this, into);
  } else if constexpr (std::is_enum_v<T>) {
    read_choice(into, [](const auto& wanted) { return find_choice<T>(wanted); });
  } else if constexpr (std::same_as<T, bool>) {
    if (!here_->is_boolean()) return refuse("this is neither true nor false");
    into = here_->template get<bool>();
  } else if constexpr (std::is_arithmetic_v<T>) {
    read_number(into);
  } else {
    static_assert(std::same_as<T, std::string>);
    if (!here_->is_string()) return refuse("this is no text");
    into = here_->template get_ref<const std::string&>();
  }
}

// Reads a number; null is a number that JSON cannot express (NaN), but is refused in a file of another version.
template <class Json>
template <class T>
void RecordReader<Json>::read_number(T& into) {
  using Limits = std::numeric_limits<T>;
  if constexpr (std::floating_point<T>) {
    const bool none = here_->is_null() && missing_ == Missing::Refused;
    if (!here_->is_number() && !none) return refuse("this is no number");
    into = none ? Limits::quiet_NaN() : here_->template get<T>();
  } else {
    constexpr double most_real = 9e18;  // that std::int64_t holds
    const bool real =
        here_->is_number_float() && missing_ == Missing::Kept && std::abs(here_->template get<double>()) < most_real;
    const bool fits = here_->is_number_unsigned()          ? std::in_range<T>(here_->template get<std::uint64_t>())
                      : here_->is_number_integer() || real ? std::in_range<T>(here_->template get<std::int64_t>())
                                                           : false;
    if (!fits) return refuse(fmt::format("this is no whole number from {} to {}", Limits::min(), Limits::max()));
    into = here_->template get<T>();
  }
}

template <class Json>
template <class T, class Find>
void RecordReader<Json>::read_choice(T& into, const Find& find) {
  if (!here_->is_string() && !here_->is_number_integer()) return refuse("this is no word");
  const std::string word = here_->is_string() ? here_->template get<std::string>() : std::string();
  const std::int64_t number = here_->is_string() ? -1 : here_->template get<std::int64_t>();
  const std::optional<T> found = find([&](T value, std::string_view name) {
    return here_->is_string() ? name == word : static_cast<std::int64_t>(value) == number;
  });
  if (found)
    into = *found;
  else
    refuse_unknown();
}

// Reads a field through `from`, which returns a Result, an optional, or a pointer that is null for an unknown text.
template <class Json>
template <class T, class To, class From>
void RecordReader<Json>::as(const char* key, T& into, const To&, const From& from) {
  using Made = std::remove_cvref_t<std::invoke_result_t<const To&, const T&>>;
  using Written = std::conditional_t<std::is_convertible_v<Made, std::string_view>, std::string, Made>;
  const Json* const value = find(key);
  if (value == nullptr) return;
  step(key, *value, [&] {
    Written written{};
    read(written);
    if (!problem_.empty()) return;
    auto made = from(written);
    if constexpr (std::is_pointer_v<T>) {
      into = made;
      if (made == nullptr && written != Written{}) refuse_unknown();
    } else if constexpr (requires { made.error(); }) {
      if (!made) return refuse(made.error().message);
      into = std::move(made).value();
    } else {
      if (!made) return refuse_unknown();
      into = *std::move(made);
    }
  });
}

template <class Json = nlohmann::json, class T>
Json write_record(const T& record) {
  return RecordWriter<Json>::write(record);
}

template <class T, class Json>
Status read_record(const Json& json, T& into, Missing missing = Missing::Refused) {
  RecordReader<Json> reader(json, missing);
  reader.read(into);
  return reader.problem().empty() ? Status(Nothing{}) : Status(bad_input(reader.problem()));
}

// Returns a record as CBOR, for another process; unlike JSON text, CBOR can express infinities.
template <class T>
std::string to_cbor(const T& record) {
  std::string bytes;
  nlohmann::json::to_cbor(write_record(record), bytes);
  return bytes;
}
template <class T>
Result<T> from_cbor(const std::string& bytes) {
  const auto json = nlohmann::json::from_cbor(bytes, true, false);
  if (json.is_discarded()) return bad_input("these bytes are no CBOR");
  T record{};
  const Status read = read_record(json, record);
  if (!read) return read.error();
  return record;
}

}  // namespace tcviz::inline gpu_layout
