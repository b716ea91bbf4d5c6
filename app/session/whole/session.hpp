// A document with the sources behind it: applies what panels asked for, hands wanted jobs to the worker and takes its
// news. Knows nothing of Dear ImGui, OpenGL or windows; the window, the capture and the tests all drive this.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

#include "app/session/formula/formula_compiler.hpp"
#include "app/session/formula/formula_file.hpp"
#include "app/session/formula/formula_repairer.hpp"
#include "app/session/operations/operations_runner.hpp"
#include "app/session/products/products_jobs.hpp"
#include "app/session/products/products_runner.hpp"
#include "app/session/whole/action.hpp"
#include "app/session/whole/document.hpp"
#include "app/session/whole/figure_saver.hpp"
#include "app/session/whole/file_opener.hpp"
#include "app/session/whole/formula_watch.hpp"
#include "app/session/whole/recomputer.hpp"
#include "app/session/whole/window_options.hpp"
#include "app/session/whole/worker.hpp"
#include "app/session/xray/live_runner.hpp"
#include "app/session/xray/xray_runner.hpp"
#include "gpu/source/probe/source.hpp"

namespace tcviz::inline app_session {

class Session {
 public:
  // BadInput where options name a kind that nobody knows, Unavailable where they name a source that is not there; the
  // message lists the nearest ones.
  static Result<std::unique_ptr<Session>> make(Sources& sources, const WindowOptions& options,
                                               std::function<void()> wake);

  const Document& document() const { return document_; }
  // Applied by the next update().
  ActionQueue& actions() { return actions_; }

  // Takes in the worker's news and the queued actions. True where there were any: a frame is due.
  bool update();
  // As update(), until everything asked so far has been done behind it; at most `most`. True where anything changed.
  bool settle(std::chrono::milliseconds most = std::chrono::hours(24));
  // Writes the formula that is being typed beside the saved ones: to be called when the window rests.
  void keep_formula();
  // See Worker::close.
  bool close(std::chrono::milliseconds grace) { return worker_.close(grace); }

 private:
  Session(std::unique_ptr<LayoutSource> file_source, std::vector<LayoutSource*> sources, const WindowOptions& options,
          std::function<void()> wake);
  Status open(const Sources& sources, const WindowOptions& options);
  void read_products();
  void read_lessons(bool wanted = false);
  template <class News>
  void read_lessons_for(const News&) {}
  void read_lessons_for(const Action& news);
  void serve_sources();
  Result<std::function<Result<std::string>()>> figure_bytes(const std::string& path) const;
  void serve_figure();
  void serve_figure_copy();
  void serve_formula();
  void save_formulae(const KeptFormulae& kept);
  void serve_recompute();
  void serve_operations();
  void serve_products();
  void run_products();
  void serve_xray();
  void preview_operation(const Layout& layout);
  OperationsJob operations_job(const Layout& layout) const;

  template <class F>
  void for_each_service(F f) {
    f(worker_), f(saver_), f(recomputer_), f(operations_), f(products_), f(compiler_), f(repairer_), f(opener_),
        f(xray_), f(live_);
  }
  std::unique_ptr<LayoutSource> file_source_;
  Document document_;
  ActionQueue actions_;
  FormulaWatch formula_watch_;
  FormulaFile formula_file_;
  FormulaCompiler compiler_;
  FormulaRepairer repairer_;
  FileOpener opener_;
  FigureSaver saver_;
  Worker worker_;
  Recomputer recomputer_;
  OperationsRunner operations_;
  ProductsRunner products_;
  XrayRunner xray_;
  LiveRunner live_;
  std::vector<GemmFile> recorded_products_;
  ProductsWork run_products_;
  XrayFigureWork draw_xray_;
  std::optional<Lesson> own_lesson_;
  std::filesystem::path products_folder_;     // where runs are kept; empty: nowhere
  std::optional<std::uint64_t> quiz_wanted_;  // once there is a layout to ask about
  bool products_read_ = false, playing_ = false;
  // What the last preview was made of.
  OperationsChoice previewed_;
  const Layout* previewed_layout_ = nullptr;
};

}  // namespace tcviz::inline app_session
