#include "app/cli/kernels/xray_figure.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sha256.h>
#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <set>

#include "app/cli/kernels/xray_kernel.hpp"
#include "app/cli/kernels/xray_source.hpp"
#include "app/scene/pictures/step_figure.hpp"
#include "gpu/kernel/ptx/kernel_name.hpp"
#include "gpu/layout/characters.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz::inline app_cli {
namespace {

std::vector<std::string> said_of(const XrayReport& report, const EventSnapshot& event) {
  std::vector<std::string> lines = {fmt::format("{}, warp {}, step {}: {}", line_text(event.line, event.ptx_line),
                                                event.warp, event.step, event.opcode)};
  for (const XrayFinding& finding : report.findings)
    if (finding.ptx_line == event.ptx_line) lines.push_back(fmt::format("{}: {}", name_of(finding.kind), finding.text));
  return lines;
}

std::string argument_text(const XrayArgument& argument) {
  const std::string name = argument.name.empty() ? "" : argument.name + "=";
  if (argument.form == XrayArgument::Form::Whole) return fmt::format("{}{}", name, argument.whole);
  if (argument.form == XrayArgument::Form::Number) return fmt::format("{}{}", name, argument.number);
  if (argument.form == XrayArgument::Form::Null) return "null";
  if (argument.form == XrayArgument::Form::TensorMap)
    return fmt::format("tma({}, box {}, swizzle {})", argument.map.array, fmt::join(argument.map.box, "x"),
                       argument.map.swizzle);
  if (argument.form != XrayArgument::Form::Array) return "...";
  std::string sides;
  for (const ArrayDimension& dimension : argument.array.dimensions)
    sides += fmt::format("{}{}:{}", sides.empty() ? "" : ",", dimension.name, dimension.size);
  return fmt::format("{}={}[{}]{}", argument.array.name, name_of(argument.array.type), sides,
                     argument.array.first_is_fastest ? ":col" : "");
}

std::vector<std::string> provenance(const XrayReport& report, const XrayRequest& launch, const XraySource& source) {
  std::vector<std::string> arguments;
  for (const XrayArgument& argument : launch.arguments) arguments.push_back(argument_text(argument));
  return {
      fmt::format("kernel {} for sm_{}, grid {}, block {}, {} bytes of dynamic shared memory", report.kernel,
                  report.architecture, fmt::join(launch.grid, ","), fmt::join(launch.block, ","), launch.shared),
      fmt::format("arguments {}", fmt::join(arguments, ", ")),
      fmt::format("source {}, SHA-256 {}", std::filesystem::path(source.file).filename().string(), sha256(source.text)),
      "executed on a CPU with labels by tcviz xray; a cell names the element that it holds, and below who holds it; "
      "red: "
      "it does not fit; !: a wrong value, 0: zero, c: a constant, f: a function of several elements"};
}

// Returns "0, 1, 2": the warps with products.
std::string warps_with_products(const XrayReport& report) {
  constexpr std::size_t most = 16;
  std::set<std::int64_t> warps;
  for (const XrayEvent& event : report.events)
    if (is_product(event.opcode)) warps.insert(event.warp);
  std::vector<std::int64_t> shown(warps.begin(), warps.end());
  shown.resize(std::min(most, shown.size()));
  return fmt::format("{}{}", fmt::join(shown, ", "), warps.size() > most ? ", ..." : "");
}

// Says which products there are: those of the warp, or if it has none, the warps with products.
Error no_product(const XrayReport& report, std::string_view wish, std::int64_t warp, std::size_t count) {
  if (count == 0)
    return bad_input(fmt::format("--event '{}': warp {} has executed no product; warps with products: {}.", wish, warp,
                                 warps_with_products(report)));
  const std::string last = count == 1 ? "" : fmt::format(" to {}:w{}", count - 1, warp);
  return bad_input(fmt::format("--event '{}': warp {} has executed {} product{}: 0:w{}{}.", wish, warp, count,
                               count == 1 ? "" : "s", warp, last));
}

}  // namespace

std::string sha256(std::string_view bytes) {
  std::array<char, SHA256_DIGEST_STRING_LENGTH> text{};
  SHA256Data(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), text.data());
  return text.data();
}

Result<std::int64_t> product_step(const XrayReport& report, std::string_view wish) {
  const auto shows = [](const XrayEvent& event) { return is_product(event.opcode); };
  const auto first = std::ranges::find_if(report.events, shows);
  if (first == report.events.end())
    return bad_input("the kernel has executed no tensor-core product: there is nothing to draw.");
  if (wish.empty()) {
    for (const XrayFinding& finding : report.findings)
      if (is_product(finding.opcode)) return finding.step;
    return first->step;
  }
  const std::size_t colon = std::min(wish.find(":w"), wish.size());
  const auto number = number_in<std::int64_t>(wish.substr(0, colon)),
             warp = number_in<std::int64_t>(wish.substr(std::min(colon + 2, wish.size())));
  if (!number || !warp) return bad_input(fmt::format("--event '{}': write 0:w1, the first product of warp 1.", wish));
  std::vector<std::int64_t> steps;
  for (const XrayEvent& event : report.events)
    if (shows(event) && event.warp == *warp) steps.push_back(event.step);
  if (*number < 0 || *number >= static_cast<std::int64_t>(steps.size()))
    return no_product(report, wish, *warp, steps.size());
  return steps[static_cast<std::size_t>(*number)];
}

Result<Scene> xray_figure(const XrayReport& report, const XrayRequest& launch, const XraySource& source) {
  if (!report.snapshot) return bad_input("this product cannot be drawn: it was not executed again.");
  StepFigure figure;
  const EventSnapshot& event = *report.snapshot;
  figure.title = fmt::format("{}: {} times {}", short_name(report.kernel), event.a.name, event.b.name);
  figure.lines = said_of(report, event);
  figure.notes = provenance(report, launch, source);
  figure.tiles = step_tiles(event);
  figure.tiles.sum.name = "the sum behind it";
  return step_page(figure);
}

Result<CarriedPicture> xray_carried(const KernelOptions& options, const ReadKernel& kernel,
                                    const std::vector<std::string>& words) {
  constexpr std::string_view launch_name = "launch.json", ptx_name = "kernel.ptx";
  const std::string name = std::filesystem::path(options.file).filename().string();
  CarriedPicture carried{{"xray", name}, {{name, kernel.source}}};
  if (is_cuda_source(name)) {
    carried.files.push_back({std::string(ptx_name), *kernel.module.text});
    carried.command.push_back(fmt::format("--ptx={}", ptx_name));
  }
  if (!options.launch_file.empty() || kernel.proposal) {
    Result<std::string> launch =
        kernel.proposal ? Result<std::string>(launch_file_text(kernel.words)) : read_file(options.launch_file);
    TCVIZ_TRY(launch);
    carried.files.push_back({std::string(launch_name), std::move(launch).value()});
    carried.command.push_back(fmt::format("--launch={}", launch_name));
  }
  carried.command.insert(carried.command.end(), words.begin(), words.end());
  return carried;
}

}  // namespace tcviz::inline app_cli
