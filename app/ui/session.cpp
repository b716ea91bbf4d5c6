#include "app/ui/session.hpp"

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include "app/ui/figure_of.hpp"
#include "gpu/probe/layout_groups.hpp"

namespace tcviz {
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

Error unknown_kind(const std::string& kind) {
  const auto near = nearest_kinds(kind);
  return bad_input(
      fmt::format("no kind is called {}: the nearest are {}; `tcviz kinds` lists all.", kind, fmt::join(near, ", ")));
}

}  // namespace

Session::Session(std::unique_ptr<LayoutSource> file_source, std::vector<LayoutSource*> sources,
                 const WindowOptions& options, std::function<void()> wake)
    : file_source_(std::move(file_source)),
      formula_file_(options.config_folder),
      saver_(wake),
      worker_(sources, wake),
      rereader_(options.reread, wake),
      theatre_(options.run_kernels, wake),
      products_(wake),
      recorded_products_(options.recorded_products),
      run_products_(options.run_products) {
  if (!options.config_folder.empty()) products_folder_ = options.config_folder / "products";
  for (const LayoutSource* source : sources) document_.sources.push_back(state_of(*source));
  handed_.resize(sources.size());
  document_.kinds = entries_of(document_.sources);
}

Result<std::unique_ptr<Session>> Session::make(Sources& sources, const WindowOptions& options,
                                               std::function<void()> wake) {
  std::unique_ptr<LayoutSource> file;
  if (options.file_layout) file = make_file_source("file", SourceClass::Recorded, {*options.file_layout});
  auto all = pointers(sources, file.get());
  std::unique_ptr<Session> session(new Session(std::move(file), std::move(all), options, std::move(wake)));
  if (Status opened = session->open(sources, options); !opened.ok()) return opened.error();
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
    apply_action(document_, GemmAction(AddGemmRun{std::make_shared<const GemmRun>(std::move(run)), false, false}));
  }
  if (!products_folder_.empty()) products_.start(load_job(products_folder_));
}

bool Session::update() {
  bool changed = false;
  for (const Action& action : worker_.take_news()) {
    changed = true;
    apply_action(document_, action);
    if (const auto* answered = std::get_if<SourceAnswered>(&action)) handed_[answered->source] = {};
  }
  if (const auto news = saver_.take_news()) {
    changed = true;
    apply_action(document_, TellFigure{news->text, news->failed});
  }
  for (const Action& action : rereader_.take_news()) {
    changed = true;
    apply_action(document_, action);
    if (std::holds_alternative<RereadEnded>(action)) reread_handed_ = {};
  }
  for (TheatreAction& action : theatre_.take_news()) {
    changed = true;
    apply_action(document_, std::move(action));
  }
  for (GemmAction& action : products_.take_news()) {
    changed = true;
    apply_action(document_, std::move(action));
  }
  for (std::size_t a = 0; a < actions_.size(); ++a) {
    if (std::holds_alternative<GemmAction>(actions_[a])) read_products();
    apply_action(document_, actions_[a]);
  }
  changed = changed || !actions_.empty();
  actions_.clear();
  serve_reread();
  serve_products();  // may want an answer of the GPU
  serve_wishes();
  if (changed) serve_formula();
  serve_theatre();
  return changed;
}

void Session::serve_formula() {
  if (const auto verdict = formula_watch_.follow(document_)) apply_action(document_, FormulaAction(*verdict));
  save_formulae(document_.formulae.kept);
}

void Session::save_formulae(const KeptFormulae& kept) {
  const Result<bool> saved = formula_file_.save(kept);
  if (!saved) apply_action(document_, FormulaAction(TellFormula{saved.error().message, true}));
}

void Session::keep_formula() {
  const Document& d = document_;
  document_.formulae.kept.draft = d.formula.empty() ? SavedFormula{} : SavedFormula{"", d.kind, d.formula};
  save_formulae(d.formulae.kept);
}

void Session::save_figure() {
  if (std::exchange(figure_saves_served_, document_.figure_saves) == document_.figure_saves) return;
  Result<Figure> figure = figure_of(document_);
  if (figure) return saver_.save(std::move(figure).value(), figure_path(document_));
  apply_action(document_, TellFigure{figure.error().message, true});
}

void Session::serve_wishes() {
  save_figure();
  const auto serve = [&](std::size_t s) {
    const SourceState& source = document_.sources[s];
    if (source.stage == Stage::Wanted && !std::exchange(handed_[s].asked, true)) worker_.ask(s);
    if (source.stop_wanted && !std::exchange(handed_[s].stopped, true)) worker_.stop(s);
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
void Session::serve_reread() {
  const RereadState& reread = document_.reread;
  if (reread.stop_wanted && !std::exchange(reread_handed_.stopped, true)) rereader_.stop();
  if (reread.stage != Stage::Wanted || reread_handed_.asked) return;
  apply_action(document_, AskCompiled{});
  KnownAnswers known;
  for (const SourceState& source : document_.sources) {
    if (source.info.type != SourceClass::Compiled || source.info.slow) continue;
    if (source.busy()) return;
    known.emplace_back(compiled_architecture(source.info), source.answers);
  }
  reread_handed_.asked = true;
  rereader_.start(std::move(known));
}

TheatreJob Session::theatre_job(const Layout& layout) const {
  const std::string& source = document_.chosen().info.name;
  const int ordinal = source.starts_with("cuda:") ? std::atoi(source.c_str() + 5) : 0;
  return {document_.theatre.choice, source, layout, false, false, ordinal};
}

// What is being chosen is shown at once, as the CPU does it. While a run is looked at, it stays.
void Session::preview_operation(const Layout& layout) {
  const TheatreState& theatre = document_.theatre;
  if (previewed_ == theatre.choice && previewed_layout_ == &layout) return;
  previewed_ = theatre.choice;
  previewed_layout_ = &layout;
  const bool shown = theatre.shown != nullptr && theatre.shown->choice == theatre.choice &&
                     theatre.shown->layout.kind() == layout.kind() && theatre.shown->layout.same_map(layout);
  if (!shown) theatre_.start(theatre_job(layout));
}

void Session::serve_theatre() {
  const TheatreState& theatre = document_.theatre;
  if (theatre.stop_wanted && !std::exchange(theatre_stopped_, true)) theatre_.stop();
  if (!theatre.open) return;
  const Layout* const layout = document_.layout();
  if (layout == nullptr) return;
  preview_operation(*layout);
  if (std::exchange(theatre_wishes_served_, theatre.wishes) == theatre.wishes) return;
  theatre_stopped_ = false;
  TheatreJob job = theatre_job(*layout);
  job.on_gpu = true;
  job.timing = theatre.wish_timing;
  theatre_.start(std::move(job));
}

// The GPU is asked for its layouts first, since some kernels fill fragments by themselves; until it has answered, the
// wish waits.
void Session::run_products() {
  const GemmState& gemm = document_.products;
  const auto fail = [&](std::string why) {
    product_wishes_served_ = gemm.wishes;
    apply_action(document_, GemmAction(TellProducts{std::move(why), true, true}));
  };
  apply_action(document_, AskGpu{});
  const auto gpu = std::find_if(document_.sources.begin(), document_.sources.end(),
                                [](const SourceState& s) { return s.info.type == SourceClass::Gpu; });
  if (!run_products_ || gpu == document_.sources.end()) return fail("There is no GPU here to run products on.");
  if (gpu->busy()) return;
  const Layout *const a = gpu->layout("wmma.m16n16k16.a.f16.row"), *const b = gpu->layout("wmma.m16n16k16.b.f16.row");
  if (a == nullptr || b == nullptr) return fail("The GPU did not answer with its layouts: choose it as the source.");
  const auto shapes = parse_gemm_shapes(gemm.sizes, "The size");
  if (!shapes) return fail(shapes.error().message);
  GemmRequest request;
  for (const GemmKernel& kernel : gemm_kernels())
    if (!gemm.hidden.contains(std::string(kernel.id))) request.kernels.push_back(&kernel);
  request.shapes = shapes.value().empty() ? usual_gemm_shapes() : shapes.value();
  if (gemm.spread > 0) request.data = GemmData::Wide;
  request.spread = gemm.spread;
  request.ordinal = std::atoi(gpu->info.name.c_str() + std::string_view("cuda:").size());
  product_wishes_served_ = gemm.wishes;
  products_stopped_ = false;
  products_.start(run_job(run_products_, std::move(request), {*a, *b}, products_folder_));
}

void Session::serve_products() {
  const GemmState& gemm = document_.products;
  if (gemm.stop_wanted && product_wishes_served_ != gemm.wishes) {  // while the GPU is still being asked
    product_wishes_served_ = gemm.wishes;
    apply_action(document_, GemmAction(TellProducts{"Stopped.", false, true}));
  }
  if (gemm.stop_wanted && !std::exchange(products_stopped_, true)) products_.stop();
  if (product_wishes_served_ != gemm.wishes) run_products();
  for (; product_opens_served_ < gemm.open_paths.size(); ++product_opens_served_)
    products_.start(read_job(gemm.open_paths[product_opens_served_]));
  const bool play = gemm.open && gemm.page == GemmPage::Tiles && gemm.tiles.playing;
  if (std::exchange(playing_, play) != play) products_.play(play);
  if (std::exchange(product_saves_served_, gemm.saves) == gemm.saves) return;
  const auto runs = gemm.shown_runs();
  const GemmView view = view_of(gemm.page);
  products_.start(
      save_job({gemm_plot(view, runs, gemm.hidden), gemm_table_csv(view, runs, gemm.hidden)}, gemm.save_path));
}

void Session::settle() {
  do {
    update();
    worker_.wait(std::chrono::hours(24));
    saver_.wait();
    rereader_.wait(std::chrono::hours(24));
    theatre_.wait(std::chrono::hours(24));
    products_.wait(std::chrono::hours(24));
  } while (update());
}

}  // namespace tcviz
