// The jobs of the thread of whole products: runs, files of runs, pictures of plots.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "app/export/plots/plot.hpp"
#include "app/session/products/products_runner.hpp"
#include "gpu/layout/layout.hpp"

namespace tcviz::inline app_session {

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
// The runs that were kept earlier, the latest of them first in the list.
ProductsJob load_job(std::filesystem::path folder);

// The files that a page can be saved as; the suffix says which.
struct ProductsPicture {
  Plot plot;
  std::string csv;
};
// ".csv", ".svg" or ".png"; BadInput names them if it is another.
Result<std::string> picture_bytes(const ProductsPicture& picture, std::string_view path);
ProductsJob save_job(ProductsPicture picture, std::filesystem::path file);

}  // namespace tcviz::inline app_session
