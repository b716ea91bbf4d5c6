// An input field for a number, 1024 or 0x400. If the text is not a number, or one out of range, the field gets a red
// frame and says why, and the previous number is restored afterwards.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

// The numbers that a field takes. `hex`: shown as 16 hexadecimal digits.
struct NumberRange {
  bool hex = false;
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t least = 0;
};

class NumberField {
 public:
  // Draws the field. Returns the typed number in the frame in which it changed. `now`: the current number.
  std::optional<std::uint64_t> draw(const Ui& ui, const char* id, std::uint64_t now, float width,
                                    const NumberRange& numbers = {});
  // Draws a field for an optional number. `edited`: it changed in this frame; `number`: none if the field was emptied.
  struct Typed {
    bool edited = false;
    std::optional<std::uint64_t> number;
  };
  Typed draw_optional(const Ui& ui, const char* id, const char* hint, std::optional<std::uint64_t> now, float width,
                      const NumberRange& numbers = {});
  bool is_active() const { return active_; }

 private:
  std::string mistake(const NumberRange& numbers) const;

  std::array<char, 40> buffer_ = {};
  std::optional<std::uint64_t> before_;  // the number before the user began to type
  bool active_ = false, wrong_ = false, too_large_ = false, too_small_ = false;
};

}  // namespace tcviz::inline app_ui
