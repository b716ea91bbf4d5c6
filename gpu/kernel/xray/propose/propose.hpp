// Proposes a launch for a kernel whose source states none: from its signature, its PTX, and the host code that launches
// it, which is read and never executed.
#pragma once

#include <string>
#include <vector>

#include "gpu/kernel/ptx/module.hpp"
#include "gpu/kernel/xray/verdict/launch_proposal.hpp"

namespace tcviz::inline gpu_xray {

// The CUDA C++ of a kernel: its file, with the headers in front of it that it includes by name, and behind it a file
// that launches it, if there is one.
struct HostSource {
  std::string text;           // empty: there is only PTX
  int first_line = 1;         // of `text`, where the kernel's file begins
  int launcher_line = 0;      // of `text`, where the file begins that launches it; 0: there is none
  std::string launcher = {};  // name of that file
};

// Returns the proposal for the kernel `entry` of the module, as its author or PTX names it; if it is empty, for the
// first one with a product of tensor cores, or the first one.
Result<LaunchProposal> propose_launch(const PtxModule& module, const HostSource& source, const std::string& entry);

}  // namespace tcviz::inline gpu_xray
