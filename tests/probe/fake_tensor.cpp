// The fake GPU's single instructions: whole products by the definition, through the true layouts.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "tests/probe/fake_device.hpp"

namespace tcviz::fake {
namespace {

const std::uint8_t* memory_of(const Words& words) { return reinterpret_cast<const std::uint8_t*>(words.data()); }
std::uint8_t* memory_of(Words& words) { return reinterpret_cast<std::uint8_t*>(words.data()); }

std::size_t slots_of(const Kind& kind) { return static_cast<std::size_t>(kind.threads) * kind.values; }
std::size_t words_of(const Kind& kind) { return slots_of(kind) * static_cast<std::size_t>(kind.bits()) / 32; }

struct Matrix {
  int cols = 0;
  std::vector<double> numbers;
  double at(int row, int col) const { return numbers[static_cast<std::size_t>(row * cols + col)]; }
};

// Column by column in blocks of 8 columns by 16 bytes, as wgmma's descriptor without swizzle says.
Matrix shared_b(const TensorInstruction& instruction, const std::uint8_t* memory) {
  const int bits = element_bits(instruction.type), k = instruction.shape.k, n = instruction.shape.n;
  Matrix b{n, std::vector<double>(static_cast<std::size_t>(k * n))};
  const int per_line = 128 / bits;
  for (int row = 0; row < k; ++row) {
    for (int col = 0; col < n; ++col) {
      const int block = row / per_line + col / 8 * (k / per_line);
      const int bit = block * 1024 + col % 8 * 128 + row % per_line * bits;
      b.numbers[static_cast<std::size_t>(row * n + col)] =
          number(instruction.type, bits_at(memory, static_cast<std::size_t>(bit), bits));
    }
  }
  return b;
}

// Where the stored element p of a row lies along k, given the row's two-bit indices.
int place_along_k(ElementType type, int p, const Matrix& indices, int row) {
  const auto index = [&](int field) { return static_cast<int>(indices.at(row, field)); };
  switch (element_bits(type)) {
    case 32:  // one of two
      return p * 2 + (index(2 * p) == 2 ? 1 : 0);
    case 4:  // two pairs of four
      return p / 4 * 8 + index(p / 2) * 2 + p % 2;
    default:  // two of four
      return p / 2 * 4 + index(p);
  }
}

bool is_move_name(const std::string& instruction) { return instruction.find("matrix") != std::string::npos; }

}  // namespace

Words Device::execute_one(const TensorRequest& request) {
  return is_move_name(request.instruction) ? move_one(request) : product_trials(request);
}

// Memory of 32 rows of 8 halves behind the registers of a pattern.
Words Device::move_one(const TensorRequest& request) {
  const Kind& kind = *request.kind;
  const bool only_registers = request.instruction == "movmatrix", stores = kind.family == Family::Stmatrix;
  const bool with_source = request.instruction == "ldmatrix.movmatrix";
  const Kind& result = kind.family == Family::Movmatrix ? *find_kind("movmatrix.m8n8.trans.b16.d") : kind;
  const Truth& map = truth(result);
  const std::size_t each = request.words.size() / static_cast<std::size_t>(request.patterns);
  const int shift = behaviour_.shifted_addresses.contains(std::string(kind.id)) ? 8 : 0;
  Words answer;
  for (int pattern = 0; pattern < request.patterns; ++pattern) {
    Words words(request.words.begin() + static_cast<std::ptrdiff_t>(each * pattern),
                request.words.begin() + static_cast<std::ptrdiff_t>(each * (pattern + 1)));
    const std::size_t registers = stores ? words_of(kind) : with_source ? 32 : 0;
    const auto half = [&](std::size_t at) { return bits_at(memory_of(words), registers * 32 + at * 16, 16); };
    if (stores) {
      for (std::size_t slot = 0; slot < map.size(); ++slot)
        set_bits_at(memory_of(words), registers * 32 + static_cast<std::size_t>(map[slot] + shift) * 16, 16,
                    bits_at(memory_of(words), slot * 16, 16));
      answer.insert(answer.end(), words.begin() + static_cast<std::ptrdiff_t>(registers), words.end());
      continue;
    }
    Words d(words_of(result));
    for (std::size_t slot = 0; slot < map.size(); ++slot) {
      const std::int32_t element = map[slot];
      std::uint64_t value = 0;
      if (only_registers) {
        const Truth& source = truth(*find_kind("movmatrix.m8n8.trans.b16.a"));
        const auto from = std::find(source.begin(), source.end(), element) - source.begin();
        value = bits_at(memory_of(words), static_cast<std::size_t>(from) * 16, 16);
      } else {
        value = half(static_cast<std::size_t>((element + shift) % 256));
      }
      set_bits_at(memory_of(d), slot * 16, 16, value);
    }
    answer.insert(answer.end(), d.begin(), d.end());
  }
  return answer;
}

Words Device::product_words(const TensorInstruction& instruction, const Words& pattern, bool wrong) {
  const std::uint8_t* memory = memory_of(pattern);
  const auto take = [&](const Kind& kind) {
    const int bits = kind.bits();
    Matrix matrix{kind.cols(), std::vector<double>(static_cast<std::size_t>(kind.rows() * kind.cols()))};
    const Truth& map = truth(kind);
    const std::string id(kind.id);
    for (std::size_t slot = 0; slot < map.size(); ++slot) {
      if (map[slot] < 0 || (slot + 1 == map.size() && behaviour_.ignores_last_slot.contains(id))) continue;
      const std::uint64_t raw = bits_at(memory, slot * static_cast<std::size_t>(bits), bits);
      const double value = kind.operand == Operand::Metadata ? static_cast<double>(raw) : number(kind.type, raw);
      matrix.numbers[static_cast<std::size_t>(map[slot])] += value;
      const auto below = static_cast<std::size_t>(map[slot] + kind.cols()) % matrix.numbers.size();
      if (slot == 0 && behaviour_.enters_two_rows.contains(id)) matrix.numbers[below] += value;
    }
    memory += words_of(kind) * 4;
    return matrix;
  };
  const Matrix a = take(*instruction.a);
  Matrix b;
  if (instruction.b != nullptr) {
    b = take(*instruction.b);
  } else {
    b = shared_b(instruction, memory);
    memory += instruction.shape.k * instruction.shape.n * element_bits(instruction.type) / 8;
  }
  Matrix d = take(*instruction.sum);
  const Matrix indices = instruction.e != nullptr ? take(*instruction.e) : Matrix{};
  const int n = instruction.shape.n;
  for (int row = 0; row < instruction.sum->rows(); ++row)
    for (int p = 0; p < a.cols; ++p) {
      const double value = a.at(row, p);
      if (value == 0) continue;
      const int k = instruction.e != nullptr ? place_along_k(instruction.type, p, indices, row) : p;
      for (int col = 0; col < n; ++col)
        d.numbers[static_cast<std::size_t>(row * n + col)] += value * b.at(k, row / instruction.shape.m * n + col);
    }
  if (wrong) d.numbers[0] += 1;
  Words words(words_of(*instruction.sum));
  const Truth& map = truth(*instruction.sum);
  const int bits = instruction.sum->bits();
  for (std::size_t slot = 0; slot < map.size(); ++slot)
    set_bits_at(memory_of(words), slot * static_cast<std::size_t>(bits), bits,
                sum_bits(instruction.sum->type, d.numbers[static_cast<std::size_t>(map[slot])]));
  return words;
}

Words Device::product_trials(const TensorRequest& request) {
  const auto all = tensor_instructions(*request.kind);
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const TensorInstruction& one) { return one.id == request.instruction; });
  const TensorInstruction& instruction = *found;
  const bool wrong = behaviour_.multiply_wrong.contains(std::string(request.kind->id));
  const std::size_t patterns = static_cast<std::size_t>(request.patterns), each = request.words.size() / patterns;
  std::vector<Words> inputs, plain;
  for (std::size_t pattern = 0; pattern < patterns; ++pattern) {
    const auto begin = request.words.begin() + static_cast<std::ptrdiff_t>(each * pattern);
    inputs.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(each));
    plain.push_back(product_words(instruction, inputs.back(), wrong));
  }
  Words answer;
  if (request.hot == HotOperand::None) {
    for (const Words& d : plain) answer.insert(answer.end(), d.begin(), d.end());
    return answer;
  }
  const std::size_t b_words = instruction.b != nullptr ? words_of(*instruction.b)
                                                       : static_cast<std::size_t>(instruction.shape.k) *
                                                             instruction.shape.n * element_bits(instruction.type) / 32;
  const std::size_t a_words = words_of(*instruction.a), c_words = words_of(*instruction.sum);
  const std::size_t firsts[] = {0, 0, a_words, a_words + b_words, a_words + b_words + c_words};
  const std::size_t first = firsts[static_cast<std::size_t>(request.hot)] * 32;
  const int bits = instruction.sum->bits();
  for (int slot = 0; slot < request.slots; ++slot)
    for (const std::uint64_t value : request.values)
      for (std::size_t pattern = 0; pattern < patterns; ++pattern) {
        Words input = inputs[pattern];
        set_bits_at(memory_of(input), first + static_cast<std::size_t>(slot * request.width), request.width, value);
        const Words d = product_words(instruction, input, wrong);
        Words record(static_cast<std::size_t>(request.record_words));
        for (std::size_t at = 0; at < slots_of(*instruction.sum); ++at) {
          const auto whole = [&](const Words& words) {
            const std::uint64_t raw = bits_at(memory_of(words), at * static_cast<std::size_t>(bits), bits);
            return static_cast<unsigned>(static_cast<int>(number(instruction.sum->type, raw)));
          };
          const unsigned change = (whole(d) - whole(plain[pattern])) & 0xFF;
          if (change == 0) continue;
          if (++record[0] < record.size()) record[record[0]] = static_cast<std::uint32_t>(at << 8 | change);
        }
        answer.insert(answer.end(), record.begin(), record.end());
      }
  return answer;
}

}  // namespace tcviz::fake
