// tcviz live: the registers that app/include/tcviz.cuh wrote, in the grid of their kind, beside the expected ones.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <ostream>
#include <span>

#include "app/cli/kernels/live_hints.hpp"
#include "app/cli/kernels/live_report.hpp"
#include "app/cli/kernels/live_work.hpp"
#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/options.hpp"
#include "app/cli/kit/output.hpp"
#include "app/cli/kit/picture.hpp"
#include "app/cli/kit/target.hpp"
#include "app/cli/kit/values.hpp"
#include "app/session/xray/live_fields.hpp"
#include "embedded/header.hpp"
#include "gpu/kernel/live/live_file.hpp"
#include "gpu/layout/element_value.hpp"
#include "gpu/layout/file.hpp"
#include "gpu/layout/kind_search.hpp"
#include "gpu/source/device/child.hpp"

namespace tcviz::inline app_cli {
namespace {

constexpr int wrong_lane = 5;

// Returns the PTX manual's place of x[i] in mma.m16n8k16: A has two halves of eight columns, the sum has one.
int number_in_a(int lane, int i) {
  const int row = lane / 4 + i / 2 % 2 * 8, col = lane % 4 * 2 + i % 2 + i / 4 * 8;
  return row * 16 + col;
}
int number_in_sum(int lane, int i) { return (lane / 4 + i / 2 * 8) * 8 + lane % 4 * 2 + i % 2; }

LiveSnapshot snapshot(std::uint32_t line, std::string_view kind, std::uint32_t lane_bytes) {
  LiveSnapshot shot;
  shot.key = std::uint64_t{line} << 6;
  shot.line = line;
  shot.lanes = ~0u;
  shot.lane_bytes = lane_bytes;
  shot.kind = kind;
  shot.file = "kernel.cu";
  shot.bytes.resize(std::size_t{lanes_of_warp} * lane_bytes);
  return shot;
}

void put_value(LiveSnapshot& shot, ElementType type, int lane, int i, int number) {
  const std::size_t bit = static_cast<std::size_t>(lane) * shot.lane_bytes * 8;
  const int bits = element_bits(type);
  put_bits(shot.bytes, bit + static_cast<std::size_t>(i * bits), bits, encode(type, number));
}

// Makes a file as tcviz::live_save writes it, to try `tcviz live` without a GPU: one fragment is right, and in the
// other a lane has two registers exchanged.
LiveFile live_example() {
  LiveFile file;
  file.capability = 90;
  file.gpu = "made up, no GPU";
  file.grid = {1, 1, 1};
  file.threads = {32, 1, 1};
  LiveSnapshot a = snapshot(12, "mma.m16n8k16.a.f16", 16), sum = snapshot(20, "mma.m16n8k16.acc.f32", 16);
  for (int lane = 0; lane < lanes_of_warp; ++lane) {
    for (int i = 0; i < 8; ++i) put_value(a, ElementType::F16, lane, i, number_in_a(lane, i));
    for (int i = 0; i < 4; ++i)
      put_value(sum, ElementType::F32, lane, i, number_in_sum(lane, lane == wrong_lane ? i ^ 2 : i));
  }
  file.places = {{a.key, 1, a.line, 0}, {sum.key, 1, sum.line, 0}};
  file.snapshots = {std::move(a), std::move(sum)};
  return file;
}

constexpr double largest_tolerance = 1e9;
constexpr std::int64_t largest_origin = 1 << 20;

struct LiveWords {
  std::string file, at, expect, origin, tolerance, type, device, output;
  bool json = false, example = false, header = false;
};

Result<LiveFile> read_live_file(const std::string& path) {
  if (path.empty())
    return bad_input(
        "which file? `tcviz::live_save(\"run.live\")` writes one: `tcviz live --help`; --example makes one up.");
  const Result<std::string> bytes = read_file(path, most_live_bytes);
  TCVIZ_TRY(bytes);
  Result<LiveFile> file = read_live(bytes.value());
  if (!file) return bad_input(fmt::format("{}: {}", path, file.error().message));
  if (file.value().snapshots.empty()) return bad_input(fmt::format("{} holds no snapshot.", path));
  return file;
}

Result<std::size_t> read_at(const LiveWords& options, std::size_t count) {
  if (options.at.empty() && count == 1) return std::size_t{0};
  if (options.at.empty())
    return bad_input(fmt::format("which of the {} fragments? Say --at 0 to {}; `tcviz live {}` lists them.", count,
                                 count - 1, options.file));
  const Result<std::int64_t> at = parse_whole("--at", options.at);
  TCVIZ_TRY(at);
  if (at.value() < 0 || at.value() >= static_cast<std::int64_t>(count))
    return bad_input(fmt::format("--at {}: the file has {} fragments, 0 to {}.", options.at, count, count - 1));
  return static_cast<std::size_t>(at.value());
}

bool has_kind(const LayoutSource& source, const std::string& kind) {
  const std::vector<std::string> kinds = source.kinds();
  return std::ranges::find(kinds, kind) != kinds.end();
}

// Returns the layout probed on this architecture, else the one compiled for it, else the manual's.
Result<OneLayout> layout_of_live(const LiveWords& options, const LiveFile& file, const std::string& kind,
                                 const Context& context) {
  if (!options.device.empty() || file.capability == 0) return one_layout({kind, {}, options.device}, context);
  const Sources sources = context.backends.sources(LookFor::Files);
  for (const std::string& name : {fmt::format("recorded:sm_{}", file.capability),
                                  fmt::format("compiled:sm_{}", file.capability), std::string("documented:ptx")}) {
    const Result<LayoutSource*> source = sources.find(name);
    if (!source || !has_kind(*source.value(), kind)) continue;
    Result<Layout> layout = layout_of(*source.value(), kind);
    TCVIZ_TRY(layout);
    return OneLayout{std::move(layout).value(), name};
  }
  if (find_kind(kind) == nullptr) return unknown_kind(kind);
  return unavailable(
      fmt::format("no source here knows {} for sm_{}, where it was taken: choose another with --device; `tcviz kinds` "
                  "lists the sources that know it.",
                  kind, file.capability));
}

Result<ValueFormat> read_format(const LiveWords& options, const Layout& layout) {
  ValueFormat format = format_of(layout);
  if (options.type.empty()) return format;
  const std::optional<ElementType> type = element_type_named(options.type);
  if (!type)
    return bad_input(
        fmt::format("--type '{}' is unknown: use f16, bf16, f32, s8 or another type of `tcviz kinds`.", options.type));
  if (element_bits(*type) != format.bits)
    return bad_input(fmt::format("--type {} has {} bits, and a value of {} has {}.", options.type, element_bits(*type),
                                 layout.kind(), format.bits));
  format.type = type;
  return format;
}

// Reads "32,64".
Result<Element> read_origin(const std::string& text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos)
    return bad_input(
        fmt::format("--origin '{}': write 32,64, the row and the column where the fragment begins.", text));
  Element origin;
  for (int* const side : {&origin.row, &origin.col}) {
    const Result<std::int64_t> number =
        parse_whole("--origin", side == &origin.row ? text.substr(0, comma) : text.substr(comma + 1));
    TCVIZ_TRY(number);
    if (number.value() < 0 || number.value() > largest_origin)
      return bad_input(fmt::format("--origin {}: rows and columns are 0 to {}.", text, largest_origin));
    *side = static_cast<int>(number.value());
  }
  return origin;
}

Result<ExpectedMatrix> read_expected(const LiveWords& options, const Layout& layout) {
  const std::string& text = options.expect;
  std::optional<Element> origin;
  if (!options.origin.empty()) {
    const Result<Element> read = read_origin(options.origin);
    TCVIZ_TRY(read);
    origin = read.value();
  }
  if (!names_table(text)) {
    Result<ExpectedMatrix> expected =
        expected_by_expression(text, layout.rows(), layout.cols(), origin.value_or(Element{}));
    if (expected) return expected;
    return bad_input(fmt::format("--expect is neither a file nor an expression: {}", expected.error().message));
  }
  const Result<std::string> bytes = read_file(text);
  TCVIZ_TRY(bytes);
  Result<ExpectedMatrix> expected = expected_in_file(bytes.value(), layout.rows(), layout.cols(), origin);
  if (expected) return expected;
  return bad_input(fmt::format("{}: {}", text, expected.error().message));
}

Status compare(const LiveWords& options, LiveAnswer& answer, const Context& context) {
  answer.tolerance = usual_tolerance(answer.values.format);
  if (!options.tolerance.empty()) {
    const Result<double> tolerance = parse_number("--tolerance", options.tolerance, 0, largest_tolerance);
    TCVIZ_TRY(tolerance);
    answer.tolerance = tolerance.value();
  }
  if (options.expect.empty()) {
    if (options.tolerance.empty() && options.origin.empty()) return Nothing{};
    return bad_input(fmt::format("{} goes with --expect: say what is expected.",
                                 options.origin.empty() ? "--tolerance" : "--origin"));
  }
  Result<ExpectedMatrix> expected = read_expected(options, answer.layout);
  TCVIZ_TRY(expected);
  answer.expected = std::move(expected).value();
  answer.comparison = compare_live(answer.values, answer.layout, *answer.expected, answer.tolerance);
  if (answer.comparison->compared == 0)
    return bad_input(fmt::format("--expect {}: it states none of the values that were recorded.", options.expect));
  if (!answer.comparison->wrong.empty()) answer.hints = live_hints(answer, context);
  return Nothing{};
}

Result<LiveAnswer> answer_for(const LiveWords& options, const LiveFile& file,
                              const std::vector<LiveFragment>& fragments, Context& context) {
  const Result<std::size_t> at = read_at(options, fragments.size());
  TCVIZ_TRY(at);
  const LiveFragment& fragment = fragments[at.value()];
  const std::string kind = meant_kind(fragment.kind, context);
  Result<OneLayout> one = layout_of_live(options, file, kind, context);
  if (!one)
    return Error{one.error().fault, fmt::format("{} line {}: {}", fragment.file, fragment.line, one.error().message)};
  const Result<ValueFormat> format = read_format(options, one.value().layout);
  TCVIZ_TRY(format);
  Result<LiveValues> values = live_values(fragment, one.value().layout, format.value());
  TCVIZ_TRY(values);
  LiveAnswer answer{&file, fragment, at.value(), one.value().layout, one.value().from, std::move(values).value()};
  answer.differing = owners_that_differ(answer.values, answer.layout);
  TCVIZ_TRY(compare(options, answer, context));
  return answer;
}

// Carries the fragment alone, and the table of expected values.
Result<CarriedPicture> live_carried(const LiveWords& options, const LiveAnswer& answer) {
  const std::string name = std::filesystem::path(options.file).filename().string();
  CarriedPicture carried{{"live", name, "--device=" + answer.from},
                         {{name, write_live(with_fragment_alone(*answer.file, answer.fragment)), true}}};
  std::string expected = options.expect;
  if (!expected.empty() && names_table(expected)) {
    Result<std::string> table = read_file(expected);
    TCVIZ_TRY(table);
    expected = "expected" + std::filesystem::path(expected).extension().string();
    carried.files.push_back({expected, std::move(table).value(), true});
  }
  const std::array<std::pair<std::string_view, std::string_view>, 4> words = {{{"--expect", expected},
                                                                               {"--origin", options.origin},
                                                                               {"--tolerance", options.tolerance},
                                                                               {"--type", options.type}}};
  for (const auto& [option, value] : words)
    if (!value.empty()) carried.command.push_back(fmt::format("{}={}", option, value));
  return carried;
}

Status draw(const LiveWords& options, const LiveAnswer& answer, Context& context) {
  const Result<CarriedPicture> carried = live_carried(options, answer);
  TCVIZ_TRY(carried);
  return deliver_picture(live_scene(answer), options.output, carried.value(), context);
}

Status print_made_up(const LiveWords& options, Context& context) {
  if (options.header) {
    context.out << embedded::header()[0].bytes;
    return Nothing{};
  }
  if (context.out_is_terminal)
    return bad_input("the example would make a terminal unreadable: write `tcviz live --example > run.live`.");
  context.out << write_live(live_example());
  return Nothing{};
}

Status live(const LiveWords& options, Context& context) {
  if (options.example || options.header) return print_made_up(options, context);
  const Result<LiveFile> file = read_live_file(options.file);
  TCVIZ_TRY(file);
  const std::vector<LiveFragment> fragments = live_fragments(file.value());
  if (file.value().missed > 0)
    context.notes << fmt::format(
        "{} more snapshots did not fit: LiveOptions::snapshots sets how many do, LiveOptions::first from which time "
        "on.\n",
        file.value().missed);
  const bool chosen =
      !options.at.empty() || !options.expect.empty() || !options.output.empty() || fragments.size() == 1;
  if (!chosen) {
    context.out << (options.json ? print_json(live_list_json(file.value(), fragments))
                                 : live_list(options.file, file.value(), fragments, context));
    return Nothing{};
  }
  const Result<LiveAnswer> answer = answer_for(options, file.value(), fragments, context);
  TCVIZ_TRY(answer);
  if (!options.output.empty()) TCVIZ_TRY(draw(options, answer.value(), context));
  context.out << (options.json ? print_json(live_json(answer.value())) : live_text(answer.value(), context));
  const std::string problem = live_problem(answer.value());
  return problem.empty() ? Status(Nothing{}) : negative(problem);
}

Result<LiveRun> look(const LiveQuestion& asked, Context& context) {
  LiveWords words;
  words.file = asked.path, words.at = std::to_string(asked.at), words.expect = asked.expect;
  const Result<LiveFile> file = read_live_file(words.file);
  TCVIZ_TRY(file);
  const std::vector<LiveFragment> fragments = live_fragments(file.value());
  const Result<LiveAnswer> answer = answer_for(words, file.value(), fragments, context);
  TCVIZ_TRY(answer);
  return live_run(asked, fragments, answer.value());
}

}  // namespace

void serve_live(int input, int output, Context context) {
  serve_work<LiveQuestion>(input, output,
                           [&](const LiveQuestion& asked, const WorkProgress&) { return look(asked, context); });
}

Runner declare_live(CLI::App& app) {
  auto options = std::make_shared<LiveWords>();
  add_option(app, "FILE", "FILE", options->file, "a file that tcviz::live_save wrote");
  add_option(app, "--at", "N", options->at, "number of a fragment in the list; needed if there are several");
  add_option(
      app, "--expect", "E|FILE", options->expect,
      "what the matrix should hold: C in row and col ('row * 16 + col', '0.5f * row'), a CSV table or a .npy file");
  add_option(app, "--origin", "ROW,COL", options->origin,
             "where the fragment begins in the larger matrix that --expect is about");
  add_option(app, "--tolerance", "X", options->tolerance,
             "how far off a value may be, times the larger of 1 and the expected number; else by the type: f32 1e-5, "
             "f16 0.0039, whole numbers 0");
  add_option(app, "--type", "TYPE", options->type, "read the values as this type: b16 of ldmatrix as f16, for example");
  add_option(app, "--device", "DEVICE", options->device,
             "source of the layout, as `tcviz devices` lists them; else that of the GPU that the file names");
  add_option(app, "-o,--output", "FILE", options->output, "draw found and expected values: .svg, .png, .pdf or .tex");
  add_flag(app, "--json", options->json, "answer in JSON");
  add_flag(app, "--example", options->example, "print an example file, with one wrong lane");
  add_flag(app, "--header", options->header, "print tcviz.cuh, which a kernel includes");
  return [options](Context& context) { return live(*options, context); };
}

}  // namespace tcviz::inline app_cli
