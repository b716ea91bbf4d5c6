// Formulae that documents state, word for word but for the spacing, with what they claim to describe. The check says if
// a claim is true, on the layouts of the sources.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/layout/layout.hpp"

namespace tcviz::inline gpu_formula {

// The part of a fragment that is one of an `mma` instruction. No source has the fragments of `mma` instructions by
// themselves, but a WMMA fragment begins with one: its first `values` values are those of the instruction, in the
// matrix's first rows and columns.
struct LeadingPart {
  std::string_view of;  // the WMMA kind; empty: the formula describes a kind that sources have
  int rows = 0, cols = 0, values = 0;
  std::string text() const;  // "x[0] to x[3] of wmma.m16n16k16.acc.f32"
};

// A document's own view of a fragment, if it is not ours.
struct StatedView {
  int convention = 0;  // of a CuTe layout: the unit that its index counts, see ReadOptions
  // The number of parts that a value counts as, side by side in its row: as 16 bits, or as the two k of a sparse row
  // that it stands for.
  int parts = 1;
  bool quad_pairs = false;         // the eight threads of one of four products, numbered by themselves
  bool states_unread = false;      // the document also states which threads own nothing
  std::string text() const;        // "as 16 bits each"; empty if it is ours
  std::string_view index() const;  // the unit that a CuTe layout's index counts
};

struct PublishedFormula {
  std::string_view name;      // "README, Volta, float"
  std::string_view document;  // the document, and the place in it
  std::string_view kind;
  // Architectures for which it is said to hold, with a blank between them: "sm_75 sm_80".
  std::string_view architectures;
  // row and col, or one text with both.
  std::string_view row, col, text;
  // A note for the reader; if the claim does not hold, the reason.
  std::string_view note;
  LeadingPart part = {};
  StatedView view = {};

  // Returns the kind of the layout that a source must have for a check of the formula.
  std::string_view asked_kind() const { return part.of.empty() ? kind : part.of; }
};

std::span<const PublishedFormula> published_formulae();
// Returns the layouts of CUTLASS's traits, for each kind that they describe.
std::vector<PublishedFormula> stated_by_cutlass();

// Returns the layout that the formula describes, from a source's layout of asked_kind(). An error if the fragment does
// not begin with the instruction's own.
Result<Layout> described_layout(const PublishedFormula& claim, const Layout& asked);
// Returns the same, each product of quad pairs by itself.
Result<std::vector<Layout>> described_layouts(const PublishedFormula& claim, const Layout& asked);

// The verdict of a check of the text against the layout, or the reason why it cannot be read.
struct StatedVerdict {
  int slots = 0, mismatches = 0;
  std::string unreadable;
  bool ok() const { return unreadable.empty() && mismatches == 0 && slots > 0; }
};
Result<StatedVerdict> judge_stated(const PublishedFormula& claim, const Layout& asked);

}  // namespace tcviz::inline gpu_formula
