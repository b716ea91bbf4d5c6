#include "app/session/products/products_jobs.hpp"

#include <algorithm>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gpu/layout/file.hpp"
#include "gpu/source/device/device_name.hpp"

namespace tcviz::inline app_session {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_bytes = std::size_t{16} << 20;

Result<std::shared_ptr<const GemmRun>> read_run(const fs::path& file) {
  const Result<std::string> text = read_file(file, most_bytes);
  if (!text) return text.error();
  auto report = read_gemm(text.value());
  if (!report) return bad_input(fmt::format("{}: {}", file.string(), report.error().message));
  return std::make_shared<const GemmRun>(GemmRun{file.filename().string(), false, std::move(report).value()});
}

// Returns the first free name of 2026-11-22-1.json, -2.json, ...
fs::path free_name(const fs::path& folder, const std::string& date) {
  std::error_code ignored;
  for (int n = 1;; ++n) {
    const fs::path file = folder / fmt::format("{}-{}.json", date, n);
    if (!fs::exists(file, ignored)) return file;
  }
}

TellProducts kept(const GemmReport& report, const fs::path& folder) {
  const auto failed =
      std::count_if(report.rows.begin(), report.rows.end(), [](auto& row) { return !row.error.empty(); });
  std::string text =
      fmt::format("{} of {} products ran.", report.rows.size() - static_cast<std::size_t>(failed), report.rows.size());
  if (folder.empty()) return {text, failed > 0, true};
  std::error_code ignored;  // the write names the error
  fs::create_directories(folder, ignored);
  const fs::path file = free_name(folder, report.date);
  const Status written = write_file(file, write_gemm(report));
  if (!written) return {fmt::format("{} They are not kept: {}", text, written.error().message), true, true};
  return {fmt::format("{} Kept in {}.", text, file.string()), failed > 0, true};
}

}  // namespace

ProductsJob run_job(ProductsWork work, GemmRequest request, FragmentLayouts layouts, fs::path folder) {
  return [=](const ProductsJobContext& context) {
    const auto formulae = fragment_formulae(layouts.a, layouts.b);
    if (!formulae) return context.tell(TellProducts{formulae.error().message, true, true});
    GemmRequest whole = request;
    whole.formulae = formulae.value();
    const auto report = work(whole, [&](const std::string& doing, int done, int all) {
      context.tell(ProductsProgress{doing, done, all});
      return !context.stopped();
    });
    if (!report) return context.tell(TellProducts{report.error().message, true, true});
    context.tell(AddProductsRun{std::make_shared<const GemmRun>(GemmRun{"", false, report.value()}), true, true});
    context.tell(kept(report.value(), folder));
  };
}

ProductsJob read_job(fs::path file) {
  return [=](const ProductsJobContext& context) {
    auto run = read_run(file);
    if (!run) return context.tell(TellProducts{"Not opened: " + run.error().message, true, false});
    context.tell(AddProductsRun{run.value(), false, true});
    context.tell(TellProducts{fmt::format("Opened {}.", file.string()), false, false});
  };
}

ProductsJob load_job(fs::path folder) {
  return [=](const ProductsJobContext& context) {
    std::error_code ignored;
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder, ignored))
      if (entry.path().extension() == ".json") files.push_back(entry.path());
    const auto written = [](const fs::path& file) {
      std::error_code none;
      return fs::last_write_time(file, none);
    };
    std::sort(files.begin(), files.end(), [&](auto& a, auto& b) { return written(a) < written(b); });
    if (files.size() > most_product_runs)
      files.erase(files.begin(), files.end() - static_cast<std::ptrdiff_t>(most_product_runs));
    for (const fs::path& file : files) {
      auto run = read_run(file);
      if (run) context.tell(AddProductsRun{run.value(), false, false});
      if (!run) context.tell(TellProducts{run.error().message, true, false});
    }
  };
}

Result<std::string> picture_bytes(const ProductsPicture& picture, std::string_view path) {
  constexpr double pixels_of_unit = 2;
  if (path.ends_with(".csv")) return picture.csv;
  if (path.ends_with(".svg")) return plot_svg(picture.plot);
  if (path.ends_with(".png")) return plot_png(picture.plot, pixels_of_unit);
  return bad_input(fmt::format("'{}' names no format: end it with .csv, .svg or .png.", path));
}

ProductsJob save_job(ProductsPicture picture, fs::path file) {
  return [=](const ProductsJobContext& context) {
    const Result<std::string> bytes = picture_bytes(picture, file.string());
    if (!bytes) return context.tell(TellProducts{bytes.error().message, true, false});
    const Status written = write_file(file, bytes.value());
    std::error_code none;
    const fs::path full = fs::absolute(file, none);
    context.tell(written ? TellProducts{fmt::format("Saved: {}", (none ? file : full).string()), false, false}
                         : TellProducts{written.error().message, true, false});
  };
}

ProductsThread products_thread(Wake wake) {
  return {
      [](const ProductsJob& job, const ProductsJobContext& context) { job(context); },
      [](const ProductsJob&, const char* why) -> ProductsAction {
        return TellProducts{why, true, true};
      },
      [](const ProductsAction& old, const ProductsAction&) { return std::holds_alternative<ProductsProgress>(old); },
      std::move(wake)};
}

ProductsJobs::ProductsJobs(const ProductsWorks& works, const fs::path& folder, Wake wake)
    : thread_(products_thread(std::move(wake))),
      works_(works),
      folder_(folder.empty() ? folder : folder / "products") {}

void ProductsJobs::prepare(ProductsState& state, bool wanted, std::vector<std::string>& problems) {
  if (!wanted || std::exchange(read_, true)) return;
  for (const GemmFile& file : works_.recorded_products) {
    auto report = read_gemm(file.bytes);
    if (!report) {
      problems.push_back(fmt::format("{}: {}", file.name, report.error().message));
      continue;
    }
    GemmRun run{std::string(file.name), true, std::move(report).value()};
    apply_products(state, AddProductsRun{std::make_shared<const GemmRun>(std::move(run)), false, false});
  }
  if (!folder_.empty()) thread_.start(load_job(folder_));
}

// Starts a run. The GPU is asked for its layouts first, since some kernels fill fragments by themselves; until it has
// answered, the wish waits.
void ProductsJobs::run(ProductsState& state, const JobScene& scene) {
  const auto fail = [&](std::string why) { apply_products(state, TellProducts{std::move(why), true, true}); };
  const SourceState* const gpu = scene.ask_gpu();
  if (!works_.run_products || gpu == nullptr) return fail("There is no GPU here to run products on.");
  if (gpu->busy()) return;
  const Layout *const a = gpu->layout(fragment_kinds[0]), *const b = gpu->layout(fragment_kinds[1]);
  if (a == nullptr || b == nullptr) return fail("The GPU did not answer with its layouts: choose it as the source.");
  const auto shapes = parse_gemm_shapes(state.sizes, "The size");
  if (!shapes) return fail(shapes.error().message);
  GemmRequest request;
  for (const GemmKernel& kernel : gemm_kernels())
    if (!state.look.quiet.contains(std::string(kernel.id))) request.kernels.push_back(&kernel);
  request.shapes = shapes.value().empty() ? usual_gemm_shapes() : shapes.value();
  if (state.spread > 0) request.data = GemmData::Wide;
  request.spread = state.spread;
  request.ordinal = gpu_ordinal(gpu->info.name).value_or(0);
  state.take_wish();
  thread_.start(run_job(works_.run_products, std::move(request), {*a, *b}, folder_));
}

void ProductsJobs::serve(ProductsState& state, const JobScene& scene) {
  constexpr std::chrono::milliseconds tick(350);
  if (state.take_stop()) {
    thread_.stop();
    if (state.is_wished())  // the GPU is still being asked
      apply_products(state, TellProducts{"Stopped.", false, true});
  }
  if (state.is_wished()) run(state, scene);
  for (std::string& path : std::exchange(state.open_wanted, {})) thread_.start(read_job(std::move(path)));
  const bool play = scene.shown == Workspace::Tiles && state.tiles.playing;
  if (std::exchange(playing_, play) != play)
    thread_.beat(play ? std::optional(ProductsThread::Beat{StepPhase{1}, tick}) : std::nullopt);
  const auto path = std::exchange(state.save_wanted, std::nullopt);
  if (!path) return;
  const auto runs = state.shown_runs();
  const GemmView view = view_of(state.page);
  thread_.start(save_job({gemm_plot(view, runs, {}, state.look), gemm_table_csv(view, runs, {})}, *path));
}

}  // namespace tcviz::inline app_session
