// A text of another language whose functions a program calls: that language's own rules compute them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "gpu/language/c/diagnostic.hpp"

namespace tcviz::inline gpu_c {

// The reason why an execution stopped.
struct Undefined {
  std::string message;  // "shift by 40: counts go from 0 to 31"
  TextRange range;
  // The rule that leaves it without a value: "which C leaves undefined". Empty: the value is merely not known.
  std::string_view blame = "which C leaves undefined";
};

// Endless: the value is not known, as the budget of steps was spent, or a number is beyond those that are computed.
enum class RunState : std::uint8_t { Done, Undefined, Endless };

// The answer of a function.
struct ForeignAnswer {
  RunState state = RunState::Done;
  std::int64_t value = 0;
  Undefined why;  // unless Done
};

// The name by which a translation to C calls a function: no text can spell it.
inline constexpr std::string_view foreign_call = "foreign:";

class ForeignText {
 public:
  virtual ~ForeignText() = default;
  // Computes a function, and subtracts what it costs from the budget of steps. May be called by several threads.
  virtual ForeignAnswer call(std::size_t function, std::span<const std::int64_t> arguments,
                             std::int64_t& budget) const = 0;
};

}  // namespace tcviz::inline gpu_c
