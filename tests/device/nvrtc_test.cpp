// Kernels compiled at run time, and kept; left out if there is no NVRTC.
#include "gpu/source/device/nvrtc.hpp"

#include <gmock/gmock.h>

#include <cstring>
#include <thread>

#include "gpu/layout/file.hpp"
#include "gpu/source/device/kernel_cache.hpp"
#include "tests/device/temporary_folder.hpp"

namespace tcviz {
namespace {

using testing::HasSubstr;

constexpr const char* wmma_kernel = R"(#include <mma.h>
extern "C" __global__ void copy(const __half* from, float* to) {
  nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, 16, 16, 16, __half, nvcuda::wmma::row_major> a;
  nvcuda::wmma::load_matrix_sync(a, from, 16);
  for (int i = 0; i < a.num_elements; ++i) to[threadIdx.x * a.num_elements + i] = __half2float(a.x[i]);
})";

class Nvrtc : public testing::Test {
 protected:
  void SetUp() override {
    const auto found = find_nvrtc();
    if (!found) GTEST_SKIP() << found.error().message;
    places_ = found.value();
  }

  std::variant<Compiled, CompileFailure> compile(const std::string& text, int capability = 90,
                                                 std::vector<std::string> options = {}) {
    return compile_kernel(places_, {text, "body.cu", capability, std::move(options)}, cache_);
  }
  Compiled compiled(const std::string& text, int capability = 90) {
    auto outcome = compile(text, capability);
    if (auto* failed = std::get_if<CompileFailure>(&outcome)) {
      ADD_FAILURE() << failed->error.message << "\n" << failed->log;
      return {};
    }
    return std::get<Compiled>(std::move(outcome));
  }
  CompileFailure failed(const std::string& text, int capability = 90) {
    auto outcome = compile(text, capability);
    if (auto* failure = std::get_if<CompileFailure>(&outcome)) return std::move(*failure);
    ADD_FAILURE() << "this should not compile: " << text;
    return {};
  }

  NvrtcPlaces places_;
  std::filesystem::path cache_;
};

// The architecture that an ELF file's flags tell (the low byte up to CUDA 12, the second one since).
int architecture_of(const std::vector<std::byte>& cubin) {
  std::uint32_t flags = 0;
  std::memcpy(&flags, cubin.data() + 48, sizeof flags);
  return static_cast<int>(std::to_integer<unsigned>(cubin[8]) >= 8 ? flags >> 8 & 0xff : flags & 0xff);
}

TEST_F(Nvrtc, CompilesForEveryArchitectureThatItNames) {
  const auto known = nvrtc_architectures(places_);
  ASSERT_TRUE(std::is_sorted(known.begin(), known.end()));
  for (const int capability : {75, 80, 90, 100, 120}) {
    if (std::find(known.begin(), known.end(), capability) == known.end()) continue;
    const Compiled result = compiled(wmma_kernel, capability);
    ASSERT_GT(result.cubin.size(), 64u);
    EXPECT_EQ(std::memcmp(result.cubin.data(),
                          "\x7f"
                          "ELF",
                          4),
              0);
    EXPECT_EQ(architecture_of(result.cubin), capability);
    EXPECT_EQ(result.compiler, "NVRTC " + places_.version);
    EXPECT_FALSE(result.from_cache);
    EXPECT_GT(result.milliseconds, 0);
  }
}

TEST_F(Nvrtc, AnUnknownArchitectureIsUnavailable) {
  const CompileFailure failure = failed(wmma_kernel, 50);
  EXPECT_EQ(failure.error.fault, Fault::Unavailable);
  EXPECT_THAT(failure.error.message, HasSubstr("does not compile for sm_50: it knows "));
}

TEST_F(Nvrtc, ErrorsStandAtTheirOwnLine) {
  const CompileFailure failure = failed(
      "extern \"C\" __global__ void k(float* p) {\n  float x = p[0];\n#line 1 \"body\"\nint unused = 3;\nx = rwo;\n"
      "#line 7 \"kernel.cu\"\n  p[0] = x +;\n}\n");
  std::vector<CompileLogLine> errors;
  for (const CompileLogLine& each : failure.lines)
    if (each.error) errors.push_back(each);
  ASSERT_EQ(errors.size(), 2u) << failure.log;
  EXPECT_EQ(errors[0].file, "body");
  EXPECT_EQ(errors[0].line, 2);
  EXPECT_EQ(errors[0].message, "identifier \"rwo\" is undefined");
  EXPECT_EQ(errors[1].file, "kernel.cu");
  EXPECT_EQ(errors[1].line, 7);
  EXPECT_EQ(failure.error.fault, Fault::BadInput);
  EXPECT_EQ(failure.error.message, "NVRTC " + places_.version + ": body, line 2: identifier \"rwo\" is undefined");
}

TEST_F(Nvrtc, WarningsAreKept) {
  const Compiled result = compiled("__global__ void k() { int unused = 3; }");
  const auto lines = parse_compile_log(result.log);
  ASSERT_FALSE(lines.empty()) << result.log;
  EXPECT_FALSE(lines[0].error);
  EXPECT_EQ(lines[0].line, 1);
}

TEST_F(Nvrtc, ABadOptionSaysSo) {
  auto outcome = compile("__global__ void k() {}", 90, {"--no-such-option"});
  const auto* failure = std::get_if<CompileFailure>(&outcome);
  ASSERT_NE(failure, nullptr);
  EXPECT_THAT(failure->error.message, HasSubstr("option"));
}

constexpr const char* small_kernel = "extern \"C\" __global__ void k(float* p) { p[threadIdx.x] += 1; }";

TEST_F(Nvrtc, TheSecondTimeComesFromTheCache) {
  const TemporaryFolder folder;
  cache_ = folder.path() / "new/kernels";
  const Compiled first = compiled(small_kernel), second = compiled(small_kernel);
  EXPECT_FALSE(first.from_cache);
  EXPECT_TRUE(second.from_cache);
  EXPECT_EQ(first.cubin, second.cubin);
  EXPECT_EQ(first.log, second.log);
  EXPECT_EQ(second.compiler, first.compiler);
  // Another text, architecture, option or name is another kernel.
  EXPECT_FALSE(compiled(std::string(small_kernel) + " ").from_cache);
  EXPECT_FALSE(compiled(small_kernel, 80).from_cache);
  EXPECT_FALSE(std::get<Compiled>(compile(small_kernel, 90, {"--fmad=false"})).from_cache);
  EXPECT_TRUE(std::get<Compiled>(compile(small_kernel, 90, {"--fmad=false"})).from_cache);
}

TEST_F(Nvrtc, ADamagedEntryIsCompiledAgain) {
  const TemporaryFolder folder;
  cache_ = folder.path();
  const Compiled first = compiled(small_kernel);
  ASSERT_FALSE(first.cubin.empty());
  ASSERT_FALSE(std::filesystem::is_empty(cache_)) << "what was compiled is not in the cache";
  const auto entry = std::filesystem::directory_iterator(cache_)->path();
  const std::string whole = read_file(entry).value();
  std::vector<std::string> damaged = {"", "x", whole.substr(0, whole.size() - 1), whole + "x",
                                      std::string(whole.size(), '\0')};
  for (const std::size_t at : {std::size_t{3}, std::size_t{20}, std::size_t{30}, whole.size() / 2, whole.size() - 1}) {
    damaged.push_back(whole);
    damaged.back()[at] = static_cast<char>(damaged.back()[at] ^ 0x10);
  }
  for (const std::string& bytes : damaged) {
    ASSERT_TRUE(write_file(entry, bytes).ok());
    const Compiled again = compiled(small_kernel);
    EXPECT_FALSE(again.from_cache);
    EXPECT_EQ(again.cubin, first.cubin);
    EXPECT_EQ(read_file(entry).value(), whole);
  }
}

TEST_F(Nvrtc, AFolderThatCannotBeWrittenIsNoFailure) {
  const TemporaryFolder folder;
  cache_ = folder.file("a_file", "in the way") / "kernels";
  EXPECT_FALSE(compiled(small_kernel).from_cache);
  EXPECT_FALSE(compiled(small_kernel).from_cache);
  cache_ = folder.path() / "read_only";
  std::filesystem::create_directory(cache_);
  std::filesystem::permissions(cache_, std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
  EXPECT_FALSE(compiled(small_kernel).from_cache);
}

TEST_F(Nvrtc, SeveralThreadsAtOnce) {
  const TemporaryFolder folder;
  cache_ = folder.path();
  std::vector<Compiled> results(4);
  std::vector<std::thread> threads;
  for (std::size_t at = 0; at < results.size(); ++at)
    threads.emplace_back([&, at] { results[at] = compiled(small_kernel, at % 2 == 0 ? 80 : 90); });
  for (std::thread& each : threads) each.join();
  EXPECT_EQ(results[0].cubin, results[2].cubin);
  EXPECT_EQ(results[1].cubin, results[3].cubin);
  EXPECT_NE(results[0].cubin, results[1].cubin);
}

TEST(KernelCache, TheOldestGo) {
  const TemporaryFolder folder;
  const std::string cubin(1000, 'c');
  for (const char* key : {"one", "two", "three"}) write_cached(folder.path(), key, {cubin, "log"});
  const auto now = std::filesystem::file_time_type::clock::now();
  int age = 0;
  for (const char* key : {"two", "three", "one"})
    std::filesystem::last_write_time(cache_entry(folder.path(), key), now - std::chrono::hours(++age));
  const auto other = folder.file("not_ours.txt", std::string(5000, 'x'));
  trim_cache(folder.path(), 2500);
  EXPECT_TRUE(read_cached(folder.path(), "two"));
  EXPECT_TRUE(read_cached(folder.path(), "three"));
  EXPECT_FALSE(read_cached(folder.path(), "one"));
  EXPECT_TRUE(std::filesystem::exists(other));
  EXPECT_EQ(read_cached(folder.path(), "two")->cubin, cubin);
  EXPECT_EQ(read_cached(folder.path(), "two")->log, "log");
}

// An entry under the name of another key, as if their hashes were equal.
TEST(KernelCache, AnotherKeysEntryIsNotTaken) {
  const TemporaryFolder folder;
  write_cached(folder.path(), "one", {"cubin", "log"});
  std::filesystem::rename(cache_entry(folder.path(), "one"), cache_entry(folder.path(), "two"));
  EXPECT_FALSE(read_cached(folder.path(), "two"));
}

struct LogRow {
  std::string log, file;
  int line;
  bool error;
  std::string message;
};

TEST(CompileLog, EveryShapeOfMessage) {
  const std::vector<LogRow> rows = {
      {"k.cu(4): error: identifier \"x\" is undefined\n    x = 3;\n    ^\n", "k.cu", 4, true,
       "identifier \"x\" is undefined"},
      {"k.cu(12): warning #177-D: variable \"q\" was declared but never referenced", "k.cu", 12, false,
       "variable \"q\" was declared but never referenced"},
      {"a b/k: (1).cu(7): error #20: no: way", "a b/k: (1).cu", 7, true, "no: way"},
      {"k.cu(1): catastrophic error: cannot open source file \"x.h\"", "k.cu", 1, true,
       "cannot open source file \"x.h\""},
      {"nvrtc: error: invalid value for --gpu-architecture (-arch)", "nvrtc", 0, true,
       "invalid value for --gpu-architecture (-arch)"},
      {"k(x): error: odd", "k(x)", 0, true, "odd"},
      {"k(99999999999): error: odd", "k(99999999999)", 0, true, "odd"},
  };
  for (const LogRow& row : rows) {
    const auto lines = parse_compile_log(row.log);
    ASSERT_EQ(lines.size(), 1u) << row.log;
    EXPECT_EQ(lines[0].file, row.file);
    EXPECT_EQ(lines[0].line, row.line);
    EXPECT_EQ(lines[0].error, row.error);
    EXPECT_EQ(lines[0].message, row.message);
  }
  EXPECT_TRUE(parse_compile_log("1 error detected in the compilation of \"k.cu\".\n\nerror: \n(: )").empty());
}

TEST_F(Nvrtc, PtxHasTheArchitectureAndTheLinesOfTheText) {
  const auto ptx = compile_to_ptx(places_, wmma_kernel, "folder/kernel.cu", "sm_90a");
  ASSERT_TRUE(ptx) << ptx.error().message;
  EXPECT_THAT(ptx.value(), HasSubstr(".target sm_90a"));
  EXPECT_THAT(ptx.value(), testing::ContainsRegex("\\.loc[ \t]+[0-9]+ 4 "));
  EXPECT_THAT(ptx.value(), HasSubstr("kernel.cu\""));
  EXPECT_EQ(ptx.value().find('\0'), std::string::npos);
}

TEST_F(Nvrtc, WhatMakesNoPtxIsToldWithAllMessages) {
  const auto ptx = compile_to_ptx(places_, "extern \"C\" __global__ void f() { one(); two(); }", "kernel.cu", "sm_80");
  ASSERT_FALSE(ptx);
  EXPECT_EQ(ptx.error().fault, Fault::BadInput);
  EXPECT_THAT(ptx.error().message, HasSubstr("does not compile kernel.cu for sm_80"));
  EXPECT_THAT(ptx.error().message, HasSubstr("\"one\""));
  EXPECT_THAT(ptx.error().message, HasSubstr("\"two\""));
  EXPECT_FALSE(compile_to_ptx(places_, "", "kernel.cu", "sm_7"));
}

}  // namespace
}  // namespace tcviz
