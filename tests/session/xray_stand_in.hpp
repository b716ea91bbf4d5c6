// A kernel for the tests of the workspace X-ray, and its execution in this process.
#pragma once

#include <string>

#include "app/session/xray/xray_works.hpp"

namespace tcviz {

// PTX of a product of 32 x 80 by 80 x 24, by two warps, and the same with the registers of B exchanged.
std::string sample_kernel();
std::string faulty_kernel();
// Another one that copies its tiles to shared memory and loads them from there by ldmatrix: 64 x 64 by 64 x 64.
std::string copying_kernel();
// Executes such a kernel with labels, as `tcviz xray` does. Milliseconds are 0: pictures stay alike.
XrayWork xray_here();
// Does the same, and says that the launch was proposed unless the source has a launch comment.
XrayWork proposing_xray();
// Returns that launch.
std::string proposed_call();

}  // namespace tcviz
