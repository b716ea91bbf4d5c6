#include "app/cli/serve/serve_methods.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "app/cli/kit/words.hpp"

namespace tcviz::inline app_cli {
namespace {

constexpr std::array<ServeMethod, 14> serve_rows = {{
    {"layout", "show", "--json", "KIND! --device",
     "Lists which element every thread holds in every value of a fragment: the map of slot tid * values + i to the "
     "element row * cols + col, null where a slot holds none, with its provenance.",
     "layout"},
    {"at", "at", "--json", "KIND! PLACE!* --device",
     "Says who holds an element of the matrix (place 5,9), and what a thread (T13), a value of it (T13 x4) or a "
     "register of it (T13 R1) holds: every owner with register and bits.",
     "owners"},
    {"formula", "formula", "--json", "KIND! --device --style --inverse? --rows# --cols# --lbo# --sbo# --base# --start#",
     "Deduces a formula of a layout and proves it on every slot, in C, CuTe, Python or other notations.", "formula"},
    {"check", "check", "--json",
     "KIND! --device --row --col --linear --tid --i --text --offset --rows# --cols# --lbo# --sbo# --base# --start#",
     "Checks a formula on every slot of a layout: names the first slot that is wrong, and repairs that would make it "
     "right.",
     "check"},
    {"diff", "diff", "--json", "KIND --device --with! --all?",
     "Lists where the layouts of one kind differ between two sources, such as V100 and A100, slot by slot.", "diff"},
    {"image", "image", "--json",
     "ID --rows# --cols# --lbo# --sbo# --base# --start# --descriptor# --arch --type --operand --major --n# --sparse? "
     "--tma "
     "--inner# --planes# --atom --at --with",
     "Says where the elements of an operand tile lie in shared memory, for an image such as smem.128b.k.b16, for a "
     "matrix descriptor, or behind a tensor copy (tma).",
     "image"},
    {"descriptor", "descriptor", "--json",
     "NUMBER#* --arch --type --operand --major --n# --sparse? --image --rows# --cols# --lbo# --sbo# --base# --start#",
     "Takes a 64-bit matrix descriptor of wgmma apart, compares two, or builds that of an image.", "descriptor"},
    {"banks", "banks", "--json",
     "--op* --addresses* --steps# --suggest? --pitch# --ldmatrix --image --rows# --cols# --lbo# --sbo# --base# "
     "--start# "
     "--device",
     "Counts the wavefronts and bank conflicts of an access to shared memory, from the byte addresses of its lanes "
     "(op ldm4, addresses lane * 128), and suggests a swizzle or a padding.",
     "banks"},
    {"journey", "journey", "--json", "--preset --element! --m# --n# --k# --device",
     "Follows one element of a matrix through shared memory and registers to the result, hop by hop.", "journey"},
    {"xray", "xray", "--json",
     "FILE! --entry --arch --grid# --block# --shared# --arg#* --launch --expect --path --event --access# --all-blocks? "
     "--seconds# --explain?",
     "Executes a kernel of a file (PTX or CUDA C++) without a GPU and names its first wrong product, store or race "
     "with line, warp, lane and register. The launch is a comment in the source, or block and arg (A=f16[m:64,k:128], "
     "C=out f32[m:64,n:48]).",
     "xray"},
    {"kinds", "kinds", "--json", "WORD* --family --device",
     "Finds the kinds of fragment that words or a name of PTX, machine code, CUTLASS or C++ mean, with shape, types, "
     "replication and the sources that know them.",
     "kinds"},
    {"devices", "devices", "--json", "--device",
     "Lists the sources of layouts: GPUs, and recorded, compiled, published and documented sources, with the products "
     "that they are for.",
     "devices"},
    {"verify", "verify", "--json", "FIGURE! --device",
     "Checks whether a figure file still shows what its source says."},
    {"figure",
     "show",
     "--format=svg",
     "KIND! --device --with --also --view --color-by --labels --palette --theme --arrangement --title --caption "
     "--threads "
     "--pin --scale# --cell# --for --width# --font# --no-title? --no-caption? --no-legend? --no-axes? --transparent? "
     "--panels?",
     "Draws a layout: the text of an SVG file, which carries its data.",
     {},
     false},
}};

std::string name_of_option(std::string_view option) {
  std::string name;
  for (const char c : option)
    if (c != '-' || !name.empty())
      name += c == '-' ? '_' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

ServeParameter serve_parameter(std::string_view word) {
  ServeParameter made;
  for (; std::string_view("!?*#").find(word.back()) != std::string_view::npos; word.remove_suffix(1)) {
    if (word.back() == '!') made.required = true;
    if (word.back() == '#') made.number = true;
    if (word.back() == '?') made.flag = true;
    if (word.back() == '*') made.several = true;
  }
  made.option = word;
  made.name = name_of_option(word);
  return made;
}

// Says which values a parameter may have: "a number or a text, or a list of such".
std::string legal_values(const ServeParameter& parameter) {
  if (parameter.flag) return "true or false";
  return fmt::format("{}{}", parameter.number ? "a number or a text" : "a text",
                     parameter.several ? ", or a list of such" : "");
}

Error wrong_type(const ServeParameter& parameter, const ServeJson& value) {
  const bool quoted = value.is_number() && !parameter.flag;
  return bad_input(fmt::format("{0} must be {1}, and is of type {2}{3}.", parameter.name, legal_values(parameter),
                               value.type_name(), quoted ? fmt::format(": write \"{}\"", value.dump()) : ""));
}

// Returns a text as it is, and a number as it is written.
Result<std::string> serve_text(const ServeParameter& parameter, const ServeJson& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number() && parameter.number) return value.dump();
  return wrong_type(parameter, value);
}

Status add_positional(const ServeParameter& parameter, const ServeJson& value, ServeWords& words) {
  const Result<std::string> text = serve_text(parameter, value);
  TCVIZ_TRY(text);
  // It would be taken for an option of the command.
  if (text.value().starts_with('-'))
    return bad_input(fmt::format("{} is '{}': such a value never begins with '-'.", parameter.name, text.value()));
  words.push_back(text.value());
  return Nothing{};
}

Status add_one_value(const ServeParameter& parameter, const ServeJson& value, ServeWords& words) {
  if (!parameter.option.starts_with('-')) return add_positional(parameter, value, words);
  const Result<std::string> text = serve_text(parameter, value);
  TCVIZ_TRY(text);
  // The command line takes the word behind an empty value for that value.
  if (text.value().empty())
    return bad_input(fmt::format("{} is an empty text: give it a value, or leave it out.", parameter.name));
  words.push_back(fmt::format("{}={}", parameter.option, text.value()));
  return Nothing{};
}

Status add_value(const ServeParameter& parameter, const ServeJson& value, ServeWords& words) {
  if (parameter.flag) {
    if (!value.is_boolean()) return wrong_type(parameter, value);
    if (value.get<bool>()) words.push_back(parameter.option);
    return Nothing{};
  }
  if (!parameter.several || !value.is_array()) return add_one_value(parameter, value, words);
  for (const ServeJson& each : value) TCVIZ_TRY(add_one_value(parameter, each, words));
  return Nothing{};
}

Status check_names(const ServeMethod& method, const std::vector<ServeParameter>& known, const ServeJson& params) {
  ServeWords names;
  for (const ServeParameter& each : known) names.push_back(each.name);
  for (const auto& [name, value] : params.items())
    if (std::ranges::find(names, name) == names.end())
      return bad_input(
          fmt::format("{} has no '{}': it takes {}.", method.name, name.substr(0, 80), fmt::join(names, ", ")));
  return Nothing{};
}

const ServeMethod* find_serve_row(std::string_view ServeMethod::*field, std::string_view name) {
  const auto found = std::ranges::find(serve_rows, name, field);
  return found == serve_rows.end() || name.empty() ? nullptr : &*found;
}

}  // namespace

std::span<const ServeMethod> serve_methods() { return serve_rows; }

const ServeMethod* find_serve_method(std::string_view name) { return find_serve_row(&ServeMethod::name, name); }
const ServeMethod* find_serve_tool(std::string_view tool) { return find_serve_row(&ServeMethod::tool, tool); }

std::vector<ServeParameter> parameters_of(const ServeMethod& method) {
  std::vector<ServeParameter> all;
  for (const std::string_view word : blank_separated(method.options)) all.push_back(serve_parameter(word));
  return all;
}

Result<ServeWords> words_of(const ServeMethod& method, const ServeJson& params) {
  if (!params.is_object() && !params.is_null()) return bad_input("\"params\" must be an object of names and values.");
  const std::vector<ServeParameter> known = parameters_of(method);
  TCVIZ_TRY(check_names(method, known, params));
  ServeWords words{std::string(method.command), std::string(method.fixed)}, positional;
  for (const ServeParameter& each : known) {
    const auto found = params.find(each.name);
    const bool given = found != params.end() && !found->is_null();
    if (!given && each.required) return bad_input(fmt::format("{} needs '{}'.", method.name, each.name));
    if (given) TCVIZ_TRY(add_value(each, *found, each.option.starts_with('-') ? words : positional));
  }
  words.insert(words.end(), positional.begin(), positional.end());
  return words;
}

}  // namespace tcviz::inline app_cli
