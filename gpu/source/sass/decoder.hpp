// Decodes bits to instructions. Strict: a word is of a known form, with every bit accounted for, or it is refused.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gpu/layout/result.hpp"
#include "gpu/source/sass/instruction.hpp"
#include "gpu/source/sass/word.hpp"

namespace tcviz::inline gpu_sass {

// Decodes one word; the error holds the word in hex and the address.
Result<Instruction> decode(Word word, std::uint32_t address);
// Decodes the code up to the exit; leaves out the code behind it (a trap and padding). Refuses code that does not exit.
Result<std::vector<Instruction>> decode_kernel(std::span<const std::uint8_t> code);

// Returns "/*0040*/ 000fe200078e00ff 000000ffff037224".
std::string describe(Word word, std::uint32_t address);

}  // namespace tcviz::inline gpu_sass
