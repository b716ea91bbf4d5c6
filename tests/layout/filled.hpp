// A record with a value of its own in every field, and the claim that all of them survive there and back.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

#include "gpu/layout/record.hpp"

namespace tcviz {

// A visitor of `fields`. A field that is written `as` something else keeps what the test gave it.
class Filler {
 public:
  template <class T>
  void operator()(const char*, T& into) {
    fill(into);
  }
  template <class T>
  void maybe(const char*, T& into, const std::type_identity_t<T>& = {}) {
    (*this)("", into);
  }
  template <class T>
  void null(const char*, T& into, const std::type_identity_t<T>& = {}) {
    (*this)("", into);
  }
  template <class... T>
  void row(const char*, T&... into) {
    ((*this)("", into), ...);
  }
  template <class T, class To, class From>
  void as(const char*, T&, const To&, const From&) {}
  template <class Variant>
  void one_of(std::initializer_list<const char*>, Variant& into) {
    std::visit([&](auto& held) { fill(held); }, into);
  }
  template <class T, class Words>
  void word(const char*, T& into, const Words& words) {
    into = static_cast<T>((static_cast<std::size_t>(into) + 1) % std::size(words));
  }
  static bool has(const char*, bool) { return true; }
  template <class T>
  static bool has(const char*, std::optional<T>& into) {
    into.emplace();
    return true;
  }

  template <class T>
  void fill(T& into) {
    if constexpr (std::same_as<T, bool>) {
      into = !into;
    } else if constexpr (std::is_enum_v<T>) {
      into = *find_choice<T>([&](T value, std::string_view) { return value != into; });
    } else if constexpr (std::is_integral_v<T>) {
      into = static_cast<T>(++next_ % 120 + 3);
    } else if constexpr (std::is_floating_point_v<T>) {
      into = static_cast<T>(++next_) + T(0.5);
    } else if constexpr (std::same_as<T, std::string>) {
      into = fmt::format("text {}", ++next_);
    } else {
      fields(*this, into);
    }
  }
  template <class T>
  void fill(std::optional<T>& into) {
    fill(into.emplace());
  }
  template <class T>
  void fill(std::vector<T>& into) {
    into.resize(2);
    for (T& one : into) fill(one);
  }
  template <class T, std::size_t N>
  void fill(std::array<T, N>& into) {
    for (T& one : into) fill(one);
  }
  void fill(std::set<std::string>& into) { into = {"a member", "another"}; }
  template <class T>
  void fill(std::map<std::string, T>& into) {
    fill(into["one"]), fill(into["another"]);
  }

 private:
  int next_ = 0;
};

struct Anything {
  template <class T>
  operator T() const;  // NOLINT: it stands for every member's type in turn
};

// How many members an aggregate has.
template <class T, class... Before>
constexpr int members_of() {
  if constexpr (requires { T{Before{}..., Anything{}}; })
    return members_of<T, Before..., Anything>();
  else
    return sizeof...(Before);
}

// Counts the members of the record alone, not of those inside it.
class MemberCounter {
 public:
  int count = 0;
  template <class T>
  void operator()(const char*, T&) {
    ++count;
  }
  template <class T>
  void maybe(const char*, T&, const std::type_identity_t<T>& = {}) {
    ++count;
  }
  template <class T>
  void null(const char*, T&, const std::type_identity_t<T>& = {}) {
    ++count;
  }
  template <class... T>
  void row(const char*, T&...) {
    count += sizeof...(T);
  }
  template <class T, class To, class From>
  void as(const char*, T&, const To&, const From&) {
    ++count;
  }
  template <class Variant>
  void one_of(std::initializer_list<const char*>, Variant&) {
    ++count;
  }
  template <class T, class Words>
  void word(const char*, T&, const Words&) {
    ++count;
  }
  static bool has(const char*, bool) { return true; }
  template <class T>
  static bool has(const char*, std::optional<T>& into) {
    into.emplace();
    return true;
  }
};

// No leaf of `filled` is what it is in `usual`.
inline void expect_all_differ(const nlohmann::json& filled, const nlohmann::json& usual, const std::string& path) {
  if (!filled.is_object() || !usual.is_object()) {
    EXPECT_NE(filled, usual) << path << " was not filled";
    return;
  }
  for (const auto& [key, value] : filled.items())
    if (usual.contains(key)) expect_all_differ(value, usual.at(key), path + "." + key);
}

// `record`: with values in the fields that are written `as` something else. `untold`: members that are not told on
// purpose, less those that are rows of others.
template <class T>
void expect_survives(T record = {}, int untold = 0) {
  const nlohmann::json usual = write_record(T{});
  Filler filler;
  filler.fill(record);
  MemberCounter counter;
  fields(counter, record);
  EXPECT_EQ(counter.count + untold, members_of<T>()) << "a member has no field";
  const nlohmann::json written = write_record(record);
  expect_all_differ(written, usual, "");
  const Result<T> read = from_cbor<T>(to_cbor(record));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(write_record(read.value()), written);
}

}  // namespace tcviz
