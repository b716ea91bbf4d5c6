// What the thread of whole products does: runs, files of runs, pictures of plots.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "app/export/plot.hpp"
#include "app/ui/gemm_runner.hpp"
#include "gpu/layout/layout.hpp"

namespace tcviz {

// Runs on a GPU, in the thread that calls it; empty: there is no way to.
using ProductsWork = std::function<Result<GemmReport>(const GemmRequest&, const GemmProgress&)>;

// Of the GPU that runs it: the layouts that kernels which fill fragments by themselves need.
struct FragmentLayouts {
  Layout a, b;
};

// Runs, and keeps the report in `folder` (empty: it is not kept).
GemmJob run_job(ProductsWork work, GemmRequest request, FragmentLayouts layouts, std::filesystem::path folder);
// Reads one file and chooses it.
GemmJob read_job(std::filesystem::path file);
// What earlier runs kept, the latest of them first in the list.
GemmJob load_job(std::filesystem::path folder);

// What can be saved of a page; the suffix of the file says which.
struct GemmPicture {
  Plot plot;
  std::string csv;
};
// ".csv", ".svg" or ".png"; BadInput names them where it is another.
Result<std::string> picture_bytes(const GemmPicture& picture, std::string_view path);
GemmJob save_job(GemmPicture picture, std::filesystem::path file);

}  // namespace tcviz
