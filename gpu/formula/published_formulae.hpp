// Formulae that documents state, word for word but for the spacing, with what they claim to describe. Whether a claim
// is true is for the check to say, on the layouts of the sources.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "gpu/layout/layout.hpp"

namespace tcviz {

// No source has the fragments of `mma` instructions by themselves, but a WMMA fragment begins with one: its first
// `values` values are those of the instruction, in the matrix's first rows and columns.
struct LeadingPart {
  std::string_view of;  // the WMMA kind; empty: the formula describes a kind that sources have
  int rows = 0, cols = 0, values = 0;
  std::string text() const;  // "x[0] to x[3] of wmma.m16n16k16.acc.f32"
};

struct PublishedFormula {
  std::string_view name;      // "README, Volta, float"
  std::string_view document;  // and where in it
  std::string_view kind;
  // What it is said to hold for, as architectures with a blank between them: "sm_75 sm_80".
  std::string_view architectures;
  // row and col, or one text with both.
  std::string_view row, col, text;
  // What a reader must know; where the claim does not hold, why.
  std::string_view note;
  LeadingPart part = {};

  // Of the layout that a source must have for the formula to be held against it.
  std::string_view asked_kind() const { return part.of.empty() ? kind : part.of; }
};

std::span<const PublishedFormula> published_formulae();

// What the formula describes, from a source's layout of asked_kind(). An error where the fragment does not begin with
// the instruction's own.
Result<Layout> described_layout(const PublishedFormula& claim, const Layout& asked);

}  // namespace tcviz
