#include "tests/probe/fake_device.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <random>

#include "gpu/source/probe/trial/partners.hpp"

namespace tcviz::fake {

std::uint64_t bits_at(const std::uint8_t* bytes, std::size_t bit, int width) {
  std::uint64_t value = 0;
  for (int at = 0; at < width; ++at, ++bit) value |= std::uint64_t(bytes[bit / 8] >> bit % 8 & 1) << at;
  return value;
}

void set_bits_at(std::uint8_t* bytes, std::size_t bit, int width, std::uint64_t value) {
  for (int at = 0; at < width; ++at, ++bit) {
    const unsigned mask = 1u << bit % 8;
    bytes[bit / 8] = static_cast<std::uint8_t>(value >> at & 1 ? bytes[bit / 8] | mask : bytes[bit / 8] & ~mask);
  }
}

namespace {

template <class T>
T from_bits(std::uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

template <class T>
std::uint64_t to_bits(T value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

// Sign, exponent, fraction: 8-bit floating point by its definition.
double small_float(std::uint64_t bits, int fraction_bits, int bias) {
  const auto fraction = static_cast<double>(bits & ((1u << fraction_bits) - 1)) / (1 << fraction_bits);
  const int exponent = static_cast<int>(bits >> fraction_bits & ((1u << (7 - fraction_bits)) - 1));
  const double size = exponent == 0 ? std::ldexp(fraction, 1 - bias) : std::ldexp(1 + fraction, exponent - bias);
  return bits >> 7 & 1 ? -size : size;
}

}  // namespace

// f16 through the compiler's own type.
double number(ElementType type, std::uint64_t bits) {
  switch (type) {
    case ElementType::F16:
      return static_cast<double>(from_bits<_Float16>(bits));
    case ElementType::BF16:
      return from_bits<float>(bits << 16);
    case ElementType::TF32:
    case ElementType::F32:
      return from_bits<float>(bits);
    case ElementType::F64:
      return from_bits<double>(bits);
    case ElementType::S8:
      return from_bits<std::int8_t>(bits);
    case ElementType::S32:
      return from_bits<std::int32_t>(bits);
    case ElementType::E4M3:
      return small_float(bits, 3, 7);
    case ElementType::E5M2:
      return small_float(bits, 2, 15);
    case ElementType::S4:
      return static_cast<double>(bits >= 8 ? static_cast<int>(bits) - 16 : static_cast<int>(bits));
    default:
      return static_cast<double>(bits);
  }
}

std::uint64_t sum_bits(ElementType type, double value) {
  switch (type) {
    case ElementType::F16:
      return to_bits(static_cast<_Float16>(value));
    case ElementType::F32:
      return to_bits(static_cast<float>(value));
    case ElementType::F64:
      return to_bits(value);
    default:
      return to_bits(static_cast<std::int32_t>(value));
  }
}

namespace {

const std::uint8_t* bytes_of(const Words& words) { return reinterpret_cast<const std::uint8_t*>(words.data()); }

// Two indices of two bits lie together; most lanes' are not read.
Truth random_metadata(const Kind& kind, std::mt19937& random) {
  std::vector<std::int32_t> pairs(static_cast<std::size_t>(kind.threads) * kind.values / 2, -1);
  for (int pair = 0; pair < kind.rows() * kind.cols() / 2; ++pair) pairs[static_cast<std::size_t>(pair)] = 2 * pair;
  std::shuffle(pairs.begin(), pairs.end(), random);
  Truth truth;
  for (const std::int32_t first : pairs) truth.insert(truth.end(), {first, first < 0 ? -1 : first + 1});
  return truth;
}

}  // namespace

Truth random_truth(const Kind& kind, unsigned seed) {
  std::mt19937 random(seed + static_cast<unsigned>(std::hash<std::string_view>{}(kind.id)));
  if (kind.operand == Operand::Metadata) return random_metadata(kind, random);
  Truth truth(static_cast<std::size_t>(kind.threads) * kind.values);
  for (std::size_t slot = 0; slot < truth.size(); ++slot) {
    truth[slot] = static_cast<std::int32_t>(slot % (static_cast<std::size_t>(kind.rows()) * kind.cols()));
  }
  std::shuffle(truth.begin(), truth.end(), random);
  return truth;
}

Device::Device(Behaviour behaviour)
    : behaviour_(std::move(behaviour)), facts_{"Fake GPU", behaviour_.capability, "1.2.3", "13.0"} {}

const Truth& Device::truth(const Kind& kind) {
  const auto [place, fresh] = behaviour_.truths.try_emplace(std::string(kind.id));
  if (fresh) place->second = random_truth(kind, behaviour_.seed);
  return place->second;
}

template <class T, class Request, class Run>
ProbeAnswers<T> Device::run(std::span<const Request> requests, Run one) {
  ProbeAnswers<T> answers(requests.size());
  for (std::size_t at = 0; at < requests.size() && !lost_; ++at) {
    const std::string id(requests[at].kind->id);
    lost_ = behaviour_.deadly.contains(id);
    if (lost_ || behaviour_.failing.contains(id))
      answers[at] = Result<T>(unavailable(id + ": cudaErrorFake"));
    else
      answers[at] = Result<T>(one(requests[at]));
  }
  return answers;
}

ProbeAnswers<Words> Device::load(std::span<const LoadRequest> requests) {
  return run<Words>(requests, [this](const LoadRequest& request) { return load_one(request); });
}
ProbeAnswers<ProbeBytes> Device::store(std::span<const StoreRequest> requests) {
  return run<ProbeBytes>(requests, [this](const StoreRequest& request) { return store_one(request); });
}
ProbeAnswers<Words> Device::multiply(std::span<const ProductRequest> requests) {
  return run<Words>(requests, [this](const ProductRequest& request) { return multiply_one(request); });
}

ProbeAnswers<Words> Device::execute(std::span<const TensorRequest> requests) {
  return run<Words>(requests, [this](const TensorRequest& request) { return execute_one(request); });
}

Words Device::load_one(const LoadRequest& request) {
  const Kind& kind = *request.kind;
  const int width = element_bits(kind.type);
  const Truth& map = truth(kind);
  ProbeBytes bytes(map.size() * width / 8 * request.image_count());
  for (int image = 0; image < request.image_count(); ++image) {
    const std::uint8_t* memory = request.images.data() + static_cast<std::size_t>(image) * request.image_bytes;
    for (std::size_t slot = 0; slot < map.size(); ++slot) {
      if (map[slot] < 0) continue;
      const int row = map[slot] / kind.cols(), col = map[slot] % kind.cols();
      const int at = image < request.row_images ? row * request.row_leading_dimension + col
                                                : col * request.col_leading_dimension + row;
      const std::uint64_t value = bits_at(memory, static_cast<std::size_t>(at) * width, width);
      set_bits_at(bytes.data(), (image * map.size() + slot) * width, width, value);
    }
  }
  Words words(bytes.size() / 4);
  std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

bool Device::reads(const Kind& kind, std::size_t slot) {
  const Truth& map = truth(kind);
  if (map[slot] < 0) return false;
  if (!behaviour_.read_first_copy_only.contains(std::string(kind.id))) return true;
  return std::find(map.begin(), map.end(), map[slot]) == map.begin() + static_cast<std::ptrdiff_t>(slot);
}

ProbeBytes Device::store_sum(const Kind& kind) {
  const Truth map = behaviour_.store_elsewhere.contains(std::string(kind.id)) ? random_truth(kind, 99) : truth(kind);
  const std::size_t cells = static_cast<std::size_t>(kind.rows()) * kind.cols();
  ProbeBytes bytes(map.size() * cells);
  for (std::size_t slot = 0; slot < map.size(); ++slot) {
    if (map[slot] >= 0) bytes[slot * cells + map[slot]] = 1;
  }
  return bytes;
}

// Row or column of the product of a one-hot operand and the code matrix, read from the packed code itself.
ProbeBytes Device::store_operand(const StoreRequest& request) {
  const Kind &kind = *request.kind, &partner = *request.partner;
  const bool is_a = kind.operand == Operand::A;
  const Truth map = behaviour_.store_elsewhere.contains(std::string(kind.id)) ? random_truth(kind, 99) : truth(kind);
  const int width = element_bits(partner.type), cells = is_a ? kind.shape.m : kind.shape.n;
  ProbeBytes bytes(map.size() * cells);
  for (std::size_t slot = 0; slot < map.size(); ++slot) {
    if (!reads(kind, slot)) continue;
    const int row = map[slot] / kind.cols(), col = map[slot] % kind.cols();
    const int k = is_a ? col : row;
    for (int line = 0; line < 8; ++line) {
      const int code_row = is_a ? k : line, code_col = is_a ? line : k;
      const int at = partner.order == MemoryOrder::Col ? code_col * request.leading_dimension + code_row
                                                       : code_row * request.leading_dimension + code_col;
      const double code =
          number(partner.type, bits_at(request.code.data(), static_cast<std::size_t>(at) * width, width));
      if (code * number(kind.type, request.one) > 0)
        bytes[slot * cells + (is_a ? row : col)] |= static_cast<std::uint8_t>(1u << line);
    }
  }
  return bytes;
}

ProbeBytes Device::store_one(const StoreRequest& request) {
  return request.kind->operand == Operand::Accumulator ? store_sum(*request.kind) : store_operand(request);
}

Words Device::multiply_one(const ProductRequest& request) {
  const ProductKinds kinds = product_kinds(*request.kind);
  const auto matrix = [this](const Kind& kind, const Words& words) {
    std::vector<double> numbers(static_cast<std::size_t>(kind.rows()) * kind.cols());
    const int width = element_bits(kind.type);
    for (std::size_t slot = 0; slot < truth(kind).size(); ++slot) {
      if (reads(kind, slot))
        numbers[truth(kind)[slot]] = number(kind.type, bits_at(bytes_of(words), slot * width, width));
    }
    return numbers;
  };
  const auto a = matrix(*kinds.a, request.a), b = matrix(*kinds.b, request.b);
  auto d = matrix(*kinds.sum, request.c);
  const auto [m, n, k] = kinds.sum->shape;
  const bool by_xor = kinds.a->type == ElementType::B1 && behaviour_.capability < 80;
  for (int row = 0; row < m; ++row) {
    for (int col = 0; col < n; ++col) {
      for (int inner = 0; inner < k; ++inner) {
        const double x = a[row * k + inner], y = b[inner * n + col];
        d[row * n + col] += by_xor ? (x != y) : x * y;
      }
    }
  }
  if (behaviour_.multiply_wrong.contains(std::string(request.kind->id))) d[0] += 1;
  const Truth& map = truth(*kinds.sum);
  const int width = element_bits(kinds.sum->type);
  Words words(map.size() * width / 32);
  for (std::size_t slot = 0; slot < map.size(); ++slot) {
    if (map[slot] < 0) continue;
    set_bits_at(reinterpret_cast<std::uint8_t*>(words.data()), slot * width, width,
                sum_bits(kinds.sum->type, d[map[slot]]));
  }
  return words;
}

}  // namespace tcviz::fake
