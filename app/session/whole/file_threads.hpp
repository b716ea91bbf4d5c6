// The threads that read a file which the user opens and write figures, while the window goes on: a slow disk or a large
// picture stalls no frame.
#pragma once

#include <chrono>
#include <string>

#include "app/session/base/job_thread.hpp"
#include "app/session/whole/action.hpp"
#include "app/session/whole/task_jobs.hpp"

namespace tcviz::inline app_session {

// Returns the thread that opens files; it calls `wake` whenever there is news.
JobThread<std::string, Action> opener_thread(Wake wake);  // paths

struct FigureToSave {
  FigureBytes bytes;
  std::string path;  // empty: as a PNG to the clipboard
};
// Tells a TellFigure for every save that has ended.
class FigureSaver : public JobThread<FigureToSave, Action> {
 public:
  explicit FigureSaver(Wake wake);
  ~FigureSaver() { wait(std::chrono::hours(24)); }  // all requested figures are written
};

// Hands on the document's wishes: a figure of the task that is shown, if it has figures, else of the fragment.
void serve_figures(Document& document, const TaskWorks& works, FigureSaver& saver);

}  // namespace tcviz::inline app_session
