#include "app/session/base/source_state.hpp"

#include <algorithm>

namespace tcviz::inline app_session {

const Result<Layout>* Answers::find(std::string_view kind) const {
  const auto found = std::find_if(results.begin(), results.end(), [&](const KindResult& r) { return r.kind == kind; });
  return found == results.end() ? nullptr : &found->layout;
}

namespace {

// True if the source is loaded at the start: a GPU or a compiler is asked when it is chosen; sources in files are
// loaded at once, so that the list can say which source knows which kind.
bool asked_at_start(SourceClass type) {
  return type == SourceClass::Recorded || type == SourceClass::Published || type == SourceClass::Documented;
}

}  // namespace

SourceState state_of(const LayoutSource& source) {
  SourceState state;
  state.info = source.info();
  state.kinds = source.kinds();
  if (asked_at_start(state.info.type)) state.stage = Stage::Wanted;
  return state;
}

bool SourceState::can_answer(std::string_view kind) const {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

const Layout* SourceState::layout(std::string_view kind) const {
  const Result<Layout>* result = answers ? answers->find(kind) : nullptr;
  return result != nullptr && result->ok() ? &result->value() : nullptr;
}

}  // namespace tcviz::inline app_session
