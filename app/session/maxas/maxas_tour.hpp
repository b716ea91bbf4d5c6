// The two guided tours of the maxas view. Every number in them is counted by the model when the page is made. Pure
// functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/session/maxas/maxas_state.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_session {

// One of the eight swirls in figures, over one k line.
struct SwirlCount {
  maxas::Swirl swirl;
  int hits = 0;                                          // with two entries for each slot
  std::array<int, maxas::most_entries + 1> conflicts{};  // left, by the entries of the caches
  bool c_banks_differ = false;                           // no two successive FFMAs take C from one bank
};
std::vector<SwirlCount> count_swirls();

struct MaxasTourPage {
  MaxasPart part = MaxasPart::Order;  // the part that it speaks of
  MaxasStep step;
  std::string title, text;
  std::vector<std::string> table = {};  // in columns, to be set in the monospaced face
  MaxasObject chosen = {};
};
inline constexpr int maxas_tours = 2;
std::string_view maxas_tour_name(int tour);
std::vector<MaxasTourPage> maxas_tour(const SgemmKernel& kernel, int tour);
int maxas_tour_pages(int tour);

// Reads "1:2", which counts both from one.
Result<MaxasPage> parse_maxas_page(std::string_view text);

}  // namespace tcviz::inline app_session
