// The state of the view of the maxas SGEMM, a plain value. The view follows one block of the kernel: it loads A and B,
// computes one pass of the loop (8 lines of k), and stores its tile of C.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "gpu/kernel/maxas/collector.hpp"

namespace tcviz::inline app_session {

// The stages of the kernel. `at` and `line` are those of MaxasStep.
enum class MaxasStage : std::uint8_t {
  Fill,       // S1: loads 16 bytes a thread from global memory and stores them to shared memory; at: number of the load
  Fetch,      // S2: loads from shared memory to the registers j0; at: number of the load, 0 to 3
  FirstLine,  // S3: the FFMAs of k line 0; at: number of the FFMA, 0 to 63
  OtherLines,  // S4: the FFMAs of k lines 1 to 7; at: number of the FFMA
  Switch,      // S5: after FFMA 62 of line 6; at: 0 the barrier, 1 to 3 the XOR of readAs, readBs, writeS
  Stage,       // S6: stores a column of C to shared memory; at: number of the pass, 0 to 7
  ReadBack,    // S7: other threads load it from there; at: number of the pass
  Land,        // S8: stores rows of 128 bytes to C in global memory; at: number of the pass
};
inline constexpr int maxas_stages = 8;

// A step of the animation.
struct MaxasStep {
  MaxasStage stage = MaxasStage::FirstLine;
  int line = 0;  // the k line, for FirstLine, OtherLines and Switch
  int at = 0;
  friend bool operator==(const MaxasStep&, const MaxasStep&) = default;
};

// The panels of the view. Tile (of C) and Strips (of A and B) are drawn together.
enum class MaxasPart : std::uint8_t { Tile, Strips, Registers, Order, Collector, Shared, Timeline, Bits };
inline constexpr int maxas_parts = 8;
std::string_view name_of(MaxasPart part);

enum class MaxasColor : std::uint8_t { Warp, Lane, Register, Bank };
inline constexpr std::array<std::string_view, 4> maxas_color_names{"warp", "lane", "register", "bank"};

// The object under the pointer, or chosen, in any panel. `first` and `second` as the types say.
struct MaxasObject {
  enum class Type : std::uint8_t {
    None,
    C,         // an element of C: row, column of the tile
    A,         // an element of A: row of the tile, k line (8 and more: in the other buffer)
    B,         // an element of B: column of the tile, k line (as for A)
    Register,  // a register that holds none of these: its number
  };
  Type type = Type::None;
  int first = 0, second = 0;
  explicit operator bool() const { return type != Type::None; }
  friend bool operator==(const MaxasObject&, const MaxasObject&) = default;
};

// A page of a guided tour, both from 0.
struct MaxasPage {
  int tour = 0, page = 0;
  friend bool operator==(const MaxasPage&, const MaxasPage&) = default;
};

// The speeds of the animation, in FFMAs per second.
inline constexpr std::array<int, 5> maxas_speeds{2, 6, 20, 60, 200};

// The values that determine the picture.
struct MaxasLook {
  SgemmKernel kernel = sgemm64;
  int thread = 0;
  maxas::Variant variant;
  MaxasColor color_by = MaxasColor::Lane;
  MaxasStep step;
  MaxasObject hover, chosen;
  std::optional<MaxasPart> large;  // the only panel that is shown; none: all are
  std::optional<MaxasPage> page;   // the open page of a tour; none: no tour
  // Returns the object that all panels highlight.
  const MaxasObject& marked() const { return hover ? hover : chosen; }
  friend bool operator==(const MaxasLook&, const MaxasLook&) = default;
};

struct MaxasState : MaxasLook {
  bool playing = false;
  std::size_t speed = 1;  // index into maxas_speeds
  double due = 0;         // time since the current step was shown, in FFMAs (maxas_duration)
};

}  // namespace tcviz::inline app_session
