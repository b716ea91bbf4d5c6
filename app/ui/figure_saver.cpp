#include "app/ui/figure_saver.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "gpu/layout/file.hpp"

namespace tcviz {
namespace {

std::string full_path(const std::string& path) {
  std::error_code none;
  const std::filesystem::path full = std::filesystem::absolute(path, none);
  return none ? path : full.lexically_normal().string();
}

FigureSaver::News saved(const Figure& figure, const std::string& path) {
  const Result<std::string> bytes = write_figure(figure);
  if (!bytes) return {bytes.error().message, true};
  if (Status written = write_file(path, bytes.value()); !written) return {written.error().message, true};
  return {fmt::format("Saved: {}", full_path(path)), false};
}

}  // namespace

void FigureSaver::wait() {
  if (thread_.joinable()) thread_.join();
}

void FigureSaver::save(Figure figure, std::string path) {
  wait();
  thread_ = std::thread([this, figure = std::move(figure), path = std::move(path)] {
    News news = saved(figure, path);
    {
      const std::lock_guard lock(mutex_);
      news_ = std::move(news);
    }
    if (wake_) wake_();
  });
}

std::optional<FigureSaver::News> FigureSaver::take_news() {
  const std::lock_guard lock(mutex_);
  return std::exchange(news_, std::nullopt);
}

}  // namespace tcviz
