// The values that a Python text computes with, and why a computation stops. Values only.
#pragma once

#include <bit>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/language/c/foreign.hpp"

namespace tcviz::inline gpu_python {

// Iterator: the items of zip() and its like, or of a generator, which are read once, and where they are made.
// Unset: a name that has no value yet. True and False are the whole numbers 1 and 0, as they are in Python. Range:
// three items. Text: number of its node. Function, Library: number of the function.
enum class PythonType : std::uint8_t {
  Unset,
  None,
  Whole,
  Fraction,
  Tuple,
  List,
  Iterator,
  Range,
  Text,
  Function,
  Library,
  Array
};

struct PythonObject;

struct PythonValue {
  PythonType type = PythonType::Unset;
  std::int64_t number = 0;
  std::shared_ptr<PythonObject> object{};

  bool is_whole() const { return type == PythonType::Whole; }
  bool is_listed() const { return type == PythonType::Tuple || type == PythonType::List; }
  double fraction() const { return std::bit_cast<double>(number); }
};

// The part that several values may share: the items of a list, or the cells of an array.
struct PythonObject {
  std::vector<PythonValue> items{};
  std::vector<PythonValue> sources{};  // of an Iterator: the lists that it reads
  std::uint32_t depth = 1;             // of lists in lists
  bool is_held = false;                // another list holds it: no further list may be put into it
  bool is_busy = false;                // a loop reads its items through an iterator
  bool frozen = false;                 // it belongs to the module, and may not change from one slot to the next
  // Of an array of NumPy, PyTorch or Triton.
  std::vector<std::int64_t> cells{};
  std::vector<std::size_t> shape{};
  bool is_truth = false;   // of bool
  bool is_narrow = false;  // of 32 bits
  bool truncates = false;  // Triton's // and % round toward 0
};

inline PythonValue python_whole(std::int64_t number) { return {PythonType::Whole, number, nullptr}; }
inline PythonValue python_none() { return {PythonType::None, 0, nullptr}; }
inline PythonValue python_fraction(double fraction) {
  return {PythonType::Fraction, std::bit_cast<std::int64_t>(fraction), nullptr};
}
// Makes a list or a tuple, which holds its items from now on.
PythonValue python_items(PythonType type, std::vector<PythonValue> items);
// Notes that a list holds a value.
void hold(PythonObject& list, const PythonValue& value);

// The reason why a computation stops: Python raises an exception, or else the value is not known here.
struct PythonStop {
  RunState state = RunState::Done;
  std::string message{};
  std::string_view blame{};  // "for which Python raises IndexError"
  bool of_name = false;      // a name has no value
  TextRange range{};
};
PythonStop python_raises(std::string message, std::string_view blame);
PythonStop python_unknown(std::string message);

inline constexpr std::string_view zero_division = "for which Python raises ZeroDivisionError";
inline constexpr std::string_view index_error = "for which Python raises IndexError";
inline constexpr std::string_view value_error = "for which Python raises ValueError";
inline constexpr std::string_view name_error = "for which Python raises NameError";
inline constexpr std::string_view assertion_error = "for which Python raises AssertionError";
inline constexpr std::string_view no_result = "for which Python has no number";

}  // namespace tcviz::inline gpu_python
