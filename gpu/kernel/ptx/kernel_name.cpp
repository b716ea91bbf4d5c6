#include "gpu/kernel/ptx/kernel_name.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace tcviz::inline gpu_ptx {

std::string short_name(std::string_view name) {
  if (!name.starts_with("_Z")) return std::string(name);
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, &status), &std::free);
  if (status != 0 || !text) return std::string(name);
  // "void tc::gemm<64>(float*)": an instance of a template begins with what it returns.
  std::string whole = text.get();
  constexpr std::string_view anonymous = "(anonymous namespace)::";
  for (std::size_t at = whole.find(anonymous); at != std::string::npos; at = whole.find(anonymous))
    whole.erase(at, anonymous.size());
  whole.resize(std::min(whole.find_first_of("(<"), whole.size()));
  const std::size_t blank = whole.rfind(' ');
  return blank == std::string::npos ? whole : whole.substr(blank + 1);
}

std::vector<std::string> names_apart(const std::vector<std::string_view>& names) {
  std::vector<std::string> shorts;
  for (const std::string_view name : names) shorts.push_back(short_name(name));
  std::vector<std::string> apart;
  for (std::size_t at = 0; at < names.size(); ++at)
    apart.push_back(std::ranges::count(shorts, shorts[at]) == 1 ? shorts[at] : std::string(names[at]));
  return apart;
}

}  // namespace tcviz::inline gpu_ptx
