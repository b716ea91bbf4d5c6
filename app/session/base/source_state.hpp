// The window's copy of a source of layouts (a GPU, a compiler, a file): if the source has been asked, and its answers.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/base/task.hpp"
#include "gpu/source/probe/source.hpp"

namespace tcviz::inline app_session {

// The answers of a source, one for each kind that it was asked for. Never changes once made: the worker thread makes
// it, panels read it.
struct Answers {
  std::vector<KindResult> results;

  // Returns the answer for `kind`, or null if it was not asked for.
  const Result<Layout>* find(std::string_view kind) const;
};

// A source, with its progress (Task::done and Task::all count kinds).
struct SourceState : Task {
  SourceInfo info;
  std::vector<std::string> kinds;          // ids of the kinds that it can answer
  std::shared_ptr<const Answers> answers;  // null before the first answer
  bool from_file = false;                  // the user opened it as a file in this window; it is not asked again

  bool can_answer(std::string_view kind) const;
  const Layout* layout(std::string_view kind) const;  // null: it has no layout of `kind`
};

// Returns the state of a source when the window opens. Sources that are files are asked at once, others on demand.
SourceState state_of(const LayoutSource& source);

}  // namespace tcviz::inline app_session
