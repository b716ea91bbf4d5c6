// Where libraries are looked for, in a machine made of empty files.
#include "gpu/source/device/library_search.hpp"

#include <gmock/gmock.h>

#include "gpu/source/device/nvrtc.hpp"
#include "tests/device/temporary_folder.hpp"

namespace tcviz {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const WantedLibrary wanted = {{"liba.so.2", "liba.so.1"}, "a", {"nvidia/cu13/lib", "nvidia/a/lib"}, true};

TEST(LibrarySearch, EveryPlaceInItsOrder) {
  const TemporaryFolder folder;
  const auto at = [&](const std::string& name) { return folder.file(name).string(); };
  const std::vector<std::string> files = {at("setup/a/nvidia/cu13/lib/liba.so.2"),
                                          at("home_of_cuda/lib64/liba.so.1"),
                                          at("usr/local/cuda/lib64/liba.so.2"),
                                          at("usr/local/cuda-13.0/lib64/liba.so.2"),
                                          at("usr/local/cuda-12.4/lib64/liba.so.1"),
                                          at("opt/kit/lib64/liba.so.2"),
                                          at("venv/lib/python3.11/site-packages/nvidia/cu13/lib/liba.so.2"),
                                          at("conda/lib/python3.12/site-packages/nvidia/a/lib/liba.so.1"),
                                          at("home/.local/lib/python3.9/site-packages/nvidia/a/lib/liba.so.1"),
                                          at("usr/lib/python3/dist-packages/nvidia/a/lib/liba.so.1")};
  at("opt/kit/bin/nvcc");
  at("usr/local/cuda-12.4/lib64/libother.so");
  std::filesystem::create_symlink(folder.path() / "opt/kit/bin/nvcc", folder.path() / "home/nvcc");
  Surroundings machine;
  machine.root = folder.path();
  machine.setup = folder.path() / "setup";
  const std::string root = folder.path().string();
  machine.variables = {{"CUDA_HOME", root + "/home_of_cuda"},
                       {"PATH", "/nowhere:" + root + "/home"},
                       {"HOME", root + "/home"},
                       {"VIRTUAL_ENV", root + "/venv"},
                       {"CONDA_PREFIX", root + "/conda"}};
  EXPECT_THAT(library_places(wanted, machine),
              ElementsAre(files[0], "liba.so.2", "liba.so.1", files[1], files[2], files[3], files[4], files[5],
                          files[6], files[7], files[8], files[9]));
}

// `pip install tcviz[sass]` into a virtual environment that nothing names: not even the variables of an active one.
TEST(LibrarySearch, PackagesBesideTheProgramComeFirst) {
  const TemporaryFolder folder;
  const std::string beside = folder.file("venv/lib/python3.13/site-packages/nvidia/cu13/lib/liba.so.2").string();
  const std::string beside64 = folder.file("venv/lib64/python3.13/site-packages/nvidia/a/lib/liba.so.1").string();
  const std::string homely = folder.file("home/.local/lib/python3.9/site-packages/nvidia/a/lib/liba.so.1").string();
  Surroundings machine;
  machine.root = folder.path();
  machine.program = folder.file("venv/bin/tcviz");
  machine.variables = {{"HOME", (folder.path() / "home").string()}};
  EXPECT_THAT(library_places(wanted, machine), ElementsAre("liba.so.2", "liba.so.1", beside, beside64, homely));
  WantedLibrary not_of_python = wanted;
  not_of_python.of_python = false;
  EXPECT_THAT(library_places(not_of_python, machine), ElementsAre("liba.so.2", "liba.so.1", beside, beside64));
}

TEST(LibrarySearch, AFolderThatPipWasToldToFill) {
  const TemporaryFolder folder;
  const std::string beside = folder.file("target/nvidia/cu13/lib/liba.so.2").string();
  Surroundings machine;
  machine.root = folder.path();
  machine.program = folder.file("target/bin/tcviz");
  EXPECT_THAT(library_places(wanted, machine), ElementsAre("liba.so.2", "liba.so.1", beside));
}

TEST(LibrarySearch, ThisMachineKnowsTheProgramThatRuns) { EXPECT_EQ(this_machine().program.filename(), "test_device"); }

TEST(LibrarySearch, NothingSetLeavesTheLoader) {
  const TemporaryFolder folder;
  Surroundings machine;
  machine.root = folder.path();
  EXPECT_THAT(library_places(wanted, machine), ElementsAre("liba.so.2", "liba.so.1"));
}

TEST(FindNvrtc, MissingSaysWhereItLookedAndWhatToDo) {
  const TemporaryFolder folder;
  Surroundings machine;
  machine.root = folder.path();
  machine.setup = folder.path() / "setup";
  machine.variables = {{"CUDA_PATH", "/opt/my_cuda"}};
  machine.has_loader = false;
  const auto found = find_nvrtc(machine);
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().fault, Fault::Unavailable);
  for (const std::string& part :
       {std::string("app/run --with-compilers"), std::string("TCVIZ_NVRTC"), std::string("/opt/my_cuda/lib64"),
        (folder.path() / "setup/nvrtc/nvidia/cu13/lib").string(), (folder.path() / "usr/local/cuda/lib64").string()})
    EXPECT_THAT(found.error().message, HasSubstr(part));
}

TEST(FindNvrtc, AProgramWithoutASetUpNamesItsPackages) {
  const TemporaryFolder folder;
  Surroundings machine;
  machine.root = folder.path();
  machine.has_loader = false;
  const auto found = find_nvrtc(machine);
  ASSERT_FALSE(found.ok());
  EXPECT_THAT(found.error().message, HasSubstr("fetch it with `pip install 'tcviz[gpu]'` (up to 180 MB)"));
}

TEST(FindNvrtc, AWrongOverrideIsAnError) {
  const TemporaryFolder folder;
  for (const auto& named : {folder.path() / "nothing.so", folder.path(), folder.file("text.so", "no library")}) {
    Surroundings machine = this_machine();
    machine.variables["TCVIZ_NVRTC"] = named.string();
    const auto found = find_nvrtc(machine);
    ASSERT_FALSE(found.ok());
    EXPECT_THAT(found.error().message, HasSubstr("TCVIZ_NVRTC names " + named.string()));
  }
}

TEST(KernelCache, TheUsersFolder) {
  Surroundings machine;
  EXPECT_EQ(default_kernel_cache(machine), "");
  machine.variables = {{"HOME", "/somebody"}};
  EXPECT_EQ(default_kernel_cache(machine), "/somebody/.cache/tcviz/kernels");
  machine.variables["XDG_CACHE_HOME"] = "relative";
  EXPECT_EQ(default_kernel_cache(machine), "/somebody/.cache/tcviz/kernels");
  machine.variables["XDG_CACHE_HOME"] = "/cache";
  EXPECT_EQ(default_kernel_cache(machine), "/cache/tcviz/kernels");
}

}  // namespace
}  // namespace tcviz
