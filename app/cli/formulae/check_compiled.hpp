// tcviz check --compile: a text beyond the reader, compiled by a C++ compiler of this machine, run and judged.
#pragma once

#include <string>

#include "app/cli/kit/context.hpp"
#include "app/cli/kit/target.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_cli {

struct CompiledQuestion {
  std::string text, file, call;
  bool json = false;
};

Status check_compiled(const CompiledQuestion& question, const OneLayout& one, Context& context);

// The last line of a refusal.
inline constexpr const char* compile_hint =
    "With --compile, the C++ compiler of this machine compiles the text, and it is executed and judged.";

}  // namespace tcviz::inline app_cli
