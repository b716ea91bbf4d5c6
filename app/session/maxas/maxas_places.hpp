// The place of the thing that is pointed at in every panel; and the reverse, the thing that a cell of a panel stands
// for. Pure functions of the look.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/maxas/maxas_state.hpp"
#include "gpu/kernel/maxas/addresses.hpp"

namespace tcviz::inline app_session {

// The thread that holds an element of the tile, and the register.
struct MaxasOwner {
  int tid = 0;
  TileIndex index;
  int reg = 0;
  friend bool operator==(const MaxasOwner&, const MaxasOwner&) = default;
};
MaxasOwner owner_of(const SgemmKernel& kernel, maxas::RegisterMap map, Element element);
Element element_of(const SgemmKernel& kernel, int tid, TileIndex index);

// Returns the k line that lies in a set of operand registers (0: j0, 1: j1), half by half; 8 is line 0 of the next
// pass; none before it is loaded.
std::optional<int> line_held(const SgemmKernel& kernel, const MaxasStep& step, int set, maxas::Matrix matrix,
                             maxas::Half half);
// Returns the k line that is computed; before the loop the one that is loaded.
int current_line(const MaxasStep& step);

// Returns the thing that a cell stands for. Registers are those of the chosen thread.
MaxasObject object_of_register(const MaxasLook& look, int reg);
MaxasObject object_of_index(const MaxasLook& look, TileIndex index);
// Returns the thing at a byte address in shared memory. None if the word is not written yet, and after the loop outside
// the staging.
MaxasObject object_of_word(const MaxasLook& look, int address);

struct MaxasPlaces {
  std::optional<Element> element;     // of the tile
  std::optional<MaxasOwner> owner;    // of it
  std::optional<int> row, column;     // of the tile: all that an element of A or B is multiplied into
  std::optional<int> a_line, b_line;  // with row, column: one cell of a strip; without: the whole line
  std::optional<int> xi, yi;          // of the FFMA grid, of the chosen thread
  std::vector<int> registers;         // of the chosen thread
  std::vector<int> words;             // byte addresses in shared memory
};
MaxasPlaces places_of(const MaxasLook& look, const MaxasObject& object);

// Returns "cx02y00", "j0Ax35", "load 3", "cs0"; "R125" if it has no name.
std::string register_name(const MaxasLook& look, int reg);
std::string c_name(const SgemmKernel& kernel, TileIndex index);
// Describes the object for a tooltip, in lines: its name, its place and its owner.
std::vector<std::string> describe(const MaxasLook& look, const MaxasObject& object);

}  // namespace tcviz::inline app_session
