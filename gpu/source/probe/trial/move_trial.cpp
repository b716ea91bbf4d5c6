// ldmatrix, stmatrix and movmatrix are probed absolutely: no other layout is needed.
#include <fmt/format.h>

#include "gpu/layout/layout.hpp"
#include "gpu/source/probe/trial/tensor_trial.hpp"

namespace tcviz::inline gpu_probe {
namespace {

constexpr int row_lanes = 32;  // each lane gives the address of a row, whether it is asked for or not
constexpr int row_values = 8;  // of 16 bits
constexpr int half_bits = 16;
constexpr std::uint64_t all_half = 0xFFFF;
constexpr std::uint64_t unwritten = 0xDEAD;

// Appends numbers from 0, or the same with all bits inverted: a value that does not follow is no copy.
void append_numbers(Words& to, std::size_t count, bool inverted) {
  std::vector<std::uint64_t> numbers(count);
  for (std::size_t at = 0; at < count; ++at) numbers[at] = inverted ? ~std::uint64_t{at} & all_half : at;
  append_slots(to, half_bits, numbers);
}

// Reads the number that stands in each value of an answer of two patterns; no_element if the values are no copies.
std::vector<std::int32_t> read_numbers(std::span<const std::uint32_t> words) {
  const auto plain = words.first(words.size() / 2), inverted = words.last(words.size() / 2);
  std::vector<std::int32_t> numbers(plain.size() * 2, no_element);
  for (std::size_t slot = 0; slot < numbers.size(); ++slot) {
    const std::uint64_t value = slot_bits(plain, slot, half_bits);
    if ((value ^ slot_bits(inverted, slot, half_bits)) == all_half) numbers[slot] = static_cast<std::int32_t>(value);
  }
  return numbers;
}

TensorRequest request_of(const Kind& kind, std::string instruction) {
  TensorRequest request;
  request.kind = &kind;
  request.instruction = std::move(instruction);
  request.patterns = 2;
  return request;
}

// Makes a request with memory in which every 16 bits are a number: row r of lane r's address begins with 8 r. A value
// that is not the number of a row that the kind has was read through an address that the instruction must not use.
TensorRequest load_numbers(const Kind& kind, std::string instruction, bool with_source) {
  TensorRequest request = request_of(kind, std::move(instruction));
  for (const bool inverted : {false, true}) {
    if (with_source) request.words.resize(request.words.size() + row_lanes);  // a register that is overwritten
    append_numbers(request.words, row_lanes * row_values, inverted);
  }
  return request;
}

Result<ElementMap> read_loaded(const Kind& kind, std::span<const std::uint32_t> words) {
  ElementMap map = read_numbers(words);
  const std::int32_t elements = kind.rows() * kind.cols();
  for (std::size_t slot = 0; slot < map.size(); ++slot) {
    if (map[slot] < elements) continue;
    return negative(fmt::format("T{} x[{}] comes from the address of lane {}, and only lanes 0 to {} give one",
                                slot / kind.values, slot % kind.values, map[slot] / row_values, kind.rows() - 1));
  }
  return map;
}

// Makes a request with registers in which every value is a number, stored to memory that holds no such number.
TensorRequest store_numbers(const Kind& kind, std::string instruction) {
  TensorRequest request = request_of(kind, std::move(instruction));
  const std::vector<std::uint64_t> memory(row_lanes * row_values, unwritten);
  for (const bool inverted : {false, true}) {
    append_numbers(request.words, static_cast<std::size_t>(kind.threads) * kind.values, inverted);
    append_slots(request.words, half_bits, memory);
  }
  return request;
}

Result<ElementMap> read_stored(const Kind& kind, std::span<const std::uint32_t> words) {
  const std::vector<std::int32_t> memory = read_numbers(words);
  const std::size_t elements = static_cast<std::size_t>(kind.rows() * kind.cols());
  const std::size_t slots = static_cast<std::size_t>(kind.threads) * kind.values;
  ElementMap map(slots, no_element);
  for (std::size_t place = 0; place < memory.size(); ++place) {
    const std::int32_t slot = memory[place];
    if (slot == no_element) continue;
    if (place >= elements)
      return negative(fmt::format("it stores to the address of lane {}, and only lanes 0 to {} give one",
                                  place / row_values, kind.rows() - 1));
    if (static_cast<std::size_t>(slot) >= slots || map[static_cast<std::size_t>(slot)] != no_element)
      return negative(fmt::format("memory holds {} in row {}: no slot's own number", slot, place / row_values));
    map[static_cast<std::size_t>(slot)] = static_cast<std::int32_t>(place);
  }
  return map;
}

TensorRequest move_numbers(const Kind& kind) {
  TensorRequest request = request_of(kind, "movmatrix");
  for (const bool inverted : {false, true})
    append_numbers(request.words, static_cast<std::size_t>(kind.threads) * kind.values, inverted);
  return request;
}

// Reads the source of movmatrix: the numbers of its slots arrive in slots of the result, whose elements ldmatrix has
// told.
Result<ElementMap> read_source(const Kind& kind, std::span<const AnswerWords> answers) {
  const auto result = read_loaded(kind, answers[0]);
  TCVIZ_TRY(result);
  const std::vector<std::int32_t> numbers = read_numbers(answers[1]);
  ElementMap map(numbers.size(), no_element);
  for (std::size_t slot = 0; slot < numbers.size(); ++slot) {
    if (numbers[slot] == no_element || static_cast<std::size_t>(numbers[slot]) >= map.size())
      return negative(
          fmt::format("T{} x[{}] of the result is no value of the source", slot / kind.values, slot % kind.values));
    map[static_cast<std::size_t>(numbers[slot])] = result.value()[slot];
  }
  return map;
}

}  // namespace

TensorTrial move_trial(const Kind& kind) {
  const std::string form = fmt::format("x{}{}", kind.stack, kind.transposed ? ".trans" : "");
  const Kind* own = &kind;
  if (kind.family == Family::Ldmatrix)
    return {{load_numbers(kind, "ldmatrix." + form, false)},
            [own](std::span<const AnswerWords> answers) { return read_loaded(*own, answers[0]); }};
  if (kind.family == Family::Stmatrix)
    return {{store_numbers(kind, "stmatrix." + form)},
            [own](std::span<const AnswerWords> answers) { return read_stored(*own, answers[0]); }};
  const TensorRequest loaded = load_numbers(kind, "ldmatrix.movmatrix", true);
  if (kind.operand == Operand::Destination)
    return {{loaded}, [own](std::span<const AnswerWords> answers) { return read_loaded(*own, answers[0]); }};
  return {{loaded, move_numbers(kind)},
          [own](std::span<const AnswerWords> answers) { return read_source(*own, answers); }};
}

}  // namespace tcviz::inline gpu_probe
