#include "gpu/kernel/xray/machine/product.hpp"

#include <algorithm>

#include "gpu/kernel/xray/label/number_formats.hpp"
#include "gpu/kernel/xray/label/row_products.hpp"
#include "gpu/kernel/xray/machine/pairing_cause.hpp"

namespace tcviz::inline gpu_xray {
namespace {

// The common properties of all elements of a row of A, or of a column of B; with them a product compares each pair of a
// row and a column once.
struct TileLine {
  bool is_simple = true;
  Label common = 0;  // shape, and coordinates without that of the contracted dimension
  int sequence = -1;
  bool is_nothing = false;  // elements that are zero, as after x - x
  bool is_plain = false;    // simple, of elements that differ, and not nothing
};

class ProductLabels {
 public:
  ProductLabels(StepContext& context, const LabelledTile& a, const LabelledTile& b, ElementType format)
      : context_(context), labels_(context.labels()), a_(a), b_(b), format_(format) {
    dimension_ = contracted_dimension();
    rows_.reserve(static_cast<std::size_t>(a.rows)), cols_.reserve(static_cast<std::size_t>(b.cols));
    for (int row = 0; row < a.rows; ++row) rows_.push_back(line(a, a.at(row, 0), 1));
    for (int col = 0; col < b.cols; ++col) cols_.push_back(line(b, b.at(0, col), b.cols));
    for (std::vector<TileLine>* const lines : {&rows_, &cols_})
      for (TileLine& line : *lines)
        line.is_plain = line.is_simple && line.common != 0 && !line.is_nothing && !repeats_[line.sequence];
    cols_are_alike_ = std::ranges::all_of(cols_, [&](const TileLine& line) {
      return line.is_plain && line.sequence == cols_[0].sequence &&
             LabelSpace::shape_number(line.common) == LabelSpace::shape_number(cols_[0].common);
    });
  }

  // Computes d = c and a row of the product. If one column is like the one before, so is its label, but for its
  // coordinates.
  void add_row(int row, const Label* before, Label* into) {
    const bool is_plain = rows_[row].is_plain && cols_are_alike_;
    const std::uint64_t own = LabelSpace::coordinates(rows_[row].common);
    for (int col = 0; col < b_.cols; ++col) {
      if (is_plain && has_known_product(rows_[row], cols_[0])) {
        const std::uint64_t at = own | LabelSpace::coordinates(cols_[col].common);
        const Label found = LabelSpace::make(known_product_, at);
        into[col] = before[col] == LabelSpace::make(known_first_, at) && known_second_ == known_product_
                        ? LabelSpace::make(known_sum_, at)
                        : sum(before[col], found, row, col);
      } else {
        into[col] = sum(before[col], product(row, col), row, col);
      }
    }
  }

  bool has_known_product(const TileLine& left, const TileLine& right) const {
    return left.sequence == known_sequence_ && right.sequence == known_sequence_ &&
           LabelSpace::shape_number(left.common) == known_a_ && LabelSpace::shape_number(right.common) == known_b_ &&
           !known_meet_;
  }

  Label product(int row, int col) {
    const TileLine &left = rows_[row], &right = cols_[col];
    if (left.is_plain && right.is_plain && has_known_product(left, right))
      return LabelSpace::make(known_product_,
                              LabelSpace::coordinates(left.common) | LabelSpace::coordinates(right.common));
    if (left.is_simple && right.is_simple) {
      if (left.common == 0 && right.common == 0) return 0;
      if (left.common != 0 && right.common != 0 && left.sequence == right.sequence && !repeats_[left.sequence] &&
          agree(left, right)) {
        const Label sum = contracted(left, right);
        return left.is_nothing || right.is_nothing ? labels_.doubtful(sum, Doubt::Remainder) : sum;
      }
    }
    return one_by_one(row, col);
  }

  Label sum(Label before, Label product, int row, int col) {
    if (before == 0 || product == 0) return labels_.convert(before | product, format_);
    const std::uint64_t at = LabelSpace::coordinates(before);
    const std::uint32_t first = LabelSpace::shape_number(before), second = LabelSpace::shape_number(product);
    if (at == LabelSpace::coordinates(product) && first == known_first_ && second == known_second_)
      return LabelSpace::make(known_sum_, at);
    blame(row, col, 0);
    const Label result = labels_.add(before, product, format_);
    const bool steady = at == LabelSpace::coordinates(product) && at == LabelSpace::coordinates(result);
    if (steady && labels_.shape(result).finding < 0 && labels_.shape(result).doubt == Doubt::None)
      known_first_ = first, known_second_ = second, known_sum_ = LabelSpace::shape_number(result);
    return result;
  }

  void blame(int row, int col, int at) {
    const bool of_b = !ascends(rows_[row]) ? false : !ascends(cols_[col]);
    const TileElement& owner = of_b ? b_.owners[b_.at(at, col)] : a_.owners[a_.at(row, at)];
    context_.machine.blame(std::max(0, owner.lane), owner.reg, "");
  }

 private:
  int contracted_dimension() const {
    const auto first = [](const LabelledTile& tile) {
      const auto found = std::ranges::find_if(tile.labels, [](Label label) { return label != 0; });
      return found == tile.labels.end() ? 0 : *found;
    };
    const Label a = first(a_), b = first(b_);
    int found = -1;
    for (std::size_t d = 0; d < labels_.dimensions().size() && a != 0 && b != 0; ++d) {
      const bool in_both = labels_.shape(a).dimensions[d].state == DimensionState::Point &&
                           labels_.shape(b).dimensions[d].state == DimensionState::Point;
      if (!in_both || labels_.dimensions()[d].in_every_output) continue;
      if (found >= 0) return -1;
      found = static_cast<int>(d);
    }
    return found;
  }

  // True if the points of a line are those of one that is known, as for most lines.
  bool is_like_known(const LabelledTile& tile, std::size_t begin, int stride, TileLine& made) const {
    const Label* const labels = tile.labels.data() + begin;
    if (known_points_.empty() || LabelSpace::shape_number(labels[0]) != contractible_) return false;
    made.common = labels[0] & ~labels_.mask(dimension_);
    Label differ = 0;
    for (std::size_t at = 0; at < known_points_.size(); ++at)
      differ |= labels[at * static_cast<std::size_t>(stride)] ^ (made.common | known_points_[at]);
    if (differ != 0) return false;
    made.is_simple = true;
    made.sequence = sequence_of_known_;
    const double* const values = tile.values.data() + begin;
    made.is_nothing = values[0] == 0 && is_of_elements(made.common);
    for (std::size_t at = 0; made.is_nothing && at < known_points_.size(); ++at)
      made.is_nothing = values[at * static_cast<std::size_t>(stride)] == 0;
    return true;
  }

  void keep_points(const LabelledTile& tile, std::size_t begin, int stride, const TileLine& made) {
    known_points_.clear();
    if (!made.is_simple || made.common == 0) return;
    for (std::size_t at = 0; at < points_.size(); ++at) {
      const Label label = tile.labels[begin + at * static_cast<std::size_t>(stride)];
      if (label == 0) return known_points_.clear();
      known_points_.push_back(label & labels_.mask(dimension_));
    }
    sequence_of_known_ = made.sequence;
  }

  TileLine line(const LabelledTile& tile, std::size_t begin, int stride) {
    TileLine made;
    if (is_like_known(tile, begin, stride, made)) return made;
    made = TileLine();
    points_.clear();
    made.is_nothing = true;
    const int count = stride == 1 ? tile.cols : tile.rows;
    for (int at = 0; at < count; ++at) {
      const std::size_t where = begin + static_cast<std::size_t>(at) * stride;
      const Label label = tile.labels[where];
      made.is_nothing = made.is_nothing && tile.values[where] == 0;
      if (label == 0) {
        made.is_simple = made.is_simple && tile.values[where] == 0;
        points_.push_back(-1);
        continue;
      }
      const std::uint32_t shape = LabelSpace::shape_number(label);
      if (shape != contractible_ && !is_contractible(label)) {
        made.is_simple = false;
        return made;
      }
      contractible_ = shape;
      const Label common = label & ~labels_.mask(dimension_);
      if (made.common == 0) made.common = common;
      made.is_simple = made.is_simple && common == made.common;
      points_.push_back(static_cast<std::int32_t>(labels_.point(label, dimension_)));
    }
    made.sequence = number_of(points_);
    made.is_nothing = made.is_nothing && is_of_elements(made.common);
    keep_points(tile, begin, stride, made);
    return made;
  }

  bool is_of_elements(Label label) const {
    return label != 0 && std::ranges::all_of(labels_.shape(label).dimensions, [](const LabelDimension& one) {
             return one.state == DimensionState::None || one.state == DimensionState::Point;
           });
  }

  bool is_contractible(Label label) const {
    return dimension_ >= 0 && labels_.shape(label).finding < 0 &&
           labels_.shape(label).dimensions[dimension_].state == DimensionState::Point;
  }

  int number_of(const std::vector<std::int32_t>& points) {
    for (std::size_t at = 0; at < sequences_.size(); ++at)
      if (sequences_[at] == points) return static_cast<int>(at);
    sequences_.push_back(points);
    std::vector<std::int32_t> sorted = points;
    std::erase(sorted, -1);
    std::ranges::sort(sorted);
    repeats_.push_back(std::ranges::adjacent_find(sorted) != sorted.end());
    SetId set = 0;
    std::size_t begin = 0;
    for (std::size_t at = 1; at <= sorted.size(); ++at) {  // run by run
      if (at < sorted.size() && sorted[at] == sorted[at - 1] + 1) continue;
      set = labels_.sets.unite(set, labels_.sets.range(sorted[begin], sorted[at - 1] + 1));
      begin = at;
    }
    sets_.push_back(set);
    return static_cast<int>(sequences_.size() - 1);
  }

  bool ascends(const TileLine& line) const {
    return line.sequence >= 0 && line.is_simple && std::ranges::is_sorted(sequences_[line.sequence]);
  }

  // True if both have points of another dimension.
  bool meet_elsewhere(const TileLine& left, const TileLine& right) const {
    for (std::size_t d = 0; d < labels_.dimensions().size(); ++d)
      if (static_cast<int>(d) != dimension_ &&
          labels_.shape(left.common).dimensions[d].state == DimensionState::Point &&
          labels_.shape(right.common).dimensions[d].state == DimensionState::Point)
        return true;
    return false;
  }

  // True if other dimensions that both have, such as a batch, are the same.
  bool agree(const TileLine& left, const TileLine& right) {
    const std::uint32_t a = LabelSpace::shape_number(left.common), b = LabelSpace::shape_number(right.common);
    if (a != agreeing_a_ || b != agreeing_b_) agreeing_a_ = a, agreeing_b_ = b, meet_ = meet_elsewhere(left, right);
    if (!meet_) return true;
    for (std::size_t d = 0; d < labels_.dimensions().size(); ++d) {
      const int dimension = static_cast<int>(d);
      if (dimension == dimension_) continue;
      const bool both = labels_.shape(left.common).dimensions[d].state == DimensionState::Point &&
                        labels_.shape(right.common).dimensions[d].state == DimensionState::Point;
      if (both && labels_.point(left.common, dimension) != labels_.point(right.common, dimension)) return false;
    }
    return true;
  }

  Label contracted(const TileLine& left, const TileLine& right) {
    const std::uint32_t a = LabelSpace::shape_number(left.common), b = LabelSpace::shape_number(right.common);
    if (a != known_a_ || b != known_b_ || left.sequence != known_sequence_) {
      known_a_ = a, known_b_ = b, known_sequence_ = left.sequence, known_meet_ = meet_;
      known_product_ = labels_.contracted(a, b, dimension_, sets_[left.sequence], format_);
    }
    return LabelSpace::make(known_product_,
                            LabelSpace::coordinates(left.common) | LabelSpace::coordinates(right.common));
  }

  Label one_by_one(int row, int col) {
    Label found = 0;
    for (int at = 0; at < a_.cols; ++at) {
      const std::size_t left = a_.at(row, at), right = b_.at(at, col);
      const Label a = a_.labels[left], b = b_.labels[right];
      blame(row, col, at);
      for (const Label label : {a, b})
        if (label != 0 && labels_.shape(label).is_garbage) return label;  // times zero, too: it may be no number
      if ((a == 0 && a_.values[left] == 0) || (b == 0 && b_.values[right] == 0)) continue;
      found = labels_.add(found, labels_.multiply(a, b, format_), format_);
      if (found != 0 && labels_.shape(found).finding >= 0) return found;
    }
    return found;
  }

  StepContext& context_;
  LabelSpace& labels_;
  const LabelledTile &a_, &b_;
  ElementType format_;
  int dimension_ = -1;
  std::vector<TileLine> rows_, cols_;
  std::vector<std::int32_t> points_;         // of one line, kept for its memory
  std::uint32_t contractible_ = UINT32_MAX;  // a shape of which `is_contractible` holds
  std::vector<Label> known_points_;          // of the last simple line without gaps
  int sequence_of_known_ = -1;
  std::vector<std::vector<std::int32_t>> sequences_;
  std::vector<bool> repeats_;
  std::vector<SetId> sets_;
  std::uint32_t known_a_ = 0, known_b_ = 0, known_product_ = 0, known_first_ = 0, known_second_ = 0, known_sum_ = 0;
  int known_sequence_ = -1;
  std::uint32_t agreeing_a_ = 0, agreeing_b_ = 0;
  bool meet_ = true, known_meet_ = true;
  bool cols_are_alike_ = false;  // but for the coordinates
};

}  // namespace

// Notes the product for each shape of its sums, of which there are few.
void note_product(const StepContext& context, const LabelledTile& d) {
  std::uint32_t last = 0;
  for (const Label label : d.labels) {
    const std::uint32_t shape = LabelSpace::shape_number(label);
    if (shape == last) continue;
    last = shape;
    context.machine.products.note(
        shape, {static_cast<std::uint32_t>(context.machine.steps), static_cast<std::int32_t>(context.machine.at_step),
                -1, static_cast<std::int16_t>(context.warp.number), 0, false, context.machine.others.block});
  }
}

void multiply_tiles(StepContext& context, const LabelledTile& a, const LabelledTile& b, const LabelledTile& c,
                    ElementType format, LabelledTile& d) {
  ProductLabels labels(context, a, b, format);
  if (is_narrow(format)) context.machine.roundings.compute();
  if (d.values.size() != c.values.size()) d.resize(c.rows, c.cols);
  d.sums.assign(d.values.size(), 0);
  multiply_rows(a.values.data(), b.values.data(), d.sums.data(), {a.rows, a.cols, b.cols});
  for (std::size_t at = 0; at < d.sums.size(); ++at) d.values[at] = c.values[at] + d.sums[at];
  for (int row = 0; row < a.rows; ++row)
    labels.add_row(row, c.labels.data() + c.at(row, 0), d.labels.data() + d.at(row, 0));
  note_product(context, d);
  explain_pairing(context, a, b);
}

void log_products(const StepContext& context, const Layout& layout, ElementType type, const LabelledTile& a,
                  const LabelledTile& b, const LabelledTile& c, int first_thread) {
  const LabelSpace& labels = context.labels();
  const auto side = [](const LabelledTile& tile, std::size_t at) {
    const TileElement& owner = tile.owners[at];
    return PathProduct::Side{tile.first_warp + owner.warp, owner.lane, owner.reg, tile.labels[at], owner.address};
  };
  // The first k whose elements differ in a dimension that both have, else the first.
  const auto differ = [&](Label left, Label right) {
    for (std::size_t d = 0; d < labels.dimensions().size() && left != 0 && right != 0; ++d) {
      const bool both = labels.shape(left).dimensions[d].state == DimensionState::Point &&
                        labels.shape(right).dimensions[d].state == DimensionState::Point;
      if (both && labels.point(left, static_cast<int>(d)) != labels.point(right, static_cast<int>(d))) return true;
    }
    return false;
  };
  const auto map = layout.map();
  for (int lane = 0; lane < lanes_of_warp; ++lane)
    for (int i = 0; i < layout.values(); ++i) {
      const std::int32_t element = map[static_cast<std::size_t>(first_thread + lane) * layout.values() + i];
      if (element < 0 || !context.machine.path->wants(c.labels[element])) continue;
      const int row = element / layout.cols(), col = element % layout.cols();
      int k = 0;
      for (int at = a.cols - 1; at >= 0; --at)
        if (differ(a.labels[a.at(row, at)], b.labels[b.at(at, col)])) k = at;
      context.machine.path->add(PathProduct{context.machine.steps, context.warp.number, lane,
                                            register_of(context, 0, i, element_bits(type)), side(a, a.at(row, k)),
                                            side(b, b.at(k, col))});
    }
}

}  // namespace tcviz::inline gpu_xray
