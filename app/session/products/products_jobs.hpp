// The background thread of the workspaces Products and Tiles, and its jobs: it runs matrix products on a GPU, reads and
// writes files of runs, writes plots, and sends StepPhase at regular intervals during the animation.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "app/export/plots/plot.hpp"
#include "app/session/base/job_thread.hpp"
#include "app/session/products/products_task.hpp"
#include "gpu/layout/layout.hpp"
#include "gpu/run/gemm/gemm_report.hpp"

namespace tcviz::inline app_session {

using ProductsJobContext = JobContext<ProductsAction>;
using ProductsJob = std::function<void(const ProductsJobContext&)>;
using ProductsThread = JobThread<ProductsJob, ProductsAction>;
// Starts the thread; it calls `wake` whenever it has news.
ProductsThread products_thread(Wake wake);

// Runs products on a GPU, in the calling thread. Empty if this program cannot.
using ProductsWork = std::function<Result<GemmReport>(const GemmRequest&, const GemmProgress&)>;

// The layouts of A and B fragments on the GPU; needed by kernels that fill fragments without a load instruction.
struct FragmentLayouts {
  Layout a, b;
};

// Returns a job that runs `request` with `work` and writes the report into `folder` (empty: does not write it).
ProductsJob run_job(ProductsWork work, GemmRequest request, FragmentLayouts layouts, std::filesystem::path folder);
// Returns a job that reads a file of a run and shows it.
ProductsJob read_job(std::filesystem::path file);
// Returns a job that reads the runs that earlier windows wrote; the latest becomes the first in the list.
ProductsJob load_job(std::filesystem::path folder);

// The content of a page, for saving: the plot, and the numbers as CSV.
struct ProductsPicture {
  Plot plot;
  std::string csv;
};
// Returns the bytes of a file in the format of the suffix of `path`: ".csv", ".svg" or ".png". Returns the error
// BadInput for another suffix.
Result<std::string> picture_bytes(const ProductsPicture& picture, std::string_view path);
// Returns a job that writes `picture` to `file`.
ProductsJob save_job(ProductsPicture picture, std::filesystem::path file);

struct ProductsWorks {
  std::vector<GemmFile> recorded_products;  // results that are part of the program; must outlive the window
  ProductsWork run_products;
};

class ProductsJobs {
 public:
  using Task = ProductsTask;
  using Works = ProductsWorks;
  // Keeps runs in a subfolder of `folder`; if `folder` is empty, does not keep them.
  ProductsJobs(const ProductsWorks& works, const std::filesystem::path& folder, Wake wake);

  // Reads the recorded and the kept runs when `wanted` is true for the first time (the user opens the workspace). Adds
  // messages about unreadable ones to `problems`.
  void prepare(ProductsState& state, bool wanted, std::vector<std::string>& problems);
  // Takes the requests in `state` and starts their jobs; called in every frame.
  void serve(ProductsState& state, const JobScene& scene);
  // Calls `f` with the thread.
  template <class F>
  void each_thread(F f) {
    f(thread_);
  }

 private:
  void run(ProductsState& state, const JobScene& scene);

  ProductsThread thread_;
  ProductsWorks works_;
  std::filesystem::path folder_;
  bool read_ = false, playing_ = false;
};

}  // namespace tcviz::inline app_session
