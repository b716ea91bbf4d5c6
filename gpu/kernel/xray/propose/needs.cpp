#include "gpu/kernel/xray/propose/needs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "gpu/kernel/xray/propose/kernel_text.hpp"

namespace tcviz::inline gpu_xray {

std::string architecture_needed(const std::string& source) {
  struct Needed {
    std::string_view word, arch;
  };
  constexpr auto table = std::to_array<Needed>({{"tcgen05", "sm_100a"},
                                                {"wgmma", "sm_90a"},
                                                {"cp.async.bulk", "sm_90a"},
                                                {"CUtensorMap", "sm_90a"},
                                                {"__cluster_dims__", "sm_90a"},
                                                {"e4m3", "sm_89"},
                                                {"e5m2", "sm_89"}});
  const auto found =
      std::ranges::find_if(table, [&](const Needed& row) { return source.find(row.word) != std::string::npos; });
  return found == table.end() ? std::string() : std::string(found->arch);
}

Error nothing_compiled(const std::string& source) {
  std::vector<std::string> templates;
  for (const KernelText& kernel : kernels_in(HostText(source, 800)))
    if (!kernel.template_parameters.empty() && std::ranges::find(templates, kernel.name) == templates.end())
      templates.push_back(kernel.name);
  if (templates.empty())
    return bad_input("there is no kernel: the source has no __global__ function that is compiled.");
  return bad_input(fmt::format(
      "there is no kernel: {} instantiated nowhere here. Give the file that launches it, or add an instance: template "
      "__global__ void {}<64>(...);",
      templates.size() == 1 ? templates.front() + " is a template that is"
                            : fmt::format("{} are templates that are", fmt::join(templates, ", ")),
      templates.front()));
}

}  // namespace tcviz::inline gpu_xray
