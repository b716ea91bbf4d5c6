// Reads the lessons when the user opens the workspace Learn.
#pragma once

#include <filesystem>

#include "app/session/learn/learn_task.hpp"

namespace tcviz::inline app_session {

struct LearnWorks {
  std::optional<Lesson> lesson_file;  // a lesson of the user's own; it comes before those of the program
};

class LearnJobs {
 public:
  using Task = LearnTask;
  LearnJobs(const LearnWorks& works, const std::filesystem::path& folder, Wake wake);

  // Returns TakeLessons if the workspace is shown and the lessons have not been read; else none.
  std::optional<LearnAction> wants(const LearnState& state, bool shown) const;

 private:
  std::optional<Lesson> own_;
};

}  // namespace tcviz::inline app_session
