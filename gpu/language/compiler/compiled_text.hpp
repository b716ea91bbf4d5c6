// A text that a C++ compiler of this machine compiles, and that a process with limits runs for every slot. Only where a
// person asks for it: the text is executed. Knows nothing of who asks.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "gpu/language/formula/check.hpp"
#include "gpu/layout/layout.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_compiler {

struct TextToCompile {
  std::string text;
  std::string file = "the text";  // its name in the compiler's messages
  std::string call;               // see call_plan.hpp
};

struct CompiledVerdict {
  std::string compiled_by;  // "g++ 12.2.0"
  std::string reading;      // what was called, and what was taken as what
  Formula formula;          // what it said of every slot, as tables
  Verdict verdict;
};

// BadInput: it does not compile, or what to call is not plain. Negative: it runs forever, or ends its process.
// Unavailable: there is no compiler. `stopped` is asked now and then; nothing is left behind in any case.
Result<CompiledVerdict> judge_compiled(const TextToCompile& request, const Layout& layout,
                                       const std::function<bool()>& stopped = {});

}  // namespace tcviz::inline gpu_compiler
