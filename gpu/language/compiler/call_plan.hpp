// Decides how to call a C++ text that computes the element of a slot: chooses functions and their arguments by names
// and parameters, as gpu/language/formula/entry.hpp does. Refuses texts for which this is not clear. Pure: text in, C++
// out.
#pragma once

#include <string>
#include <string_view>

#include "gpu/layout/layout.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_compiler {

// A text and what is known about how to call it.
struct CallRequest {
  std::string_view text;
  std::string_view file;  // the name of the text in compiler messages
  // "row=EXPR;col=EXPR" or "linear=EXPR" with tid and i, as the user gives it; empty: chosen from the text.
  std::string_view call;
  char operand = '\0';  // 'a', 'b' or 'c', the operand whose functions are chosen; 0: not known
  // The value of __CUDA_ARCH__, such as 900; 0: not known.
  int cuda_arch = 0;
};

// The C++ source that calls the text.
struct CallPlan {
  std::string source;   // the text with its line numbers, followed by a function that is called for each slot
  std::string reading;  // a remark for the user about what was chosen: "`place` gives both"
  bool is_kernel = false;
  bool rows_of_warps = false;  // the text reads threadIdx.y for the warp of a block of several
};

// Returns the plan for computing the elements of `layout`.
Result<CallPlan> plan_calls(const CallRequest& request, const Layout& layout);

}  // namespace tcviz::inline gpu_compiler
