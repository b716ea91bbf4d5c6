// The reading of the lessons: they are read as soon as the user turns to them.
#pragma once

#include <filesystem>

#include "app/session/learn/learn_task.hpp"

namespace tcviz::inline app_session {

struct LearnWorks {
  std::optional<Lesson> lesson_file;  // a teacher's, which stands before ours; the window opens on it
};

class LearnJobs {
 public:
  using Task = LearnTask;
  LearnJobs(const LearnWorks& works, const std::filesystem::path& folder, Wake wake);

  // Returns the lessons, if they are wanted and have not been read.
  std::optional<LearnAction> wants(const LearnState& state, bool shown) const;

 private:
  std::optional<Lesson> own_;
};

}  // namespace tcviz::inline app_session
