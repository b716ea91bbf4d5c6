// A document with the sources behind it: applies the panels' actions, hands wanted jobs to their threads and takes
// their news. Knows nothing of Dear ImGui, OpenGL or windows; the window, the capture and the tests all drive this.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

#include "app/session/whole/action.hpp"
#include "app/session/whole/document.hpp"
#include "app/session/whole/window_options.hpp"
#include "gpu/source/probe/source.hpp"

namespace tcviz::inline app_session {

class Session {
 public:
  // Makes a session. BadInput if options name an unknown kind, Unavailable if they name a source that is not there; the
  // message lists the nearest ones.
  static Result<std::unique_ptr<Session>> make(Sources& sources, const WindowOptions& options,
                                               std::function<void()> wake);
  ~Session();

  const Document& document() const { return document_; }
  // Returns the actions that the next update() applies.
  ActionQueue& actions() { return actions_; }

  // Takes in the threads' news and the queued actions. True if there were any: a frame is due.
  bool update();
  // Works as update(), until everything asked so far has been done behind it; at most `most`. True if anything changed.
  bool settle(std::chrono::milliseconds most = std::chrono::hours(24));
  // Writes the formula that is being typed beside the saved ones: to be called when the window rests.
  void keep_formula();
  // Closes the thread that asks sources: see JobThread::close.
  bool close(std::chrono::milliseconds grace);

 private:
  struct Threads;
  Session(std::unique_ptr<LayoutSource> file_source, std::vector<LayoutSource*> sources, const WindowOptions& options,
          const std::function<void()>& wake);
  Status open(const Sources& sources, const WindowOptions& options);
  void apply(const Action& action);
  void prepare(const Action* action);
  void take_wanted();

  std::unique_ptr<LayoutSource> file_source_;
  Document document_;
  ActionQueue actions_;
  std::optional<std::uint64_t> quiz_wanted_;  // once there is a layout to ask about
  std::unique_ptr<Threads> threads_;
};

}  // namespace tcviz::inline app_session
