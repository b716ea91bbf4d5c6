#include "app/session/whole/session.hpp"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "app/asked/asked.hpp"
#include "app/session/learn/built_in_lessons.hpp"
#include "app/session/learn/quiz.hpp"
#include "app/session/whole/learning.hpp"
#include "gpu/source/device/device_name.hpp"
#include "gpu/source/probe/layout_groups.hpp"

namespace tcviz::inline app_session {
namespace {

constexpr const char* first_kind = "wmma.m16n16k16.acc.f32";

std::vector<LayoutSource*> pointers(const Sources& sources, LayoutSource* file_source) {
  std::vector<LayoutSource*> all;
  for (const auto& source : sources.all()) all.push_back(source.get());
  if (file_source != nullptr) all.push_back(file_source);
  return all;
}

// A GPU or a compiler is asked when it is chosen; what lies in files is loaded at once, so that the list can say which
// source knows which kind.
bool asked_at_start(SourceClass type) {
  return type == SourceClass::Recorded || type == SourceClass::Published || type == SourceClass::Documented;
}

SourceState state_of(const LayoutSource& source) {
  SourceState state;
  state.info = source.info();
  state.kinds = source.kinds();
  if (asked_at_start(state.info.type)) state.stage = Stage::Wanted;
  return state;
}

std::vector<KindEntry> entries_of(const std::vector<SourceState>& sources) {
  std::vector<std::string> others;
  for (const SourceState& source : sources) others.insert(others.end(), source.kinds.begin(), source.kinds.end());
  return make_entries(catalogue(), others);
}

// A message of the command line as a sentence of the window.
std::string sentence(std::string text) {
  if (text.empty()) return text;
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  if (text.back() != '.') text += '.';
  return text;
}

bool shows_products(const Document& d) { return d.workspace == Workspace::Products || d.workspace == Workspace::Tiles; }

}  // namespace

Session::Session(std::unique_ptr<LayoutSource> file_source, std::vector<LayoutSource*> sources,
                 const WindowOptions& options, std::function<void()> wake)
    : file_source_(std::move(file_source)),
      formula_file_(options.config_folder),
      compiler_(wake),
      repairer_(wake),
      opener_(wake),
      saver_(wake),
      worker_(sources, wake),
      recomputer_(options.recompute, wake),
      operations_(options.run_kernels, wake),
      products_(wake),
      xray_(options.run_xray, wake),
      live_(options.read_live, wake),
      recorded_products_(options.recorded_products),
      run_products_(options.run_products),
      draw_xray_(options.draw_xray),
      own_lesson_(options.lesson_file) {
  if (!options.config_folder.empty()) products_folder_ = options.config_folder / "products";
  for (const LayoutSource* source : sources) document_.sources.push_back(state_of(*source));
  document_.kinds = entries_of(document_.sources);
}

Result<std::unique_ptr<Session>> Session::make(Sources& sources, const WindowOptions& options,
                                               std::function<void()> wake) {
  std::unique_ptr<LayoutSource> file;
  if (options.file_layout) {
    const std::string name = options.file_name.empty() ? "file" : options.file_name;
    file = make_file_source(name, SourceClass::Recorded, {*options.file_layout});
  }
  auto all = pointers(sources, file.get());
  std::unique_ptr<Session> session(new Session(std::move(file), std::move(all), options, std::move(wake)));
  if (Status opened = session->open(sources, options); !opened.ok()) return opened.error();
  if (!options.products_file.empty()) session->actions().push_back(ProductsAction(OpenProducts{options.products_file}));
  if (!options.kernel_file.empty()) session->actions().push_back(WindowAction(OpenFile{options.kernel_file}));
  if (!options.open_file.empty()) session->actions().push_back(WindowAction(OpenFile{options.open_file}));
  if (options.lesson_file) session->actions().push_back(LearnAction(OpenLesson{options.lesson_file->id, 0}));
  if (!options.lesson.empty()) session->actions().push_back(LearnAction(OpenLesson{options.lesson}));
  if (options.quiz) session->quiz_wanted_ = options.quiz_seed.value_or(new_quiz_seed());
  session->document_.undo.clear();  // nobody has done anything yet
  return session;
}

Status Session::open(const Sources& sources, const WindowOptions& options) {
  Document& d = document_;
  d.gpu_absence = sentence(sources.gpu_absence().reason);
  d.problems.assign(sources.problems().begin(), sources.problems().end());
  FormulaFile::Loaded formulae = formula_file_.load();
  if (!formulae.problem.empty()) d.problems.push_back(formulae.problem);
  d.formulae.kept = std::move(formulae.kept);
  d.kind = !options.kind.empty() ? options.kind : options.file_layout ? options.file_layout->kind() : first_kind;
  const auto same_kind = [&](const KindEntry& e) { return e.id == d.kind; };
  if (std::none_of(d.kinds.begin(), d.kinds.end(), same_kind)) return unknown_kind(d.kind);
  if (options.file_layout && options.source.empty()) {
    apply_action(d, ChooseSource{d.sources.size() - 1});
    return Nothing{};
  }
  const std::string name = options.source.empty() ? sources.default_name(d.kind) : options.source;
  const Result<LayoutSource*> found = sources.find(name);
  if (!found.ok()) return found.error();
  const auto all = sources.all();
  const auto at = std::find_if(all.begin(), all.end(), [&](const auto& s) { return s.get() == found.value(); });
  apply_action(d, ChooseSource{static_cast<std::size_t>(at - all.begin())});
  return Nothing{};
}

// Results are read when somebody first turns to products: a window that opens on a fragment does not wait for them.
void Session::read_products() {
  if (std::exchange(products_read_, true)) return;
  for (const GemmFile& file : recorded_products_) {
    auto report = read_gemm(file.bytes);
    if (!report) {
      document_.problems.push_back(fmt::format("{}: {}", file.name, report.error().message));
      continue;
    }
    GemmRun run{std::string(file.name), true, std::move(report).value()};
    apply_action(document_,
                 ProductsAction(AddProductsRun{std::make_shared<const GemmRun>(std::move(run)), false, false}));
  }
  if (!products_folder_.empty()) products_.start(load_job(products_folder_));
}

// Lessons are read when somebody first wants one.
void Session::read_lessons(bool wanted) {
  if (!(wanted || document_.workspace == Workspace::Learn) || document_.learn.lessons) return;
  std::vector<Lesson> lessons = built_in_lessons();
  if (own_lesson_) lessons.insert(lessons.begin(), *own_lesson_);
  apply_action(document_, LearnAction(TakeLessons{std::move(lessons)}));
}

// A lesson that was opened stands before ours.
void Session::read_lessons_for(const Action& news) {
  const auto* const window = std::get_if<WindowAction>(&news);
  const auto* const taken = window != nullptr ? std::get_if<TakeFile>(window) : nullptr;
  if (taken != nullptr && taken->file->lesson) read_lessons(true);
}

bool Session::update() {
  bool changed = !actions_.empty();
  for_each_service([&](auto& service) {
    for (auto& news : service.take_news()) {
      changed = true;
      read_lessons_for(news);
      apply_action(document_, std::move(news));
    }
  });
  if (quiz_wanted_ && document_.layout() != nullptr)
    actions_.push_back(LearnAction(StartQuiz{*std::exchange(quiz_wanted_, std::nullopt)}));
  for (std::size_t a = 0; a < actions_.size(); ++a) {
    if (std::holds_alternative<ProductsAction>(actions_[a])) read_products();
    apply_action(document_, actions_[a]);
    if (shows_products(document_)) read_products();
    read_lessons();
  }
  actions_.clear();
  serve_recompute();
  serve_products();  // may want an answer of the GPU
  serve_figure();
  serve_figure_copy();
  for (std::string& path : std::exchange(document_.open_wanted, {})) opener_.start(std::move(path));
  serve_sources();
  if (changed) serve_formula();
  serve_operations();
  serve_xray();
  return changed;
}

void Session::serve_formula() {
  if (const auto verdict = formula_watch_.follow(document_)) {
    apply_action(document_, FormulaAction(*verdict));
    repairer_.start(document_.formula, document_.layout(), verdict->judged);
  }
  save_formulae(document_.formulae.kept);
  const Layout* const layout = document_.layout();
  if (!document_.formulae.compiling.take_wish()) return;
  if (layout == nullptr) return document_.formulae.compiling.end();
  compiler_.start(document_.formula, *layout);
}

void Session::save_formulae(const KeptFormulae& kept) {
  const Result<bool> saved = formula_file_.save(kept);
  if (!saved) apply_action(document_, FormulaAction(TellFormula{saved.error().message, true}));
}

void Session::keep_formula() {
  const Document& d = document_;
  const Look& look = d.learn.before ? d.learn.before->look : d;
  document_.formulae.kept.draft = look.formula.empty() ? SavedFormula{} : SavedFormula{"", look.kind, look.formula};
  save_formulae(d.formulae.kept);
}

void Session::serve_sources() {
  const auto serve = [&](std::size_t s) {
    if (document_.sources[s].from_file) {
      if (document_.sources[s].take_wish()) document_.sources[s].end();
      return;
    }
    if (document_.sources[s].take_wish()) worker_.ask(s);
    if (document_.sources[s].take_stop()) worker_.stop(s);
  };
  for (std::size_t s = 0; s < document_.sources.size(); ++s) {
    if (document_.sources[s].info.type != SourceClass::Gpu) serve(s);
  }
  // GPUs last: one that hangs then holds up nothing that lies in a file.
  for (std::size_t s = 0; s < document_.sources.size(); ++s) {
    if (document_.sources[s].info.type == SourceClass::Gpu) serve(s);
  }
}

// It is held against what the compiled sources have answered: asked too, where they have not been.
void Session::serve_recompute() {
  RecomputeState& recompute = document_.recompute;
  if (recompute.take_stop()) {
    if (recompute.is_wished()) return apply_action(document_, RecomputeEnded{true, false, "Stopped."});
    recomputer_.stop();
  }
  if (!recompute.is_wished()) return;
  apply_action(document_, AskCompiled{});
  KnownAnswers known;
  for (const SourceState& source : document_.sources) {
    if (source.info.type != SourceClass::Compiled || source.info.slow) continue;
    if (source.busy()) return;
    known.emplace_back(compiled_architecture(source.info), source.answers);
  }
  recompute.take_wish();
  recomputer_.start(std::move(known));
}

OperationsJob Session::operations_job(const Layout& layout) const {
  const std::string& source = document_.chosen().info.name;
  return {document_.operations.choice, source, layout, false, false, gpu_ordinal(source).value_or(0)};
}

// What is being chosen is shown at once, as the CPU does it. While a run is looked at, it stays.
void Session::preview_operation(const Layout& layout) {
  const OperationsState& operations = document_.operations;
  if (previewed_ == operations.choice && previewed_layout_ == &layout) return;
  previewed_ = operations.choice;
  previewed_layout_ = &layout;
  const bool shown = operations.shown != nullptr && operations.shown->choice == operations.choice &&
                     operations.shown->layout.kind() == layout.kind() && operations.shown->layout.same_map(layout);
  if (!shown) operations_.start(operations_job(layout));
}

void Session::serve_operations() {
  OperationsState& operations = document_.operations;
  if (operations.take_stop()) {
    if (operations.is_wished()) return operations.end(true);
    operations_.stop();
  }
  const bool learning = document_.workspace == Workspace::Learn && document_.learn.panel() == LessonView::Operations;
  if (document_.workspace != Workspace::Operations && !learning) return;
  const Layout* const layout = document_.layout();
  if (layout == nullptr) {  // what was shown is another kind's
    operations.shown.reset();
    previewed_layout_ = nullptr;
    return;
  }
  preview_operation(*layout);
  if (!operations.take_wish()) return;
  OperationsJob job = operations_job(*layout);
  job.on_gpu = true;
  job.timing = operations.timing;
  operations_.start(std::move(job));
}

// The GPU is asked for its layouts first, since some kernels fill fragments by themselves; until it has answered, the
// wish waits.
void Session::run_products() {
  ProductsState& products = document_.products;
  const auto fail = [&](std::string why) {
    apply_action(document_, ProductsAction(TellProducts{std::move(why), true, true}));
  };
  apply_action(document_, AskGpu{});
  const auto gpu = std::find_if(document_.sources.begin(), document_.sources.end(),
                                [](const SourceState& s) { return s.info.type == SourceClass::Gpu; });
  if (!run_products_ || gpu == document_.sources.end()) return fail("There is no GPU here to run products on.");
  if (gpu->busy()) return;
  const Layout *const a = gpu->layout("wmma.m16n16k16.a.f16.row"), *const b = gpu->layout("wmma.m16n16k16.b.f16.row");
  if (a == nullptr || b == nullptr) return fail("The GPU did not answer with its layouts: choose it as the source.");
  const auto shapes = parse_gemm_shapes(products.sizes, "The size");
  if (!shapes) return fail(shapes.error().message);
  GemmRequest request;
  for (const GemmKernel& kernel : gemm_kernels())
    if (!products.look.quiet.contains(std::string(kernel.id))) request.kernels.push_back(&kernel);
  request.shapes = shapes.value().empty() ? usual_gemm_shapes() : shapes.value();
  if (products.spread > 0) request.data = GemmData::Wide;
  request.spread = products.spread;
  request.ordinal = gpu_ordinal(gpu->info.name).value_or(0);
  products.take_wish();
  products_.start(run_job(run_products_, std::move(request), {*a, *b}, products_folder_));
}

void Session::serve_products() {
  ProductsState& products = document_.products;
  if (products.take_stop()) {
    products_.stop();
    if (products.is_wished())  // the GPU is still being asked
      apply_action(document_, ProductsAction(TellProducts{"Stopped.", false, true}));
  }
  if (products.is_wished()) run_products();
  for (std::string& path : std::exchange(products.open_wanted, {})) products_.start(read_job(std::move(path)));
  const bool play = document_.workspace == Workspace::Tiles && products.tiles.playing;
  if (std::exchange(playing_, play) != play) products_.play(play);
  const auto path = std::exchange(products.save_wanted, std::nullopt);
  if (!path) return;
  const auto runs = products.shown_runs();
  const GemmView view = view_of(products.page);
  products_.start(save_job({gemm_plot(view, runs, {}, products.look), gemm_table_csv(view, runs, {})}, *path));
}

void Session::serve_xray() {
  XrayState& xray = document_.xray;
  if (xray.live && xray.live->task.take_wish())
    live_.start({xray.live->job, {xray.live->path, xray.live->at, xray.live->expect}});
  if (xray.task.take_stop()) xray_.stop();
  if (!xray.task.take_wish()) return;
  const bool known = !xray.is_edited();
  const bool named = known && xray.chosen && xray.snapshot() != nullptr && xray.shown == xray.product;
  std::string path = named ? spell_element(*xray.snapshot(), *xray.chosen) : std::string();
  xray_.start({++xray.job, xray.source, xray.is_cuda, known ? xray.run : nullptr, xray.product, std::move(path),
               known ? xray.access_wish : std::string(), xray.launch});
}

bool Session::settle(std::chrono::milliseconds most) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point latest = Clock::now() + most;
  const auto left = [&] {
    const auto until = std::chrono::ceil<std::chrono::milliseconds>(latest - Clock::now());
    return std::max(until, std::chrono::milliseconds(0));
  };
  bool changed = update();
  while (true) {
    for_each_service([&](auto& service) { service.wait(left()); });
    if (!update()) return changed;
    changed = true;
    if (left().count() == 0) return true;
  }
}

}  // namespace tcviz::inline app_session
