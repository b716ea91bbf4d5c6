// The background threads that read files which the user opens, and that write figures, so that the window never waits
// for the disk.
#pragma once

#include <chrono>
#include <string>

#include "app/session/base/job_thread.hpp"
#include "app/session/base/task_row.hpp"
#include "app/session/whole/action.hpp"

namespace tcviz::inline app_session {

// Starts the thread that opens files; its jobs are paths. It calls `wake` whenever it has news.
JobThread<std::string, Action> opener_thread(Wake wake);

// A figure to be drawn and written.
struct FigureToSave {
  FigureBytes bytes;  // draws the figure and returns the bytes of the file
  std::string path;   // empty: copy it as a PNG to the clipboard
};
// The thread that writes figures. It sends a TellFigure for each.
class FigureSaver : public JobThread<FigureToSave, Action> {
 public:
  explicit FigureSaver(Wake wake);
  ~FigureSaver() { wait(std::chrono::hours(24)); }  // waits until all requested figures are written
};

// Takes the requests for figures in `document` and gives them to `saver`: a figure of the workspace that is shown, if
// its task has figures, else of the grids.
void serve_figures(Document& document, const TaskParts& works, FigureSaver& saver);

}  // namespace tcviz::inline app_session
