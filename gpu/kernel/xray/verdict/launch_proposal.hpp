// A launch that the program proposes for a kernel whose source states none, and where each part of it comes from.
#pragma once

#include <string>
#include <vector>

#include "gpu/kernel/xray/verdict/launch_text.hpp"

namespace tcviz::inline gpu_xray {

struct ProposedField {
  std::string name;    // "grid", "block", "shared", or that of an argument
  std::string text;    // "2,4" or "A=f16[m:64,k:128]", as in a launch; empty: nothing can be proposed
  std::string origin;  // "line 41: gemm<<<grid, 256>>>", or why nothing can be proposed
  bool known = false;  // stated by the source or the PTX; false: proposed

  friend bool operator==(const ProposedField&, const ProposedField&) = default;
};

struct LaunchProposal {
  std::string entry;  // the name in C++; the one in PTX if several have it
  ProposedField grid, block, shared;
  std::vector<ProposedField> arguments;
  std::vector<std::vector<std::string>> others;  // further readings of the arguments, if the first one does not fit
  std::vector<std::string> kernels;              // the other kernels of the module
  std::string call;                              // the whole launch: see call_text

  // Returns the fields for which nothing can be proposed.
  std::vector<const ProposedField*> missing() const;
  // True if the source or the user stated every field.
  bool is_stated() const;
};
// Returns the fields in the order of a launch.
std::vector<const ProposedField*> fields_of(const LaunchProposal& proposal);
// Puts what `words` states in the place of what was proposed for it.
void take_stated(const LaunchWords& words, LaunchProposal& proposal);
// Fills the parts that `words` lacks; text that is missing stays empty.
void add_proposal(const LaunchProposal& proposal, LaunchWords& words);
// Returns "gemm sm_90a <<<(2,2), 128, 1024>>> (A=f16[m:64,k:128], 64)".
std::string call_text(const LaunchWords& words);
// Returns the source with the proposed call as a comment above its kernel, or at the begin if that is not found. All
// else stays as it is, the ends of lines too.
std::string with_launch_comment(const std::string& source, const LaunchProposal& proposal);

template <class V>
void fields(V& v, ProposedField& t) {
  v("name", t.name);
  v("text", t.text);
  v("from", t.origin);
  v("known", t.known);
}

template <class V>
void fields(V& v, LaunchProposal& t) {
  v("entry", t.entry);
  v("grid", t.grid);
  v("block", t.block);
  v("shared", t.shared);
  v("arguments", t.arguments);
  v("kernels", t.kernels);
  v("call", t.call);
}

}  // namespace tcviz::inline gpu_xray
