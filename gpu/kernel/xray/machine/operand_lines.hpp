// An operand of a product as lines of factors: which element each place holds, and whether two operands fit together.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "gpu/kernel/xray/machine/product.hpp"

namespace tcviz::inline gpu_xray {

// The content of one place of an operand.
struct Factor {
  std::int64_t k = -1;  // its contracted index; -1: a zero, which meets anything
  Label line = 0;       // its element without k
};

// An operand, line by line: rows of A, columns of B. Each line has a place for every step along k.
struct OperandLines {
  char letter = 'a';
  int lines = 0, steps = 0;
  std::vector<Factor> factors;
  std::vector<TileElement> owners;
  std::size_t at(int line, int step) const { return static_cast<std::size_t>(line) * steps + step; }
};

// The contracted indices of an operand's lines, step by step.
using Order = std::vector<std::int64_t>;

// Reads an operand, with `k` for the contracted dimension; none if it holds something else than elements and zeros.
std::optional<OperandLines> operand_of(const LabelSpace& labels, const LabelledTile& tile, int k, bool is_b);

// Returns the indices along k if all lines have the same ones, and each line is one row or column of a matrix.
std::optional<Order> order_of(const OperandLines& operand);
// True if the operand has such an order, and it rises: nothing is wrong with the operand by itself.
bool is_in_order(const OperandLines& operand);
// True if every line of `a` meets every line of `b` at the same indices.
bool meet(const OperandLines& a, const OperandLines& b);

// Returns the element of each line without k; 0: the line has zeros alone.
std::vector<Label> elements_of_lines(const OperandLines& operand);
// True if no two lines are the same row or column of a matrix.
bool are_apart(std::vector<Label> lines);

// Returns the operand with the factors that `from` names for its places.
OperandLines with_factors_from(const OperandLines& operand, const std::vector<std::size_t>& from);
// Returns the operand with zeros in one register of every thread, and the other registers as they are.
OperandLines without_register(const OperandLines& operand, std::int32_t reg);

}  // namespace tcviz::inline gpu_xray
