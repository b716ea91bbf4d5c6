// Structures as arguments of a proposed launch, whose fields are found as if they were parameters.
#pragma once

#include <vector>

#include "gpu/kernel/xray/propose/shapes.hpp"
#include "gpu/kernel/xray/propose/structures.hpp"
#include "gpu/kernel/xray/verdict/launch_proposal.hpp"

namespace tcviz::inline gpu_xray {

// A parameter of the kernel: itself, or the fields that stand for it.
struct StructArgument {
  std::string name;
  std::size_t first = 0, count = 1;  // of what stands for it
  std::vector<StructField> fields;   // empty: it is no structure that the text defines
  std::size_t at = 0;                // the token of the definition
  bool is_struct() const { return !fields.empty(); }
};

// Replaces structures by their fields: in the parameters, in what is known of them and in the arguments of the call,
// which may be null.
std::vector<StructArgument> expand_structures(const HostText& text, const PtxFunction& entry, KernelText& kernel,
                                              KernelCall* call, std::vector<ParameterFacts>& facts);
// Returns for each field and parameter 'm', 'n' or 'k' if it is the side of a matrix: of two structures with a pointer,
// a width and a height that a kernel reads, and a third one that it stores to; else 0.
std::vector<char> letters_of_matrices(const std::vector<StructArgument>& structures,
                                      const std::vector<ParameterFacts>& facts);
// Returns a field for each parameter of the kernel: 'struct(A=f16[m:64,k:128], i64:64)' for the fields of a structure.
std::vector<ProposedField> joined_structures(const std::vector<StructArgument>& structures,
                                             const std::vector<ParameterFacts>& facts,
                                             const std::vector<ProposedField>& fields);

}  // namespace tcviz::inline gpu_xray
