// The lines behind a #: macros, conditions, and lines that say nothing of values. Tokens in, tokens out; the tokens of
// a macro have the place of its use. Knows nothing of C behind its words.
#pragma once

#include <memory_resource>
#include <span>
#include <vector>

#include "gpu/language/c/token.hpp"

namespace tcviz::inline gpu_c {

struct PreprocessorInput {
  std::string_view text;
  std::span<const Token> tokens;  // of the text; the last is End
  int cuda_arch = 0;              // the value of __CUDA_ARCH__, as 900; 0: of no known device
  std::pmr::memory_resource* memory = nullptr;
};

bool needs_preprocessor(std::span<const Token> tokens);
std::pmr::vector<Token> preprocess(const PreprocessorInput& input, std::vector<Diagnostic>& diagnostics);

}  // namespace tcviz::inline gpu_c
