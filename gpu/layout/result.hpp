// Errors as return values. Knows nothing of exit codes or terminals.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace tcviz::inline gpu_layout {

// The type of an error; only app/main.cpp maps it to an exit code.
enum class Fault {
  Negative,     // the request was valid and the answer is "no": a mismatch, a failed verification
  BadInput,     // wrong usage, unreadable input, unwritable output
  Unavailable,  // a device, display or feature is missing here
};

struct Error {
  Fault fault = Fault::BadInput;
  std::string message;  // says what was wrong and what to do next, in one or two sentences
};

// A value or an Error. `value()` requires that `ok()` is true, `error()` that it is false.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  T& value() & { return std::get<0>(state_); }
  const T& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }
  const Error& error() const { return std::get<1>(state_); }

 private:
  std::variant<T, Error> state_;
};

// The value of a function that returns only success or an error.
struct Nothing {};
using Status = Result<Nothing>;

// The only macro. If `result` (a Result of any type) is an error, returns that error from the current function; else
// the function continues. `result` is evaluated once. It may be a call, or a value that a call returned earlier:
//   TCVIZ_TRY(check_sizes(layout));
//   Result<std::string> text = read_file(name, most_bytes);
//   TCVIZ_TRY(text);
//   use(text.value());
// It takes any number of arguments because template arguments may contain commas.
#define TCVIZ_TRY(...)                                                                          \
  do {                                                                                          \
    if (const auto& tcviz_tried = (__VA_ARGS__); !tcviz_tried.ok()) return tcviz_tried.error(); \
  } while (false)

inline Error bad_input(std::string message) { return {Fault::BadInput, std::move(message)}; }
inline Error unavailable(std::string message) { return {Fault::Unavailable, std::move(message)}; }
inline Error negative(std::string message) { return {Fault::Negative, std::move(message)}; }

}  // namespace tcviz::inline gpu_layout
