// Checks a text by compiling it with this machine's C++ compiler and executing it for every slot in a process with
// limits. Used only if the user asks for it, because the text is executed.
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
  std::string file = "the text";  // its name in compiler messages
  std::string call;               // see CallRequest::call
};

// The result of checking a text.
struct CompiledVerdict {
  std::string compiled_by;  // "g++ 12.2.0"
  std::string reading;      // a remark about which function was called and what names were taken for
  Formula formula;          // the answers of the text for every slot, as a formula that consists of tables
  Verdict verdict;
};

// Compiles and checks the text. Returns the error BadInput if it does not compile or it is not clear which function to
// call, Negative if it runs forever or ends its process, Unavailable if there is no compiler. Calls `stopped`
// regularly, and gives up if it returns true. Leaves no files or processes behind.
Result<CompiledVerdict> judge_compiled(const TextToCompile& request, const Layout& layout,
                                       const std::function<bool()>& stopped = {});

}  // namespace tcviz::inline gpu_compiler
