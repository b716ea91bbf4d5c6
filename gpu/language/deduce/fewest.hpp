// Searches for formulae with the fewest operators of C: & | ^ + - * / % << >>. Up to three operators, the search is
// exhaustive; above that, formulae are sums of parts that depend on one input each, every part found exhaustively, with
// common factors taken out.
#pragma once

#include <map>
#include <memory>
#include <stop_token>

#include "gpu/language/deduce/radix.hpp"
#include "gpu/language/deduce/search_table.hpp"

namespace tcviz::inline gpu_deduce {

// The result of a search.
struct Fewest {
  Spelled formula;
  int none_below = 0;  // the exhaustive search found no formula with fewer operators than this
};

// Returns a hash of the function's sizes and values; functions with equal hashes are taken to be equal.
std::uint64_t signature_of(const Function2& function);

// Returns a text about the space of formulae for which `none_below` holds.
std::string describe_search_space();

// Searches formulae of several functions. Keeps its tables, which depend only on the sizes of the inputs. Must not be
// used by several threads at once.
class FewestSearch {
 public:
  // Uses the stored results of known_formulae.hpp if `use_known`.
  explicit FewestSearch(bool use_known = true) : use_known_(use_known) {}

  // Returns the formula with the fewest operators. `start` is a correct formula, which is returned if no shorter one is
  // found. Functions with values above 32767 are not searched. A stop ends the search within milliseconds: the result
  // is then the best formula so far, with the bound that was reached.
  Fewest find(const Function2& function, const Spelled& start, const std::stop_token& stop = {});

 private:
  // The function of one input while the other one is 0.
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
