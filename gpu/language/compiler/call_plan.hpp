// Plans the calls that give the place of a slot: chooses the text's functions and their arguments by their names and
// parameters alone, as gpu/language/formula/entry.hpp does. Refuses what is not plain. Pure: text in, C++ out.
#pragma once

#include <string>
#include <string_view>

#include "gpu/layout/layout.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_compiler {

struct CallRequest {
  std::string_view text;
  std::string_view file;  // as compilers' messages name it
  std::string_view call;  // "row=EXPR;col=EXPR" or "linear=EXPR", of tid and i; empty: found from the text
  char operand = '\0';    // 'a', 'b' or 'c', which chooses among functions
  int cuda_arch = 0;
};

struct CallPlan {
  std::string source;   // the text with its line numbers, and behind it a function that is called for each slot
  std::string reading;  // "`place` gives both"
  bool is_kernel = false;
};

Result<CallPlan> plan_calls(const CallRequest& request, const Layout& layout);

}  // namespace tcviz::inline gpu_compiler
