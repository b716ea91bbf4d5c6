// Metadata of a sparse A, four bits of one lane after the other.
#include <fmt/format.h>

#include <map>
#include <random>

#include "gpu/source/probe/trial/hot_trial.hpp"
#include "gpu/source/probe/trial/tensor_trial.hpp"

namespace tcviz::inline gpu_probe {
namespace {

constexpr int nibble_bits = 4, nibbles_of_lane = 8;

// Returns the number in stored column p. The stored elements of a chunk differ, so that the two indices cannot be taken
// for one another.
int weight_of(ElementType type, int p) {
  constexpr int of_pairs[] = {1, 2, 3, 5};
  if (element_bits(type) == 4) return of_pairs[p % 4];
  return p % 2 == 0 ? 1 : 3;
}

// Returns matrices of any numbers that every type has; always the same ones.
TensorMatrices marked(const TensorInstruction& instruction) {
  TensorMatrices matrices = zero_matrices(instruction);
  std::minstd_rand random(20261122);
  for (int& element : matrices.b) element = 1 + static_cast<int>(random() / 7 % 7);
  for (std::size_t at = 0; at < matrices.a.size(); ++at)
    matrices.a[at] = weight_of(instruction.type, static_cast<int>(at) % stored_cols(instruction));
  return matrices;
}

// Returns the change of D's row when the metadata of `chunk` goes from the first elements to those of `nibble`.
Signature change_of(const TensorInstruction& instruction, const TensorMatrices& matrices, int chunk, unsigned nibble) {
  const int cols = instruction.shape.n;
  Signature signature(static_cast<std::size_t>(cols), 0);
  for (int p = 0; p < stored_cols(instruction); ++p) {
    if (chunk_of(instruction, p) != chunk) continue;
    const int before = logical_k(instruction, p, 0b0100), after = logical_k(instruction, p, nibble);
    for (int col = 0; col < cols; ++col) {
      const auto b = [&](int k) { return matrices.b[static_cast<std::size_t>(k * cols + col)]; };
      char& change = signature[static_cast<std::size_t>(col)];
      change = static_cast<char>(change + weight_of(instruction.type, p) * (b(after) - b(before)));
    }
  }
  return signature;
}

std::vector<std::uint64_t> other_nibbles(ElementType type) {
  const std::vector<unsigned> legal = legal_nibbles(type);
  return {legal.begin() + 1, legal.end()};
}

// For each value of the four bits, a map from its change of D to the chunk.
using KnownChanges = std::vector<std::map<Signature, int>>;

KnownChanges known_changes(const TensorInstruction& instruction, const TensorMatrices& matrices) {
  KnownChanges known;
  for (const std::uint64_t nibble : other_nibbles(instruction.type)) {
    auto& chunks = known.emplace_back();
    const int last = chunk_of(instruction, stored_cols(instruction) - 1);
    for (int chunk = 0; chunk <= last; ++chunk)
      chunks.emplace(change_of(instruction, matrices, chunk, static_cast<unsigned>(nibble)), chunk);
  }
  return known;
}

struct MetadataReading {
  const Kind& kind;
  TensorInstruction instruction;
  const Layout& sum;
  TensorRequest shape;
  KnownChanges known;

  Result<ElementMap> operator()(std::span<const AnswerWords> answers) const {
    const std::size_t each = shape.values.size() * static_cast<std::size_t>(shape.record_words);
    ElementMap map(static_cast<std::size_t>(kind.threads) * kind.values, no_element);
    for (int slot = 0; slot < shape.slots; ++slot) {
      const auto place = read_slot(answers[0].subspan(static_cast<std::size_t>(slot) * each, each));
      if (!place) return negative(fmt::format("{} {}", name_of_slot(shape, slot, kind.threads), place.error().message));
      if (place.value() == no_element) continue;
      const auto first = static_cast<std::size_t>(slot) * 2;  // two indices of two bits
      map[first] = place.value();
      map[first + 1] = place.value() + 1;
    }
    return map;
  }

 private:
  // Returns the element of the lower index, or no_element if no value of the four bits changes anything.
  Result<std::int32_t> read_slot(std::span<const std::uint32_t> records) const {
    const HotReader reader{instruction, sum, true};
    std::int32_t found = no_element;
    for (std::size_t value = 0; value < shape.values.size(); ++value) {
      const auto each = static_cast<std::size_t>(shape.record_words);
      const auto change = reader.read(records.subspan(value * each, each));
      TCVIZ_TRY(change);
      std::int32_t place = no_element;
      if (change.value().place >= 0) {
        const auto chunk = known[value].find(change.value().signature);
        if (chunk == known[value].end())
          return negative(fmt::format("set to {:04b} change row {} of D by what no chunk explains", shape.values[value],
                                      change.value().place));
        place = change.value().place * kind.cols() + 2 * chunk->second;
      }
      if (value > 0 && place != found) return negative("belong to another chunk for each value that they take");
      found = place;
    }
    return found;
  }
};

}  // namespace

TensorTrial metadata_trial(const Kind& kind, const TensorInstruction& instruction, const TensorLayouts& layouts) {
  TensorRequest request;
  request.kind = &kind;
  request.instruction = instruction.id;
  request.hot = HotOperand::E;
  request.width = nibble_bits;
  request.slots = kind.threads * nibbles_of_lane;
  request.values = other_nibbles(instruction.type);
  request.record_words = HotReader{instruction, *layouts.sum, true}.record_words();
  const TensorMatrices matrices = marked(instruction);
  const MetadataReading reading{kind, instruction, *layouts.sum, request, known_changes(instruction, matrices)};
  append_pattern(request.words, instruction, layouts, matrices);
  return {{std::move(request)}, reading};
}

}  // namespace tcviz::inline gpu_probe
