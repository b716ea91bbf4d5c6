// The notations other than C, each translated to C: the PTX manual's style, CuTe layouts, linear bases, Triton's linear
// layouts, and Python.
#pragma once

#include <string>
#include <vector>

#include "gpu/language/c/cursor.hpp"
#include "gpu/language/c/functions.hpp"
#include "gpu/language/c/names.hpp"
#include "gpu/language/formula/as_c.hpp"
#include "gpu/language/formula/formula.hpp"
#include "gpu/language/formula/words.hpp"

namespace tcviz::inline gpu_formula {

// A text to be translated, with what is known about its meaning.
struct NotationText {
  std::string_view text;
  std::pmr::memory_resource* memory = nullptr;
  std::vector<Diagnostic>* diagnostics = nullptr;
  Inputs inputs = Inputs::Slot;
  int convention = 0;   // which of the possible meanings of its numbers is used, from 0
  char operand = '\0';  // 'a', 'b' or 'c': which of several layouts is used; 0: not known
  TileFacts tile = {};  // for offsets in shared memory

  void complain(TextRange range, std::string message) const { report(*diagnostics, {std::move(message), range, {}}); }
};

// Translates "row = groupID for ci where i < 2; groupID + 8 otherwise" to statements of C: tokens with their places in
// the text.
std::pmr::vector<Token> ptx_as_c(Cursor& cursor);

// True for texts such as ((4,8),(2,2)):((32,1),(16,8)), Layout<Shape<...>, Stride<...>> or make_layout(...), with
// swizzles and names.
bool looks_like_cute(std::string_view text, std::pmr::memory_resource* memory);
void cute_as_c(const NotationText& text, AsC& to);
// Returns a text about a convention: what the index of a CuTe layout counts.
std::string_view convention_of_cute(int convention);
// Returns a text about a convention of an offset in shared memory, whose modes are (row, col): Sw<3,4,3> o
// smem_ptr[16b](unset) o (8,64):(64,1).
std::string_view convention_of_cute_offset(int convention);

// True for bases such as tid: (0,2) (0,4) (1,0); i: (0,1) (8,0), with an optional constant pair after "offset:". For an
// offset in shared memory they are single numbers of bytes: row: 144 288 576; col: 2 4 8.
bool looks_like_bases(std::string_view text, std::pmr::memory_resource* memory);
void bases_as_c(const NotationText& text, AsC& to);

// True for texts such as register = [[0, 1], [8, 0]], lane = ... in Triton's four spellings.
bool looks_like_triton(std::string_view text, std::pmr::memory_resource* memory);
void triton_as_c(const NotationText& text, AsC& to);

// True for texts such as def row(tid, i): return tid // 4.
bool looks_like_python(std::string_view text, std::pmr::memory_resource* memory);
// The convention of a text that is read as Python, whatever it looks like.
inline constexpr int convention_of_python = 2;
// True for lines that are assignments in Python, and may be so in another language: two lines of a notebook.
bool may_be_python(std::string_view text);
void python_as_c(const NotationText& text, AsC& to);

// Reports `tid // 4` in C, which is tid and a comment, if the words after // look like the rest of a formula.
void hint_at_floor_division(std::string_view text, std::pmr::memory_resource* memory,
                            std::vector<Diagnostic>& diagnostics);

}  // namespace tcviz::inline gpu_formula
