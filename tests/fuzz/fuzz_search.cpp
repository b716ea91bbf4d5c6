// Any bytes as what a person types about a kind: answered at once, with kinds or with a sentence, never with both, and
// the same again whatever the case of its letters. A place is
// read back from its own spelling, and a layout answers it or says why not.
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>

#include "gpu/layout/kind_search.hpp"
#include "gpu/layout/place.hpp"

namespace {

using namespace tcviz;

void require(bool holds) {
  if (!holds) std::abort();
}

// 40 threads with 3 values of 16 bits each, and a slot that holds nothing.
const Layout& some_layout() {
  static const Layout layout = [] {
    LayoutData data{"some", 7, 17, 40, 3, 16, {}, {}};
    for (int number = 0; number < 119; ++number) data.map.push_back(number);
    data.map.push_back(no_element);
    return Layout::make(data).value();
  }();
  return layout;
}

void require_answer(const Place& place) {
  require(read_place(spell(place)) == place);
  const Result<PlaceAnswer> answer = answer_place(some_layout(), place);
  require(answer ? !describe(some_layout(), answer.value()).empty() : !answer.error().message.empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  const KindAnswer answer = search_kinds(text);
  require(answer.kinds.empty() || answer.missing.empty());
  for (const Kind* kind : answer.kinds) require(find_kind(kind->id) == kind);
  std::string louder = text;
  for (char& c : louder) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const KindAnswer again = search_kinds(louder);
  require(again.missing == answer.missing);
  require(find_kind(text) != nullptr || again.kinds == answer.kinds);
  const std::optional<Place> place = read_place(text);
  if (place) require_answer(*place);
  if (const Result<std::vector<Place>> places = read_places(text)) {
    for (const Place& each : places.value()) require_answer(each);
  } else {
    require(!place);
  }
  return 0;
}
