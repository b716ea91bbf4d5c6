// A source of layouts as the window knows it: if it has been asked, and its answer.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/base/task.hpp"
#include "gpu/source/probe/source.hpp"

namespace tcviz::inline app_session {

// The answers of a source to every kind that it was asked for. Immutable: the worker makes it, panels read it.
struct Answers {
  std::vector<KindResult> results;

  const Result<Layout>* find(std::string_view kind) const;
};

// The source's progress is counted in kinds.
struct SourceState : Task {
  SourceInfo info;
  std::vector<std::string> kinds;          // that it can be asked for
  std::shared_ptr<const Answers> answers;  // null until there are some
  bool from_file = false;                  // opened in this window: never asked again

  bool can_answer(std::string_view kind) const;
  const Layout* layout(std::string_view kind) const;  // null: not known
};

// Returns the state of a source as the window begins.
SourceState state_of(const LayoutSource& source);

}  // namespace tcviz::inline app_session
