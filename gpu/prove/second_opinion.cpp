#include "gpu/prove/second_opinion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <random>

#include "gpu/source/probe/compiled/recompute.hpp"
#include "gpu/source/probe/stopwatch.hpp"
#include "gpu/source/probe/trial/element_codec.hpp"
#include "gpu/source/probe/trial/product_probe.hpp"
#include "gpu/source/sass/decoder.hpp"
#include "gpu/source/sass/execute.hpp"

namespace tcviz::inline gpu_prove {
namespace {

// A, B and C one behind the other, as they lie in memory.
struct Memory {
  std::vector<std::uint8_t> bytes;
  std::array<std::size_t, 3> offsets{};
};

std::vector<std::uint8_t> packed(const Kind& kind, std::span<const int> numbers) {
  std::vector<std::uint64_t> elements;
  elements.reserve(numbers.size());
  for (const int number : numbers) elements.push_back(encode(kind.type, number));
  return pack_matrix(kind.type, kind.rows(), kind.cols(), kind.order, elements);
}

Memory memory_of(const ProductKinds& kinds, const ProductData& data) {
  Memory memory;
  const std::array parts{packed(*kinds.a, data.a), packed(*kinds.b, data.b), packed(*kinds.sum, data.c)};
  for (std::size_t part = 0; part < parts.size(); ++part) {
    memory.offsets[part] = memory.bytes.size();
    memory.bytes.insert(memory.bytes.end(), parts[part].begin(), parts[part].end());
  }
  return memory;
}

// Returns one element of A * B + C, by the definition.
int expected(const ProductKernel& product, const ProductData& data, int row, int col) {
  const auto [m, n, k] = product.kinds.sum->shape;
  const bool bits = product.kinds.a->type == ElementType::B1;
  int sum = data.c[static_cast<std::size_t>(row * n + col)];
  for (int inner = 0; inner < k; ++inner) {
    const int a = data.a[static_cast<std::size_t>(row * k + inner)];
    const int b = data.b[static_cast<std::size_t>(inner * n + col)];
    sum += bits && !product.bits_by_and ? a ^ b : a * b;
  }
  return sum;
}

std::string first_difference(const ProductKernel& product, const ProductData& data, std::span<const std::uint8_t> d) {
  const Kind& sum = *product.kinds.sum;
  const int width = element_bits(sum.type);
  for (int row = 0; row < sum.rows(); ++row) {
    for (int col = 0; col < sum.cols(); ++col) {
      const auto place = static_cast<std::size_t>(row * sum.cols() + col) * static_cast<std::size_t>(width);
      const double got = decode(sum.type, get_bits(d, place, width));
      const int wanted = expected(product, data, row, col);
      if (got != wanted) return fmt::format("D({}, {}) is {} and A B + C is {}", row, col, got, wanted);
    }
  }
  return {};
}

constexpr unsigned call_opcode = 0x943;  // CALL.ABS; only named, never executed

bool calls(const KernelCode& kernel) {
  for (std::size_t at = 0; at + 16 <= kernel.code.size(); at += 16) {
    if ((word_at(kernel.code, at).low & 0xfff) == call_opcode) return true;
  }
  return false;
}

// Runs the parts that can fail before there is a D.
Result<std::vector<std::uint8_t>> run(const KernelCode& kernel, const Memory& from, std::size_t bytes,
                                      std::span<const Tile> tiles) {
  const auto code = decode_kernel(kernel.code);
  TCVIZ_TRY(code);
  WarpMemory memory(from.bytes, bytes);
  std::vector<std::uint64_t> parameters;
  for (const std::size_t offset : from.offsets) parameters.push_back(memory.source_address() + offset);
  parameters.push_back(memory.sink_address());
  const Status done = execute(kernel, code.value(), parameters, memory, tiles);
  TCVIZ_TRY(done);
  if (!memory.all_written()) return unavailable("a part of D is not stored");
  return std::vector<std::uint8_t>(memory.sink().begin(), memory.sink().end());
}

ProductOpinion opinion_of(const ProductKernel& product, const KernelCode* kernel, std::span<const Tile> tiles,
                          std::mt19937& random) {
  if (kernel == nullptr) return {product, Opinion::NotExecuted, "the assembled module has no such kernel"};
  if (calls(*kernel)) return {product, Opinion::NotExecuted, "calls a subroutine: the tensor core has no such product"};
  const ProductData data = random_product(product.kinds, random);
  const Kind& sum = *product.kinds.sum;
  const std::size_t bytes = data.c.size() * static_cast<std::size_t>(element_bits(sum.type)) / 8;
  const auto d = run(*kernel, memory_of(product.kinds, data), bytes, tiles);
  if (!d) return {product, Opinion::NotExecuted, d.error().message};
  std::string difference = first_difference(product, data, d.value());
  const Opinion opinion = difference.empty() ? Opinion::Agrees : Opinion::Differs;
  return {product, opinion, std::move(difference)};
}

bool takes_part(const Kind& kind, const ProductKinds& kinds) {
  return kinds.a == &kind || kinds.b == &kind || kinds.sum == &kind;
}

void add(KindOpinion& sum, const ProductOpinion& product) {
  ++sum.products;
  const bool first_agreement = product.opinion == Opinion::Agrees && sum.agree == 0 && sum.opinion != Opinion::Differs;
  if (product.opinion == Opinion::Agrees) ++sum.agree;
  if (first_agreement) sum.opinion = Opinion::Agrees;
  if (product.opinion == Opinion::Differs) sum.opinion = Opinion::Differs;
  if (sum.why.empty() || product.opinion == Opinion::Differs) sum.why = product.why;
}

}  // namespace

std::vector<ProductOpinion> multiply_products(std::span<const ProductKernel> products, const Cubin& cubin,
                                              std::span<const Tile> tiles, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<ProductOpinion> opinions;
  opinions.reserve(products.size());
  for (const ProductKernel& product : products) {
    opinions.push_back(opinion_of(product, cubin.find(kernel_name(product)), tiles, random));
  }
  return opinions;
}

std::vector<KindOpinion> by_kind(std::span<const ProductOpinion> products) {
  std::vector<KindOpinion> kinds;
  for (const Kind& kind : catalogue(Family::Wmma)) {
    KindOpinion sum;
    sum.kind = &kind;
    for (const ProductOpinion& product : products) {
      if (takes_part(kind, product.product.kinds)) add(sum, product);
    }
    if (sum.products > 0) kinds.push_back(std::move(sum));
  }
  return kinds;
}

Result<SecondOpinion> second_opinion(Assembler& assembler, ComputeCapability architecture) {
  TCVIZ_TRY(check_known(assembler, architecture));
  const std::vector<ProductKernel> products = product_kernels(architecture);
  SecondOpinion result{architecture, assembler.version(), {}};
  const auto begin = Clock::now();
  const auto made = assembler.assemble(product_module(architecture, products), architecture, true);
  TCVIZ_TRY(made);
  result.assemble_ms = milliseconds_since(begin);
  const auto read = Clock::now();
  const std::string& bytes = made.value();
  const auto cubin = read_cubin({reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()});
  TCVIZ_TRY(cubin);
  constexpr unsigned seed = 20261121;
  result.kinds = by_kind(multiply_products(products, cubin.value(), documented_tiles(), seed));
  result.execute_ms = milliseconds_since(read);
  return result;
}

}  // namespace tcviz::inline gpu_prove
