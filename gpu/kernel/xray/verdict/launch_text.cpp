#include "gpu/kernel/xray/verdict/launch_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <nlohmann/json.hpp>

#include "gpu/kernel/xray/verdict/limits.hpp"
#include "gpu/kernel/xray/verdict/stated_words.hpp"
#include "gpu/kernel/xray/verdict/struct_argument.hpp"
#include "gpu/layout/characters.hpp"
#include "gpu/layout/file.hpp"
#include "gpu/layout/known_gpus.hpp"

namespace tcviz::inline gpu_xray {
namespace {

using LaunchJson = nlohmann::json;

Error not_so(std::string_view path, const std::string& why) {
  return bad_input(fmt::format(
      "{}: {}. A launch is {{\"grid\": [2, 2], \"block\": 128, \"args\": [\"A=f16[m:64,k:128]\", 64]}}.", path, why));
}

// Reads 128, [16, 16] or "16,16".
Result<std::string> sides_in(std::string_view path, const LaunchJson& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_integer()) return value.dump();
  std::string text;
  if (!value.is_array()) return not_so(path, "grid and block are a number or a list of numbers");
  for (const LaunchJson& side : value) {
    if (!side.is_number_integer()) return not_so(path, "grid and block are whole numbers");
    text += (text.empty() ? "" : ",") + side.dump();
  }
  return text;
}

Status add_arguments(std::string_view path, const LaunchJson& list, StatedWords& into) {
  if (!list.is_array()) return not_so(path, "args is a list");
  std::vector<std::string> all;
  for (const LaunchJson& one : list) {
    if (!one.is_string() && !one.is_number()) return not_so(path, "an argument is a number or a text");
    all.push_back(one.is_string() ? one.get<std::string>() : one.dump());
  }
  return into.say_arguments(std::move(all));
}

// Adds a text, or a list of texts: one for each output.
Status add_expected(std::string_view path, const LaunchJson& value, const std::vector<std::string>& nearer,
                    StatedWords& into) {
  const LaunchJson list = value.is_array() ? value : LaunchJson::array({value});
  std::vector<std::string> found;
  for (const LaunchJson& one : list) {
    if (!one.is_string()) return not_so(path, "expect is a text such as \"C = sum(k: A * B)\", or a list of them");
    found.push_back(one.get<std::string>());
  }
  for (std::string& one : found) into.say_expected(std::move(one), nearer);
  return Nothing{};
}

Status add_key(std::string_view path, const std::string& key, const LaunchJson& value, LaunchWords& words,
               StatedWords& into) {
  if (key == "grid" || key == "block") {
    Result<std::string> sides = sides_in(path, value);
    TCVIZ_TRY(sides);
    into.say("--" + key, key == "grid" ? words.grid : words.block, std::move(sides).value());
  } else if (key == "entry" || key == "arch") {
    if (!value.is_string()) return not_so(path, key + " is a word");
    into.say("--" + key, key == "entry" ? words.entry : words.arch, value.get<std::string>());
  } else if (key == "shared") {
    if (!value.is_number_integer()) return not_so(path, "shared is a number of bytes");
    into.say("--shared", words.shared, value.dump());
  } else if (key == "args") {
    return add_arguments(path, value, into);
  } else if (key == "expect") {
    return add_expected(path, value, std::vector(words.expected), into);
  } else {
    return not_so(path, fmt::format("'{}' is not known: entry, arch, grid, block, shared, args and expect are", key));
  }
  return Nothing{};
}

Result<std::int64_t> read_shared(std::string_view text) {
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  const auto bytes = number_in<std::int64_t>(text.substr(hex ? 2 : 0), hex ? 16 : 10);
  if (!bytes)
    return bad_input(fmt::format("--shared '{}' is not a whole number of at most 64 bits: write 1024 or 0x400.", text));
  // The limit of one architecture is told later, by check_kernel.
  if (*bytes < 0 || *bytes > std::numeric_limits<std::int32_t>::max())
    return bad_input(
        fmt::format("--shared {} is out of range: no GPU gives a block more than {} bytes.", text, most_shared_of_any));
  return *bytes;
}

// Returns the name of an argument; empty: it has none.
const std::string& argument_name(const XrayArgument& argument) {
  return argument.has_array() ? argument.array.name : argument.name;
}

// Refuses two arguments of one name: what is said of it would be said of both.
Status check_names(const XrayLaunch& launch) {
  for (auto one = launch.arguments.begin(); one != launch.arguments.end(); ++one)
    if (const std::string& name = argument_name(*one);
        !name.empty() && std::ranges::find(launch.arguments.begin(), one, name, argument_name) != one)
      return bad_input(fmt::format("two arguments are called {}: give each a name of its own.", name));
  return Nothing{};
}

// Returns the error of a word with the place where that stands, if it was not typed.
Error placed(const LaunchWords& words, std::string_view option, std::string_view text, const Error& error) {
  const auto at = std::ranges::find_if(words.stated,
                                       [&](const StatedWord& one) { return one.option == option && one.text == text; });
  if (at == words.stated.end()) return error;
  std::string_view message = error.message;
  if (message.starts_with("--")) message.remove_prefix(2);
  return {error.fault, fmt::format("{}: {}", at->place, message)};
}

Status read_expected(const LaunchWords& words, XrayRequest& launch) {
  for (const std::string& text : words.expected) {
    Result<OutputExpectation> read = read_expectation(text, launch);
    if (!read) return placed(words, "--expect", text, read.error());
    const std::string& output = read.value().output;
    if (std::ranges::find(launch.expectations, output, &OutputExpectation::output) != launch.expectations.end())
      return placed(words, "--expect", text, bad_input(fmt::format("--expect states {} twice.", output)));
    launch.expectations.push_back(std::move(read).value());
  }
  return Nothing{};
}

}  // namespace

Status add_launch_file(const std::string& path, LaunchWords& words) {
  const Result<std::string> text = read_file(path);
  TCVIZ_TRY(text);
  const LaunchJson launch = LaunchJson::parse(text.value(), nullptr, false);
  if (!launch.is_object()) return not_so(path, "this is no JSON object");
  StatedWords into(words, path);
  for (const auto& [key, value] : launch.items()) TCVIZ_TRY(add_key(path, key, value, words, into));
  return Nothing{};
}

std::string launch_file_text(const LaunchWords& words) {
  nlohmann::ordered_json launch = nlohmann::ordered_json::object();
  const auto put = [&](const char* key, const std::string& word) {
    if (!word.empty()) launch[key] = word;
  };
  put("entry", words.entry);
  put("arch", words.arch);
  put("grid", words.grid);
  put("block", words.block);
  if (const auto bytes = number_in<std::int64_t>(words.shared)) launch["shared"] = *bytes;
  launch["args"] = words.arguments;
  if (!words.expected.empty()) launch["expect"] = words.expected;
  return launch.dump(2) + "\n";
}

namespace {

// Returns how NVIDIA's tools spell an architecture that a person names as 90, sm90, compute_90 or H100; empty: unknown.
std::string spelled_architecture(std::string_view arch) {
  if (const auto of_gpu = architecture_of_gpu(arch)) return fmt::format("sm_{}", *of_gpu);
  const std::size_t at = std::min(arch.find_first_of("0123456789"), arch.size());
  std::string_view number = arch.substr(at);
  if (number.ends_with('a') || number.ends_with('f')) number.remove_suffix(1);
  const auto known = number_in<ComputeCapability>(number);
  return known && !known_gpus(*known).empty() ? fmt::format("sm_{}", arch.substr(at)) : std::string();
}

}  // namespace

Result<ComputeCapability> architecture_named(const std::string& arch) {
  if (arch.empty()) return ComputeCapability{0};
  int number = 0;
  const bool begins = arch.starts_with("sm_");
  const char* const first = arch.data() + (begins ? 3 : 0);
  const auto [end, error] = std::from_chars(first, arch.data() + arch.size(), number);
  const char* const whole = arch.data() + arch.size();
  const bool ends = end == whole || ((*end == 'a' || *end == 'f') && end + 1 == whole);
  if (begins && error == std::errc() && ends) return number;
  const std::string spelled = spelled_architecture(arch);
  return bad_input(
      fmt::format("--arch '{}' is no architecture: write {}.", arch, spelled.empty() ? "sm_80 or sm_90a" : spelled));
}

Result<ComputeCapability> architecture_of(const LaunchWords& words) {
  const ComputeCapability newest = architecture_of_gpu(gpu_names().back()).value_or(0), family = newest / 10;
  Result<ComputeCapability> architecture = architecture_named(words.arch);
  if (architecture && architecture.value() / 10 > family)
    architecture = bad_input(
        fmt::format("--arch '{}' is later than all that this version knows: the last is sm_{}.", words.arch, newest));
  return architecture ? architecture : placed(words, "--arch", words.arch, architecture.error());
}

Result<XrayRequest> launch_of(const LaunchWords& words) {
  XrayRequest launch;
  launch.entry = words.entry;
  const Result<ComputeCapability> architecture = architecture_of(words);
  TCVIZ_TRY(architecture);
  launch.architecture = architecture.value();
  if (words.block.empty())
    return bad_input(
        "the launch is incomplete: how many threads does a block have? Write it as a comment in the source, // xray: "
        "<<<1, 128>>> (A=f16[m:64,k:128], ...), or give --block 128 or --launch FILE.");
  const Result<Dim3> grid = read_dim3("--grid", words.grid.empty() ? "1" : words.grid),
                     block = read_dim3("--block", words.block);
  if (!grid) return placed(words, "--grid", words.grid, grid.error());
  if (!block) return placed(words, "--block", words.block, block.error());
  if (const Status fits = check_grid(grid.value()); !fits) return placed(words, "--grid", words.grid, fits.error());
  if (const Status fits = check_block(block.value()); !fits) return placed(words, "--block", words.block, fits.error());
  launch.grid = grid.value(), launch.block = block.value();
  const Result<std::int64_t> shared = words.shared.empty() ? std::int64_t{0} : read_shared(words.shared);
  if (!shared) return placed(words, "--shared", words.shared, shared.error());
  launch.shared = shared.value();
  for (const std::string& text : words.arguments) {
    Result<std::vector<XrayArgument>> fields = read_whole_argument(text);
    if (!fields) return placed(words, "--arg", text, fields.error());
    for (XrayArgument& one : fields.value()) launch.arguments.push_back(std::move(one));
  }
  TCVIZ_TRY(check_names(launch));
  TCVIZ_TRY(read_expected(words, launch));
  return launch;
}

}  // namespace tcviz::inline gpu_xray
