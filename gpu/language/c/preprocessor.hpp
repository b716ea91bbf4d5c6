// The C preprocessor: macros, conditions, and directives without effect on values. Tokens in, tokens out; the tokens of
// a macro have the place of its use. Knows no C beyond tokens.
#pragma once

#include <cstdint>
#include <memory_resource>
#include <optional>
#include <span>
#include <vector>

#include "gpu/language/c/token.hpp"

namespace tcviz::inline gpu_c {

struct PreprocessorInput {
  std::string_view text;
  std::span<const Token> tokens;  // the tokens of `text`; the last one is End
  int cuda_arch = 0;              // the value of __CUDA_ARCH__, such as 900; 0: the device is not known
  std::pmr::memory_resource* memory = nullptr;
};

// True if some token is a directive.
bool needs_preprocessor(std::span<const Token> tokens);
// Returns the tokens after preprocessing; adds errors to `diagnostics`.
std::pmr::vector<Token> preprocess(const PreprocessorInput& input, std::vector<Diagnostic>& diagnostics);
// Returns the value of an expression as #if reads it: whole numbers of 64 bits, names are 0. None if it has no value.
std::optional<std::int64_t> value_of_condition(std::span<const Token> tokens);

}  // namespace tcviz::inline gpu_c
