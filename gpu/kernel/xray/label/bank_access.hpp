// One access of a warp to shared memory as it was found: which lane touches which bytes, the number of wavefronts if it
// is known, and the elements in the lines around.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/result.hpp"
#include "gpu/smem/banks.hpp"

namespace tcviz::inline gpu_xray {

inline constexpr int bank_line = 128;  // bytes: 32 banks of 4

// Function: a function of several elements. Coming: a copy will bring it. Unset: nothing was stored there.
enum class BankState : std::uint8_t { Element, Function, Wrong, Coming, Unset };
std::string_view name_of(BankState state);

// Bytes of one value, side by side. Bytes of values without a label, such as zeros, are in no piece.
struct BankPiece {
  int at = 0, bytes = 0;  // in the line
  BankState state = BankState::Element;
  std::string array, text;        // "A", "8,0"
  std::int64_t row = 0, col = 0;  // the indices that colours follow: m and k of A[m,k], k and n of B[k,n]; -1: none
};
struct BankLine {
  std::int64_t address = 0;  // in shared memory, a multiple of 128
  std::vector<BankPiece> pieces;
};

struct BankTouch {
  int lane = 0;  // -1: the product reads by itself
  std::int64_t address = 0;
  int bytes = 0;
};

struct BankWavefronts {
  std::string op;  // "ldm4", as gpu/smem calls it
  int wavefronts = 0, least = 0;
  std::vector<BankPhase> phases;
};

struct BankAccess {
  std::int64_t step = 0;
  int warp = 0, line = 0, ptx_line = 0;
  std::string opcode;
  bool stores = false;
  std::vector<BankTouch> touches;            // by lane
  std::optional<BankWavefronts> wavefronts;  // none: wavefronts are not counted for this instruction
  std::vector<BankLine> lines;               // the lines that are touched: before a load, after a store
};

// Describes elements side by side as one text: "A 8,0..7", "A 8,7, B 0,0", "not stored"; names the state of bytes that
// are no element. Covers `bytes` bytes from an address on, as far as they are in the access's lines; returns "no
// element" if nothing is known of them.
std::string describe_bytes(const BankAccess& access, std::int64_t address, int bytes);
// Does the same for bytes of one line; leaves out the array's name if `brief`.
std::string describe_bytes(const BankLine& line, int begin, int bytes, bool brief);
const BankLine* find_line(const BankAccess& access, std::int64_t address);

// Returns "8 wavefronts, where 4 would do", "4 wavefronts, as few as can be", or the reason why they are not counted.
std::string wavefront_words(const BankAccess& access);
// Returns "T0 to T7, T9".
std::string describe_lanes(const std::vector<int>& lanes);

// An instruction that has touched shared memory.
struct BankPlace {
  int line = 0, ptx_line = 0;
  std::string opcode;
  friend bool operator==(const BankPlace&, const BankPlace&) = default;
};

// "24", "24:w1", "24:w1:3", "ptx:57": an access by its line, its warp and the number of accesses before it there.
struct AccessWish {
  bool of_ptx = false;  // a line of the PTX; else of the source, if the PTX names its lines
  int line = 0;
  int warp = -1;  // any
  int number = 0;
};
Result<AccessWish> read_access_wish(std::string_view text);
std::string spell(const AccessWish& wish);

}  // namespace tcviz::inline gpu_xray
