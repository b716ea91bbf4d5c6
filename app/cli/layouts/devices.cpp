// tcviz devices: lists the sources of layouts on this machine, and those that are missing.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>

#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/options.hpp"
#include "app/cli/kit/output.hpp"
#include "app/cli/kit/table.hpp"
#include "app/cli/kit/target.hpp"
#include "gpu/layout/known_gpus.hpp"

namespace tcviz::inline app_cli {
namespace {

struct DevicesOptions {
  std::string device;
  bool json = false;
};

std::string_view class_name(SourceClass type) {
  switch (type) {
    case SourceClass::Gpu:
      return "gpu";
    case SourceClass::Recorded:
      return "recorded";
    case SourceClass::Compiled:
      return "compiled";
    case SourceClass::Published:
      return "published";
    case SourceClass::Documented:
      return "documented";
  }
  return "";
}

// Returns the names of GPUs that --device takes for this source: "A100" for compiled:sm_80.
std::vector<std::string_view> products_of(const LayoutSource& source, const Sources& sources) {
  std::vector<std::string_view> products;
  for (const std::string_view gpu : gpu_names())
    if (const Result<LayoutSource*> meant = sources.find(gpu); meant && meant.value() == &source)
      products.push_back(gpu);
  return products;
}

nlohmann::ordered_json json_of(const LayoutSource& source, const Sources& sources) {
  return {{"name", source.info().name},
          {"class", class_name(source.info().type)},
          {"kinds", source.kinds().size()},
          {"products", products_of(source, sources)},
          {"description", source.info().description}};
}

nlohmann::ordered_json json_of(const Sources& sources, const std::vector<const LayoutSource*>& shown) {
  nlohmann::ordered_json answer = {{"default", sources.default_name()}, {"devices", nlohmann::ordered_json::array()}};
  for (const LayoutSource* source : shown) answer["devices"].push_back(json_of(*source, sources));
  const std::string& absence = sources.gpu_absence().reason;
  answer["no_gpu"] = absence.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(absence);
  answer["problems"] = std::vector<std::string>(sources.problems().begin(), sources.problems().end());
  return answer;
}

void print(const Sources& sources, const std::vector<const LayoutSource*>& shown, Context& context) {
  Table table{{"device", "description"}, {}, {}};
  for (const LayoutSource* source : shown) {
    const bool is_default = source->info().name == sources.default_name();
    table.rows.push_back({source->info().name, source->info().description + (is_default ? " (default)" : "")});
  }
  context.out << to_text(table, context);
  if (!sources.gpu_absence().reason.empty()) context.out << "\nNo GPU: " << sources.gpu_absence().reason << "\n";
  for (const std::string& problem : sources.problems()) context.out << "\nNot usable: " << problem << "\n";
}

Status devices(const DevicesOptions& options, Context& context) {
  const Sources sources = context.backends.sources(LookFor::Everything);
  std::vector<const LayoutSource*> shown;
  if (options.device.empty()) {
    for (const auto& source : sources.all()) shown.push_back(source.get());
    std::ranges::stable_sort(shown, {}, [](const LayoutSource* source) { return source->info().type; });
  } else {
    const Result<LayoutSource*> found = sources.find(options.device);
    TCVIZ_TRY(found);
    shown.push_back(found.value());
  }
  if (options.json)
    context.out << print_json(json_of(sources, shown));
  else
    print(sources, shown, context);
  return Nothing{};
}

}  // namespace

Runner declare_devices(CLI::App& app) {
  auto options = std::make_shared<DevicesOptions>();
  add_device(app, options->device);
  add_flag(app, "--json", options->json, "answer in JSON");
  return [options](Context& context) { return devices(*options, context); };
}

}  // namespace tcviz::inline app_cli
