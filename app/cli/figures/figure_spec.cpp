#include "app/cli/figures/figure_spec.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "app/cli/kit/old_names.hpp"
#include "app/cli/kit/suffix.hpp"
#include "app/cli/kit/values.hpp"
#include "gpu/layout/json_reader.hpp"

namespace tcviz::inline app_cli {
namespace {

using nlohmann::json;

constexpr std::string_view spec_format = "tcviz-figures/1";
constexpr std::array<std::string_view, 3> root_keys{"format", "defaults", "figures"};

Error at(const std::string& place, std::string_view key, std::string_view what) {
  return bad_input(fmt::format("{}{}{}: {}", place, place.empty() || key.empty() ? "" : ".", key, what));
}

// Turns "--color-by" into "color_by".
std::string key_of(std::string_view option) {
  std::string key(option.substr(2));
  std::ranges::replace(key, '-', '_');
  return key;
}

// Returns today's name of the option: "pin" for "mark".
std::string key_today(std::string_view key) {
  std::string option = fmt::format("--{}", key);
  std::ranges::replace(option, '_', '-');
  const std::string_view today = name_today(option);
  return today == option ? std::string(key) : key_of(today);
}

// Keys that hold a text, apart from those of the style, and the member that takes it.
struct TextKey {
  std::string_view key;
  std::string& (*text)(FigureJob& job);
};
constexpr std::array text_keys{
    TextKey{"name", [](FigureJob& job) -> std::string& { return job.name; }},
    TextKey{"kind", [](FigureJob& job) -> std::string& { return job.target.choice; }},
    TextKey{"layout", [](FigureJob& job) -> std::string& { return job.target.kind; }},
    TextKey{"device", [](FigureJob& job) -> std::string& { return job.target.device; }},
    TextKey{"with", [](FigureJob& job) -> std::string& { return job.with; }},
    TextKey{"also", [](FigureJob& job) -> std::string& { return job.also; }},
};

std::vector<std::string> legal_keys() {
  std::vector<std::string> keys{"output", "format"};
  for (const TextKey& row : text_keys) keys.emplace_back(row.key);
  for (const WordRow& row : figure_word_rows()) keys.push_back(key_of(row.option));
  for (const FlagRow& row : figure_flag_rows())
    if (std::ranges::find(keys, row.key) == keys.end()) keys.emplace_back(row.key);
  return keys;
}

Error unknown_key(const std::string& place, const std::string& key, std::span<const std::string> legal) {
  const std::vector<std::string_view> words(legal.begin(), legal.end());
  return at(place, key, fmt::format("is not a key here.{} `tcviz figures --help` lists them.", suggest(key, words)));
}

// Returns a number as the file has it, and a slot [7, 2] as "7,2".
Result<std::string> text_of(const std::string& place, const std::string& key, const json& value) {
  if (value.is_string() && value.get_ref<const std::string&>().find('\0') != std::string::npos)
    return at(place, key, "holds a character with the code 0, which ends a file name");
  if (value.is_string() && !value.get_ref<const std::string&>().empty()) return value.get<std::string>();
  if (value.is_number()) return value.dump();
  const bool slot =
      value.is_array() && value.size() == 2 && value[0].is_number_integer() && value[1].is_number_integer();
  if (slot && key == "pin") return fmt::format("{},{}", value[0].dump(), value[1].dump());
  return at(place, key, key == "pin" ? "must be a slot, [tid, i]" : "must be a text or a number, and not empty");
}

// Sets a flag of the style; false if the key is not a flag, or holds a text.
Result<bool> take_flag(FigureJob& job, const std::string& place, const std::string& key, const json& value) {
  for (const FlagRow& row : figure_flag_rows()) {
    if (row.key != key) continue;
    const bool takes_text = key == "title" || key == "caption";
    if (!value.is_boolean() && takes_text) return false;
    if (!value.is_boolean()) return at(place, key, "must be true or false");
    job.words.*row.flag = value.get<bool>() == row.set_by;
    return true;
  }
  return false;
}

Status take_key(FigureJob& job, const std::string& place, const std::string& key, const json& value) {
  const Result<bool> flag = take_flag(job, place, key, value);
  TCVIZ_TRY(flag);
  if (flag.value()) return Nothing{};
  const Result<std::string> text = text_of(place, key, value);
  TCVIZ_TRY(text);
  for (const TextKey& row : text_keys)
    if (row.key == key) {
      row.text(job) = text.value();
      return Nothing{};
    }
  for (const WordRow& row : figure_word_rows())
    if (key_of(row.option) == key) {
      job.words.*row.text = text.value();
      return Nothing{};
    }
  return Nothing{};
}

Status take_keys(FigureJob& job, const std::string& place, const json& object, std::string& format,
                 std::string& output) {
  if (!object.is_object()) return at(place, "", "must be an object");
  const std::vector<std::string> legal = legal_keys();
  for (const auto& [written, value] : object.items()) {
    const std::string key = key_today(written);
    if (std::ranges::find(legal, key) == legal.end()) return unknown_key(place, key, legal);
    if (key == "format" || key == "output") {
      const Result<std::string> text = text_of(place, key, value);
      TCVIZ_TRY(text);
      (key == "format" ? format : output) = text.value();
    } else if (Status taken = take_key(job, place, key, value); !taken) {
      return taken;
    }
  }
  return Nothing{};
}

Status choose_format(FigureJob& job, const std::string& format) {
  std::vector<std::string_view> words;
  for (const FormatRow& row : figure_formats()) {
    words.push_back(row.word);
    if (row.word == format) job.format = row.format;
  }
  if (!format.empty()) {
    const Result<std::size_t> choice = parse_choice("the format", format, words);
    if (!choice) return at(job.place, "format", choice.error().message);
    const Status fits = check_suffix(job.output.string(), job.format, "\"format\"");
    return fits ? fits : Status(at(job.place, "output", fits.error().message));
  }
  const FormatRow* row = format_of_suffix(job.output.extension().string());
  if (row == nullptr)
    return at(job.place, "output", fmt::format("the suffix names no format; add \"format\": {}", join_choices(words)));
  job.format = row->format;
  return Nothing{};
}

// Requires the keys that make a figure the same on every machine.
Status check_job(const FigureJob& job) {
  if (job.target.kind.empty() && job.target.choice.empty())
    return at(job.place, "kind", "is missing: a kind's id, or \"layout\" with a file");
  if (job.target.kind.empty() && job.target.device.empty())
    return at(job.place, "device", "is missing: without it the figure would depend on the machine");
  return Nothing{};
}

// Refuses a style in a table's own keys, and drops the style that all figures share.
Status check_table(FigureJob& job, const FigureWords& own) {
  if (row_of(job.format).picture) return Nothing{};
  const std::string_view option = picture_option_in(own);
  if (!option.empty()) {
    std::string key = key_of(option);
    for (const FlagRow& row : figure_flag_rows())
      if (row.option == option) key = row.key;
    return at(job.place, key, fmt::format("is for pictures, not for {}", row_of(job.format).word));
  }
  const std::string view = job.words.view;
  job.words = {};
  job.words.view = view;
  return Nothing{};
}

Result<FigureJob> read_job(const json& root, std::size_t number, const std::filesystem::path& folder) {
  FigureJob job;
  std::string format, output;
  if (const auto defaults = root.find("defaults"); defaults != root.end())
    TCVIZ_TRY(take_keys(job, "defaults", *defaults, format, output));
  if (!output.empty() || !job.name.empty()) return at("defaults", "", "a name and an output belong to one figure each");
  job.place = fmt::format("figures[{}]", number);
  TCVIZ_TRY(take_keys(job, job.place, root["figures"][number], format, output));
  if (output.empty()) return at(job.place, "output", "is missing: the file to write");
  job.output = folder / output;
  if (job.name.empty()) job.name = job.output.stem().string();
  if (!job.target.kind.empty()) {
    job.target.kind = (folder / job.target.kind).string();
    job.target.device.clear();
  }
  std::error_code none;
  const bool beside = !job.with.empty() && std::filesystem::exists(folder / job.with, none);
  if (beside || (!job.with.empty() && means_file(job.with))) job.with = (folder / job.with).string();
  TCVIZ_TRY(choose_format(job, format));
  TCVIZ_TRY(check_job(job));
  FigureJob own;
  TCVIZ_TRY(take_keys(own, job.place, root["figures"][number], format, output));
  TCVIZ_TRY(check_table(job, own.words));
  return job;
}

Status check_root(const json& root) {
  if (!root.is_object()) return bad_input("a specification is an object with \"figures\"");
  const std::vector<std::string> legal(root_keys.begin(), root_keys.end());
  for (const auto& [key, value] : root.items())
    if (std::ranges::find(legal, key) == legal.end()) return unknown_key("", key, legal);
  if (root.value("format", json()) != spec_format) return at("", "format", fmt::format("must be \"{}\"", spec_format));
  const auto figures = root.find("figures");
  if (figures == root.end() || !figures->is_array() || figures->empty())
    return at("", "figures", "must be an array of at least one figure");
  return Nothing{};
}

}  // namespace

Result<std::vector<FigureJob>> parse_figure_spec(std::string_view text, const std::filesystem::path& folder) {
  const Result<json> root = read_json(text);
  TCVIZ_TRY(root);
  TCVIZ_TRY(check_root(root.value()));
  std::vector<FigureJob> jobs;
  std::set<std::string> names, outputs;
  for (std::size_t number = 0; number < root.value()["figures"].size(); ++number) {
    Result<FigureJob> job = read_job(root.value(), number, folder);
    TCVIZ_TRY(job);
    if (!outputs.insert(job.value().output.lexically_normal().string()).second)
      return at(job.value().place, "output",
                fmt::format("{} is written by another figure already", job.value().output.string()));
    if (!names.insert(job.value().name).second)
      return at(job.value().place, "name", fmt::format("'{}' is another figure's name already", job.value().name));
    jobs.push_back(std::move(job).value());
  }
  return jobs;
}

std::string_view example_figure_spec() {
  return R"({
  "format": "tcviz-figures/1",
  "defaults": {"device": "recorded:sm_90", "caption": false},
  "figures": [
    {"output": "accumulator.svg", "kind": "wmma.m16n16k16.acc.f32", "pin": [7, 2]},
    {"output": "product.pdf", "kind": "wmma.m16n16k16.acc.f32", "view": "product", "title": "D = A B + C"},
    {"output": "volta-turing.tex", "kind": "wmma.m16n16k16.acc.f32", "device": "published:sm_70",
     "with": "published:sm_75", "palette": "print"},
    {"output": "layout.hpp", "kind": "wmma.m16n16k16.a.f16.row"}
  ]
}
)";
}

}  // namespace tcviz::inline app_cli
