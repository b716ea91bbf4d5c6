#include "app/session/whole/lesson_proof.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "app/session/learn/learn_action.hpp"
#include "app/session/whole/lesson_goal.hpp"

namespace tcviz::inline app_session {
namespace {

class LessonProof {
 public:
  LessonProof(const Lesson& lesson, Session& session) : lesson_(lesson), session_(session) {}

  std::vector<LessonMistake> prove() {
    act({LearnAction(TakeLessons{{lesson_}})});
    for (step_ = 0; step_ < static_cast<int>(lesson_.steps.size()); ++step_) {
      if (!shows()) continue;
      if (step().question) question();
    }
    return std::move(mistakes_);
  }

 private:
  const LessonStep& step() const { return lesson_.steps[static_cast<std::size_t>(step_)]; }
  const Document& document() const { return session_.document(); }

  void act(std::vector<Action> actions) {
    for (Action& action : actions) session_.actions().push_back(std::move(action));
    session_.settle();
  }
  void begin() { act({LearnAction(OpenLesson{lesson_.id, step_})}); }

  void note(const char* field, std::string what) {
    mistakes_.push_back({step().line, fmt::format("steps[{}].{}", step_, field), std::move(what)});
  }

  bool has_source(const std::string& name, const char* field) {
    if (name.empty() || source_named(document(), name)) return true;
    note(field, fmt::format("no source is called {}: `tcviz devices` lists them.", name));
    return false;
  }

  bool has_other_side(const std::string& with) {
    const auto& kinds = document().kinds;
    return std::any_of(kinds.begin(), kinds.end(), [&](const KindEntry& e) { return e.id == with; }) ||
           has_source(with, "show.with");
  }

  bool shows() {
    const LessonScene& scene = step().scene;
    begin();
    if (!has_source(scene.source, "show.source") || !has_other_side(scene.with)) return false;
    if (document().kind != scene.kind) {
      note("show.kind", fmt::format("no kind is called {}: `tcviz kinds` lists them.", scene.kind));
      return false;
    }
    if (document().layouts().empty()) {
      note("show", fmt::format("has nothing to show: {}", why_no_layout(document()).reason));
      return false;
    }
    if (scene.pin && !document().pin)
      note("show.pin", fmt::format("thread {} has no value {} here.", scene.pin->tid, scene.pin->i));
    return true;
  }

  void question() {
    const LessonGoal& goal = step().question->goal;
    if (goal.type == GoalType::Source && !has_source(goal.source, "question.source.as")) return;
    if (document().learn.solved) return note("question", "is answered before anybody has done anything.");
    std::vector<Action> astray = way_astray(document(), goal);
    if (astray.empty()) return note("question", "takes anything for the answer: ask for something that can be missed.");
    act(std::move(astray));
    if (document().learn.solved) note("question", "takes something wrong for the answer.");
    begin();
    std::vector<Action> way = way_to(document(), goal);
    if (way.empty()) return note("question", "cannot be answered: nothing on screen is what it asks for.");
    act(std::move(way));
    if (!document().learn.solved) note("question", "is not answered by the answer that it gives.");
  }

  const Lesson& lesson_;
  Session& session_;
  int step_ = 0;
  std::vector<LessonMistake> mistakes_;
};

}  // namespace

std::vector<LessonMistake> prove_lesson(const Lesson& lesson, Session& session) {
  return LessonProof(lesson, session).prove();
}

}  // namespace tcviz::inline app_session
