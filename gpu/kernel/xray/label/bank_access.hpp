// One access of a warp to shared memory, as the X-ray records it for a report: which lane touches which bytes, the
// number of wavefronts if it is known, and the elements in the touched lines of 128 bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/result.hpp"
#include "gpu/smem/banks.hpp"

namespace tcviz::inline gpu_xray {

inline constexpr int bank_line = 128;  // bytes of a line: 32 banks of 4

// The content of some bytes. Element: a matrix element. Function: a function of several elements. Wrong: a value that a
// fault made. Coming: bytes that a copy has not brought yet. Unset: nothing was stored there.
enum class BankState : std::uint8_t { Element, Function, Wrong, Coming, Unset };
std::string_view name_of(BankState state);

// Consecutive bytes of one value. Bytes without a label, such as zeros, are in no piece.
struct BankPiece {
  int at = 0, bytes = 0;  // first byte, counted in the line; number of bytes
  BankState state = BankState::Element;
  std::string array, text;  // name and indices of the element: "A", "8,0"
  // The indices that the drawing colours by: m and k of A[m,k], k and n of B[k,n]; -1: none.
  std::int64_t row = 0, col = 0;
};
struct BankLine {
  std::int64_t address = 0;  // offset in shared memory, a multiple of 128
  std::vector<BankPiece> pieces;
};

// The bytes that one lane accesses.
struct BankTouch {
  int lane = 0;  // -1: a wgmma, which reads shared memory without lanes
  std::int64_t address = 0;
  int bytes = 0;
};

// The cost of an access, with the lanes and conflicts of each phase.
struct BankWavefronts {
  std::string op;  // the access as gpu/smem names it: "ldm4"
  BankCount count;
  std::vector<BankPhase> phases;
};

// One access of a warp: one step of an instruction.
struct BankAccess {
  std::int64_t step = 0;
  int warp = 0, line = 0, ptx_line = 0;
  std::string opcode;
  bool stores = false;                       // false: the access loads
  std::vector<BankTouch> touches;            // in the order of lanes
  std::optional<BankWavefronts> wavefronts;  // none: they are not counted for this instruction
  std::vector<BankLine> lines;               // the touched lines, as they were before a load or after a store
};

// Returns a text about `bytes` bytes from `address` on: "A 8,0..7", "A 8,7, B 0,0", "not stored". Bytes that are no
// element are described by their state. Returns "no element" if the lines of `access` know nothing of these bytes.
std::string describe_bytes(const BankAccess& access, std::int64_t address, int bytes);
// Does the same for `bytes` bytes of one line, from its byte `begin` on; leaves out the name of the array if `brief`.
std::string describe_bytes(const BankLine& line, int begin, int bytes, bool brief);
// Returns the line that contains `address`; null if `access` does not touch it.
const BankLine* find_line(const BankAccess& access, std::int64_t address);

// Returns "8 wavefronts, where 4 would do", "4 wavefronts, as few as can be", "1 wavefront, as few as can be, in 4
// cycles", or the reason why wavefronts are not counted.
std::string wavefront_words(const BankAccess& access);
// Returns the lanes as text: "T0 to T7, T9".
std::string describe_lanes(const std::vector<int>& lanes);

// An instruction that has touched shared memory.
struct BankPlace {
  int line = 0, ptx_line = 0;
  std::string opcode;
  friend bool operator==(const BankPlace&, const BankPlace&) = default;
};

// An access that the user asks for, "24", "24:w1", "24:w1:3" or "ptx:57": its line, its warp, and its number among the
// accesses of that line and warp.
struct AccessWish {
  bool of_ptx = false;  // `line` is a line of the PTX; else of the source, if the PTX names source lines
  int line = 0;
  int warp = -1;   // -1: any warp
  int number = 0;  // 0: the first access
};
// Reads such a text; spell() writes it.
Result<AccessWish> read_access_wish(std::string_view text);
std::string spell(const AccessWish& wish);

}  // namespace tcviz::inline gpu_xray
