// Reads a launch and what is expected of it from comments of the source.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "gpu/kernel/xray/label/pieces.hpp"
#include "gpu/kernel/xray/verdict/launch_text.hpp"
#include "gpu/kernel/xray/verdict/stated_words.hpp"
#include "gpu/layout/characters.hpp"
#include "gpu/layout/nearest.hpp"

namespace tcviz::inline gpu_xray {
namespace {

constexpr std::string_view launch_sign = "xray:", expectation_sign = "xray-expect:";

// A comment for the X-ray.
struct SourceComment {
  bool states_launch = false;  // else it states an expectation
  std::string text;            // behind the sign
  int line = 0;                // where it begins, from 1
};

// Returns the pieces between commas that stand in no bracket.
std::vector<std::string> pieces_of(std::string_view text) {
  std::vector<std::string> found;
  while (!trimmed(text).empty()) found.emplace_back(next_piece(text));
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

std::string place_of(int line, std::string_view file) { return fmt::format("line {} of {}", line, file); }

// Adds "gemm sm_90a <<<(2,2), 128, 0>>> (A=f16[m:64,k:128], 64)".
Status add_call(const SourceComment& comment, std::string_view file, LaunchWords& words) {
  const std::string_view call = comment.text;
  const auto wrong = [&] {
    return bad_input(
        fmt::format("{}: the comment 'xray:{}' is no launch: write // xray: <<<(2,2), 128>>> "
                    "(A=f16[m:64,k:128], 64).",
                    place_of(comment.line, file), call));
  };
  const std::size_t open = call.find("<<<"), close = call.find(">>>");
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return wrong();
  const std::vector<std::string> sides = pieces_of(call.substr(open + 3, close - open - 3));
  const std::string_view rest = trimmed(call.substr(close + 3));
  if (sides.size() < 2 || sides.size() > 3 || rest.size() < 2 || rest.front() != '(' || rest.back() != ')')
    return wrong();
  const CallHead head = head_of(call);
  StatedWords into(words, place_of(comment.line, file));
  into.say("--entry", words.entry, head.entry);
  into.say("--arch", words.arch, head.arch);
  into.say("--grid", words.grid, inside(sides[0]));
  into.say("--block", words.block, inside(sides[1]));
  if (sides.size() == 3) into.say("--shared", words.shared, sides[2]);
  return into.say_arguments(pieces_of(rest.substr(1, rest.size() - 2)));
}

// Returns the brackets that are open behind a text.
std::ptrdiff_t open_brackets(std::string_view text) {
  return std::ranges::count(text, '(') - std::ranges::count(text, ')');
}

// Walks over the lines of a text.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}

  int number() const { return number_; }  // of the line that next() has returned, from 1
  std::optional<std::string_view> next() {
    if (rest_.empty()) return std::nullopt;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    const std::string_view line = trimmed(rest_.substr(0, end));
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++number_;
    return line;
  }

 private:
  std::string_view rest_;
  int number_ = 0;
};

// Returns the text behind // of a line; none if it is no comment.
std::optional<std::string_view> comment_in(std::string_view line) {
  if (!line.starts_with("//")) return std::nullopt;
  return trimmed(line.substr(2));
}

bool has_sign(std::string_view comment) {
  return comment.starts_with(launch_sign) || comment.starts_with(expectation_sign);
}

// True if a line, which is no comment itself, has a comment for the X-ray at its end.
bool has_sign_behind(std::string_view line) {
  constexpr std::string_view word = "xray";
  for (std::size_t at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1)) {
    const std::string_view before = trimmed(line.substr(0, at));
    if (has_sign(line.substr(at)) && (before.ends_with("//") || before.ends_with("/*"))) return true;
  }
  return false;
}

// True if a word is the sign, without its colon, but for two letters.
bool is_near(std::string_view word, std::string_view sign) {
  const std::array legal{sign};
  return word.starts_with(sign.front()) && word.size() + 2 >= sign.size() && word.size() <= sign.size() + 2 &&
         !meant_words(word, legal, 1).empty();
}

// True if a comment without a sign was meant to have one. A launch that is commented out, "// array<<<1, 32>>>(a);",
// was not.
bool is_misspelt(std::string_view comment) {
  const std::size_t end = std::min(comment.find_first_of(" \t:<"), comment.size());
  const std::string word = lower_case(comment.substr(0, end));
  const std::string rest = lower_case(trimmed(comment.substr(end)));
  const bool has_colon = rest.starts_with(':'), is_whole = word == "xray" || word == "x-ray";
  if (word.starts_with("xray-") || (is_whole && rest.starts_with("expect:"))) return true;
  if (has_colon && is_near(word, "xray-expect")) return true;
  const bool has_call = rest.find("<<<") != std::string::npos && !rest.starts_with('<');
  return has_call && (is_whole || (has_colon && is_near(word, "xray")));
}

Error misspelt(std::string_view comment, const std::string& place) {
  return bad_input(
      fmt::format("{}: '// {}' is not known: a launch begins with // {} and an expectation with // {}, as in "
                  "// {} gemm <<<(2,2), 128>>> (A=f16[m:64,k:128], 64) and // {} C = sum(k: A * B).",
                  place, comment.substr(0, comment.find_first_of(" \t:<")), launch_sign, expectation_sign, launch_sign,
                  expectation_sign));
}

// Returns the comments for the X-ray, in their order.
Result<std::vector<SourceComment>> comments_in(std::string_view source, std::string_view file) {
  constexpr std::string_view mark = "\xef\xbb\xbf";  // of UTF-8, at the begin of a file
  if (source.starts_with(mark)) source.remove_prefix(mark.size());
  std::vector<SourceComment> found;
  bool goes_on = false;     // the last comment, in this line
  std::ptrdiff_t open = 0;  // its brackets
  Lines lines(source);
  while (const auto line = lines.next()) {
    const auto comment = comment_in(*line);
    if (!comment && has_sign_behind(*line))
      return bad_input(fmt::format("{}: a comment for the X-ray stands in a line of its own, behind //: move it there.",
                                   place_of(lines.number(), file)));
    if (comment && has_sign(*comment)) {
      const bool states_launch = comment->starts_with(launch_sign);
      const std::size_t length = (states_launch ? launch_sign : expectation_sign).size();
      const std::string_view text = comment->substr(length);
      found.push_back({states_launch, std::string(states_launch ? text : trimmed(text)), lines.number()});
      goes_on = true, open = open_brackets(text);
    } else if (comment && goes_on) {
      found.back().text += " " + std::string(*comment), open += open_brackets(*comment);
    } else if (comment) {
      if (is_misspelt(*comment)) return misspelt(*comment, place_of(lines.number(), file));
    }
    if (goes_on)
      goes_on = comment && (found.back().states_launch ? open != 0 || !found.back().text.ends_with(')') : open > 0);
  }
  return found;
}

// Returns how well a launch fits to the kernel that is asked for: 2 by its whole name, 1 by a part of it, 0 not at all.
int fit(const SourceComment& comment, std::string_view entry) {
  if (!comment.states_launch) return 0;
  const std::string name = head_of(comment.text).entry;
  return name.empty() || entry.empty() || name == entry ? 2 : name.find(entry) != std::string::npos ? 1 : 0;
}

using Comments = std::vector<SourceComment>;

Comments::const_iterator launch_in(const Comments& comments, std::string_view entry) {
  const auto fits = [&](int least) {
    return std::ranges::find_if(comments, [&](const SourceComment& one) { return fit(one, entry) >= least; });
  };
  const auto whole = fits(2);
  return whole != comments.end() ? whole : fits(1);
}

// Returns the expectations that stand above all launches, and those below this one.
std::vector<const SourceComment*> expectations_for(const Comments& comments, Comments::const_iterator launch) {
  std::vector<const SourceComment*> found;
  bool counts = true;
  for (auto at = comments.begin(); at != comments.end(); ++at) {
    if (at->states_launch) counts = at == launch;
    if (counts && !at->states_launch) found.push_back(&*at);
  }
  return found;
}

// Says which other launches the source states; `is_asked`: the user has named a kernel.
void note_others(const Comments& comments, Comments::const_iterator launch, std::string_view file, bool is_asked,
                 LaunchWords& words) {
  for (auto at = comments.begin(); at != comments.end(); ++at) {
    if (at == launch || !at->states_launch) continue;
    if (fit(*at, words.entry) == 2)
      words.notes.push_back(fmt::format("the launch in {} is not executed: the one in line {} is the first",
                                        place_of(at->line, file), launch->line));
    else if (!is_asked)
      words.notes.push_back(fmt::format("the launch in {} is of another kernel: --entry {} executes it",
                                        place_of(at->line, file), head_of(at->text).entry));
  }
}

}  // namespace

Status add_launch_comments(std::string_view source, LaunchWords& words, std::string_view file) {
  const Result<Comments> read = comments_in(source, file);
  TCVIZ_TRY(read);
  const Comments& comments = read.value();
  const auto launch = launch_in(comments, words.entry);
  const bool is_asked = !words.entry.empty();
  if (launch != comments.end()) {
    TCVIZ_TRY(add_call(*launch, file, words));
    note_others(comments, launch, file, is_asked, words);
  }
  const std::vector<std::string> nearer = words.expected;
  for (const SourceComment* const one : expectations_for(comments, launch))
    StatedWords(words, place_of(one->line, file)).say_expected(one->text, nearer);
  return Nothing{};
}

}  // namespace tcviz::inline gpu_xray
