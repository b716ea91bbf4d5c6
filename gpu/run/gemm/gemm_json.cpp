// Reports as JSON, both ways.
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "gpu/run/gemm/gemm_report.hpp"

namespace tcviz::inline gpu_gemm {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* format_name = "tcviz-gemm/1";
constexpr std::size_t most_rows = 100000;

Json written(const GemmRow& row) {
  Json json = {{"kernel", row.kernel}, {"m", row.shape.m}, {"n", row.shape.n}, {"k", row.shape.k}};
  if (row.spread > 0) json["spread"] = row.spread;
  const bool number = std::isfinite(row.residual) && std::isfinite(row.max_abs_error);
  if (!row.error.empty()) json["error"] = row.error;
  if (row.error.empty() && !number) json["error"] = "the result holds elements that are no numbers";
  if (row.ms > 0) {
    json["ms"] = row.ms;
    json["ms_quartiles"] = {row.ms_low, row.ms_high};
    json["gflops"] = row.gflops;
  }
  if (number && row.residual >= 0) json["residual"] = row.residual;
  if (number && row.max_abs_error >= 0) json["max_abs_error"] = row.max_abs_error;
  return json;
}

// A fault of a file. A file's contents are checked value by value; a fault is thrown inside this file and becomes an
// Error in read_gemm.
struct Complaint {
  std::string what;
};

double number(const Json& object, const char* key, double otherwise) {
  if (!object.contains(key)) return otherwise;
  const Json& value = object.at(key);
  if (!value.is_number()) throw Complaint{fmt::format("\"{}\" is no number", key)};
  const double read = value.get<double>();
  if (!std::isfinite(read) || read < 0) throw Complaint{fmt::format("\"{}\" is below 0 or no finite number", key)};
  return read;
}

int whole(const Json& object, const char* key, int least, int most, std::optional<int> otherwise) {
  if (!object.contains(key) && otherwise) return *otherwise;
  if (!object.contains(key)) throw Complaint{fmt::format("\"{}\" is missing", key)};
  const Json& value = object.at(key);
  const bool fits = value.is_number_integer() && value.get<double>() >= least && value.get<double>() <= most;
  if (!fits) throw Complaint{fmt::format("\"{}\" is no whole number from {} to {}", key, least, most)};
  return value.get<int>();
}

std::string text(const Json& object, const char* key) {
  if (!object.contains(key)) throw Complaint{fmt::format("\"{}\" is missing", key)};
  if (!object.at(key).is_string()) throw Complaint{fmt::format("\"{}\" is no text", key)};
  return object.at(key).get<std::string>();
}

void read_times(const Json& json, GemmRow& row) {
  row.ms = number(json, "ms", 0);
  if (row.ms == 0) return;
  row.gflops = number(json, "gflops", 0);
  if (row.gflops == 0) throw Complaint{"\"gflops\" is missing beside \"ms\""};
  row.ms_low = row.ms_high = row.ms;
  if (!json.contains("ms_quartiles")) return;
  const Json& quartiles = json.at("ms_quartiles");
  if (!quartiles.is_array() || quartiles.size() != 2) throw Complaint{"\"ms_quartiles\" are not two numbers"};
  row.ms_low = number({{"ms_quartiles", quartiles[0]}}, "ms_quartiles", 0);
  row.ms_high = number({{"ms_quartiles", quartiles[1]}}, "ms_quartiles", 0);
}

GemmRow row_of(const Json& json) {
  if (!json.is_object()) throw Complaint{"it is no object"};
  constexpr int most_side = 1 << 20;
  GemmRow row;
  row.kernel = text(json, "kernel");
  if (find_gemm(row.kernel) == nullptr) throw Complaint{fmt::format("this version has no kernel '{}'", row.kernel)};
  row.shape = {whole(json, "m", 1, most_side, {}), whole(json, "n", 1, most_side, {}),
               whole(json, "k", 1, most_side, {})};
  row.spread = whole(json, "spread", 0, 1000, 0);
  if (json.contains("error")) row.error = text(json, "error");
  read_times(json, row);
  row.residual = number(json, "residual", -1);
  row.max_abs_error = number(json, "max_abs_error", -1);
  return row;
}

GpuState busy_of(const Json& json) {
  if (!json.is_object()) throw Complaint{"\"busy\" is no object"};
  return {whole(json, "sm_clock_mhz", 0, 100000, {}), number(json, "power_w", 0), number(json, "power_limit_w", 0),
          whole(json, "performance_state", 0, 100, {}), whole(json, "temperature_c", -300, 1000, {})};
}

GemmReport report_of(const Json& json) {
  GemmReport report;
  report.device = text(json, "device");
  report.driver = text(json, "driver");
  report.cuda = text(json, "cuda");
  report.date = text(json, "date");
  report.clock_mhz = whole(json, "clock_mhz", 0, 100000, 0);
  report.multiprocessors = whole(json, "multiprocessors", 0, 100000, 0);
  report.peak_f16 = number(json, "peak_f16_gflops", 0);
  report.peak_tf32 = number(json, "peak_tf32_gflops", 0);
  report.peak_f32 = number(json, "peak_f32_gflops", 0);
  if (json.contains("busy")) report.busy = busy_of(json.at("busy"));
  if (!json.contains("rows") || !json.at("rows").is_array()) throw Complaint{"\"rows\" is missing"};
  const Json& rows = json.at("rows");
  if (rows.size() > most_rows) throw Complaint{fmt::format("it has more than {} rows", most_rows)};
  for (std::size_t n = 0; n < rows.size(); ++n) {
    try {
      report.rows.push_back(row_of(rows[n]));
    } catch (const Complaint& fault) {
      throw Complaint{fmt::format("row {}: {}", n + 1, fault.what)};
    }
  }
  return report;
}

}  // namespace

std::string write_gemm(const GemmReport& report) {
  Json json = {{"format", format_name},
               {"device", report.device},
               {"driver", report.driver},
               {"cuda", report.cuda},
               {"date", report.date},
               {"clock_mhz", report.clock_mhz},
               {"multiprocessors", report.multiprocessors},
               {"peak_f16_gflops", report.peak_f16},
               {"peak_tf32_gflops", report.peak_tf32},
               {"peak_f32_gflops", report.peak_f32},
               {"rows", Json::array()}};
  if (report.busy) {
    const GpuState& busy = *report.busy;
    json["busy"] = {{"sm_clock_mhz", busy.sm_clock_mhz},
                    {"power_w", busy.power_w},
                    {"power_limit_w", busy.power_limit_w},
                    {"performance_state", busy.performance_state},
                    {"temperature_c", busy.temperature_c}};
  }
  for (const GemmRow& row : report.rows) json["rows"].push_back(written(row));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<GemmReport> read_gemm(std::string_view bytes) {
  const Json json = Json::parse(bytes, nullptr, false);
  if (json.is_discarded())
    return bad_input("it is no JSON, or its end is missing: write it with `tcviz bench gemm -o FILE.json`.");
  if (!json.is_object() || !json.contains("format") || json.at("format") != format_name)
    return bad_input(fmt::format("it holds no runs of products (\"format\": \"{}\").", format_name));
  try {
    return report_of(json);
  } catch (const Complaint& fault) {
    return bad_input(fault.what + ".");
  } catch (const Json::exception& error) {
    return bad_input(error.what());
  }
}

}  // namespace tcviz::inline gpu_gemm
