// Connects the panels of the maxas view: finds the places of one object (an element of A, B or C, or a register) in all
// panels, and the object that a cell of a panel shows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/session/maxas/maxas_state.hpp"
#include "gpu/kernel/maxas/addresses.hpp"

namespace tcviz::inline app_session {

// The thread and the register that hold an element of the C tile. `index`: xi and yi in the thread's 8x8 elements.
struct MaxasOwner {
  int tid = 0;
  TileIndex index;
  int reg = 0;
  friend bool operator==(const MaxasOwner&, const MaxasOwner&) = default;
};
// Returns the owner of `element`.
MaxasOwner owner_of(const SgemmKernel& kernel, maxas::RegisterMap map, Element element);
// Returns the element that thread `tid` holds at `index`.
Element element_of(const SgemmKernel& kernel, int tid, TileIndex index);

// Returns the k line whose operands are in the registers of `set` (0: j0, 1: j1), `matrix` and `half`. 8 is line 0 of
// the next pass; none: not loaded yet.
std::optional<int> line_held(const SgemmKernel& kernel, const MaxasStep& step, int set, maxas::Matrix matrix,
                             maxas::Half half);
// Returns the k line that is computed; 0 before the loop, 7 after it.
int current_line(const MaxasStep& step);

// Returns the object in a register, or at an index (xi, yi), of the chosen thread.
MaxasObject object_of_register(const MaxasLook& look, int reg);
MaxasObject object_of_index(const MaxasLook& look, TileIndex index);
// Returns the object at byte `address` of shared memory. None after the loop if that is outside of the staging area.
MaxasObject object_of_word(const MaxasLook& look, int address);

// The places of an object, to be highlighted.
struct MaxasPlaces {
  std::optional<Element> element;     // for C: the element of the tile
  std::optional<MaxasOwner> owner;    // for C: its owner
  std::optional<int> row, column;     // for A, B: the row or column of the tile that the element is multiplied into
  std::optional<int> a_line, b_line;  // k line in the strips; with row or column one cell of it, else the whole line
  std::optional<int> xi, yi;          // row and column of the grid of FFMAs
  std::vector<int> registers;         // of the chosen thread
  std::vector<int> words;             // byte addresses in shared memory
};
// Returns the places of `object`.
MaxasPlaces places_of(const MaxasLook& look, const MaxasObject& object);

// Returns the name of a register in the source of the kernel: "cx02y00", "j0Ax35", "load0[3]", "cs0"; "R125" if it has
// none.
std::string register_name(const MaxasLook& look, int reg);
std::string c_name(const SgemmKernel& kernel, TileIndex index);
// Returns lines of text about `object` for a tooltip: its name, its place and its owner.
std::vector<std::string> describe(const MaxasLook& look, const MaxasObject& object);

}  // namespace tcviz::inline app_session
