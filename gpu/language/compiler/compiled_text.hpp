// A text that a C++ compiler of this machine compiles, and that a process with limits runs for every slot. Only if a
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
  std::string reading;      // the call, and how names were taken
  Formula formula;          // its answers for every slot, as tables
  Verdict verdict;
};

// Compiles and checks the text. BadInput: it does not compile, or it is not plain which function to call. Negative: it
// runs forever, or ends its process. Unavailable: there is no compiler. `stopped` is asked now and then; nothing is
// left behind in any case.
Result<CompiledVerdict> judge_compiled(const TextToCompile& request, const Layout& layout,
                                       const std::function<bool()>& stopped = {});

}  // namespace tcviz::inline gpu_compiler
