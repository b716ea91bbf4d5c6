// Fields for numbers, 1024 or 0x400, of the workspace of shared memory. A text that is no number is framed in red, and
// the number before it comes back.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "app/ui/kit/panel.hpp"

namespace tcviz::inline app_ui {

class SmemField {
 public:
  // Returns the typed number in the frame in which it changed. `hex`: shown with 16 digits.
  std::optional<std::uint64_t> draw(const Ui& ui, const char* id, std::uint64_t now, float width, bool hex = false);
  // Does the same for a number that may be left out; the inner optional is empty if the field was emptied.
  struct Typed {
    bool edited = false;
    std::optional<std::uint64_t> number;
  };
  Typed draw_optional(const Ui& ui, const char* id, const char* hint, std::optional<std::uint64_t> now, float width,
                      bool hex = false);

 private:
  std::array<char, 40> buffer_ = {};
  std::optional<std::uint64_t> before_;  // the number before it was typed into
  bool active_ = false, wrong_ = false;
};

}  // namespace tcviz::inline app_ui
