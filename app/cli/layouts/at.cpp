// tcviz at: names the holders of an element, and the elements that a thread, a value or a register holds.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <ostream>
#include <span>
#include <utility>

#include "app/cli/kit/command.hpp"
#include "app/cli/kit/context.hpp"
#include "app/cli/kit/options.hpp"
#include "app/cli/kit/output.hpp"
#include "app/cli/kit/target.hpp"
#include "gpu/layout/characters.hpp"
#include "gpu/layout/place.hpp"

namespace tcviz::inline app_cli {
namespace {

using Json = nlohmann::ordered_json;

struct AtOptions {
  TargetArguments target;
  std::vector<std::string> places;
  bool json = false;
};

struct AtQuestion {
  TargetArguments target;
  std::vector<Place> places;
};

std::string joined(std::span<const std::string> words) { return fmt::format("{}", fmt::join(words, " ")); }

bool is_number(const std::string& word) { return !word.empty() && std::ranges::all_of(word, is_digit); }

// Writes row and column, two numbers at the end, as one place: 5 9 is 5,9.
std::vector<std::string> with_pair(std::vector<std::string> words) {
  std::size_t numbers = 0;
  while (numbers < words.size() && is_number(words[words.size() - 1 - numbers])) ++numbers;
  if (numbers != 2) return words;
  const std::string col = words.back();
  words.pop_back();
  words.back() += "," + col;
  return words;
}

// Finds the first place among the words: a kind may take several, as in `ldmatrix x4 5,9`.
std::optional<std::size_t> places_begin(std::span<const std::string> words) {
  for (std::size_t at = 0; at < words.size(); ++at)
    if (read_places(joined(words.subspan(at)))) return at;
  return std::nullopt;
}

Result<AtQuestion> read_question(const AtOptions& options, Context& context) {
  std::vector<std::string> words = options.places;
  AtQuestion question{options.target, {}};
  // With --kind, the word in KIND's position may be a file, or already the first place.
  const std::string& first = options.target.kind;
  if (!options.target.choice.empty() && !first.empty() && !find_kind(first) && !means_file(first)) {
    words.insert(words.begin(), first);
    question.target.kind.clear();
  }
  words = with_pair(std::move(words));
  if (words.empty() && !first.empty() && !read_places(first))
    return bad_input(fmt::format("which place of {0}? For example: `tcviz at {0} 5,9` or `tcviz at {0} T13`", first));
  if (words.empty()) return bad_input("which kind and place? For example: `tcviz at wmma.m16n16k16.acc.f32 5,9`");
  const std::size_t begin = places_begin(words).value_or(0);
  const Result<std::vector<Place>> places = read_places(joined(std::span(words).subspan(begin)));
  TCVIZ_TRY(places);
  question.places = places.value();
  if (begin > 0) question.target.kind = meant_kind(first + " " + joined(std::span(words).first(begin)), context);
  return question;
}

Json element_json(const std::optional<Element>& element, const Layout& layout, std::string_view key) {
  if (!element) return nullptr;
  if (key == "linear") return element->row * layout.cols() + element->col;
  return key == "row" ? element->row : element->col;
}

Json held_json(const PlaceSlot& held, const Layout& layout) {
  const RegisterSpan span = layout.register_of(held.slot.i);
  Json json = {{"tid", held.slot.tid},
               {"i", held.slot.i},
               {"register", span.first},
               {"low_bit", span.low},
               {"high_bit", span.high}};
  for (const char* key : {"row", "col", "linear"}) json[key] = element_json(held.element, layout, key);
  return json;
}

Json answer_json(const PlaceAnswer& answer, const Layout& layout) {
  Json json = {{"place", spell(answer.place)}, {"slots", Json::array()}};
  for (const PlaceSlot& held : answer.slots) json["slots"].push_back(held_json(held, layout));
  if (answer.address_tid) json["address_tid"] = *answer.address_tid;
  if (answer.address_row) json["address_row"] = *answer.address_row;
  return json;
}

Status print_answers(const OneLayout& known, const std::vector<PlaceAnswer>& answers, bool json, Context& context) {
  const Layout& layout = known.layout;
  if (json) {
    Json all = {{"kind", layout.kind()},
                {"source", known.from},
                {"provenance", describe(layout.provenance())},
                {"places", Json::array()}};
    for (const PlaceAnswer& answer : answers) all["places"].push_back(answer_json(answer, layout));
    context.out << print_json(all);
    return Nothing{};
  }
  for (const PlaceAnswer& answer : answers) context.out << describe(layout, answer) << "\n";
  context.out << fmt::format("\n{}, {}: {}\n", layout.kind(), known.from, describe(layout.provenance()));
  return Nothing{};
}

Status at(const AtOptions& options, Context& context) {
  const Result<AtQuestion> question = read_question(options, context);
  TCVIZ_TRY(question);
  const Result<OneLayout> known = one_layout(question.value().target, context);
  TCVIZ_TRY(known);
  std::vector<PlaceAnswer> answers;
  for (const Place& place : question.value().places) {
    Result<PlaceAnswer> answer = answer_place(known.value().layout, place);
    TCVIZ_TRY(answer);
    answers.push_back(std::move(answer).value());
  }
  return print_answers(known.value(), answers, options.json, context);
}

}  // namespace

Runner declare_at(CLI::App& app) {
  auto options = std::make_shared<AtOptions>();
  add_target(app, options->target);
  add_words(app, "PLACE", "PLACE", options->places, "5,9 or r5c9, T13 or lane 13, T13 x4, T13 R4; several if you like");
  add_flag(app, "--json", options->json, "answer in JSON");
  return [options](Context& context) { return at(*options, context); };
}

}  // namespace tcviz::inline app_cli
