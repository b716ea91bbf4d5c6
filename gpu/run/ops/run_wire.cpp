// CBOR, since JSON's text has no infinities.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "gpu/layout/layout_file.hpp"
#include "gpu/run/ops/remote_run.hpp"

namespace tcviz::inline gpu_ops {
namespace {

using Json = nlohmann::json;

std::string to_bytes(const Json& json) {
  std::string bytes;
  Json::to_cbor(json, bytes);
  return bytes;
}

// Null where the bytes are no CBOR.
Json from_bytes(const std::string& bytes) { return Json::from_cbor(bytes, true, false); }

Json write(const OperationVerdict& j) {
  return {{"verified", j.verified},           {"slots", j.slots},      {"wrong", j.wrong},
          {"max_abs_error", j.max_abs_error}, {"allowed", j.allowed},  {"agree", j.owners_agree},
          {"sentence", j.sentence},           {"computed", j.computed}};
}

OperationVerdict read_judgement(const Json& json) {
  return {json.at("verified"), json.at("slots"), json.at("wrong"),    json.at("max_abs_error"),
          json.at("allowed"),  json.at("agree"), json.at("sentence"), json.at("computed")};
}

Json write(const Timing& t) {
  return {{"chain", t.setting == Setting::Chain},
          {"batch", t.batch},
          {"registers", t.registers_ns},
          {"staged", t.staged_ns},
          {"ratio", {t.ratio, t.ratio_low, t.ratio_high}},
          {"same", t.same_results},
          {"skipped", t.skipped}};
}

Timing read_timing(const Json& json) {
  const Json& ratio = json.at("ratio");
  return {json.at("chain").get<bool>() ? Setting::Chain : Setting::Alone,
          json.at("batch"),
          json.at("registers"),
          json.at("staged"),
          ratio.at(0),
          ratio.at(1),
          ratio.at(2),
          json.at("same"),
          json.at("skipped")};
}

Json write(const RunResult& r) {
  Json timings = Json::array();
  for (const Timing& timing : r.timings) timings.push_back(write(timing));
  return {{"operation", r.operation},
          {"kind", r.kind},
          {"executor", r.executor},
          {"on_gpu", r.on_gpu},
          {"judgement", write(r.judgement)},
          {"before", r.before},
          {"after", r.after},
          {"second", r.second},
          {"out", r.out},
          {"by_slot", r.after_by_slot},
          {"compiler", r.compiler},
          {"compile_ms", r.compile_ms},
          {"compiled_before", r.compiled_before},
          {"placed_by", r.placed_by},
          {"timings", timings}};
}

RunResult read_result(const Json& json) {
  RunResult r;
  r.operation = json.at("operation");
  r.kind = json.at("kind");
  r.executor = json.at("executor");
  r.on_gpu = json.at("on_gpu");
  r.placed_by = json.at("placed_by");
  r.judgement = read_judgement(json.at("judgement"));
  r.before = json.at("before").get<std::vector<double>>();
  r.after = json.at("after").get<std::vector<double>>();
  r.second = json.at("second").get<std::vector<double>>();
  r.out = json.at("out").get<std::vector<double>>();
  r.after_by_slot = json.at("by_slot").get<std::vector<double>>();
  r.compiler = json.at("compiler");
  r.compile_ms = json.at("compile_ms");
  r.compiled_before = json.at("compiled_before");
  for (const Json& timing : json.at("timings")) r.timings.push_back(read_timing(timing));
  return r;
}

// nlohmann's accessors throw where a key or a type is not what it should be; nothing of that leaves this file.
template <class T, class F>
Result<T> guarded(F&& read) {
  try {
    return read();
  } catch (const Json::exception& error) {
    return unavailable(fmt::format("the process that runs kernels was not understood: {}", error.what()));
  }
}

}  // namespace

std::string write_run_request(const RunRequest& request) {
  return to_bytes({{"operation", request.operation->id},
                   {"layout", to_json(*request.layout)},
                   {"body", request.own_body},
                   {"scalars", {request.scalars.a, request.scalars.b}},
                   {"d", request.scalars.d},
                   {"seed", request.seed},
                   {"ordinal", request.ordinal},
                   {"batches", request.batches},
                   {"repetitions", request.repetitions}});
}

Result<RunRequest> read_run_request(const std::string& bytes) {
  return guarded<RunRequest>([&]() -> Result<RunRequest> {
    const Json json = from_bytes(bytes);
    RunRequest request;
    request.operation = find_operation(json.at("operation").get<std::string>());
    if (request.operation == nullptr) return unavailable("no such operation");
    auto layouts = parse_layouts(json.at("layout").get<std::string>());
    if (!layouts) return layouts.error();
    if (layouts.value().size() != 1) return unavailable("one layout belongs to a run");
    request.layout = std::move(layouts.value().front());
    request.own_body = json.at("body");
    request.scalars = {json.at("scalars").at(0), json.at("scalars").at(1), json.at("d")};
    request.seed = json.at("seed");
    request.ordinal = json.at("ordinal");
    request.batches = json.at("batches").get<std::vector<int>>();
    request.repetitions = json.at("repetitions");
    return request;
  });
}

std::string write_run_result(const Result<RunResult>& result) {
  if (result) return to_bytes({{"result", write(result.value())}});
  return to_bytes({{"fault", static_cast<int>(result.error().fault)}, {"error", result.error().message}});
}

std::string write_progress(std::string_view doing, int done, int all) {
  return to_bytes({{"doing", doing}, {"done", done}, {"all", all}});
}

Result<ChildNews> read_child_news(const std::string& bytes) {
  return guarded<ChildNews>([&]() -> Result<ChildNews> {
    const Json json = from_bytes(bytes);
    ChildNews news;
    if (json.contains("doing")) {
      news.doing = json.at("doing");
      news.done = json.at("done");
      news.all = json.at("all");
      return news;
    }
    news.ended = true;
    if (json.contains("result")) {
      news.result = read_result(json.at("result"));
    } else {
      news.result = Error{static_cast<Fault>(json.at("fault").get<int>()), json.at("error")};
    }
    return news;
  });
}

}  // namespace tcviz::inline gpu_ops
