#include "app/session/xray/live_run.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/session/base/json_take.hpp"
#include "gpu/language/compiler/limited_process.hpp"
#include "gpu/language/compiler/temporary_folder.hpp"
#include "gpu/layout/file.hpp"

namespace tcviz::inline app_session {
namespace {

using LiveAnswerJson = nlohmann::json;

// Writes a number. NaN and infinity are texts; null: there is none.
std::string number_words(const LiveAnswerJson& value) {
  if (value.is_null()) return {};
  return value.is_string() ? value.get<std::string>() : fmt::format("{:.6g}", value.get<double>());
}

LiveTake take_of(const LiveAnswerJson& from) {
  return {from.at("kind"), from.at("file"),    from.at("line"),           from.at("warp"),
          from.at("time"), from.at("threads"), from.at("missing_threads")};
}

LiveGrid grid_of(const LiveAnswerJson& from) {
  LiveGrid grid;
  take(from, "rows", grid.rows);
  take(from, "cols", grid.cols);
  take(from, "threads", grid.threads);
  if (grid.rows < 1 || grid.cols < 1 || grid.rows > 1024 || grid.cols > 1024)
    throw std::invalid_argument("its sides are out of range");
  grid.has_expected = from.contains("expected_values");
  for (int row = 0; row < grid.rows; ++row)
    for (int col = 0; col < grid.cols; ++col) {
      LiveCell cell;
      cell.found = number_words(from.at("values").at(row).at(col));
      cell.tid = from.at("owners").at(row).at(col).get<int>();
      if (grid.has_expected) cell.expected = number_words(from.at("expected_values").at(row).at(col));
      grid.cells.push_back(std::move(cell));
    }
  return grid;
}

LiveWrong wrong_of(const LiveAnswerJson& from) {
  LiveWrong made;
  take(from, "lane", made.lane);
  take(from, "warp", made.warp);
  take(from, "register", made.reg);
  made.element = {from.at("element").at(0), from.at("element").at(1)};
  made.found = number_words(from.at("got")), made.expected = number_words(from.at("expected"));
  return made;
}

LiveRun run_of_answers(const LiveAnswerJson& list, const LiveAnswerJson& answer, const LiveQuestion& question) {
  LiveRun run;
  run.at = question.at, run.expect = question.expect;
  if (list.contains("fragments"))
    for (const LiveAnswerJson& one : list.at("fragments")) run.takes.push_back(take_of(one));
  else
    run.takes.push_back(take_of(list));
  take(answer, "layout", run.source);
  take(answer, "compared", run.compared);
  take(answer, "hints", run.hints);
  run.grid = grid_of(answer);
  run.differing = static_cast<int>(answer.at("owners_differ").size());
  if (!answer.contains("wrong")) return run;
  for (const LiveAnswerJson& one : answer.at("wrong")) {
    run.wrong.push_back(wrong_of(one));
    const Element at = run.wrong.back().element;
    if (at.row < 0 || at.col < 0 || at.row >= run.grid.rows || at.col >= run.grid.cols)
      throw std::invalid_argument("a wrong element lies outside the matrix");
    run.grid.cells[static_cast<std::size_t>(at.row * run.grid.cols + at.col)].wrong = true;
  }
  return run;
}

// Asks `tcviz live` in a process; its output goes to a file, and a complaint comes through the channel.
Result<std::string> ask_live(const std::string& program, const TemporaryFolder& folder, const LiveQuestion& question,
                             bool list, const std::function<bool()>& stopped) {
  const std::filesystem::path answer_file = folder.path() / "answer.json";
  LimitedProcess process;
  process.folder = folder.path();
  process.command = {"/bin/sh", "-c", "exec \"$0\" \"$@\" > answer.json", program, "live", question.path, "--json"};
  if (!list) process.command.insert(process.command.end(), {"--at", std::to_string(question.at)});
  if (!list && !question.expect.empty()) process.command.insert(process.command.end(), {"--expect", question.expect});
  process.limits.cpu = std::chrono::seconds(60);
  process.limits.wall = std::chrono::milliseconds(60'000);
  process.limits.memory = std::numeric_limits<std::size_t>::max();
  process.limits.file_bytes = std::size_t{1} << 30;
  process.limits.computes_only = false;
  const Result<ProcessEnd> ended = run_limited(process, stopped);
  TCVIZ_TRY(ended);
  const ProcessEnd& end = ended.value();
  if (end.stopped) return unavailable("stopped before the end.");
  if (end.signal != 0 || end.out_of_time) return unavailable("tcviz live did not finish with this file.");
  Result<std::string> answer = read_file(answer_file.string());
  TCVIZ_TRY(answer);
  if (!answer.value().empty()) return answer;
  std::string said = end.answer;
  if (said.starts_with("tcviz: ")) said.erase(0, 7);
  while (said.ends_with('\n')) said.pop_back();
  return bad_input(said.empty() ? "tcviz live printed nothing." : said);
}

}  // namespace

std::string describe_take(const LiveTake& take, int number) {
  std::string text = fmt::format("{}: {}, {} line {}, warp {}, time {}", number, take.kind, take.file, take.line,
                                 take.warp, take.time);
  return take.missing == 0 ? text : fmt::format("{}, {} threads missing", text, take.missing);
}

std::string describe_wrong(const LiveWrong& wrong) {
  return fmt::format("warp {}, lane {}, register {} holds ({}, {}) = {}, expected {}", wrong.warp, wrong.lane,
                     wrong.reg, wrong.element.row, wrong.element.col, wrong.found, wrong.expected);
}

std::string describe_live(const LiveRun& run) {
  std::string text;
  if (run.differing > 0)
    text = fmt::format("owners of {} element{} hold different bits; ", run.differing, run.differing == 1 ? "" : "s");
  if (run.expect.empty()) return text + "nothing is expected yet: say what the matrix should hold";
  if (run.wrong.empty()) return text + fmt::format("all {} values are as expected", run.compared);
  return text + fmt::format("{} of {} values are wrong", run.wrong.size(), run.compared);
}

Result<LiveRun> read_live_answers(std::string_view list, std::string_view answer, const LiveQuestion& question) {
  try {
    return run_of_answers(LiveAnswerJson::parse(list), LiveAnswerJson::parse(answer), question);
  } catch (const std::exception& error) {
    return bad_input(fmt::format("this is no answer of tcviz live --json: {}.", error.what()));
  }
}

LiveWork live_reader(std::string program) {
  return [program = std::move(program)](const LiveQuestion& question,
                                        const std::function<bool()>& stopped) -> Result<LiveRun> {
    const Result<TemporaryFolder> folder = TemporaryFolder::make();
    TCVIZ_TRY(folder);
    LiveQuestion asked = question;
    asked.path = std::filesystem::absolute(question.path).string();
    const Result<std::string> list = ask_live(program, folder.value(), asked, true, stopped);
    TCVIZ_TRY(list);
    std::error_code none;
    std::filesystem::remove(folder.value().path() / "answer.json", none);
    const Result<std::string> answer = ask_live(program, folder.value(), asked, false, stopped);
    TCVIZ_TRY(answer);
    return read_live_answers(list.value(), answer.value(), question);
  };
}

}  // namespace tcviz::inline app_session
