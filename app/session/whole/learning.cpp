#include "app/session/whole/learning.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/session/maxas/maxas_action.hpp"
#include "app/session/operations/operations_action.hpp"
#include "app/session/shared_memory/smem_action.hpp"
#include "app/session/whole/action.hpp"
#include "app/session/whole/lesson_goal.hpp"
#include "app/session/whole/selection.hpp"
#include "app/session/whole/workspace_moves.hpp"
#include "app/session/xray/xray_action.hpp"

namespace tcviz::inline app_session {
namespace {

void clear_marks(Document& d) {
  d.pin.reset();
  d.band.reset();
  d.hover.reset();
  d.camera = {};
}

void show_operation(Document& d, const LessonScene& scene) {
  apply_operations(d.task<OperationsState>(), ChooseOperation{scene.operation});
  d.task<OperationsState>().choice.d = scene.diagonal;
  apply_operations(d.task<OperationsState>(), SetStep{});  // all of it, however far the user stepped before
}

void show_maxas(Document& d, const LessonScene& scene) {
  const SgemmKernel* const kernel = sgemm_of_kind(scene.kind);
  if (kernel == nullptr) return;
  apply_maxas(d.task<MaxasState>(), SetMaxasKernel{*kernel});
  apply_maxas(d.task<MaxasState>(), SetMaxasVariant{});
  apply_maxas(d.task<MaxasState>(), SetMaxasPage{});
  apply_maxas(d.task<MaxasState>(), EnlargeMaxas{});
  apply_maxas(d.task<MaxasState>(), SetMaxasThread{scene.maxas_thread});
  apply_maxas(d.task<MaxasState>(), SetMaxasStep{scene.maxas});
}

void show_smem(Document& d, const LessonScene& scene) {
  SmemState& smem = d.task<SmemState>();
  static_cast<SmemLook&>(smem) = scene.tasks.task<SmemLook>();
  apply_smem(smem, SetSmemImage{smem.image});  // the descriptor follows
}

// Puts aside what is open, to be brought back when the lesson is left.
void put_kernel_aside(Document& d) {
  auto before = std::make_shared<BeforeLearn>(*d.learn.before);
  before->others.task<XrayState>() = d.task<XrayState>();
  d.learn.before = std::move(before);
}

// Opens the step's kernel, unless it is open as it was: then it has been executed already.
void show_kernel(Document& d, const LessonKernel& kernel) {
  XrayState& xray = d.task<XrayState>();
  const bool is_of_lesson = d.learn.kernel == xray.text.openings;
  if (!is_of_lesson && d.learn.before) put_kernel_aside(d);
  const bool is_same = is_of_lesson && xray.source == kernel.source && xray.name == kernel.name;
  apply_xray(xray, DeclareXray{});
  apply_xray(xray, ShowXrayBanks{});
  if (is_same) return apply_xray(xray, ChooseXrayCell{});
  apply_xray(xray, OpenXray{kernel.name, kernel.source, kernel.name.ends_with(".cu")});
  d.learn.kernel = xray.text.openings;
}

// Brings back the kernel that was open before, unless the user has opened one since.
void restore_kernel(Document& d, const XrayState& before) {
  XrayState& xray = d.task<XrayState>();
  if (std::exchange(d.learn.kernel, -1) == xray.text.openings) restore_xray(xray, before);
}

void show_scene(Document& d, const LessonScene& scene) {
  const FormulaText typed = d.formula;
  const Layout* const checked = d.layout();
  apply_action(d, ChooseKind{scene.kind});
  if (const auto source = source_named(d, scene.source)) apply_action(d, ChooseSource{*source});
  const auto other = source_named(d, scene.with);
  apply_action(d, CompareWith{other, other ? "" : scene.with});
  apply_action(d, SetViewMode{scene.view});
  d.color_by = scene.color;
  d.label_by = scene.labels;
  d.filter = scene.threads;
  d.formula = {false, scene.row, scene.col, ""};
  if (d.formula != typed || d.layout() != checked) d.formulae.judged.reset();
  d.formulae.hide_answer = scene.hide;
  d.views[ViewId::Architectures].open = scene.panel == LessonView::Architectures;
  clear_marks(d);
  d.learn.pin_wanted = scene.pin;
  if (scene.panel == LessonView::Operations) show_operation(d, scene);
  if (scene.panel == LessonView::Maxas) show_maxas(d, scene);
  if (scene.panel == LessonView::SharedMemory) show_smem(d, scene);
  if (scene.panel == LessonView::Xray) show_kernel(d, scene.kernel);
}

// Shows the step as it begins.
void show_step(Document& d) {
  LearnState& learn = d.learn;
  const LessonStep* const step = learn.open_step();
  if (step == nullptr) return;
  learn.setting = true;
  learn.solved = learn.told = false;
  learn.astray.clear();
  learn.tried.reset();
  learn.hints = 0;
  show_scene(d, step->scene);
  const bool names_source = step->question && step->question->goal.type == GoalType::Source;
  const auto asked = names_source ? source_named(d, step->question->goal.source) : std::nullopt;
  if (asked && d.sources[*asked].stage == Stage::NotAsked) d.sources[*asked].want();
  learn.setting = false;
  d.undo.clear(), d.redo.clear();
}

void show_quiz_question(Document& d) {
  Quiz& quiz = *d.learn.quiz;
  const Layout* const layout = d.layout();
  if (layout == nullptr) return;
  quiz.question = quiz_question(*layout, quiz.seed, quiz.number);
  quiz.ask = ask(quiz.question);
  quiz.told.clear();
  d.learn.typed.clear();
  d.learn.setting = true;
  apply_action(d, SetViewMode{quiz.question.asks_place ? ViewMode::Combined : ViewMode::Threads});
  d.formulae.hide_answer = true;
  clear_marks(d);
  d.learn.setting = false;
}

void put_first(std::vector<Lesson>& lessons, const Lesson& lesson) {
  std::erase_if(lessons, [&](const Lesson& other) { return other.id == lesson.id; });
  lessons.insert(lessons.begin(), lesson);
}

class LearnApply {
 public:
  explicit LearnApply(Document& document) : d_(document), learn_(document.learn) {}

  // A lesson that is open stays open if it is among the new ones.
  void operator()(const TakeLessons& a) {
    const Lesson* const open = learn_.open_lesson();
    const std::string id = open != nullptr ? open->id : "";
    std::vector<Lesson> lessons = a.lessons;
    if (learn_.added) put_first(lessons, *std::exchange(learn_.added, std::nullopt));
    learn_.lessons = std::make_shared<const std::vector<Lesson>>(std::move(lessons));
    learn_.lesson = index_of(id);
    if (!learn_.lesson) learn_.step = 0;
    const std::string wanted = std::exchange(learn_.wanted, {});
    if (!wanted.empty()) (*this)(OpenLesson{wanted, learn_.wanted_step});
  }

  void operator()(const AddLesson& a) {
    learn_.added = a.lesson;
    if (learn_.lessons) (*this)(TakeLessons{*learn_.lessons});
    (*this)(OpenLesson{a.lesson.id, 0});
  }

  void operator()(const OpenLesson& a) {
    if (!learn_.lessons) {
      learn_.wanted = a.id;
      learn_.wanted_step = a.step;
      return go_to(d_, Workspace::Learn);
    }
    const auto found = index_of(a.id);
    if (!found) return;
    go_to(d_, Workspace::Learn);
    learn_.quiz.reset();
    learn_.lesson = found;
    const int last = static_cast<int>((*learn_.lessons)[*found].steps.size()) - 1;
    const int done = learn_.steps_done(a.id);
    learn_.step = a.step >= 0 ? std::min(a.step, last) : done > last ? 0 : std::max(done, 0);
    show_step(d_);
  }

  void operator()(const GoOnLearning&) {
    if (d_.workspace != Workspace::Learn) return;
    if (learn_.quiz) return go_on_in_quiz();
    const LessonStep* const step = learn_.open_step();
    if (step == nullptr) return open_next();
    const bool passed = learn_.steps_done(learn_.open_lesson()->id) > learn_.step;
    if (!step->question || learn_.solved || passed) return go_on();
    const bool more = learn_.hints < static_cast<int>(step->question->hints.size());
    more ? (*this)(ShowHint{}) : (*this)(ShowAnswer{});
  }

  void operator()(const GoBackLearning&) {
    if (d_.workspace != Workspace::Learn) return;
    if (learn_.quiz) return (*this)(EndQuiz{});
    if (!learn_.lesson) return go_back(d_);
    if (--learn_.step >= 0) return show_step(d_);
    close_lesson();
  }

  void operator()(const ShowHint&) {
    const LessonStep* const step = learn_.open_step();
    if (step == nullptr || !step->question || learn_.solved) return;
    learn_.hints = std::min(learn_.hints + 1, static_cast<int>(step->question->hints.size()));
  }

  // Does the question's task, so that the answer can be seen.
  void operator()(const ShowAnswer&) {
    const LessonStep* const step = learn_.open_step();
    if (step == nullptr || !step->question || learn_.solved) return;
    learn_.told = true;
    for (const Action& action : way_to(d_, step->question->goal)) apply_action(d_, action);
  }

  void operator()(const ShowStepAgain&) { show_step(d_); }

  void operator()(const StartQuiz& a) {
    if (d_.layout() == nullptr) {
      learn_.news = "There is no layout to ask about: choose a source that knows this kind.";
      return;
    }
    go_to(d_, Workspace::Learn);
    close_lesson();
    learn_.news.clear();
    learn_.quiz.emplace();
    learn_.quiz->seed = a.seed;
    show_quiz_question(d_);
  }
  void operator()(const TypeAnswer& a) {
    if (a.text.size() <= 100) learn_.typed = a.text;
  }
  void operator()(const GiveAnswer&) {
    const Layout* const layout = d_.layout();
    if (!learn_.quiz || layout == nullptr || !learn_.quiz->told.empty()) return;
    const auto right = is_right(*layout, learn_.quiz->question, learn_.typed);
    if (right) return tell(*layout, *right, learn_.typed);
    Quiz& quiz = *learn_.quiz;
    ++quiz.unread_count;
    quiz.unread = fmt::format("'{}' is no {}: write it as in {}. It did not count.", learn_.typed,
                              quiz.question.asks_place ? "cell" : "value of a thread",
                              quiz.question.asks_place ? "5,9" : "T20 x[5]");
  }
  void operator()(const EndQuiz&) {
    if (!learn_.quiz) return;
    const Quiz& quiz = *learn_.quiz;
    const int asked = quiz.number + (quiz.told.empty() ? 0 : 1);
    learn_.news = fmt::format("{} of {} right, with the seed {}.", quiz.right, asked, quiz.seed);
    learn_.quiz.reset();
    if (learn_.before) show_before();
  }

  // Takes the pin that a click has set on a cell for the answer.
  void take_pin() {
    const Layout* const layout = d_.layout();
    if (!d_.pin || layout == nullptr || !learn_.quiz->told.empty()) return;
    const auto [element, slot, shown] = *d_.pin;
    static_cast<void>(shown);
    tell(*layout, is_right(*layout, learn_.quiz->question, element, slot),
         fmt::format("({}, {}), T{} x[{}]", element.row, element.col, slot.tid, slot.i));
  }

 private:
  std::optional<std::size_t> index_of(const std::string& id) const {
    if (!learn_.lessons) return std::nullopt;
    const auto at =
        std::find_if(learn_.lessons->begin(), learn_.lessons->end(), [&](const Lesson& l) { return l.id == id; });
    if (at == learn_.lessons->end()) return std::nullopt;
    return static_cast<std::size_t>(at - learn_.lessons->begin());
  }

  // Opens the first lesson that is not done, or the first.
  void open_next() {
    if (!learn_.lessons || learn_.lessons->empty()) return;
    const auto open = [&](const Lesson& l) { return learn_.steps_done(l.id) < static_cast<int>(l.steps.size()); };
    const auto at = std::find_if(learn_.lessons->begin(), learn_.lessons->end(), open);
    (*this)(OpenLesson{at == learn_.lessons->end() ? learn_.lessons->front().id : at->id});
  }

  void go_on() {
    const Lesson& lesson = *learn_.open_lesson();
    int& done = learn_.progress[lesson.id];
    done = std::max(done, ++learn_.step);
    if (learn_.step < static_cast<int>(lesson.steps.size())) return show_step(d_);
    close_lesson();
  }

  void close_lesson() {
    learn_.lesson.reset();
    learn_.step = 0;
    if (learn_.before) show_before();
  }

  // Brings back, beside the list, the picture that was on screen before.
  void show_before() {
    const auto before = learn_.before;
    leave_learn(d_);
    learn_.before = before;
    if (d_.view == ViewMode::Comparison) d_.view = d_.layout_view;
    layout_changed(d_);
  }

  void tell(const Layout& layout, bool right, const std::string& given) {
    Quiz& quiz = *learn_.quiz;
    quiz.told_right = right;
    quiz.right += right ? 1 : 0;
    quiz.told = right ? fmt::format("Right. {}", answer_of(layout, quiz.question))
                      : fmt::format("You chose {}. {}", given, answer_of(layout, quiz.question));
    quiz.unread.clear();
    quiz.over = quiz.number + 1 == quiz_round;
    d_.formulae.hide_answer = false;
    d_.pin = Pick{quiz.question.element, quiz.question.slot, 0};
  }

  void go_on_in_quiz() {
    Quiz& quiz = *learn_.quiz;
    if (quiz.told.empty()) return (*this)(GiveAnswer{});
    if (quiz.over) return (*this)(EndQuiz{});
    ++quiz.number;
    show_quiz_question(d_);
  }

  Document& d_;
  LearnState& learn_;
};

// Says of a cell that was pinned for an answer, and is none, which it is.
void say_astray(Document& d) {
  LearnState& learn = d.learn;
  if (d.pin == learn.tried) return;
  learn.tried = d.pin;
  learn.astray.clear();
  if (learn.solved || !d.pin) return;
  const auto& [element, slot, shown] = *d.pin;
  learn.astray =
      fmt::format("You chose ({}, {}), T{} x[{}]: that is not it.", element.row, element.col, slot.tid, slot.i);
}

}  // namespace

void apply_learn(Document& document, const LearnAction& action) { std::visit(LearnApply(document), action); }

void enter_learn(Document& d) {
  if (d.learn.before) return;
  auto before = std::make_shared<BeforeLearn>();
  before->look = d;
  before->drafts = d.formulae.drafts;
  before->undo = std::move(d.undo);
  before->redo = std::move(d.redo);
  before->layout_view = d.layout_view;
  before->hide_answer = d.formulae.hide_answer;
  before->operations = d.task<OperationsState>().choice;
  before->maxas = d.task<MaxasState>();
  before->others.task<SmemLook>() = d.task<SmemState>();
  before->architectures = d.views[ViewId::Architectures].open;
  d.undo.clear(), d.redo.clear();
  d.learn.before = std::move(before);
  show_step(d);
}

void leave_learn(Document& d) {
  if (!d.learn.before) return;
  const BeforeLearn& before = *d.learn.before;
  static_cast<Look&>(d) = before.look;
  d.formulae.drafts = before.drafts;
  d.undo = before.undo;
  d.redo = before.redo;
  d.layout_view = before.layout_view;
  d.formulae.hide_answer = before.hide_answer;
  d.task<OperationsState>().choice = before.operations;
  static_cast<MaxasLook&>(d.task<MaxasState>()) = before.maxas;
  d.task<MaxasState>().playing = false;
  static_cast<SmemLook&>(d.task<SmemState>()) = before.others.task<SmemLook>();
  restore_kernel(d, before.others.task<XrayState>());
  d.views[ViewId::Architectures].open = before.architectures;
  d.camera = {};
  d.learn.quiz.reset();
  d.learn.before.reset();
}

const XrayState& own_kernel(const Document& d) {
  const auto& open = d.task<XrayState>();
  return d.learn.before && d.learn.kernel == open.text.openings ? d.learn.before->others.task<XrayState>() : open;
}

void follow_learn(Document& d) {
  LearnState& learn = d.learn;
  if (d.workspace != Workspace::Learn || learn.setting) return;
  if (learn.quiz) return LearnApply(d).take_pin();
  const LessonStep* const step = learn.open_step();
  if (step == nullptr) return;
  const Layout* const layout = learn.pin_wanted ? layout_at(d, 0) : nullptr;
  if (layout != nullptr) {
    const Slot slot = *std::exchange(learn.pin_wanted, std::nullopt);
    const bool there = slot.tid < layout->threads() && slot.i < layout->values();
    const auto element = there ? layout->element(slot) : std::nullopt;
    if (element) d.pin = Pick{*element, slot, 0};
    learn.tried = d.pin;  // the step's own, no answer
  }
  if (!step->question || learn.solved) return;
  learn.solved = is_reached(d, step->question->goal);
  if (step->question->goal.type == GoalType::Pin) say_astray(d);
}

}  // namespace tcviz::inline app_session
