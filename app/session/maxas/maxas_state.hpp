// The state of the maxas SGEMM's view, as plain values. Knows nothing of Dear ImGui.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "gpu/kernel/maxas/collector.hpp"

namespace tcviz::inline app_session {

// The way of a pass through a block, from global memory to global memory.
enum class MaxasStage : std::uint8_t {
  Fill,        // S1: quads of global memory into shared memory; at: which load
  Fetch,       // S2: shared memory into the registers j0; at: which of four loads
  FirstLine,   // S3: the FFMAs of line 0; at: which FFMA
  OtherLines,  // S4: those of lines 1 to 7; at: which FFMA
  Switch,      // S5: after FFMA 62 of line 6; at: 0 the barrier, 1 to 3 the XOR of readAs, readBs, writeS
  Stage,       // S6: a column of C into shared memory; at: the pass
  ReadBack,    // S7: and out of it, by other threads; at: the pass
  Land,        // S8: rows of 128 bytes into global C; at: the pass
};
inline constexpr int maxas_stages = 8;

struct MaxasStep {
  MaxasStage stage = MaxasStage::FirstLine;
  int line = 0;  // of FirstLine, OtherLines and Switch
  int at = 0;
  friend bool operator==(const MaxasStep&, const MaxasStep&) = default;
};

// The panels. Tile and strips stand together.
enum class MaxasPart : std::uint8_t { Tile, Strips, Registers, Order, Collector, Shared, Timeline, Bits };
inline constexpr int maxas_parts = 8;
std::string_view name_of(MaxasPart part);

enum class MaxasColor : std::uint8_t { Warp, Lane, Register, Bank };
inline constexpr std::array<std::string_view, 4> maxas_color_names{"warp", "lane", "register", "bank"};

// The one thing that is pointed at or chosen, whatever panel it was found in.
struct MaxasObject {
  enum class Type : std::uint8_t {
    None,
    C,         // an element of the tile: row, column
    A,         // an element of A: row of the tile, k line
    B,         // an element of B: column of the tile, k line
    Register,  // one that holds none of these: its number
  };
  Type type = Type::None;
  int first = 0, second = 0;
  explicit operator bool() const { return type != Type::None; }
  friend bool operator==(const MaxasObject&, const MaxasObject&) = default;
};

struct MaxasPage {
  int tour = 0, page = 0;
  friend bool operator==(const MaxasPage&, const MaxasPage&) = default;
};

// FFMAs in a second.
inline constexpr std::array<int, 5> maxas_speeds{2, 6, 20, 60, 200};

// The values that the panels are drawn from.
struct MaxasLook {
  SgemmKernel kernel = sgemm64;
  int thread = 0;
  maxas::Variant variant;
  MaxasColor color_by = MaxasColor::Lane;
  MaxasStep step;
  MaxasObject hover, chosen;
  std::optional<MaxasPart> large;  // alone in the window
  std::optional<MaxasPage> page;   // of a tour
  const MaxasObject& marked() const { return hover ? hover : chosen; }
  friend bool operator==(const MaxasLook&, const MaxasLook&) = default;
};

struct MaxasState : MaxasLook {
  bool playing = false;
  std::size_t speed = 1;  // counts into maxas_speeds
  double due = 0;         // part of the next step that has passed, 0 to 1
};

}  // namespace tcviz::inline app_session
