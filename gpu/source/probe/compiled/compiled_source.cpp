#include "gpu/source/probe/compiled/compiled_source.hpp"

#include <fmt/format.h>

#include <optional>

#include "gpu/layout/known_gpus.hpp"
#include "gpu/layout/provenance.hpp"

namespace tcviz::inline gpu_probe {
namespace {

std::string source_name(ComputeCapability architecture) {
  return fmt::format("compiled:{}", architecture_name(architecture));
}

std::string with_gpu(ComputeCapability architecture) {
  const std::string_view gpus = known_gpus(architecture);
  return gpus.empty() ? architecture_name(architecture) : std::string(gpus);
}

// Returns the reason that an architecture does not answer for a kind.
Error lacking(const std::string& id, ComputeCapability architecture) {
  const Kind* kind = find_kind(id);
  if (kind == nullptr) return bad_input(fmt::format("{} is not a kind: `tcviz kinds` lists them", id));
  if (kind->since <= architecture && kind->family != Family::Wmma)
    return unavailable(fmt::format("{} is not read from machine code, which only WMMA's layouts are: {} states it", id,
                                   kind->family == Family::Sgemm ? "documented:maxas" : "documented:ptx"));
  if (kind->since <= architecture)
    return unavailable(
        fmt::format("{} is not known for {}: its machine code was refused, `tcviz kinds --recompute` "
                    "says why",
                    id, architecture_name(architecture)));
  return unavailable(fmt::format("{} has no {}: it needs compute capability {}.{} or later",
                                 architecture_name(architecture), id, kind->since / 10, kind->since % 10));
}

class TableSource final : public LayoutSource {
 public:
  TableSource(std::shared_ptr<const CompiledTable> table, const CompiledArchitecture& made)
      : table_(std::move(table)), made_(made) {
    info_ = {source_name(made.architecture), SourceClass::Compiled,
             fmt::format("{}; {} kinds read from the machine code of nvJitLink {}", with_gpu(made.architecture),
                         table_->kinds_of(made.architecture).size(), made.assembler)};
  }

  const SourceInfo& info() const override { return info_; }

  std::vector<std::string> kinds() const override {
    std::vector<std::string> ids;
    for (const Kind* kind : table_->kinds_of(made_.architecture)) ids.emplace_back(kind->id);
    return ids;
  }

  std::vector<KindResult> layouts(std::span<const std::string> kinds, const Progress&) override {
    std::vector<KindResult> results;
    for (const std::string& id : kinds) results.push_back({id, answer(id)});
    return results;
  }

 private:
  Result<Layout> answer(const std::string& id) const {
    const Kind* kind = find_kind(id);
    const Map* map = kind == nullptr ? nullptr : table_->map_of(*kind, made_.architecture);
    return map == nullptr ? lacking(id, made_.architecture) : compiled_layout(*kind, *map, made_, table_->date);
  }

  std::shared_ptr<const CompiledTable> table_;
  CompiledArchitecture made_;
  SourceInfo info_;
};

class RecomputingSource final : public LayoutSource {
 public:
  RecomputingSource(std::shared_ptr<Assembler> assembler, ComputeCapability architecture)
      : assembler_(std::move(assembler)), made_{architecture, assembler_->version()} {
    info_ = {source_name(architecture), SourceClass::Compiled,
             fmt::format("{}; computed again from the machine code of nvJitLink {}", with_gpu(architecture),
                         assembler_->version()),
             true};
  }

  const SourceInfo& info() const override { return info_; }

  std::vector<std::string> kinds() const override {
    std::vector<std::string> ids;
    for (const Kind* kind : kinds_since(made_.architecture)) ids.emplace_back(kind->id);
    return ids;
  }

  std::vector<KindResult> layouts(std::span<const std::string> kinds, const Progress& progress) override {
    std::vector<KindResult> results;
    const Status ready = prepare(progress);
    for (const std::string& id : kinds) {
      if (ready)
        results.push_back({id, answer(id)});
      else
        results.push_back({id, ready.error()});
    }
    return results;
  }

 private:
  Status prepare(const Progress& progress) {
    if (found_) return Nothing{};
    auto found = recompute(*assembler_, made_.architecture, progress);
    TCVIZ_TRY(found);
    found_ = std::move(found).value();
    return Nothing{};
  }

  Result<Layout> answer(const std::string& id) const {
    for (const CompiledMap& each : found_->kinds) {
      if (each.kind->id != id) continue;
      TCVIZ_TRY(each.map);
      return compiled_layout(*each.kind, each.map.value(), made_, date_);
    }
    return lacking(id, made_.architecture);
  }

  std::shared_ptr<Assembler> assembler_;
  CompiledArchitecture made_;
  SourceInfo info_;
  std::optional<Recomputed> found_;
  std::string date_ = today();
};

}  // namespace

std::vector<std::unique_ptr<LayoutSource>> make_compiled_sources(std::shared_ptr<const CompiledTable> table) {
  std::vector<std::unique_ptr<LayoutSource>> sources;
  for (const CompiledArchitecture& made : table->architectures) {
    sources.push_back(std::make_unique<TableSource>(table, made));
  }
  return sources;
}

std::unique_ptr<LayoutSource> make_recomputing_source(std::shared_ptr<Assembler> assembler,
                                                      ComputeCapability architecture) {
  return std::make_unique<RecomputingSource>(std::move(assembler), architecture);
}

}  // namespace tcviz::inline gpu_probe
