#include "gpu/kernel/xray/verdict/launch_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "gpu/kernel/xray/verdict/struct_argument.hpp"
#include "gpu/layout/characters.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz::inline gpu_xray {
namespace {

using LaunchJson = nlohmann::json;

void say(std::string& into, std::string word) {
  if (into.empty()) into = std::move(word);
}

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

Status add_arguments(std::string_view path, const LaunchJson& list, LaunchWords& words) {
  if (!list.is_array()) return not_so(path, "args is a list");
  if (!words.arguments.empty()) return Nothing{};
  for (const LaunchJson& one : list) {
    if (!one.is_string() && !one.is_number()) return not_so(path, "an argument is a number or a text");
    words.arguments.push_back(one.is_string() ? one.get<std::string>() : one.dump());
  }
  return Nothing{};
}

// Adds a text, or a list of texts: one for each output.
Status add_expected(std::string_view path, const LaunchJson& value, LaunchWords& words) {
  const LaunchJson list = value.is_array() ? value : LaunchJson::array({value});
  std::vector<std::string> found;
  for (const LaunchJson& one : list) {
    if (!one.is_string()) return not_so(path, "expect is a text such as \"C = sum(k: A * B)\", or a list of them");
    found.push_back(one.get<std::string>());
  }
  if (words.expected.empty()) words.expected = std::move(found);
  return Nothing{};
}

Status add_key(std::string_view path, const std::string& key, const LaunchJson& value, LaunchWords& words) {
  if (key == "grid" || key == "block") {
    Result<std::string> sides = sides_in(path, value);
    TCVIZ_TRY(sides);
    say(key == "grid" ? words.grid : words.block, std::move(sides).value());
  } else if (key == "entry" || key == "arch") {
    if (!value.is_string()) return not_so(path, key + " is a word");
    say(key == "entry" ? words.entry : words.arch, value.get<std::string>());
  } else if (key == "shared") {
    if (!value.is_number_integer()) return not_so(path, "shared is a number of bytes");
    say(words.shared, value.dump());
  } else if (key == "args") {
    return add_arguments(path, value, words);
  } else if (key == "expect") {
    return add_expected(path, value, words);
  } else {
    return not_so(path, fmt::format("'{}' is not known: entry, arch, grid, block, shared, args and expect are", key));
  }
  return Nothing{};
}

// Returns the pieces between commas that stand in no bracket.
std::vector<std::string> pieces_of(std::string_view text) {
  std::vector<std::string> found;
  int depth = 0;
  std::string piece;
  for (const char letter : text) {
    depth += letter == '(' || letter == '[' ? 1 : letter == ')' || letter == ']' ? -1 : 0;
    if (letter != ',' || depth > 0) {
      piece += letter;
      continue;
    }
    found.emplace_back(trimmed(piece));
    piece.clear();
  }
  if (!trimmed(piece).empty()) found.emplace_back(trimmed(piece));
  return found;
}

// Returns the part inside the brackets of "(16,16)", and all of "128".
std::string inside(std::string_view sides) {
  if (sides.size() > 1 && sides.front() == '(' && sides.back() == ')') sides = sides.substr(1, sides.size() - 2);
  return std::string(trimmed(sides));
}

struct CallHead {
  std::string entry, arch;
};

// Reads the words before <<<: "gemm", "gemm sm_90a", "sm_90a" or nothing.
CallHead head_of(std::string_view call) {
  CallHead head;
  std::string_view rest = trimmed(call.substr(0, call.find("<<<")));
  while (!rest.empty()) {
    const std::string_view word = rest.substr(0, std::min(rest.find(' '), rest.size()));
    std::string& into = word.starts_with("sm_") ? head.arch : head.entry;
    into += (into.empty() ? "" : " ") + std::string(word);
    rest = trimmed(rest.substr(word.size()));
  }
  return head;
}

// Adds "gemm sm_90a <<<(2,2), 128, 0>>> (A=f16[m:64,k:128], 64)".
Status add_call(std::string_view call, LaunchWords& words) {
  const auto wrong = [&] {
    return bad_input(
        fmt::format("the comment 'xray:{}' is no launch: write // xray: <<<(2,2), 128>>> "
                    "(A=f16[m:64,k:128], 64).",
                    call));
  };
  const std::size_t open = call.find("<<<"), close = call.find(">>>");
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return wrong();
  const std::vector<std::string> sides = pieces_of(call.substr(open + 3, close - open - 3));
  const std::string_view rest = trimmed(call.substr(close + 3));
  if (sides.size() < 2 || sides.size() > 3 || rest.size() < 2 || rest.front() != '(' || rest.back() != ')')
    return wrong();
  const CallHead head = head_of(call);
  say(words.entry, head.entry);
  say(words.arch, head.arch);
  say(words.grid, inside(sides[0]));
  say(words.block, inside(sides[1]));
  if (sides.size() == 3) say(words.shared, sides[2]);
  if (words.arguments.empty()) words.arguments = pieces_of(rest.substr(1, rest.size() - 2));
  return Nothing{};
}

bool has_pairs(std::string_view text) { return std::ranges::count(text, '(') <= std::ranges::count(text, ')'); }
bool is_closed(std::string_view call) {
  return std::ranges::count(call, '(') == std::ranges::count(call, ')') && trimmed(call).ends_with(')');
}

// Returns the text behind // of the line that begins here; none if it is no comment.
std::optional<std::string_view> comment_at(std::string_view source, std::size_t begin) {
  const std::string_view line =
      trimmed(source.substr(begin, std::min(source.find('\n', begin), source.size()) - begin));
  if (!line.starts_with("//")) return std::nullopt;
  return trimmed(line.substr(2));
}

// True if a call has this kernel's name in front of <<<; either name may be empty.
bool is_of(std::string_view call, const std::string& entry) {
  const std::string name = head_of(call).entry;
  return name.empty() || entry.empty() || name == entry;
}

// Returns the expectations that stand above all launches, and those below the first one of this entry.
std::vector<std::string> expected_in_comments(std::string_view source, const std::string& entry) {
  constexpr std::string_view launch = "xray:", sign = "xray-expect:";
  std::vector<std::string> found;
  bool counts = true, is_found = false;
  for (std::size_t begin = 0; begin < source.size();) {
    const auto comment = comment_at(source, begin);
    begin = std::min(source.find('\n', begin), source.size() - 1) + 1;
    if (comment && comment->starts_with(launch)) {
      counts = !is_found && is_of(comment->substr(launch.size()), entry);
      is_found = is_found || counts;
    }
    if (!counts || !comment || !comment->starts_with(sign)) continue;
    found.emplace_back(trimmed(comment->substr(sign.size())));
    for (auto more = comment_at(source, begin); more && begin < source.size() && !has_pairs(found.back());
         more = comment_at(source, begin)) {
      found.back() += " " + std::string(*more);
      begin = std::min(source.find('\n', begin), source.size() - 1) + 1;
    }
  }
  return found;
}

Result<std::int64_t> read_shared(std::string_view text) {
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  const auto bytes = number_in<std::int64_t>(text.substr(hex ? 2 : 0), hex ? 16 : 10);
  if (!bytes)
    return bad_input(fmt::format("--shared '{}' is not a whole number of at most 64 bits: write 1024 or 0x400.", text));
  if (*bytes < 0 || *bytes > 228 * 1024) return bad_input("--shared is 0 to 233472 bytes.");
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

Status read_expected(const LaunchWords& words, XrayRequest& launch) {
  for (const std::string& text : words.expected) {
    Result<OutputExpectation> read = read_expectation(text, launch);
    TCVIZ_TRY(read);
    const std::string& output = read.value().output;
    if (std::ranges::find(launch.expectations, output, &OutputExpectation::output) != launch.expectations.end())
      return bad_input(fmt::format("--expect states {} twice.", output));
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
  for (const auto& [key, value] : launch.items()) TCVIZ_TRY(add_key(path, key, value, words));
  return Nothing{};
}

Status add_launch_comment(std::string_view source, LaunchWords& words) {
  constexpr std::string_view sign = "xray:";
  for (std::size_t at = source.find(sign); at != std::string_view::npos; at = source.find(sign, at + 1)) {
    std::size_t begin = source.rfind('\n', at) + 1;
    const auto first = comment_at(source, begin);
    if (!first || !first->starts_with(sign)) continue;
    std::string call(first->substr(sign.size()));
    while (!is_closed(call) && (begin = source.find('\n', begin) + 1) > 0) {
      const auto more = comment_at(source, begin);
      if (!more) break;
      call += " " + std::string(*more);
    }
    if (!is_of(call, words.entry)) continue;
    return add_call(call, words);
  }
  return Nothing{};
}

void add_expected_comments(std::string_view source, LaunchWords& words) {
  if (words.expected.empty()) words.expected = expected_in_comments(source, words.entry);
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

Result<ComputeCapability> architecture_named(const std::string& arch) {
  if (arch.empty()) return ComputeCapability{0};
  int number = 0;
  const bool begins = arch.starts_with("sm_");
  const char* const first = arch.data() + (begins ? 3 : 0);
  const auto [end, error] = std::from_chars(first, arch.data() + arch.size(), number);
  const char* const whole = arch.data() + arch.size();
  const bool ends = end == whole || ((*end == 'a' || *end == 'f') && end + 1 == whole);
  if (!begins || error != std::errc() || !ends)
    return bad_input(fmt::format("--arch '{}' is no architecture: write sm_80 or sm_90a.", arch));
  return number;
}

Result<XrayRequest> launch_of(const LaunchWords& words) {
  XrayRequest launch;
  launch.entry = words.entry;
  const Result<ComputeCapability> architecture = architecture_named(words.arch);
  TCVIZ_TRY(architecture);
  launch.architecture = architecture.value();
  if (words.block.empty())
    return bad_input(
        "the launch is incomplete: how many threads does a block have? Write it as a comment in the source, // xray: "
        "<<<1, 128>>> (A=f16[m:64,k:128], ...), or give --block 128 or --launch FILE.");
  const Result<Dim3> grid = read_dim3("--grid", words.grid.empty() ? "1" : words.grid),
                     block = read_dim3("--block", words.block);
  TCVIZ_TRY(grid);
  TCVIZ_TRY(block);
  launch.grid = grid.value(), launch.block = block.value();
  const Result<std::int64_t> shared = words.shared.empty() ? std::int64_t{0} : read_shared(words.shared);
  TCVIZ_TRY(shared);
  launch.shared = shared.value();
  for (const std::string& text : words.arguments) {
    Result<std::vector<XrayArgument>> fields = read_whole_argument(text);
    TCVIZ_TRY(fields);
    for (XrayArgument& one : fields.value()) launch.arguments.push_back(std::move(one));
  }
  TCVIZ_TRY(check_names(launch));
  TCVIZ_TRY(read_expected(words, launch));
  return launch;
}

}  // namespace tcviz::inline gpu_xray
