// `tcviz check --compile`: compiles a formula that tcviz cannot read itself with this machine's C++ compiler, executes
// it and checks the result.
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

// The last line of an error about an unreadable text.
inline constexpr const char* compile_hint =
    "With --compile, this machine's C++ compiler compiles the text, which is then run and judged.";

}  // namespace tcviz::inline app_cli
