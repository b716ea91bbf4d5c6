#include "gpu/kernel/ptx/kernel_name.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

namespace tcviz::inline gpu_ptx {

namespace {

void erase_all(std::string& text, std::string_view piece) {
  for (std::size_t at = text.find(piece); at != std::string::npos; at = text.find(piece)) text.erase(at, piece.size());
}

// Returns the begin of the last word in front of `end` that no <> encloses: an instance of a template begins with what
// it returns, "void tc::gemm<64>(float*)".
std::size_t begin_of_name(std::string_view whole, std::size_t end) {
  int depth = 0;
  while (end > 0) {
    const char before = whole[end - 1];
    depth += (before == '>') - (before == '<');
    if (before == ' ' && depth == 0) break;
    --end;
  }
  return end;
}

}  // namespace

std::string full_name(std::string_view name) {
  if (!name.starts_with("_Z")) return std::string(name);
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> text(
      abi::__cxa_demangle(std::string(name).c_str(), nullptr, nullptr, &status), &std::free);
  if (status != 0 || !text) return std::string(name);
  std::string whole = text.get();
  erase_all(whole, "(anonymous namespace)::");
  return whole;
}

std::size_t parameters_of(std::string_view name) {
  int depth = 0;
  for (std::size_t at = 0; at < name.size(); ++at) {
    depth += (name[at] == '<') - (name[at] == '>');
    if (name[at] == '(' && depth == 0) return at;
  }
  return name.size();
}

std::string name_with_arguments(std::string_view name) {
  std::string whole = full_name(name);
  if (whole == name) return whole;
  whole.resize(parameters_of(whole));
  return whole.substr(begin_of_name(whole, whole.size()));
}

std::string short_name(std::string_view name) {
  const std::string whole = name_with_arguments(name);
  return name.starts_with("_Z") ? whole.substr(0, whole.find('<')) : whole;
}

std::vector<std::string> names_apart(const std::vector<std::string_view>& names) {
  std::vector<std::string> shorts, instances;
  for (const std::string_view name : names) shorts.push_back(short_name(name));
  for (const std::string_view name : names) instances.push_back(name_with_arguments(name));
  std::vector<std::string> apart;
  for (std::size_t at = 0; at < names.size(); ++at)
    apart.push_back(std::ranges::count(shorts, shorts[at]) == 1         ? shorts[at]
                    : std::ranges::count(instances, instances[at]) == 1 ? instances[at]
                                                                        : std::string(names[at]));
  return apart;
}

}  // namespace tcviz::inline gpu_ptx
