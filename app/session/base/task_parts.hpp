// The parts of something whole (the document, a link, the options of the window) that belong to tasks: one value of
// each type that is asked for. A header with a whole does not name the tasks, so that it does not bring all of their
// headers.
#pragma once

#include <any>
#include <map>
#include <typeindex>

namespace tcviz::inline app_session {

class TaskParts {
 public:
  // Returns the part of the type T: T{} until it is changed.
  template <class T>
  T& task() {
    std::any& part = parts_[typeid(T)];
    if (!part.has_value()) part.emplace<T>();
    return std::any_cast<T&>(part);
  }
  template <class T>
  const T& task() const {
    static const T unchanged{};
    const auto part = parts_.find(typeid(T));
    return part == parts_.end() ? unchanged : std::any_cast<const T&>(part->second);
  }

 private:
  std::map<std::type_index, std::any> parts_;
};

}  // namespace tcviz::inline app_session
