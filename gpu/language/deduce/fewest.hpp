// Formulae with the fewest operators, of those searched, of C's & | ^ + - * / % << >>. Up to three operators by
// exhaustive search; above, as sums of parts that depend on one input each, every part by exhaustive search, and with
// common factors outside.
#pragma once

#include <map>
#include <memory>
#include <stop_token>

#include "gpu/language/deduce/radix.hpp"
#include "gpu/language/deduce/search_table.hpp"

namespace tcviz::inline gpu_deduce {

struct Fewest {
  Spelled formula;
  int none_below = 0;  // the exhaustive search found nothing with fewer operators than this
};

// Returns a hash of sizes and values: two functions with the same hash are taken to be the same.
std::uint64_t signature_of(const Function2& function);

// Describes the extent of the search for `none_below`, for a reader.
std::string describe_search_space();

// Searches, and keeps its tables from one function to the next: they depend on the inputs' sizes only. Not for several
// threads at once.
class FewestSearch {
 public:
  // Uses the kept results of earlier searches, or does without them.
  explicit FewestSearch(bool use_known = true) : use_known_(use_known) {}

  // Finds the formula with the fewest operators. `start` is a right formula, which is returned if nothing shorter is
  // found. Functions with values above 32767 are not searched. A stop ends the search within milliseconds: the result
  // is then the formula found so far, and the bound that was reached.
  Fewest find(const Function2& function, const Spelled& start, const std::stop_token& stop = {});

 private:
  // The function along one input while the other stays 0.
  struct Part {
    std::vector<int> values;
    int input = 0;
  };

  const SearchTable& along(const Function2& function, int input, const std::stop_token& stop);
  const SearchTable& across(const Function2& function, const std::stop_token& stop);
  std::optional<Spelled> find_part(const Function2& function, const Part& part, const std::stop_token& stop);
  std::optional<Spelled> find_sum(const Function2& function, int factor, const std::stop_token& stop);
  std::optional<Spelled> best_sum(const Function2& function, const std::stop_token& stop);

  Fewest search(const Function2& function, const Spelled& start, const std::stop_token& stop);
  void forget_incomplete_tables();

  bool use_known_;
  std::map<std::pair<int, int>, std::unique_ptr<SearchTable>> tables_;      // by input and size
  std::map<std::pair<int, int>, std::unique_ptr<SearchTable>> two_inputs_;  // by sizes
  std::map<std::uint64_t, Fewest> found_;                                   // by signature
};

}  // namespace tcviz::inline gpu_deduce
