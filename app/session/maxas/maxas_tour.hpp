// The two guided tours of the maxas view. Every number in their texts is computed by the model (gpu/kernel/maxas) when
// the page is made.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/session/maxas/maxas_state.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline app_session {

// The register reuse and bank conflicts of one of the eight swirls (orders of four FFMAs), over one k line.
struct SwirlCount {
  maxas::Swirl swirl;
  int hits = 0;                                          // operands taken from reuse caches of two entries each
  std::array<int, maxas::most_entries + 1> conflicts{};  // bank conflicts left, by the number of entries of the caches
  bool c_banks_differ = false;                           // no two successive FFMAs read C from the same bank
};
std::vector<SwirlCount> count_swirls();

struct MaxasTourPage {
  MaxasPart part = MaxasPart::Order;  // the panel that the page explains
  MaxasStep step;                     // the step that is shown with it
  std::string title, text;
  std::vector<std::string> table = {};  // lines of a table, for a monospaced font
  MaxasObject chosen = {};              // the object that is chosen with it; None: keep the choice empty
};
inline constexpr int maxas_tours = 2;
std::string_view maxas_tour_name(int tour);
std::vector<MaxasTourPage> maxas_tour(const SgemmKernel& kernel, int tour);
int maxas_tour_pages(int tour);

// Reads "1:2": tour and page, both from 1 in the text.
Result<MaxasPage> parse_maxas_page(std::string_view text);

}  // namespace tcviz::inline app_session
