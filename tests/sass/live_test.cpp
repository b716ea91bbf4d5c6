// With the tools at hand: an assembler found by its usual names or named in TCVIZ_NVJITLINK (several, with colons
// between), and nvdisasm named in TCVIZ_NVDISASM (`pip install nvidia-cuda-nvdisasm`).
#include <unistd.h>

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "gpu/layout/file.hpp"
#include "gpu/prove/product_kernels.hpp"
#include "gpu/prove/second_opinion.hpp"
#include "gpu/source/probe/compiled/assembler.hpp"
#include "gpu/source/probe/compiled/compiled_file.hpp"
#include "gpu/source/probe/compiled/compiled_kernels.hpp"
#include "gpu/source/probe/compiled/recompute.hpp"
#include "gpu/source/sass/decoder.hpp"
#include "gpu/source/sass/describe.hpp"
#include "tests/assets/texts.hpp"

namespace tcviz {
namespace {

std::vector<std::unique_ptr<Assembler>> assemblers() { return find_assemblers(assembler_paths()); }

TEST(Live, EveryArchitectureIsWhatTheFileSays) {
  const auto found = assemblers();
  if (found.empty()) GTEST_SKIP() << "no nvJitLink here";
  const auto text = read_file(TCVIZ_LAYOUTS "/compiled.json");
  const auto table = parse_compiled(text.value());
  ASSERT_TRUE(table.ok());
  for (const auto& assembler : found) {
    for (const ComputeCapability architecture : assembler->architectures()) {
      if (table.value().find(architecture) == nullptr) continue;  // newer than the file
      const auto recomputed = recompute(*assembler, architecture, {});
      ASSERT_TRUE(recomputed.ok()) << recomputed.error().message;
      EXPECT_EQ(recomputed.value().kinds.size(), kinds_since(architecture).size());
      for (const CompiledMap& each : recomputed.value().kinds) {
        ASSERT_TRUE(each.map.ok()) << each.map.error().message;
        EXPECT_EQ(each.map.value(), *table.value().map_of(*each.kind, architecture))
            << assembler->version() << " " << architecture << " " << each.kind->id;
      }
    }
  }
}

// Only products that the tensor cores of an architecture do not have are not executed.
TEST(Live, EveryProductOfTheTensorCoreAgrees) {
  const auto found = assemblers();
  if (found.empty()) GTEST_SKIP() << "no nvJitLink here";
  int agree = 0;
  for (const auto& assembler : found) {
    for (const ComputeCapability architecture : assembler->architectures()) {
      const auto opinion = second_opinion(*assembler, architecture);
      ASSERT_TRUE(opinion.ok()) << opinion.error().message;
      for (const KindOpinion& each : opinion.value().kinds) {
        const bool native = !each.kind->native_until || *each.kind->native_until >= architecture;
        EXPECT_EQ(each.opinion, native ? Opinion::Agrees : Opinion::NotExecuted)
            << assembler->version() << " " << architecture << " " << each.kind->id << ": " << each.why;
        agree += each.opinion == Opinion::Agrees;
      }
    }
  }
  std::printf("%d layouts agree\n", agree);
}

TEST(Live, AnArchitectureThatTheAssemblerDoesNotKnowIsRefused) {
  const auto found = assemblers();
  if (found.empty()) GTEST_SKIP() << "no nvJitLink here";
  const auto recomputed = recompute(*found.front(), 71, {});
  ASSERT_FALSE(recomputed.ok());
  EXPECT_NE(recomputed.error().message.find("sm_71"), std::string::npos);
}

TEST(Live, ALibraryThatIsNotThereIsRefused) { EXPECT_FALSE(open_assembler("/nowhere/libnvJitLink.so").ok()); }

// record.py's output for a cubin: the text that nvdisasm writes, or nothing if it does not serve the architecture.
std::string disassemble(const std::string& nvdisasm, const std::string& cubin) {
  const auto file = std::filesystem::temp_directory_path() / ("tcviz_live_" + std::to_string(getpid()) + ".cubin");
  EXPECT_TRUE(write_file(file, cubin).ok());
  const std::string command =
      nvdisasm + " -hex " + file.string() + " 2>/dev/null | python3 " TCVIZ_SASS_DATA "/../record.py";
  std::string text = output_of(command);
  std::filesystem::remove(file);
  return text;
}

// Subroutines, and the kernels that call them, are not decoded.
bool is_decoded(const std::string& kernel, ComputeCapability architecture) {
  const bool narrow = kernel.find("_s4_") != std::string::npos || kernel.find("_u4_") != std::string::npos;
  const bool bits = kernel.find("product_") == 0 && kernel.find("_b1_") != std::string::npos;
  return kernel.find("__cuda") != 0 && !(kernel.find("product_") == 0 && narrow && architecture >= 90) &&
         !(bits && (architecture > 90 || (architecture == 90 && !kernel.ends_with("_and"))));
}

int compare(const std::string& text, ComputeCapability architecture) {
  std::istringstream lines(text);
  int compared = 0;
  bool decoded = true;
  for (std::string line; std::getline(lines, line);) {
    if (line.find(' ') == std::string::npos) decoded = is_decoded(line, architecture);
    if (line.find(' ') == std::string::npos || !decoded) continue;
    std::istringstream words(line);
    std::uint32_t address = 0;
    Word word;
    std::string expected;
    words >> std::hex >> address >> word.low >> word.high >> std::ws;
    std::getline(words, expected);
    const auto instruction = decode(word, address);
    EXPECT_TRUE(instruction.ok()) << (instruction ? "" : instruction.error().message);
    if (!instruction) continue;
    EXPECT_EQ(describe(instruction.value(), architecture), expected);
    ++compared;
  }
  return compared;
}

TEST(Live, TheDecoderReadsAsNvdisasmDoes) {
#if defined(__SANITIZE_ADDRESS__)
  GTEST_SKIP() << "half a million lines of text: the plain build reads them";
#endif
  const char* nvdisasm = std::getenv("TCVIZ_NVDISASM");
  const auto found = assemblers();
  if (nvdisasm == nullptr || found.empty()) GTEST_SKIP() << "needs nvJitLink, and nvdisasm in TCVIZ_NVDISASM";
  int compared = 0;
  for (const auto& assembler : found) {
    for (const ComputeCapability architecture : assembler->architectures()) {
      for (const bool optimise : {true, false}) {
        const auto cubin =
            assembler->assemble(probe_module(architecture, kinds_since(architecture)), architecture, optimise);
        ASSERT_TRUE(cubin.ok()) << cubin.error().message;
        compared += compare(disassemble(nvdisasm, cubin.value()), architecture);
      }
      const auto products =
          assembler->assemble(product_module(architecture, product_kernels(architecture)), architecture, true);
      ASSERT_TRUE(products.ok()) << products.error().message;
      compared += compare(disassemble(nvdisasm, products.value()), architecture);
    }
  }
  std::printf("%d instructions compared\n", compared);
  EXPECT_GT(compared, 100000);
}

}  // namespace
}  // namespace tcviz
