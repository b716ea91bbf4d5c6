// Writes figures to files beside the window's own work: a slow disk or a large picture stalls no frame. One at a time.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/export/figure.hpp"

namespace tcviz {

class FigureSaver {
 public:
  // How a save ended, for a person.
  struct News {
    std::string text;
    bool failed = false;
  };

  // `wake` is called, on another thread, when there is news.
  explicit FigureSaver(std::function<void()> wake) : wake_(std::move(wake)) {}
  ~FigureSaver() { wait(); }
  FigureSaver(const FigureSaver&) = delete;
  FigureSaver& operator=(const FigureSaver&) = delete;

  void save(Figure figure, std::string path);  // waits for the one before
  std::optional<News> take_news();
  void wait();

 private:
  std::function<void()> wake_;
  std::thread thread_;
  std::mutex mutex_;
  std::optional<News> news_;
};

}  // namespace tcviz
