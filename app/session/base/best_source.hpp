// The best that is known for an architecture: a source is about one, and others may tell of a kind that it does not
// know, such as the PTX manual, which fixes mma for every architecture that has it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/session/base/source_state.hpp"
#include "gpu/layout/kind.hpp"

namespace tcviz::inline app_session {

using SourceStates = std::span<const SourceState>;

// Returns the architecture that the source is about; none for a manual or a file that was opened.
std::optional<ComputeCapability> architecture_of(const SourceState& source);
// Returns "A100 · sm_80", or the name of a source that is about no architecture.
std::string title_of(const SourceState& source);

// Returns the source that tells of the kind for the architecture of `chosen`: that itself if it can, else another of
// the architecture, or the manual if the architecture has the instruction. `chosen` if there is none.
std::size_t best_source(SourceStates sources, std::size_t chosen, std::string_view kind);
// Returns its layout of the kind; null if there is none.
const Layout* best_layout(SourceStates sources, std::size_t chosen, std::string_view kind);
// Returns why another source than `chosen` may tell of its architecture: "as the PTX manual states for sm_80 and later;
// measured on an H200". Empty if it tells itself.
std::string why_best(SourceStates sources, std::size_t chosen, std::string_view kind);

// A kind that an architecture lacks.
struct LackedKind {
  std::string gpu;                    // "V100"
  std::string first;                  // "sm_80"
  bool only = false;                  // no later architecture has it
  std::optional<std::size_t> source;  // the source about the first architecture that has it
};
// Returns what to say if the architecture of `chosen` lacks the kind; none if it has it, or is not known.
std::optional<LackedKind> lacked_kind(SourceStates sources, std::size_t chosen, std::string_view kind);

}  // namespace tcviz::inline app_session
