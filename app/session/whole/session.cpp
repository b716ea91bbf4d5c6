#include "app/session/whole/session.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/asked/asked.hpp"
#include "app/session/base/sentence.hpp"
#include "app/session/learn/built_in_lessons.hpp"
#include "app/session/learn/learn_action.hpp"
#include "app/session/whole/file_threads.hpp"
#include "app/session/whole/formula_watch.hpp"
#include "app/session/whole/recomputer.hpp"
#include "app/session/whole/task_jobs.hpp"
#include "app/session/whole/worker.hpp"
#include "app/session/whole/workspace_moves.hpp"

namespace tcviz::inline app_session {
namespace {

constexpr const char* first_kind = "wmma.m16n16k16.acc.f32";

std::vector<LayoutSource*> pointers(const Sources& sources, LayoutSource* file_source) {
  std::vector<LayoutSource*> all;
  for (const auto& source : sources.all()) all.push_back(source.get());
  if (file_source != nullptr) all.push_back(file_source);
  return all;
}

std::vector<KindEntry> entries_of(const std::vector<SourceState>& sources) {
  std::vector<std::string> others;
  for (const SourceState& source : sources) others.insert(others.end(), source.kinds.begin(), source.kinds.end());
  return make_entries(catalogue(), others);
}

bool is_listed(const Document& d, const std::string& kind) {
  return kind.empty() || std::ranges::find(d.kinds, kind, &KindEntry::id) != d.kinds.end();
}

// Returns an error if the link is about a kind that nobody here knows: another one is never shown in its place.
Status check_link(const Link& link, const Document& d) {
  for (const std::string& kind : {link.kept.at.kind, link.kept.at.other_kind})
    if (!is_listed(d, kind)) return unknown_kind(kind);
  return Nothing{};
}

}  // namespace

// The threads that work beside the window.
struct Session::Threads {
  TaskParts works;
  FormulaJobs formulae;
  JobThread<std::string, Action> opener;
  FigureSaver saver;
  Worker worker;
  RecomputeThread recomputer;
  TaskJobs tasks;

  template <class F>
  void for_each(F f) {
    f(worker), f(saver), f(recomputer), f(opener);
    formulae.each_thread(f);
    tasks.for_each([&](auto& jobs) { jobs.each_thread(f); });
  }
};

Session::Session(std::unique_ptr<LayoutSource> file_source, std::vector<LayoutSource*> sources,
                 const WindowOptions& options, const std::function<void()>& wake)
    : file_source_(std::move(file_source)),
      own_lesson_(options.lesson_file),
      threads_(new Threads{options,
                           {options.config_folder, wake},
                           opener_thread(wake),
                           FigureSaver(wake),
                           Worker(sources, wake),
                           recompute_thread(options.recompute, wake),
                           {options, options.config_folder, wake}}) {
  for (const LayoutSource* source : sources) document_.sources.push_back(state_of(*source));
  document_.kinds = entries_of(document_.sources);
}

Session::~Session() = default;

Result<std::unique_ptr<Session>> Session::make(Sources& sources, const WindowOptions& options,
                                               std::function<void()> wake) {
  std::unique_ptr<LayoutSource> file;
  if (options.file_layout) {
    const std::string name = options.file_name.empty() ? "file" : options.file_name;
    file = make_file_source(name, SourceClass::Recorded, {*options.file_layout});
  }
  auto all = pointers(sources, file.get());
  std::unique_ptr<Session> session(new Session(std::move(file), std::move(all), options, wake));
  if (Status opened = session->open(sources, options); !opened.ok()) return opened.error();
  ActionQueue& actions = session->actions();
  if (!options.products_file.empty()) actions.push_back(ProductsAction(OpenProducts{options.products_file}));
  for (const std::string& file_to_open : {options.kernel_file, options.open_file})
    if (!file_to_open.empty()) actions.push_back(WindowAction(OpenFile{file_to_open}));
  if (options.lesson_file) actions.push_back(LearnAction(OpenLesson{options.lesson_file->id, 0}));
  if (!options.lesson.empty()) actions.push_back(LearnAction(OpenLesson{options.lesson}));
  if (options.quiz) session->quiz_wanted_ = options.quiz_seed.value_or(new_quiz_seed());
  session->document_.undo.clear();  // the user has done nothing yet
  return session;
}

Status Session::open(const Sources& sources, const WindowOptions& options) {
  Document& d = document_;
  d.gpu_absence = sentence(sources.gpu_absence().reason);
  d.problems.assign(sources.problems().begin(), sources.problems().end());
  threads_->formulae.open(d);
  d.kind = !options.kind.empty() ? options.kind : options.file_layout ? options.file_layout->kind() : first_kind;
  if (std::ranges::find(d.kinds, d.kind, &KindEntry::id) == d.kinds.end()) return unknown_kind(d.kind);
  if (options.file_layout && options.source.empty()) {
    apply_action(d, ChooseSource{d.sources.size() - 1});
    return Nothing{};
  }
  if (options.link) TCVIZ_TRY(check_link(*options.link, d));
  const std::string name = options.source.empty() ? sources.default_name(d.kind) : options.source;
  const Result<LayoutSource*> found = sources.find(name);
  if (!found.ok()) return found.error();
  const auto all = sources.all();
  const auto at = std::find_if(all.begin(), all.end(), [&](const auto& s) { return s.get() == found.value(); });
  apply_action(d, ChooseSource{static_cast<std::size_t>(at - all.begin())});
  return Nothing{};
}

// Lets each task read its data before its first action, or as soon as it is shown.
void Session::prepare(const Action* action) {
  const Workspace now = document_.workspace;
  threads_->tasks.for_each([&]<class Jobs>(Jobs& jobs) {
    using Task = typename Jobs::Task;
    auto& state = document_.task<typename Task::State>();
    if constexpr (requires { jobs.prepare(state, true, document_.problems); }) {
      const bool shown = std::ranges::find(Task::keys, now, &LinkKey::workspace) != std::end(Task::keys);
      const bool mine = action != nullptr && action->as<typename Task::Action>() != nullptr;
      jobs.prepare(state, shown || mine, document_.problems);
    }
  });
}

// Reads the lessons as soon as the workspace Learn is open.
void Session::read_lessons() {
  if (document_.workspace != Workspace::Learn || document_.learn.lessons) return;
  std::vector<Lesson> lessons = built_in_lessons();
  if (own_lesson_) lessons.insert(lessons.begin(), *own_lesson_);
  apply_action(document_, LearnAction(TakeLessons{std::move(lessons)}));
}

void Session::apply(const Action& action) {
  prepare(&action);
  apply_action(document_, action);
  prepare(nullptr);
  read_lessons();
}

bool Session::update() {
  bool changed = !actions_.empty();
  threads_->for_each([&](auto& thread) {
    for (auto& news : thread.take_news()) {
      changed = true;
      apply_action(document_, std::move(news));
      read_lessons();
    }
  });
  if (quiz_wanted_ && document_.layout() != nullptr)
    actions_.push_back(LearnAction(StartQuiz{*std::exchange(quiz_wanted_, std::nullopt)}));
  for (std::size_t a = 0; a < actions_.size(); ++a) apply(actions_[a]);
  actions_.clear();
  serve_recompute(document_, threads_->recomputer);
  const JobScene scene{shown_workspace(document_), document_.layout(), document_.telling().info.name,
                       [this] { return ask_gpu(document_); }};
  threads_->tasks.for_each([&]<class Jobs>(Jobs& jobs) {  // may want an answer of the GPU
    jobs.serve(document_.task<typename Jobs::Task::State>(), scene);
  });
  serve_figures(document_, threads_->works, threads_->saver);
  for (std::string& path : std::exchange(document_.open_wanted, {})) threads_->opener.start(std::move(path));
  threads_->worker.serve(document_.sources);
  if (changed) threads_->formulae.follow(document_);
  return changed;
}

void Session::keep_formula() { threads_->formulae.keep(document_); }

bool Session::close(std::chrono::milliseconds grace) { return threads_->worker.close(grace); }

bool Session::settle(std::chrono::milliseconds most) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point latest = Clock::now() + most;
  const auto left = [&] {
    const auto until = std::chrono::ceil<std::chrono::milliseconds>(latest - Clock::now());
    return std::max(until, std::chrono::milliseconds(0));
  };
  bool changed = update();
  while (true) {
    threads_->for_each([&](auto& thread) { thread.wait(left()); });
    if (!update()) return changed;
    changed = true;
    if (left().count() == 0) return true;
  }
}

}  // namespace tcviz::inline app_session
