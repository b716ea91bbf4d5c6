// Libraries in two halves, in folders that the loader does not know: what a copy in a system's folder would hide.
#include "gpu/source/device/open_library.hpp"

#include <gmock/gmock.h>

#include "gpu/source/device/nvrtc.hpp"
#include "tests/device/temporary_folder.hpp"

namespace tcviz {
namespace {

namespace fs = std::filesystem;

using testing::HasSubstr;

const fs::path fakes = TCVIZ_FAKE_LIBRARIES;

std::variant<Compiled, CompileFailure> compile_with(const fs::path& nvrtc) {
  Surroundings machine;
  machine.variables["TCVIZ_NVRTC"] = nvrtc.string();
  const auto places = find_nvrtc(machine);
  if (!places) return CompileFailure{{}, {}, places.error()};
  return compile_kernel(places.value(), {"some text", "body.cu", 90, {}}, {});
}

void expect_compiles(const fs::path& nvrtc) {
  const auto outcome = compile_with(nvrtc);
  ASSERT_TRUE(std::holds_alternative<Compiled>(outcome)) << std::get<CompileFailure>(outcome).error.message;
  EXPECT_EQ(std::get<Compiled>(outcome).cubin.size(), std::string("some text").size());
}

TEST(OpenLibrary, NvrtcFindsItsHalfBesideItself) { expect_compiles(fakes / "libnvrtc.so.99"); }

TEST(OpenLibrary, NvrtcBehindALinkFindsItsHalf) {
  const TemporaryFolder folder;
  fs::create_symlink(fakes / "libnvrtc.so.99", folder.path() / "libnvrtc.so.13");
  expect_compiles(folder.path());
}

TEST(OpenLibrary, ACopyWithoutAVersionInItsNameFindsItsHalf) {
  const TemporaryFolder folder;
  fs::copy_file(fakes / "libnvrtc.so.99", folder.path() / "libnvrtc.so");
  fs::copy_file(fakes / "libnvrtc-builtins.so.99.0", folder.path() / "libnvrtc-builtins.so.99.0");
  expect_compiles(folder.path() / "libnvrtc.so");
}

// Somebody else's half is no help, and is left alone.
TEST(OpenLibrary, NvrtcWithoutItsHalfSaysWhatIsMissingAndWhatToDo) {
  const TemporaryFolder folder;
  const auto nvrtc = folder.path() / "libnvrtc.so.98", other = folder.path() / "libnvrtc-builtins.so.97.0";
  fs::copy_file(fakes / "libnvrtc.so.98", nvrtc);
  fs::copy_file(fakes / "libnvrtc-builtins.so.98.0", other);
  const auto outcome = compile_with(nvrtc);
  ASSERT_TRUE(std::holds_alternative<CompileFailure>(outcome));
  const CompileFailure& failure = std::get<CompileFailure>(outcome);
  EXPECT_EQ(failure.error.fault, Fault::Unavailable);
  EXPECT_THAT(failure.error.message, HasSubstr("failed to open libnvrtc-builtins.so.98.0"));
  EXPECT_THAT(failure.error.message, HasSubstr("app/run --with-compilers"));
  EXPECT_EQ(dlopen(other.c_str(), RTLD_LAZY | RTLD_NOLOAD), nullptr);
}

TEST(OpenLibrary, CublasFindsTheHalfThatItIsLinkedTo) {
  const OpenLibrary library = open_library((fakes / "libcublas.so.99").string());
  ASSERT_TRUE(library);
  const auto answer = reinterpret_cast<int (*)()>(dlsym(library.get(), "fake_cublas"));
  ASSERT_NE(answer, nullptr);
  EXPECT_EQ(answer(), 42);
  EXPECT_EQ(file_of(reinterpret_cast<void*>(answer)), fakes / "libcublas.so.99");
}

TEST(OpenLibrary, WithoutThatHalfItIsNotOpened) {
  const TemporaryFolder folder;
  fs::copy_file(fakes / "libcublas.so.98", folder.path() / "libcublas.so.98");
  EXPECT_FALSE(open_library((folder.path() / "libcublas.so.98").string()));
}

TEST(OpenLibrary, WhatIsNotThereIsNotOpened) {
  EXPECT_FALSE(open_library("/nowhere/libnvrtc.so.13"));
  EXPECT_FALSE(open_library("libtcviz-that-nobody-has.so.1"));
}

}  // namespace
}  // namespace tcviz
