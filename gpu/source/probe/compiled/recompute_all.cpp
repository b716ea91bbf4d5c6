#include "gpu/source/probe/compiled/recompute_all.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace tcviz::inline gpu_probe {
namespace {

Compared against(Recomputed found, const KnownMap& known) {
  Compared compared;
  const std::string architecture = architecture_name(found.architecture);
  for (const CompiledMap& each : found.kinds) {
    if (!each.map) {
      ++compared.refused;
      if (compared.first_refusal.empty()) compared.first_refusal = each.map.error().message;
      continue;
    }
    const auto before = known(architecture, std::string(each.kind->id));
    ++(!before ? compared.added : *before == each.map.value() ? compared.equal : compared.differ);
  }
  compared.found = std::move(found);
  return compared;
}

struct Job {
  Assembler* assembler = nullptr;
  ComputeCapability architecture = 0;
};

std::vector<Job> jobs_of(std::span<const std::unique_ptr<Assembler>> assemblers) {
  std::vector<Job> jobs;
  std::set<ComputeCapability> done;
  for (const auto& assembler : assemblers) {
    for (const ComputeCapability architecture : assembler->architectures()) {
      if (done.insert(architecture).second) jobs.push_back({assembler.get(), architecture});
    }
  }
  std::ranges::sort(jobs, {}, &Job::architecture);
  return jobs;
}

std::string part(int count, std::string_view what) {
  return count == 0 ? std::string() : fmt::format(", {} {}", count, what);
}

}  // namespace

Result<std::vector<Compared>> recompute_every(const KnownMap& known, const OnRecompute& progress) {
  const auto assemblers = find_assemblers(assembler_paths());
  if (assemblers.empty()) return no_assembler();
  const std::vector<Job> jobs = jobs_of(assemblers);
  std::vector<Compared> all;
  for (const Job& job : jobs) {
    RecomputeProgress at{architecture_name(job.architecture), static_cast<int>(all.size()),
                         static_cast<int>(jobs.size())};
    const auto tell = [&](int done, int kinds) {
      at.kinds_done = done;
      at.kinds = kinds;
      return !progress || progress(at);
    };
    if (!tell(0, static_cast<int>(kinds_since(job.architecture).size()))) return unavailable("stopped");
    auto found = recompute(*job.assembler, job.architecture, tell);
    TCVIZ_TRY(found);
    all.push_back(against(std::move(found).value(), known));
  }
  return all;
}

std::string describe(const std::vector<Compared>& all) {
  int equal = 0, differ = 0, added = 0, refused = 0;
  for (const Compared& each : all) {
    equal += each.equal;
    differ += each.differ;
    added += each.added;
    refused += each.refused;
  }
  const std::string counted =
      fmt::format("{} architectures, {} layouts: ", all.size(), equal + differ + added + refused);
  if (differ + added + refused == 0) return counted + "all as before";
  return counted + fmt::format("{} as before", equal) + part(differ, "differ") + part(added, "new") +
         part(refused, "not known");
}

}  // namespace tcviz::inline gpu_probe
