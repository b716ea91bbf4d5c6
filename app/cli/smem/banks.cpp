// tcviz banks: counts the wavefronts, conflicts and cycles of accesses of a warp to shared memory.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <string>

#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/image_options.hpp"
#include "app/cli/kit/options.hpp"
#include "app/cli/kit/output.hpp"
#include "app/cli/kit/picture.hpp"
#include "app/cli/kit/table.hpp"
#include "app/cli/kit/target.hpp"
#include "app/cli/kit/values.hpp"
#include "app/scene/pictures/bank_page.hpp"
#include "gpu/layout/characters.hpp"
#include "gpu/smem/access_names.hpp"
#include "gpu/smem/known_by.hpp"
#include "gpu/smem/lane_addresses.hpp"
#include "gpu/smem/ldmatrix_of.hpp"
#include "gpu/smem/suggest.hpp"

namespace tcviz::inline app_cli {
namespace {

using Json = nlohmann::ordered_json;

struct KindAccess {
  LdmatrixAccess load;
  LaneAddresses addresses{};
  std::string about;   // "ldm4 of row lane % 16, k lane / 16 * 8 of smem.128b.k.b16"
  std::string source;  // of the layout
};

Result<Major> major_of(const std::string& id) {
  const Result<ImageId> read = read_image_id(id);
  TCVIZ_TRY(read);
  return read.value().major;
}

Status check_place(const OperandImage& image, const std::string& id, Element e, const std::string& kind) {
  if (e.row < image.rows && e.col < image.cols) return Nothing{};
  return bad_input(fmt::format("{} does not fit into {} with {} rows and {} columns: it needs row {} and k {}.", kind,
                               id, image.rows, image.cols, e.row, e.col));
}

Result<KindAccess> access_of_kind(const std::string& kind, const std::string& id, const ImageOptions& image,
                                  const std::string& device, Context& context) {
  const Result<OneLayout> one = one_layout({kind, {}, device, "banks"}, context);
  TCVIZ_TRY(one);
  const Layout& layout = one.value().layout;
  const std::string named = id.empty() ? fmt::format("smem.128b.k.b{}", layout.element_bits()) : id;
  const Result<Major> major = major_of(named);
  TCVIZ_TRY(major);
  const Result<OperandImage> tile = read_image(named, image);
  TCVIZ_TRY(tile);
  TCVIZ_TRY(check_inside(tile.value()));
  if (tile.value().element_bits != layout.element_bits())
    return bad_input(fmt::format("{} has elements of {} bits, and {} of {}.", layout.kind(), layout.element_bits(),
                                 named, tile.value().element_bits));
  Result<LdmatrixAccess> load = ldmatrix_of(layout, major.value());
  TCVIZ_TRY(load);
  KindAccess access{std::move(load).value(), {}, {}, one.value().from};
  for (std::size_t lane = 0; lane < access.addresses.size(); ++lane) {
    const Element e = access.load.first.at(lane);
    TCVIZ_TRY(check_place(tile.value(), named, e, layout.kind()));
    access.addresses.at(lane) = tile.value().address(e.row, e.col);
  }
  access.about = fmt::format("{} of {} from {}: each lane gives the address of row {}, k {}\n",
                             access.load.access->name, layout.kind(), named, access.load.row, access.load.col);
  return access;
}

constexpr int most_steps = 256;

struct BanksOptions {
  std::vector<std::string> ops, addresses;
  std::string steps, pitch, kind, id, device, output;
  ImageOptions image;
  PictureColors colors;
  bool suggest = false, json = false;
  const CLI::App* app = nullptr;  // with the words that were typed
};

// An access with its name, and its number if the expression counts i.
struct NamedPattern {
  std::string name;
  AccessPattern pattern;
  BankReport report;
};

Result<LaneAddresses> read_addresses(const std::string& text, int step) {
  Result<LaneAddresses> read = read_lane_addresses(text, step);
  if (!read) return bad_input(fmt::format("--addresses: {}", read.error().message));
  return read;
}

using Steps = std::vector<LaneAddresses>;  // the addresses of an access for each i

Result<Steps> read_steps(const std::string& addresses, int steps) {
  Steps all;
  for (int step = 0; step < steps; ++step) {
    const Result<LaneAddresses> read = read_addresses(addresses, step);
    TCVIZ_TRY(read);
    all.push_back(read.value());
  }
  return all;
}

bool takes_all(const WarpAccess& access, const Steps& steps) {
  return std::all_of(steps.begin(), steps.end(),
                     [&](const LaneAddresses& each) { return count_wavefronts(access, each).ok(); });
}

// Returns the access that --op names. Of two that it may name, returns the one for which no address faults; returns an
// error if that leaves both.
Result<const WarpAccess*> access_of(const std::string& op, const Steps& steps) {
  const std::vector<const WarpAccess*> named = accesses_named(op);
  if (named.size() == 1) return named.front();
  if (named.size() == 2 && !takes_all(*named[1], steps)) return named[0];
  if (named.size() == 2) {
    const std::string_view word = named[0]->name.substr(0, 2);
    return bad_input(fmt::format("--op {}: {} bits or {} bytes for each lane? Write {}.b{} for bits, {} for bytes.", op,
                                 8 * named[0]->bytes, named[1]->bytes, word, 8 * named[0]->bytes, named[1]->name));
  }
  std::vector<std::string_view> names;
  for (const WarpAccess& access : warp_accesses()) names.push_back(access.name);
  const Result<std::size_t> chosen = parse_choice("--op", op, names);
  TCVIZ_TRY(chosen);
  return &warp_accesses()[chosen.value()];
}

// Returns the name as it was given, with the bits if it counts bytes or may do so: "ld4 (32 bits)".
std::string told_name(const std::string& op, const WarpAccess& access) {
  const bool is_plain = op.find('.') != std::string::npos || (op == access.name && accesses_named(op).size() == 1);
  return is_plain ? op : fmt::format("{} ({} bits)", op, 8 * access.bytes);
}

Status read_access(const std::string& op, const std::string& addresses, int steps, std::vector<NamedPattern>& into) {
  const Result<Steps> all = read_steps(addresses, steps);
  TCVIZ_TRY(all);
  const Result<const WarpAccess*> access = access_of(op, all.value());
  TCVIZ_TRY(access);
  const std::string name = told_name(op, *access.value());
  for (std::size_t step = 0; step < all.value().size(); ++step) {
    const LaneAddresses& each = all.value()[step];
    Result<BankReport> report = count_wavefronts(*access.value(), each);
    TCVIZ_TRY(report);
    into.push_back(
        {steps == 1 ? name : fmt::format("{}, i = {}", name, step), {access.value(), each}, std::move(report).value()});
  }
  return Nothing{};
}

Result<std::vector<NamedPattern>> read_patterns(const BanksOptions& options) {
  if (options.ops.empty()) {
    std::vector<std::string_view> names;
    for (const WarpAccess& access : warp_accesses()) names.push_back(access.name);
    return bad_input(fmt::format("which access? --op is one of {}.", fmt::join(names, ", ")));
  }
  if (options.addresses.empty())
    return bad_input("which addresses? --addresses 'lane * 4', or 32 numbers (-1: the lane is off).");
  if (options.ops.size() != options.addresses.size())
    return bad_input(fmt::format("{} times --op and {} times --addresses: each access needs both.", options.ops.size(),
                                 options.addresses.size()));
  int steps = 1;
  if (!options.steps.empty()) TCVIZ_TRY(read_int("--steps", options.steps, steps));
  if (steps > most_steps) return bad_input(fmt::format("--steps {} is too many: at most {}.", steps, most_steps));
  std::vector<NamedPattern> patterns;
  for (std::size_t at = 0; at < options.ops.size(); ++at)
    TCVIZ_TRY(read_access(options.ops[at], options.addresses[at], steps, patterns));
  return patterns;
}

Json json_of(const BankPhase& phase) {
  Json conflicts = Json::array();
  for (const BankConflict& conflict : phase.conflicts) {
    Json words = Json::array();
    for (const auto& word : conflict.words) words.push_back({{"address", word.address}, {"lanes", word.lanes}});
    conflicts.push_back({{"bank", conflict.bank}, {"words", words}});
  }
  return {{"lanes", phase.lanes}, {"wavefronts", phase.wavefronts}, {"conflicts", conflicts}};
}

std::string words_text(const BankConflict& conflict) {
  std::string text;
  for (const auto& word : conflict.words)
    text += fmt::format("{}{} (lane{} {})", text.empty() ? "" : ", ", word.address, word.lanes.size() == 1 ? "" : "s",
                        fmt::join(word.lanes, " "));
  return text;
}

Table table_of(const BankReport& report) {
  Table table{{"phase", "wavefronts", "bank", "words that meet in it"}, {true, true, true, false}, {}};
  for (std::size_t at = 0; at < report.phases.size(); ++at) {
    const BankPhase& phase = report.phases[at];
    if (phase.conflicts.empty())
      table.rows.push_back({std::to_string(at), std::to_string(phase.wavefronts), "",
                            phase.lanes.empty() ? "its lanes are off" : "no two in one bank"});
    for (const BankConflict& conflict : phase.conflicts)
      table.rows.push_back(
          {std::to_string(at), std::to_string(phase.wavefronts), std::to_string(conflict.bank), words_text(conflict)});
  }
  return table;
}

Json json_of(const NamedPattern& each) {
  Json phases = Json::array();
  for (const BankPhase& phase : each.report.phases) phases.push_back(json_of(phase));
  return {{"op", each.pattern.access->name},      {"addresses", each.pattern.addresses},
          {"wavefronts", each.report.wavefronts}, {"conflicts", each.report.conflicts},
          {"cycles", each.report.cycles},         {"phases", phases}};
}

std::string describe_best(const XorSwizzle& swizzle) {
  if (swizzle.bits == 0) return "no swizzle";
  const auto known = hardware_swizzle(swizzle);
  return known ? fmt::format("{}, the swizzle {} of TMA and wgmma", spell(swizzle), name_of(*known)) : spell(swizzle);
}

std::string text_of(const Suggestion& found) {
  std::string text = fmt::format("\nAs it is: {}, of which no layout needs fewer than {}.\n",
                                 describe_wavefronts(found.plain), found.least);
  text += fmt::format("Best of {} swizzles Swizzle<B,M,S> of the byte address: {}, {}{}.\n", found.tried,
                      describe_best(found.best.swizzle), describe_wavefronts(found.best.wavefronts),
                      found.conflict_free() ? ", no conflict" : ", conflicts remain");
  if (found.best.swizzle.bits > 0) text += fmt::format("  {}\n", swizzled_expression("address", found.best.swizzle));
  if (found.best.swizzle.bits > 0 && found.best.swizzle.base > 0)
    text +=
        fmt::format("  of elements of 16 bits, as CuTe counts: {}\n",
                    spell(XorSwizzle{found.best.swizzle.bits, found.best.swizzle.base - 1, found.best.swizzle.shift}));
  for (const SwizzleTrial& trial : found.by_bits)
    if (trial.swizzle.bits < found.best.swizzle.bits)
      text += fmt::format("  with {} bit{} at least {}: not enough\n", trial.swizzle.bits,
                          trial.swizzle.bits == 1 ? "" : "s", describe_wavefronts(trial.wavefronts));
  if (const auto& padding = found.padding)
    text += fmt::format("Best padding of rows: {} bytes after each, {} from row to row, {}.\n", padding->bytes,
                        padding->pitch, describe_wavefronts(padding->wavefronts));
  return text;
}

Json json_of(const SwizzleTrial& trial) {
  const XorSwizzle& swizzle = trial.swizzle;
  return {{"bits", swizzle.bits}, {"base", swizzle.base}, {"shift", swizzle.shift}, {"wavefronts", trial.wavefronts}};
}

Json json_of(const Suggestion& found) {
  Json by_bits = Json::array();
  for (const SwizzleTrial& trial : found.by_bits) by_bits.push_back(json_of(trial));
  const auto known = hardware_swizzle(found.best.swizzle);
  Json json = {{"plain", found.plain},
               {"least", found.least},
               {"best", json_of(found.best)},
               {"expression", swizzled_expression("address", found.best.swizzle)},
               {"hardware", known ? Json(name_of(*known)) : Json(nullptr)},
               {"conflict_free", found.conflict_free()},
               {"tried", found.tried},
               {"by_bits", by_bits}};
  if (found.padding) json["padding"] = {{"bytes", found.padding->bytes}, {"wavefronts", found.padding->wavefronts}};
  return json;
}

Result<std::optional<Suggestion>> suggestion_for(const BanksOptions& options,
                                                 const std::vector<NamedPattern>& patterns) {
  int pitch = 0;
  if (!options.pitch.empty() && !options.suggest)
    return bad_input("--pitch is for the paddings of --suggest: give both.");
  if (!options.pitch.empty()) TCVIZ_TRY(read_int("--pitch", options.pitch, pitch));
  if (!options.suggest) return std::optional<Suggestion>();
  std::vector<AccessPattern> plain;
  for (const NamedPattern& each : patterns) plain.push_back(each.pattern);
  const Result<Suggestion> found = suggest_swizzle(plain, pitch);
  TCVIZ_TRY(found);
  return std::optional<Suggestion>(found.value());
}

Json json_of(const std::vector<NamedPattern>& patterns) {
  if (patterns.size() == 1) return json_of(patterns.front());
  BankCount sum;
  Json accesses = Json::array();
  for (const NamedPattern& each : patterns) {
    sum.wavefronts += each.report.wavefronts;
    sum.conflicts += each.report.conflicts;
    sum.cycles += each.report.cycles;
    accesses.push_back(json_of(each));
  }
  return {{"wavefronts", sum.wavefronts},
          {"conflicts", sum.conflicts},
          {"cycles", sum.cycles},
          {"accesses", std::move(accesses)}};
}

// The accesses, and the line that is printed before their wavefronts.
struct Patterns {
  std::vector<NamedPattern> all;
  std::string about, source;
};

Result<Patterns> find_patterns(const BanksOptions& options, Context& context) {
  if (options.kind.empty()) {
    if (!options.id.empty())
      return bad_input("--image goes with --ldmatrix: it names the image that a fragment is loaded from.");
    Result<std::vector<NamedPattern>> read = read_patterns(options);
    TCVIZ_TRY(read);
    return Patterns{std::move(read).value(), {}, {}};
  }
  if (!options.ops.empty() || !options.addresses.empty() || !options.steps.empty())
    return bad_input("--ldmatrix makes its own addresses: leave out --op, --addresses and --steps.");
  const Result<KindAccess> found = access_of_kind(options.kind, options.id, options.image, options.device, context);
  TCVIZ_TRY(found);
  const KindAccess& access = found.value();
  Result<BankReport> report = count_wavefronts(*access.load.access, access.addresses);
  TCVIZ_TRY(report);
  NamedPattern pattern{
      std::string(access.load.access->name), {access.load.access, access.addresses}, std::move(report).value()};
  return Patterns{{std::move(pattern)}, access.about, access.source};
}

// Returns "ldm4: 32 wavefronts, 28 of them by conflicts; 32 cycles".
std::string cost_of(const NamedPattern& each) {
  return fmt::format("{}: {}", each.name, describe_cost(*each.pattern.access, each.report));
}

Status draw_banks(const BanksOptions& options, const Patterns& patterns, Context& context) {
  if (options.suggest) return bad_input("-o draws the access as it is: leave out --suggest, or -o.");
  if (patterns.all.size() != 1)
    return bad_input(
        fmt::format("-o draws one access, and these are {}: give one --op with its --addresses, and leave "
                    "out --steps.",
                    patterns.all.size()));
  const NamedPattern& each = patterns.all.front();
  BankPage page;
  page.title = cost_of(each);
  if (!options.addresses.empty()) page.lines.push_back(fmt::format("addresses: {}", options.addresses.front()));
  if (!patterns.about.empty()) page.lines.emplace_back(trimmed(patterns.about));
  TCVIZ_TRY(options.colors.read(page.theme, page.palette));
  return deliver_picture(bank_page(each.pattern, each.report, page), options.output,
                         {typed_words_with_source(*options.app, patterns.source), {}}, context);
}

Status answer_banks(const BanksOptions& options, Context& context) {
  Result<Patterns> read = find_patterns(options, context);
  TCVIZ_TRY(read);
  const std::vector<NamedPattern>& patterns = read.value().all;
  if (!options.output.empty()) return draw_banks(options, read.value(), context);
  const Result<std::optional<Suggestion>> suggestion = suggestion_for(options, patterns);
  TCVIZ_TRY(suggestion);
  const std::optional<Suggestion>& found = suggestion.value();
  if (options.json) {
    Json json = json_of(patterns);
    if (found) json["suggestion"] = json_of(*found);
    context.out << print_json(json);
    return Nothing{};
  }
  context.out << read.value().about;
  for (const NamedPattern& each : patterns) {
    context.out << cost_of(each) << "\n";
    if (patterns.size() == 1) context.out << "\n" << to_text(table_of(each.report), context);
  }
  if (found) context.out << text_of(*found);
  context.out << "\nthe model of banks: " << images_known_by() << "\n";
  return Nothing{};
}

}  // namespace

Runner declare_banks(CLI::App& app) {
  auto options = std::make_shared<BanksOptions>();
  options->app = &app;
  add_repeated(
      app, "--op", "ACCESS", options->ops,
      "ld or st with the bits of a lane, 8 to 128, or ld4 of 4 bytes, or ld.v4.f32; cp (cp.async) with 32, 64 or 128; "
      "ldm, ldmt (.trans), stm or stmt with 1, 2 or 4; once for each access");
  add_repeated(app, "--addresses", "E|LIST", options->addresses,
               "byte addresses: an expression of lane, or 32 numbers; once for each access");
  add_option(app, "--steps", "N", options->steps, "count i of the expression from 0 to N - 1: an access for each (1)");
  add_flag(app, "--suggest", options->suggest,
           "find the swizzle with the fewest wavefronts, and of those the one with the fewest bits");
  add_option(app, "--pitch", "BYTES", options->pitch, "with --suggest: bytes from row to row, to try paddings as well");
  add_option(app, "--ldmatrix", "KIND", options->kind,
             "instead: count what ldmatrix reads from an image for this fragment, as mma.m16n8k16.a.f16");
  add_option(app, "--image", "ID", options->id, "with --ldmatrix: the image (smem.128b.k of the kind's width)");
  add_image_options(app, options->image);
  add_device(app, options->device);
  add_option(app, "-o,--output", "FILE", options->output, "draw the access: .svg, .png, .pdf or .tex");
  add_picture_colors(app, options->colors);
  add_flag(app, "--json", options->json, "answer in JSON");
  return [options](Context& context) { return answer_banks(*options, context); };
}

}  // namespace tcviz::inline app_cli
