#include "gpu/kernel/ptx/scopes.hpp"

#include <charconv>

namespace tcviz::inline gpu_ptx {

void PtxScopes::close(PtxFunction& function) {
  Scope inner = std::move(scopes_.back());
  scopes_.pop_back();
  for (const Branch& branch : inner.branches) {
    const auto found = inner.labels.find(branch.label);
    if (found != inner.labels.end()) {
      function.instructions[branch.instruction].target = found->second;
    } else if (!scopes_.empty()) {
      scopes_.back().branches.push_back(branch);
    } else {
      missing_ = branch.label;
    }
  }
}

std::optional<std::int32_t> PtxScopes::find(std::string_view name) const {
  std::size_t stem = name.size();
  while (stem > 0 && name[stem - 1] >= '0' && name[stem - 1] <= '9') --stem;
  std::int32_t number = -1;
  std::from_chars(name.data() + stem, name.data() + name.size(), number);
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    const auto exact = scope->registers.find(name);
    if (exact != scope->registers.end() && exact->second.count < 0) return exact->second.first;
    if (number < 0) continue;
    const auto many = scope->registers.find(name.substr(0, stem));
    if (many != scope->registers.end() && number < many->second.count) return many->second.first + number;
  }
  return std::nullopt;
}

}  // namespace tcviz::inline gpu_ptx
