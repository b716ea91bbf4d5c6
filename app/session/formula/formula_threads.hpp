// The two background threads of the formula editor: one searches repairs of a wrong formula, while the check's result
// is already on screen; one compiles a text with this machine's C++ compiler and executes it, if the user asks for it.
#pragma once

#include <functional>
#include <memory>

#include "app/session/base/job_thread.hpp"
#include "app/session/formula/formula_action.hpp"
#include "gpu/layout/layout.hpp"

namespace tcviz::inline app_session {

struct FormulaJob {
  FormulaText text;
  std::shared_ptr<const Layout> layout;
  std::shared_ptr<const Judged> judged = {};  // only for repairs: the result to add them to
};
using FormulaThread = JobThread<FormulaJob, FormulaAction>;

// Starts the thread that compiles, or the one that repairs. Each calls `wake` whenever it has news.
FormulaThread compiler_thread(std::function<void()> wake);
FormulaThread repairer_thread(std::function<void()> wake);
// Starts the search for repairs of `text` in `thread`, in place of an earlier search. Starts none if `text` is not
// wrong.
void repair(FormulaThread& thread, const FormulaText& text, const Layout* layout, std::shared_ptr<const Judged> judged);

}  // namespace tcviz::inline app_session
