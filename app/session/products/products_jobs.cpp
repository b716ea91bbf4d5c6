#include "app/session/products/products_jobs.hpp"

#include <algorithm>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "gpu/layout/file.hpp"

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

// The first free name of 2026-11-22-1.json, -2.json, ...
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
  std::error_code ignored;  // the write says what is wrong
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

}  // namespace tcviz::inline app_session
