// Finds the kernel that a user names in a module.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "gpu/kernel/ptx/kernel_name.hpp"
#include "gpu/kernel/xray/verdict/xray.hpp"
#include "gpu/layout/nearest.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// Returns the names as a user may give them, in the order of the alphabet: "gemm, relu".
std::string listed(const std::vector<std::string_view>& names) {
  std::vector<std::string> apart = names_apart(names);
  std::ranges::sort(apart);
  return fmt::format("{}", fmt::join(apart, ", "));
}

}  // namespace

Result<const PtxFunction*> entry_of(const PtxModule& module, const std::string& wanted) {
  const std::vector<std::string_view> names = module.entries();
  if (names.empty())
    return bad_input(
        "there is no kernel: the PTX has no .entry. CUDA C++ needs a __global__ function, and a template one an "
        "instance: template __global__ void f<64>(float*);");
  if (wanted.empty() && names.size() == 1) return module.entry(names.front());
  if (wanted.empty()) return bad_input(fmt::format("which kernel? --entry is one of {}.", listed(names)));
  if (const PtxFunction* const exact = module.entry(wanted)) return exact;
  std::vector<std::string_view> called, part;  // by its name in C++, and by a piece of a name
  std::ranges::copy_if(names, std::back_inserter(called), [&](std::string_view name) {
    return short_name(name) == wanted || name_with_arguments(name) == wanted || full_name(name) == wanted;
  });
  std::ranges::copy_if(names, std::back_inserter(part), [&](std::string_view name) {
    return name.find(wanted) != std::string_view::npos || full_name(name).find(wanted) != std::string::npos;
  });
  if (called.size() == 1) return module.entry(called.front());
  if (part.size() == 1) return module.entry(part.front());
  const std::vector<std::string_view>& several = called.empty() ? part : called;
  if (several.empty()) {
    const std::vector<std::string> apart = names_apart(names);
    const std::vector<std::string_view> legal(apart.begin(), apart.end());
    return bad_input(fmt::format("there is no kernel '{}'; --entry is one of {}.", wanted,
                                 fmt::join(nearest_words(wanted, legal, legal.size()), ", ")));
  }
  return bad_input(
      fmt::format("{} kernels are called '{}'; --entry is one of {}.", several.size(), wanted, listed(several)));
}

}  // namespace tcviz::inline gpu_xray
