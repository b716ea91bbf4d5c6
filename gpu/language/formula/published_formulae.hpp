// Formulae from documents, verbatim except for spacing, with the layouts that they claim to describe. A check compares
// them with the layouts of the sources.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz::inline gpu_formula {

// For formulae about small `mma` instructions of which no source has the fragments: a WMMA fragment begins with that of
// the instruction. Its first `values` values are those of the instruction, in the first rows and columns of the matrix.
struct LeadingPart {
  std::string_view of;  // the WMMA kind; empty: the formula is about a kind that sources have
  int rows = 0, cols = 0, values = 0;
  std::string text() const;  // "x[0] to x[3] of wmma.m16n16k16.acc.f32"
};

// Differences between a document's description of a fragment and ours.
struct StatedView {
  int convention = 0;  // for a CuTe layout: what its index counts (ReadOptions::convention)
  // The number of parts as which the document counts one value, side by side in its row: 16 bits, or the two k that a
  // value of a sparse row stands for.
  int parts = 1;
  bool quad_pairs = false;         // the document describes one of four products, and numbers its eight threads from 0
  bool states_unread = false;      // the document also states which threads own nothing
  std::string text() const;        // "as 16 bits each"; empty: no difference
  std::string_view index() const;  // what the index of a CuTe layout counts
};

// One formula of a document, and what it claims to describe.
struct PublishedFormula {
  std::string_view name;      // short name: "README, Volta, float"
  std::string_view document;  // the document, and the place in it
  std::string_view kind;
  // Architectures that it claims to describe, separated by blanks: "sm_75 sm_80".
  std::string_view architectures;
  // The formulae of row and col, or one text with both.
  std::string_view row, col, text;
  // A remark for the user; if the claim is false, the reason.
  std::string_view note;
  LeadingPart part = {};
  StatedView view = {};

  // Returns the kind of layout that a source must have to check the formula.
  std::string_view asked_kind() const { return part.of.empty() ? kind : part.of; }
};

std::span<const PublishedFormula> published_formulae();
// Returns the layouts in CUTLASS's traits, for each kind that they describe.
std::vector<PublishedFormula> stated_by_cutlass();

// Returns the layout that the formula should describe, derived from `asked`, a source's layout of asked_kind(). Returns
// an error if that fragment does not begin with the one of the instruction.
Result<Layout> described_layout(const PublishedFormula& claim, const Layout& asked);
// Does the same, with one layout for each product of quad pairs.
Result<std::vector<Layout>> described_layouts(const PublishedFormula& claim, const Layout& asked);

// The result of checking the formula, or the reason why it cannot be parsed.
struct StatedVerdict {
  int slots = 0, mismatches = 0;
  std::string unreadable;
  bool ok() const { return unreadable.empty() && mismatches == 0 && slots > 0; }
};
// Checks a formula against `asked`, a source's layout of asked_kind().
Result<StatedVerdict> judge_stated(const PublishedFormula& claim, const Layout& asked);

}  // namespace tcviz::inline gpu_formula
