// The thread beside the window for whole products, and its jobs: it runs them, reads and writes files of runs, draws
// pictures of plots, and ticks while phases play.
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
// Returns the thread that runs products; it calls `wake` whenever there is news.
ProductsThread products_thread(Wake wake);

// Runs on a GPU, in the thread that calls it; empty: it cannot.
using ProductsWork = std::function<Result<GemmReport>(const GemmRequest&, const GemmProgress&)>;

// The layouts on the GPU that runs it: kernels that fill fragments themselves need them.
struct FragmentLayouts {
  Layout a, b;
};

// Runs, and keeps the report in `folder` (empty: it is not kept).
ProductsJob run_job(ProductsWork work, GemmRequest request, FragmentLayouts layouts, std::filesystem::path folder);
// Reads one file and chooses it.
ProductsJob read_job(std::filesystem::path file);
// Returns a job that loads the runs that were kept earlier, the latest of them first in the list.
ProductsJob load_job(std::filesystem::path folder);

// The files that a page can be saved as; the suffix says which.
struct ProductsPicture {
  Plot plot;
  std::string csv;
};
// Returns the picture's bytes in the format of the path: ".csv", ".svg" or ".png"; BadInput names them if it is
// another.
Result<std::string> picture_bytes(const ProductsPicture& picture, std::string_view path);
ProductsJob save_job(ProductsPicture picture, std::filesystem::path file);

struct ProductsWorks {
  std::vector<GemmFile> recorded_products;  // results that travel with the program; must outlive the window
  ProductsWork run_products;                // runs products on a GPU; empty: they do not run
};

class ProductsJobs {
 public:
  using Task = ProductsTask;
  // Runs are kept in a folder of `folder`; empty: nowhere.
  ProductsJobs(const ProductsWorks& works, const std::filesystem::path& folder, Wake wake);

  // Reads the results when the user first turns to products: a window that opens on a fragment does not wait for them.
  void prepare(ProductsState& state, bool wanted, std::vector<std::string>& problems);
  void serve(ProductsState& state, const JobScene& scene);
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
