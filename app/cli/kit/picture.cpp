#include "app/cli/kit/picture.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <sstream>

#include "app/cli/kit/options.hpp"
#include "app/cli/kit/output.hpp"
#include "app/cli/kit/values.hpp"
#include "app/export/figure/scene_figure.hpp"
#include "gpu/language/compiler/temporary_folder.hpp"
#include "gpu/layout/characters.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz::inline app_cli {
namespace {

// A command whose pictures can be drawn again, and the options that it may have: those that change the picture, and
// write no file. `files`: the options of these that name a file, as the places of such a command do; read are only
// files that the picture carries.
struct DrawingCommand {
  std::string_view name, options, files = "";
};
constexpr std::array drawing_commands{
    DrawingCommand{"image",
                   "--rows --cols --lbo --sbo --base --start --descriptor --arch --type --operand --major --n --sparse "
                   "--with --color-by --grids --every-element --theme --palette"},
    DrawingCommand{"banks",
                   "--op --addresses --steps --ldmatrix --image --device --rows --cols --lbo --sbo --base --start "
                   "--theme --palette"},
    DrawingCommand{"journey", "--preset --element --m --n --k --device --theme --palette"},
    DrawingCommand{"xray",
                   "--entry --arch --grid --block --shared --arg --expect --block-at --all-blocks --seconds --event "
                   "--launch --ptx",
                   "--launch --ptx"},
    DrawingCommand{"live", "--expect --origin --tolerance --type --device", "--expect"},
};

const DrawingCommand* drawing_command(std::string_view name) {
  const auto* found = std::ranges::find(drawing_commands, name, &DrawingCommand::name);
  return found == drawing_commands.end() ? nullptr : found;
}

bool has_option(std::string_view options, std::string_view name) {
  const std::string all = fmt::format(" {} ", options);
  return all.find(fmt::format(" {} ", name)) != std::string::npos;
}

std::string_view before_value(std::string_view word) { return word.substr(0, word.find('=')); }

// Refuses words that no picture of tcviz carries: what verify runs comes from a file.
Status check_words(const CarriedPicture& picture) {
  const DrawingCommand* const command = drawing_command(picture.command.front());
  if (command == nullptr)
    return bad_input(fmt::format("the picture names the command '{}', which draws none that can be verified",
                                 for_terminal(picture.command.front())));
  for (std::size_t at = 1; at < picture.command.size(); ++at)
    if (const std::string& word = picture.command[at];
        word.starts_with('-') && !has_option(command->options, before_value(word)))
      return bad_input(
          fmt::format("the picture's command has the word '{}', which changes none: it was not written by "
                      "tcviz",
                      for_terminal(word)));
  return Nothing{};
}

bool names_file(const CarriedPicture& picture, std::string_view name) {
  return std::ranges::find(picture.files, name, &CarriedFile::name) != picture.files.end();
}

// Returns the word with the path of the file that it names.
Result<std::string> with_path(const CarriedPicture& picture, const std::string& word, const std::string& folder) {
  const std::string_view files = drawing_command(picture.command.front())->files;
  const bool is_place = !word.starts_with('-');
  const std::string_view option = is_place ? std::string_view() : before_value(word);
  if (files.empty() || (!is_place && !has_option(files, option))) return word;
  const std::string value = word.substr(is_place ? 0 : std::min(word.size(), option.size() + 1));
  const std::string before = word.substr(0, word.size() - value.size());
  if (names_file(picture, value)) return fmt::format("{}{}/{}", before, folder, value);
  if (option == "--expect" && !names_table(value)) return word;
  return bad_input(fmt::format("the picture does not carry the file '{}'", for_terminal(value)));
}

Result<std::vector<std::string>> words_to_run(const ReadPicture& read, const std::string& folder) {
  std::vector<std::string> words;
  for (std::size_t at = 1; at < read.picture.command.size(); ++at) {
    Result<std::string> word = with_path(read.picture, read.picture.command[at], folder);
    TCVIZ_TRY(word);
    words.push_back(std::move(word).value());
  }
  words.push_back(fmt::format("-opicture{}", row_of(read.format).suffix));
  return words;
}

// Runs a command with these words and a context of its own.
Status run_words(const Command& command, const std::vector<std::string>& words, Context& context) {
  CLI::App app;
  app.name(std::string(command.name));
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  const Runner run = command.declare(app);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::Error& error) {
    return bad_input(fmt::format("the picture's command cannot be read: {}", error.what()));
  }
  return run(context);
}

}  // namespace

Status PictureColors::read(Theme& into_theme, Palette& into_palette) const {
  TCVIZ_TRY(read_word("--theme", theme, into_theme));
  return read_word("--palette", palette, into_palette);
}

void add_picture_colors(CLI::App& app, PictureColors& colors) {
  add_option(app, "--theme", "THEME", colors.theme, "with -o: light (default), dark or contrast");
  add_option(app, "--palette", "PALETTE", colors.palette, "with -o: safe (default), vivid or print");
}

std::vector<std::string> typed_words(const CLI::App& app, const std::vector<std::string_view>& without) {
  std::vector<std::string> words = {app.get_name()}, places;
  const DrawingCommand* const command = drawing_command(app.get_name());
  for (const CLI::Option* option : app.get_options()) {
    const std::string name = option->get_name();
    if (option->count() == 0 || std::ranges::find(without, name) != without.end()) continue;
    if (option->get_positional())
      places.insert(places.end(), option->results().begin(), option->results().end());
    else if (command == nullptr || !has_option(command->options, name))
      continue;
    else if (option->get_items_expected_max() == 0)
      words.push_back(name);
    else
      for (const std::string& value : option->results()) words.push_back(fmt::format("{}={}", name, value));
  }
  words.insert(words.begin() + 1, places.begin(), places.end());
  return words;
}

std::vector<std::string> typed_words_with_source(const CLI::App& app, const std::string& source) {
  std::vector<std::string> words = typed_words(app, {"--device"});
  if (!source.empty()) words.push_back("--device=" + source);
  return words;
}

Status deliver_picture(const Scene& scene, const std::string& path, const CarriedPicture& made_by, Context& context) {
  const Result<FigureFormat> format = picture_format_of(path);
  if (!format) return bad_input("-o " + format.error().message);
  Result<std::string> bytes = write_scene(scene, format.value(), carried_json(made_by));
  TCVIZ_TRY(bytes);
  if (context.picture == nullptr) return deliver(bytes.value(), path, context);
  *context.picture = std::move(bytes).value();
  return Nothing{};
}

Result<std::string> draw_again(const ReadPicture& read, const Context& context) {
  TCVIZ_TRY(check_words(read.picture));
  const auto command = std::ranges::find(context.commands, read.picture.command.front(), &Command::name);
  if (command == context.commands.end())
    return unavailable(fmt::format("there is no command {} here", read.picture.command.front()));
  const Result<TemporaryFolder> folder = TemporaryFolder::make();
  TCVIZ_TRY(folder);
  for (const CarriedFile& file : read.picture.files)
    TCVIZ_TRY(write_file(folder.value().path() / file.name, file.text));
  const Result<std::vector<std::string>> words = words_to_run(read, folder.value().path().string());
  TCVIZ_TRY(words);
  std::ostringstream out, notes;
  std::string bytes;
  Context again{.out = out, .notes = notes};
  again.version = context.version;
  again.commands = context.commands;
  again.backends.sources = context.backends.sources;
  again.picture = &bytes;
  const Status ran = run_words(*command, words.value(), again);
  if (!bytes.empty()) return bytes;  // the answer may be "no": a kernel that is wrong is drawn as well
  return ran ? negative("its command draws nothing") : Result<std::string>(ran.error());
}

std::string command_line_of(const CarriedPicture& picture) {
  constexpr std::string_view plain = "_-=.,:/+";
  std::string line = "tcviz";
  for (const std::string& word : picture.command) {
    const bool quote = !std::ranges::all_of(
        word, [&](char c) { return is_letter(c) || is_digit(c) || plain.find(c) != std::string_view::npos; });
    std::string safe;
    for (const char c : word) safe += c == '\'' ? "'\\''" : std::string(1, c);
    line += quote ? fmt::format(" '{}'", safe) : " " + word;
  }
  return for_terminal(line);
}

}  // namespace tcviz::inline app_cli
