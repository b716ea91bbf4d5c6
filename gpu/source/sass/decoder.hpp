// Decodes machine code (SASS) to instructions. It is strict: it refuses a word unless every bit of it is that of a
// known form.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "gpu/layout/result.hpp"
#include "gpu/source/sass/instruction.hpp"
#include "gpu/source/sass/word.hpp"

namespace tcviz::inline gpu_sass {

// Decodes one word; an error names the word in hex and its address.
Result<Instruction> decode(Word word, std::uint32_t address);
// Decodes the code up to the EXIT instruction; ignores what follows it (a trap and padding). Refuses code without EXIT.
Result<std::vector<Instruction>> decode_kernel(std::span<const std::uint8_t> code);

// Returns an address and a word as text: "/*0040*/ 000fe200078e00ff 000000ffff037224".
std::string describe(Word word, std::uint32_t address);

}  // namespace tcviz::inline gpu_sass
