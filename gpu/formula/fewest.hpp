// Formulae with the fewest operators of C's & | ^ + - * / % << >>. Up to three operators by exhaustive search; above,
// as sums of parts that depend on one input each, every part by exhaustive search, and with common factors outside.
#pragma once

#include <map>
#include <memory>

#include "gpu/formula/radix.hpp"
#include "gpu/formula/search_table.hpp"

namespace tcviz {

struct Fewest {
  Spelled formula;
  int none_below = 0;  // the exhaustive search found nothing with fewer operators than this
};

// Of sizes and values: two functions with the same one are held to be the same.
std::uint64_t signature_of(const Function2& function);

// What was searched for `none_below`, for a reader.
std::string describe_search_space();

// Keeps its tables from one function to the next: they depend on the inputs' sizes only. Not for several threads at
// once.
class FewestSearch {
 public:
  // With what is kept of earlier searches, or all afresh.
  explicit FewestSearch(bool use_known = true) : use_known_(use_known) {}

  // `start` is a right formula, given back where nothing shorter is found. Functions of more than 32 threads or values,
  // or with values above 32767, are not searched.
  Fewest find(const Function2& function, const Spelled& start);

 private:
  // The function along one input while the other stays 0.
  struct Part {
    std::vector<int> values;
    int input = 0;
  };

  const SearchTable& along(const Function2& function, int input);
  const SearchTable& across(const Function2& function);
  std::optional<Spelled> find_part(const Function2& function, const Part& part);
  std::optional<Spelled> find_sum(const Function2& function, int factor);
  std::optional<Spelled> best_sum(const Function2& function);

  Fewest search(const Function2& function, const Spelled& start);

  bool use_known_;
  std::map<std::pair<int, int>, std::unique_ptr<SearchTable>> tables_;      // by input and size
  std::map<std::pair<int, int>, std::unique_ptr<SearchTable>> two_inputs_;  // by sizes
  std::map<std::uint64_t, Fewest> found_;                                   // by signature
};

}  // namespace tcviz
