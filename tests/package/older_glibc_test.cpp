// What stands in for functions of a newer glibc, held against this machine's own, which has them. That the program runs
// at all where they are missing is what tests/run --bare shows.
#include "app/package/older_glibc.h"

#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <thread>

extern "C" void arc4random_buf(void* bytes, std::size_t count);

namespace {

int constructed = 0;
const bool constructs = ++constructed > 0;

TEST(Start, RunsEveryConstructorOnce) {
  EXPECT_TRUE(constructs);
  EXPECT_EQ(constructed, 1);
}

using FindObject = int (*)(void*, dl_find_object*);

TEST(FindObject, SaysWhatThisMachinesOwnSays) {
  const auto own = reinterpret_cast<FindObject>(dlsym(RTLD_NEXT, "_dl_find_object"));
  if (own == nullptr) GTEST_SKIP() << "this glibc is older than 2.35";
  const std::array<void*, 4> places = {reinterpret_cast<void*>(&tcviz_find_object), dlsym(RTLD_NEXT, "printf"),
                                       dlsym(RTLD_NEXT, "__cxa_throw"), dlsym(RTLD_NEXT, "cos")};
  for (void* const place : places) {
    ASSERT_NE(place, nullptr);
    dl_find_object expected{}, got{};
    ASSERT_EQ(own(place, &expected), 0);
    ASSERT_EQ(tcviz_find_object(place, &got), 0);
    EXPECT_EQ(got.dlfo_eh_frame, expected.dlfo_eh_frame);
    EXPECT_LE(got.dlfo_map_start, place);
    EXPECT_GT(got.dlfo_map_end, place);
  }
}

TEST(FindObject, NoObjectHasTheStack) {
  dl_find_object found{};
  EXPECT_EQ(tcviz_find_object(&found, &found), -1);
  EXPECT_EQ(tcviz_find_object(nullptr, &found), -1);
}

std::int64_t now_of(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return now.tv_sec * std::int64_t{1000000000} + now.tv_nsec;
}

timespec time_at(std::int64_t nanoseconds) { return {nanoseconds / 1000000000, nanoseconds % 1000000000}; }

// A condition, locked.
struct Condition {
  pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
  pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  Condition() { pthread_mutex_lock(&mutex); }
  ~Condition() { pthread_mutex_unlock(&mutex); }
  int wait(clockid_t clock, const timespec& until) { return tcviz_cond_clockwait(&condition, &mutex, clock, &until); }
};

TEST(CondClockwait, WaitsUntilItsTime) {
  for (const clockid_t clock : {CLOCK_MONOTONIC, CLOCK_REALTIME}) {
    Condition held;
    const std::int64_t until = now_of(clock) + 20000000;
    EXPECT_EQ(held.wait(clock, time_at(until)), ETIMEDOUT);
    EXPECT_GE(now_of(clock), until);
  }
}

TEST(CondClockwait, ATimeThatIsOverIsNotWaitedFor) {
  Condition held;
  EXPECT_EQ(held.wait(CLOCK_MONOTONIC, {0, 0}), ETIMEDOUT);
}

TEST(CondClockwait, ASignalEndsAWaitForEver) {
  for (const std::int64_t seconds : {std::int64_t{9000000000}, std::numeric_limits<std::int64_t>::max()}) {
    Condition held;
    bool said = false;
    std::thread other([&] {
      pthread_mutex_lock(&held.mutex);
      said = true;
      pthread_cond_signal(&held.condition);
      pthread_mutex_unlock(&held.mutex);
    });
    int result = 0;
    while (!said && result == 0) result = held.wait(CLOCK_MONOTONIC, {seconds, 999999999});
    EXPECT_EQ(result, 0);
    pthread_mutex_unlock(&held.mutex);
    other.join();
    pthread_mutex_lock(&held.mutex);
  }
}

TEST(Stat, FilesAndLinks) {
  std::string folder = (std::filesystem::temp_directory_path() / "tcviz.XXXXXX").string();
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const std::string file = folder + "/file", link = folder + "/link";
  std::ofstream(file) << "seven..";
  std::filesystem::create_symlink(file, link);
  struct stat found {};
  EXPECT_EQ(stat(link.c_str(), &found), 0);
  EXPECT_EQ(found.st_size, 7);
  EXPECT_EQ(lstat(link.c_str(), &found), 0);
  EXPECT_TRUE(S_ISLNK(found.st_mode));
  EXPECT_EQ(stat((folder + "/nothing").c_str(), &found), -1);
  EXPECT_EQ(errno, ENOENT);
  std::FILE* const open = std::fopen(file.c_str(), "r");
  EXPECT_EQ(fstat(fileno(open), &found), 0);
  EXPECT_EQ(found.st_size, 7);
  std::fclose(open);
  std::filesystem::remove_all(folder);
}

TEST(Random, BytesDifferAndStayInTheirPlace) {
  std::array<unsigned char, 1002> first{}, second{};
  arc4random_buf(first.data() + 1, 1000);
  arc4random_buf(second.data() + 1, 1000);
  EXPECT_NE(first, second);
  for (const auto& bytes : {first, second}) {
    EXPECT_EQ(bytes.front(), 0);
    EXPECT_EQ(bytes.back(), 0);
  }
}

}  // namespace
