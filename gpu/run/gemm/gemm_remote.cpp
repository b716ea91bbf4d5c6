#include "gpu/run/gemm/gemm_remote.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "gpu/run/gemm/gemm_report.hpp"
#include "gpu/source/device/child_process.hpp"

namespace tcviz::inline gpu_gemm {
namespace {

using WireJson = nlohmann::json;

constexpr std::chrono::milliseconds slice{100};

std::string bytes_of(const WireJson& json) { return json.dump(-1, ' ', false, WireJson::error_handler_t::replace); }

// What a child says: that it goes on, or the end.
struct News {
  std::string doing;
  int done = 0, all = 0;
  std::optional<Result<GemmReport>> end;
};

News news_of(const std::string& bytes) {
  const WireJson json = WireJson::parse(bytes, nullptr, false);
  try {
    if (json.contains("report")) return {{}, 0, 0, read_gemm(json.at("report").get<std::string>())};
    if (json.contains("error"))
      return {{}, 0, 0, Error{static_cast<Fault>(json.at("fault").get<int>()), json.at("error").get<std::string>()}};
    return {json.at("doing").get<std::string>(), json.at("done").get<int>(), json.at("all").get<int>(), {}};
  } catch (const WireJson::exception& error) {
    return {{}, 0, 0, unavailable(fmt::format("the process that runs products was not understood: {}", error.what()))};
  }
}

WireJson write_load(const std::optional<MatrixLoad>& load) {
  if (!load) return nullptr;
  WireJson corners = WireJson::array();
  for (const Element& corner : load->corner) corners.push_back({corner.row, corner.col});
  return {{"transposed", load->transposed}, {"corner", corners}, {"matrix", load->matrix}};
}

std::optional<MatrixLoad> read_load(const WireJson& json) {
  if (json.is_null()) return std::nullopt;
  MatrixLoad load{json.at("transposed"), {}, json.at("matrix").get<std::vector<int>>()};
  for (std::size_t n = 0; n < load.corner.size(); ++n)
    load.corner[n] = {json.at("corner").at(n).at(0), json.at("corner").at(n).at(1)};
  return load;
}

}  // namespace

Result<GemmReport> run_gemm_remotely(const std::vector<std::string>& command, const GemmRequest& request,
                                     const GemmProgress& progress, std::chrono::milliseconds patience) {
  const auto child = ChildProcess::start(command, "to run products");
  if (!child) return child.error();
  if (!child.value()->send(write_gemm_request(request)))
    return unavailable("the process that runs products ended early: try again.");
  News last;
  std::chrono::milliseconds silence{0};
  for (std::string bytes;;) {
    const ChildProcess::Answer answer = child.value()->receive(bytes, slice);
    if (answer == ChildProcess::Answer::Ended)
      return unavailable(fmt::format("the process that runs products crashed at {}: leave that kernel out.",
                                     last.doing.empty() ? "its start" : last.doing));
    if (answer == ChildProcess::Answer::Silence) {
      silence += slice;
      if (silence >= patience)
        return negative(fmt::format("nothing was heard of {} for {} s: it was ended.", last.doing,
                                    static_cast<double>(patience.count()) / 1000));
    } else {
      silence = {};
      last = news_of(bytes);
      if (last.end) return std::move(*last.end);
    }
    if (!progress(last.doing, last.done, last.all)) return negative("stopped");
  }
}

void serve_gemm(int input, int output) {
  std::string bytes;
  if (!receive_frame(input, bytes)) return;
  const auto request = read_gemm_request(bytes);
  const GemmProgress tell = [&](const std::string& doing, int done, int all) {
    return send_frame(output, bytes_of({{"doing", doing}, {"done", done}, {"all", all}}));
  };
  const auto report = request ? run_gemm(request.value(), tell) : Result<GemmReport>(request.error());
  if (report) {
    send_frame(output, bytes_of({{"report", write_gemm(report.value())}}));
  } else {
    send_frame(output,
               bytes_of({{"fault", static_cast<int>(report.error().fault)}, {"error", report.error().message}}));
  }
}

std::string write_gemm_request(const GemmRequest& request) {
  WireJson kernels = WireJson::array(), shapes = WireJson::array();
  for (const GemmKernel* kernel : request.kernels) kernels.push_back(kernel->id);
  for (const GemmShape& shape : request.shapes) shapes.push_back({shape.m, shape.n, shape.k});
  const FragmentFormulae& f = request.formulae;
  return bytes_of({{"kernels", kernels},
                   {"shapes", shapes},
                   {"formulae", {f.a_row, f.a_col, f.b_row, f.b_col}},
                   {"loads", {write_load(f.a_load), write_load(f.b_load)}},
                   {"data", static_cast<int>(request.data)},
                   {"spread", request.spread},
                   {"repetitions", request.repetitions},
                   {"residual", request.residual},
                   {"ordinal", request.ordinal},
                   {"plan", request.plan}});
}

Result<GemmRequest> read_gemm_request(const std::string& bytes) {
  const WireJson json = WireJson::parse(bytes, nullptr, false);
  try {
    GemmRequest request;
    for (const WireJson& id : json.at("kernels")) {
      request.kernels.push_back(find_gemm(id.get<std::string>()));
      if (request.kernels.back() == nullptr) return unavailable("no such kernel");
    }
    for (const WireJson& shape : json.at("shapes")) request.shapes.push_back({shape.at(0), shape.at(1), shape.at(2)});
    const WireJson& f = json.at("formulae");
    const WireJson& loads = json.at("loads");
    request.formulae = {f.at(0), f.at(1), f.at(2), f.at(3), read_load(loads.at(0)), read_load(loads.at(1))};
    request.data = static_cast<GemmData>(json.at("data").get<int>());
    request.spread = json.at("spread");
    request.repetitions = json.at("repetitions");
    request.residual = json.at("residual");
    request.ordinal = json.at("ordinal");
    request.plan = json.at("plan");
    return request;
  } catch (const WireJson::exception& error) {
    return unavailable(fmt::format("the request was not understood: {}", error.what()));
  }
}

}  // namespace tcviz::inline gpu_gemm
