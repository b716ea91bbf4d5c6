// A document with the sources behind it: applies what panels asked for, hands wanted jobs to the worker and takes its
// news. Knows nothing of Dear ImGui, OpenGL or windows; the window, the capture and the tests all drive this.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

#include "app/ui/action.hpp"
#include "app/ui/document.hpp"
#include "app/ui/figure_saver.hpp"
#include "app/ui/formula_file.hpp"
#include "app/ui/formula_watch.hpp"
#include "app/ui/gemm_jobs.hpp"
#include "app/ui/gemm_runner.hpp"
#include "app/ui/rereader.hpp"
#include "app/ui/theatre_runner.hpp"
#include "app/ui/window.hpp"
#include "app/ui/worker.hpp"
#include "gpu/probe/source.hpp"

namespace tcviz {

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
  // Until the worker has done everything asked so far, as update() would.
  void settle();
  // Writes the formula that is being typed beside the saved ones: to be called when the window rests.
  void keep_formula();
  // See Worker::close.
  bool close(std::chrono::milliseconds grace) { return worker_.close(grace); }

 private:
  Session(std::unique_ptr<LayoutSource> file_source, std::vector<LayoutSource*> sources, const WindowOptions& options,
          std::function<void()> wake);
  Status open(const Sources& sources, const WindowOptions& options);
  void read_products();
  void serve_wishes();
  void save_figure();
  void serve_formula();
  void save_formulae(const KeptFormulae& kept);
  void serve_reread();
  void serve_theatre();
  void serve_products();
  void run_products();
  void preview_operation(const Layout& layout);
  TheatreJob theatre_job(const Layout& layout) const;

  struct Handed {  // what the worker has been told about a source
    bool asked = false, stopped = false;
  };
  std::unique_ptr<LayoutSource> file_source_;
  Document document_;
  std::vector<Handed> handed_;
  ActionQueue actions_;
  int figure_saves_served_ = 0;
  FormulaWatch formula_watch_;
  FormulaFile formula_file_;
  FigureSaver saver_;
  Worker worker_;
  Rereader rereader_;
  TheatreRunner theatre_;
  GemmRunner products_;
  std::vector<GemmFile> recorded_products_;
  ProductsWork run_products_;
  std::filesystem::path products_folder_;  // where runs are kept; empty: nowhere
  // Which wishes were served last.
  int product_wishes_served_ = 0, product_saves_served_ = 0;
  std::size_t product_opens_served_ = 0;
  bool products_read_ = false, products_stopped_ = false, playing_ = false;
  // What the last preview was made of, and which wish was served last.
  TheatreChoice previewed_;
  const Layout* previewed_layout_ = nullptr;
  int theatre_wishes_served_ = 0;
  bool theatre_stopped_ = false;
  Handed reread_handed_;
};

}  // namespace tcviz
