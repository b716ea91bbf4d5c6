// All labels of one execution: stores each shape once, and has the rules by which the labels of operands give the label
// of a result.
//
// A rule calls a value wrong only if it is sure, and else leaves it unjudged: a combination that no rule knows gives a
// label with a doubt. A wrong combination gives a label that remembers its finding, which counts once the value reaches
// an output.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "gpu/kernel/xray/label/bit_patterns.hpp"
#include "gpu/kernel/xray/label/label.hpp"
#include "gpu/layout/result.hpp"

namespace tcviz::inline gpu_xray {

// The labels of one execution.
class LabelSpace {
 public:
  // Sets the dimensions of the launch. Returns an error if there are more, or larger ones, than the bits of a label can
  // hold.
  Status set_dimensions(std::vector<NamedDimension> dimensions);
  void set_sink(FindingSink* sink) { sink_ = sink; }
  const std::vector<NamedDimension>& dimensions() const { return dimensions_; }
  std::vector<std::string> array_names;
  bool has_packed = false;  // some shape is of packed elements
  BitPatterns patterns;
  // For each dimension, one bit for each array that has it.
  std::array<std::uint16_t, most_dimensions> arrays_along{};

  // Returns the number of a shape; stores the shape if it is new.
  std::uint32_t intern(const LabelShape& shape);
  // True if no number is left for a new shape, so that nothing new is judged. is_crowded() is true once a quarter of
  // the numbers is used.
  bool is_full() const { return shapes_.size() >= (1U << shape_bits) - 1; }
  bool is_crowded() const { return shapes_.size() >= 1U << (shape_bits - 2); }
  bool has_taint() const { return has_taint_; }  // some shape is tainted
  const LabelShape& shape(Label label) const { return shapes_[label >> coordinate_bits]; }
  static std::uint32_t shape_number(Label label) { return static_cast<std::uint32_t>(label >> coordinate_bits); }
  static constexpr Label make(std::uint32_t shape, std::uint64_t coordinates) {
    return (Label{shape} << coordinate_bits) | coordinates;
  }
  static std::uint64_t coordinates(Label label) { return label & ((std::uint64_t{1} << coordinate_bits) - 1); }
  // Returns the index of a label in a dimension in which it is a Point; placed() gives the bits of an index.
  std::int64_t point(Label label, int dimension) const {
    return static_cast<std::int64_t>((label & masks_[dimension]) >> shifts_[dimension]);
  }
  std::uint64_t placed(std::int64_t point, int dimension) const {
    return static_cast<std::uint64_t>(point) << shifts_[dimension];
  }
  std::uint64_t mask(int dimension) const { return masks_[dimension]; }
  // Returns the set of all indices of a dimension.
  SetId full(int dimension) const { return full_[dimension]; }
  // Returns the indices of a dimension that a label depends on.
  SetId set_of(Label label, int dimension);

  // Rules: each returns the label of the result of an operation on values with these labels. Label 0 is a constant,
  // which changes nothing.
  Label multiply(Label a, Label b, ElementType format);
  Label add(Label a, Label b, ElementType format);
  // Returns the label of max or min.
  Label extreme(Label a, Label b, ElementType format);
  // Returns the label of a function of one value.
  Label function(Label a, ElementType format);
  // Returns the label of any function of two values.
  Label mingle(Label a, Label b, ElementType format);
  // Returns the label of the same number in another format.
  Label convert(Label a, ElementType format);
  // Returns a label like `a` that is not judged, for the reason `doubt`.
  Label doubtful(Label a, Doubt doubt);
  // Reports a finding and returns the label of a wrong value.
  Label poison(FindingKind kind, const std::string& expected, const std::string& got);

  // Returns the shape of the sum over `dimension` of a product of the shapes `a` and `b`, which both hold it as a
  // point: the sum that one tensor-core instruction adds to an accumulator. `set` holds the indices of `dimension` that
  // the instruction multiplies.
  std::uint32_t contracted(std::uint32_t a, std::uint32_t b, int dimension, SetId set, ElementType format);

  // Returns a label as text: "A[m=3, k=5]", "sum over k 0..15 of A B [m=3, n=1]".
  std::string describe(Label label) const;
  IndexSets sets;

 private:
  // A cached result of a rule for two labels.
  struct Pair {
    Label a = 0, b = 0;
    int rule = -1;
    Label result = 0;
  };
  // A cached result for two shapes; it holds for all points if the points in shared dimensions are equal.
  struct ShapePair {
    std::uint32_t a = 0, b = 0, result = 0;
    int rule = -1;
    bool is_regular = false;             // false: the result depends on the points
    std::uint64_t shared = 0, kept = 0;  // masks of the coordinates that both labels have, and of those of the result
  };
  enum class Rule : int { Multiply, Add, Extreme, Function, Mingle, Convert };

  Label cached(Rule rule, Label a, Label b, ElementType format);
  Label cached_by_points(std::uint64_t hash, int key, Rule rule, Label a, Label b, ElementType format);
  bool may_be_regular(Rule rule, Label a, Label b, std::uint64_t& shared) const;
  Label compute(Rule rule, Label a, Label b, ElementType format);
  Label compute_multiply(Label a, Label b, ElementType format);
  Label compute_add(Label a, Label b, ElementType format);
  Label compute_extreme(Label a, Label b, ElementType format);
  Label compute_function(Label a, ElementType format);
  Label compute_convert(Label a, ElementType format);
  Label finish(LabelShape& shape, std::uint64_t coordinates, Label a, Label b, ElementType format);
  // Combines one dimension of a product or of a sum; collects the coordinates of the result in `at`.
  void multiply_dimension(int dimension, Label a, Label b, LabelShape& into, std::uint64_t& at, bool& unequal);
  bool add_dimension(int dimension, Label a, Label b, LabelShape& into, std::uint64_t& at);
  bool differ_along(int dimension, Label a, Label b) const;
  Label united(int dimension, Label a, Label b, LabelShape shape, std::uint64_t at, ElementType format);

  std::vector<NamedDimension> dimensions_;
  std::vector<int> shifts_;
  std::vector<std::uint64_t> masks_;
  std::vector<SetId> full_;
  std::vector<LabelShape> shapes_ = std::vector<LabelShape>(2);  // 0: no label; 1: bytes that nothing was stored to
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> by_hash_;
  std::vector<ShapePair> shape_pairs_ = std::vector<ShapePair>(1 << 11);
  std::vector<Pair> cache_;  // results of pairs of labels that are not regular; allocated at the first one
  bool has_taint_ = false;
  FindingSink* sink_ = nullptr;
};

// True if a value is no fixed function of the inputs: nobody wrote it, or it differs from run to run.
inline bool is_tainted(const LabelShape& shape) { return shape.is_garbage || shape.doubt == Doubt::Chance; }
// Returns the label of a value that differs from run to run.
Label label_of_chance(LabelSpace& labels);
// Returns the bytes of a number of this format.
int bytes_of(ElementType format);

}  // namespace tcviz::inline gpu_xray
