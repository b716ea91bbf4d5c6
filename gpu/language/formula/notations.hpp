// The notations that are not C, each rewritten as C: the PTX manual's, CuTe's layouts, linear bases, Triton's linear
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

// A text to be rewritten, and what is known of its meaning.
struct NotationText {
  std::string_view text;
  std::pmr::memory_resource* memory = nullptr;
  std::vector<Diagnostic>* diagnostics = nullptr;
  Inputs inputs = Inputs::Slot;
  int convention = 0;   // the one of several ways in which its numbers are meant
  char operand = '\0';  // 'a', 'b' or 'c': the one of several layouts that is meant
  TileFacts tile = {};  // of an offset

  void complain(TextRange range, std::string message) const { report(*diagnostics, {std::move(message), range, {}}); }
};

// Rewrites "row = groupID for ci where i < 2; groupID + 8 otherwise" as C's statements: tokens that keep their places
// in the text.
std::pmr::vector<Token> ptx_as_c(Cursor& cursor);

// True for ((4,8),(2,2)):((32,1),(16,8)), Layout<Shape<...>, Stride<...>>, make_layout(...), with swizzles and names.
bool looks_like_cute(std::string_view text, std::pmr::memory_resource* memory);
void cute_as_c(const NotationText& text, AsC& to);
std::string_view convention_of_cute(int convention);
// Describes a convention of an offset in shared memory, whose modes are (row, col): Sw<3,4,3> o smem_ptr[16b](unset) o
// (8,64):(64,1).
std::string_view convention_of_cute_offset(int convention);

// True for tid: (0,2) (0,4) (1,0); i: (0,1) (8,0); and a constant pair behind "offset:". An offset has single numbers,
// in bytes: row: 144 288 576; col: 2 4 8.
bool looks_like_bases(std::string_view text, std::pmr::memory_resource* memory);
void bases_as_c(const NotationText& text, AsC& to);

// True for register = [[0, 1], [8, 0]], lane = ... in Triton's four spellings.
bool looks_like_triton(std::string_view text, std::pmr::memory_resource* memory);
void triton_as_c(const NotationText& text, AsC& to);

// True for def row(tid, i): return tid // 4.
bool looks_like_python(std::string_view text, std::pmr::memory_resource* memory);
void python_as_c(const NotationText& text, AsC& to);

// Complains of `tid // 4` in C, which is tid with a comment, if the words behind // read like the rest of a formula.
void hint_at_floor_division(std::string_view text, std::pmr::memory_resource* memory,
                            std::vector<Diagnostic>& diagnostics);

}  // namespace tcviz::inline gpu_formula
