// Instructions near to legal ones: they hold the table of forms from both sides.
#pragma once

#include <string>
#include <vector>

namespace tcviz {

// Returns instructions of every opcode that the X-ray executes: legal ones, all that differ from one of them in one
// modifier, type or register, and some that differ in two.
std::vector<std::string> lines_near_legal();

}  // namespace tcviz
