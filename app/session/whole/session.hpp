// A session: the document with the sources of layouts and the background threads. Applies the actions of panels, starts
// the requested jobs and takes the threads' news. The window, `tcviz capture` and tests all use it; it draws nothing.
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
  // Makes a session. Returns the error BadInput if `options` name an unknown kind, Unavailable if they name a source
  // that does not exist; the message lists the most similar ones. `wake` is called by threads that have news.
  static Result<std::unique_ptr<Session>> make(Sources& sources, const WindowOptions& options,
                                               std::function<void()> wake);
  ~Session();

  const Document& document() const { return document_; }
  // Returns the queue of actions that the next update() applies.
  ActionQueue& actions() { return actions_; }

  // Applies the threads' news and the queued actions. Returns true if there were any, so that a frame must be drawn.
  bool update();
  // Does the same as update() until all requested background work is done, for at most `most`. Returns true if anything
  // changed.
  bool settle(std::chrono::milliseconds most = std::chrono::hours(24));
  // Writes the formula in the editor to the user's file; to be called while nothing happens.
  void keep_formula();
  // Closes the thread that asks sources; see JobThread::close.
  bool close(std::chrono::milliseconds grace);

 private:
  struct Threads;
  Session(std::unique_ptr<LayoutSource> file_source, std::vector<LayoutSource*> sources, const WindowOptions& options,
          const std::function<void()>& wake);
  Status open(const Sources& sources, const WindowOptions& options);
  void apply(const Action& action);
  void prepare(const Action* action);
  void read_lessons();

  std::unique_ptr<LayoutSource> file_source_;
  Document document_;
  ActionQueue actions_;
  std::optional<Lesson> own_lesson_;
  std::optional<std::uint64_t> quiz_wanted_;  // seed of a quiz to be started when there is a layout
  std::unique_ptr<Threads> threads_;
};

}  // namespace tcviz::inline app_session
