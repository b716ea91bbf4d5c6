// The threads beside the editor: one looks for repairs of a wrong formula while its verdict is on screen already, one
// has a text compiled by the C++ compiler of this machine and executed if a person asks for it.
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
  std::shared_ptr<const Judged> judged = {};  // to be repaired
};
using FormulaThread = JobThread<FormulaJob, FormulaAction>;

// Returns the thread that compiles formulae; it calls `wake` whenever there is news.
FormulaThread compiler_thread(std::function<void()> wake);
FormulaThread repairer_thread(std::function<void()> wake);
// Takes the place of the text before. A text that is not wrong has nothing to repair.
void repair(FormulaThread& thread, const FormulaText& text, const Layout* layout, std::shared_ptr<const Judged> judged);

}  // namespace tcviz::inline app_session
