#include "gpu/layout/provenance.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <ctime>
#include <optional>
#include <regex>

namespace tcviz {
namespace {

// The clock's zone, put back at the end.
class Zone {
 public:
  explicit Zone(const char* name) {
    if (const char* const before = std::getenv("TZ")) before_ = before;
    setenv("TZ", name, 1);
  }
  ~Zone() {
    before_ ? setenv("TZ", before_->c_str(), 1) : unsetenv("TZ");
    tzset();
  }
  Zone(const Zone&) = delete;
  Zone& operator=(const Zone&) = delete;

 private:
  std::optional<std::string> before_;
};

std::string date_at(std::time_t time, int hours_east) {
  const std::time_t there = time + hours_east * 3600;
  std::tm parts{};
  gmtime_r(&there, &parts);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", &parts);
  return text;
}

// The day may change between two looks at the clock: then the answer is that of one of them.
void expect_date(const char* zone, int hours_east) {
  const Zone set(zone);
  const std::time_t before = std::time(nullptr);
  const std::string said = today();
  const std::time_t after = std::time(nullptr);
  EXPECT_TRUE(said == date_at(before, hours_east) || said == date_at(after, hours_east)) << zone << ": " << said;
}

TEST(Today, IsWrittenAsIsoHasIt) {
  EXPECT_TRUE(std::regex_match(today(), std::regex("[0-9]{4}-[01][0-9]-[0-3][0-9]")));
}

// The two ends of the world are 26 hours apart: at no moment have they one date.
TEST(Today, IsTheLocalDay) {
  expect_date("UTC0", 0);
  expect_date("EAST-14", 14);
  expect_date("WEST+12", -12);
}

}  // namespace
}  // namespace tcviz
