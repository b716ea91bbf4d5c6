#include "gpu/kernel/ptx/scopes.hpp"

#include <algorithm>
#include <charconv>

namespace tcviz::inline gpu_ptx {
namespace {

// "%r12" is register 12 of "%r"; number -1: there is none.
struct NumberedName {
  explicit NumberedName(std::string_view name) {
    std::size_t end = name.size();
    while (end > 0 && name[end - 1] >= '0' && name[end - 1] <= '9') --end;
    std::from_chars(name.data() + end, name.data() + name.size(), number);
    stem = name.substr(0, end);
  }
  std::string_view stem;
  std::int32_t number = -1;
};

}  // namespace

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

bool PtxScopes::declare(std::string_view name, std::int32_t reg) {
  Scope& scope = scopes_.back();
  const NumberedName parts(name);
  const auto many = scope.ranges.find(parts.stem);
  const bool is_one_of_many = many != scope.ranges.end() && parts.number >= 0 && parts.number < many->second.count;
  return !is_one_of_many && scope.registers.try_emplace(name, reg).second;
}

bool PtxScopes::declare(std::string_view prefix, std::int32_t first, std::int32_t count) {
  Scope& scope = scopes_.back();
  const bool has_one_of_them = std::ranges::any_of(scope.registers, [&](const auto& known) {
    const NumberedName parts(known.first);
    return parts.stem == prefix && parts.number >= 0 && parts.number < count;
  });
  return !has_one_of_them && scope.ranges.try_emplace(prefix, Range{first, count}).second;
}

std::optional<std::int32_t> PtxScopes::find(std::string_view name) const {
  const auto [stem, number] = NumberedName(name);
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    const auto exact = scope->registers.find(name);
    if (exact != scope->registers.end()) return exact->second;
    if (number < 0) continue;
    const auto many = scope->ranges.find(stem);
    if (many != scope->ranges.end() && number < many->second.count) return many->second.first + number;
  }
  return std::nullopt;
}

}  // namespace tcviz::inline gpu_ptx
