#include "app/session/maxas/maxas_tour.hpp"

#include <charconv>

#include <fmt/format.h>

#include "app/session/maxas/maxas_places.hpp"

namespace tcviz::inline app_session {
namespace {

using maxas::Issue;

std::string index_name(const SgemmKernel& kernel, TileIndex index) { return c_name(kernel, index); }

bool neighbours_differ(const std::vector<Issue>& issues) {
  for (std::size_t c = 0; c < issues.size(); ++c) {
    const int next = issues[(c + 1) % issues.size()].slots[maxas::SlotC].bank;
    if (issues[c].slots[maxas::SlotC].bank == next) return false;
  }
  return true;
}

std::string operands(const TileIndex index) {
  const int a = maxas::a_register(0, index.xi), b = maxas::b_register(0, index.yi), c = sgemm_register(index);
  return fmt::format("A in R{} (bank {}), B in R{} (bank {}), C in R{} (bank {})", a, maxas::bank_of(a), b,
                     maxas::bank_of(b), c, maxas::bank_of(c));
}

MaxasStep first_line(int c) { return {MaxasStage::FirstLine, 0, c}; }

// Counts those of the eight swirls that leave no conflict with this many entries.
int free_of_conflicts(const std::vector<SwirlCount>& counts, std::size_t entries) {
  int found = 0;
  for (const SwirlCount& count : counts) found += count.conflicts[entries] == 0 ? 1 : 0;
  return found;
}

std::vector<std::string> swirl_table(const SgemmKernel& kernel, const std::vector<SwirlCount>& counts) {
  std::vector<std::string> rows{"first    then     hits   conflicts left",
                                "                        2 entries  1 entry"};
  for (const SwirlCount& count : counts)
    rows.push_back(fmt::format("{}  {}  {:>4}  {:>8}  {:>7}", index_name(kernel, count.swirl[0]),
                               index_name(kernel, count.swirl[1]), count.hits, count.conflicts[2], count.conflicts[1]));
  return rows;
}

std::vector<MaxasTourPage> why_first(const SgemmKernel& kernel) {
  const std::vector<SwirlCount> counts = count_swirls();
  const std::string first = index_name(kernel, {2, 0}), bad = index_name(kernel, {0, 0});
  const auto banks = counts.front().c_banks_differ;
  bool all_banks = true;
  for (const SwirlCount& count : counts) all_banks = all_banks && count.c_banks_differ;
  const int loses = counts[3].conflicts[2];
  return {
      {MaxasPart::Order, first_line(0), "A square of four",
       fmt::format(
           "The 64 FFMAs of a line come in 16 squares: x + 2, then y + 1, x back, y back. Each step changes one "
           "operand, so the other can wait in its cache. At the base (0, 0) this begins at {}, in {}. Why not "
           "at {}, where the numbers begin?",
           first, "R1", bad)},
      {MaxasPart::Collector, first_line(0), "The caches know nothing yet",
       fmt::format("Even lines read the registers j0, odd lines j1. So the first FFMA of every line finds nothing in "
                   "the caches: it takes three operands from the banks, and they must be three banks. {}: {}. All "
                   "differ.",
                   first, operands({2, 0}))},
      {MaxasPart::Order,
       first_line(0),
       "Where A meets B",
       fmt::format("The register map keeps C out of the banks of its A and its B. A and B meet where xi and yi agree "
                   "modulo 4, in the 16 hatched cells. Of the first square only {} is one: {}. Begun there, bank 0 is "
                   "read twice and no cache can help.",
                   bad, operands({0, 0})),
       {},
       {MaxasObject::Type::C, 0, 0}},
      {MaxasPart::Order, first_line(0), "All eight swirls, counted",
       fmt::format(
           "A swirl can begin at four corners and go two ways round. Both that begin at {} leave {} conflict in "
           "every line, {} in a loop pass. {} of the eight leave none, and hits are equal. With one entry in "
           "each cache only {} leave none: this one and its twin from {}.",
           bad, loses, loses * maxas::lines, free_of_conflicts(counts, 2), free_of_conflicts(counts, 1),
           index_name(kernel, counts[2].swirl[0])),
       swirl_table(kernel, counts)},
      {MaxasPart::Collector, first_line(3), "The bad cell comes last",
       fmt::format("{} is FFMA 3 now. Its A was read one FFMA ago and its B three ago: both come from the caches, and "
                   "only C is read. {} Between this swirl and its twin the model sees no difference.",
                   bad,
                   banks && all_banks
                       ? "No two FFMAs in a row take C from one bank, but that holds for all eight swirls "
                         "and decides nothing."
                       : "")},
  };
}

std::vector<MaxasTourPage> two_percentages(const SgemmKernel& kernel) {
  const std::vector<Issue> issues =
      maxas::collect(maxas::issue_order(maxas::swirls.front()), maxas::RegisterMap::Maxas, 2);
  const maxas::CollectorStats s = maxas::stats_of(issues);
  const maxas::ListingReuse& listing = maxas::figures_of(kernel).listing;
  const maxas::ListingReuse &l64 = maxas::sgemm64_figures.listing, &l128 = maxas::sgemm128_figures.listing;
  const int hits = s.all_hits(), best = s.reads - maxas::ffmas;
  const int rest_hits = listing.hits - maxas::lines * hits, rest = listing.reads - maxas::lines * s.reads;
  const MaxasStep last = first_line(maxas::ffmas - 1);
  return {
      {MaxasPart::Collector, last, "One line, counted",
       fmt::format(
           "64 FFMAs read {} operands. {} of them come from the caches, A {}, B {}, C {}: {:.2f} %. This is what "
           "the running totals count while you play.",
           s.reads, hits, s.hits[maxas::SlotA], s.hits[maxas::SlotB], s.hits[maxas::SlotC], s.reuse_percent())},
      {MaxasPart::Collector, last, "C never hits",
       fmt::format("Each C register is read once in a line and written by the same FFMA, so it is never in a cache. At "
                   "best {} of {} could hit, {:.1f} %.",
                   best, s.reads, 100.0 * best / s.reads)},
      {MaxasPart::Collector, last, "The listing, counted",
       fmt::format(
           "The famous 47 % is the assembler's statistic of the whole kernel: every instruction of the listing "
           "that can reuse, each counted once, however often it runs. sgemm64: {} of {}, {:.2f} %. sgemm128: {} "
           "of {}, {:.2f} %.",
           l64.hits, l64.reads, l64.percent(), l128.hits, l128.reads, l128.percent())},
      {MaxasPart::Timeline, last, "How they fit together",
       fmt::format("The listing holds the loop once: eight lines, {} of {} reads by this model. What is left, {} of {} "
                   "({:.1f} %), is the code around it and pulls the figure down to {:.2f} %. In the loop, where the "
                   "time goes, it is {:.2f} %.",
                   maxas::lines * hits, maxas::lines * s.reads, rest_hits, rest, 100.0 * rest_hits / rest,
                   listing.percent(), s.reuse_percent())},
  };
}

}  // namespace

std::vector<SwirlCount> count_swirls() {
  std::vector<SwirlCount> counts;
  for (const maxas::Swirl& swirl : maxas::swirls) {
    SwirlCount count{swirl};
    for (int entries = 0; entries <= maxas::most_entries; ++entries) {
      const std::vector<Issue> issues = maxas::collect(maxas::issue_order(swirl), maxas::RegisterMap::Maxas, entries);
      const maxas::CollectorStats stats = maxas::stats_of(issues);
      count.conflicts[static_cast<std::size_t>(entries)] = stats.conflicts_left;
      if (entries == 2) count.hits = stats.all_hits();
      count.c_banks_differ = neighbours_differ(issues);
    }
    counts.push_back(count);
  }
  return counts;
}

std::string_view maxas_tour_name(int tour) {
  return tour == 0 ? "Why is cx02y00 first?" : "Which of two percentages is the 47 %?";
}

std::vector<MaxasTourPage> maxas_tour(const SgemmKernel& kernel, int tour) {
  return tour == 0 ? why_first(kernel) : two_percentages(kernel);
}

int maxas_tour_pages(int tour) { return static_cast<int>(maxas_tour(sgemm64, tour).size()); }

Result<MaxasPage> parse_maxas_page(std::string_view text) {
  int tour = 0, page = 0;
  const char* const end = text.data() + text.size();
  const auto [colon, error] = std::from_chars(text.data(), end, tour);
  const bool first = error == std::errc() && colon != end && *colon == ':' && tour >= 1 && tour <= maxas_tours;
  if (first) {
    const auto [last, second] = std::from_chars(colon + 1, end, page);
    if (second == std::errc() && last == end && page >= 1 && page <= maxas_tour_pages(tour - 1))
      return MaxasPage{tour - 1, page - 1};
  }
  return bad_input(fmt::format("'{}' is not a page of a tour: write 1:1 to 1:{} or 2:1 to 2:{}.", text,
                               maxas_tour_pages(0), maxas_tour_pages(1)));
}

}  // namespace tcviz::inline app_session
