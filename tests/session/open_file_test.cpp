// Files that a person opens, whatever they hold, and the list that a path is chosen from.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "app/session/base/folder_entries.hpp"
#include "app/session/products/products_state.hpp"
#include "app/session/whole/opened_file.hpp"
#include "app/session/whole/session.hpp"
#include "gtest/gtest.h"
#include "tests/session/fakes.hpp"

namespace tcviz {
namespace {

namespace fs = std::filesystem;

const fs::path opened_assets = fs::path(TCVIZ_RESULTS).parent_path();

class OpenAny : public testing::Test {
 protected:
  OpenAny() : folder_(fs::temp_directory_path() / ("tcviz-open-" + std::to_string(::getpid()))) {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "sub");
    session_ = std::move(Session::make(sources_, {}, [] {})).value();
    session_->settle();
  }
  ~OpenAny() override { fs::remove_all(folder_); }

  void open(const fs::path& path) {
    session_->actions().push_back(WindowAction(OpenFile{path.string()}));
    session_->settle();
  }
  fs::path put(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }
  const Document& document() const { return session_->document(); }

  fs::path folder_;
  Sources sources_ = sample_sources();
  std::unique_ptr<Session> session_;
};

TEST_F(OpenAny, ALayoutFileIsASourceByItsName) {
  const std::size_t before = document().sources.size();
  open(opened_assets / "layouts" / "published_sm_75.json");
  ASSERT_EQ(document().sources.size(), before + 1);
  EXPECT_EQ(document().chosen().info.name, "published_sm_75.json");
  ASSERT_NE(document().layout(), nullptr);
  EXPECT_EQ(document().kind, document().chosen().kinds.front());
  open(opened_assets / "layouts" / "published_sm_75.json");
  EXPECT_EQ(document().sources.size(), before + 1);  // the same again
  session_->actions().push_back(AskSource{});
  session_->settle();
  EXPECT_NE(document().layout(), nullptr);
  EXPECT_FALSE(document().chosen().busy());
  EXPECT_EQ(document().recent_files.size(), 1U);
}

TEST_F(OpenAny, AFigureCarriesItsLayout) {
  session_->actions().push_back(ShowWorkspace{Workspace::Maxas});
  open(opened_assets / "pictures" / "accumulator.svg");
  EXPECT_EQ(document().chosen().info.name, "accumulator.svg");
  EXPECT_EQ(document().workspace, Workspace::Layout);
  EXPECT_NE(document().layout(), nullptr);
}

TEST_F(OpenAny, RunsOfProductsGoToTheirWorkspace) {
  open(fs::path(TCVIZ_RESULTS) / "gemm_h200.json");
  EXPECT_EQ(document().workspace, Workspace::Products);
  EXPECT_FALSE(document().task<ProductsState>().runs.empty());
}

TEST_F(OpenAny, ALessonIsOpenedBeforeOurs) {
  open(opened_assets / "lessons" / "03-bits.json");
  EXPECT_EQ(document().workspace, Workspace::Learn);
  ASSERT_NE(document().learn.open_lesson(), nullptr);
  EXPECT_EQ(document().learn.open_lesson()->id, "bits");
  EXPECT_EQ(document().learn.lessons->front().id, "bits");
  EXPECT_EQ(document().learn.lessons->size(), 12U);
}

TEST_F(OpenAny, WhatIsNoneOfThemIsSaidAndNothingChanges) {
  const std::size_t before = document().sources.size();
  for (const fs::path& path : {put("a.json", "{}"), put("a.txt", "hello"), folder_ / "none.json", folder_,
                               put("b.json", R"({"format": "tcviz-lesson/1"})")}) {
    open(path);
    ASSERT_FALSE(document().problems.empty()) << path;
    EXPECT_NE(document().problems.back().find(path.filename().string()), std::string::npos)
        << document().problems.back();
  }
  EXPECT_EQ(document().sources.size(), before);
  EXPECT_TRUE(document().recent_files.empty());
}

TEST_F(OpenAny, APathIsCompletedFromWhatLiesThere) {
  put("layout_a.json", "{}"), put("layout_b.json", "{}"), put("program.exe", ""), put(".hidden.json", "");
  const std::string base = folder_.string() + "/";
  const auto all = entries_for(base);
  ASSERT_EQ(all.size(), 3U);
  EXPECT_EQ(all[0].path, base + "sub/");
  EXPECT_EQ(all[1].name, "layout_a.json");
  EXPECT_EQ(completed_path(base + "la", entries_for(base + "la")), base + "layout_");
  EXPECT_EQ(completed_path(base + "S", entries_for(base + "S")), base + "sub/");
  EXPECT_EQ(completed_path(base + "x", entries_for(base + "x")), base + "x");
  EXPECT_TRUE(entries_for(base + "nowhere/").empty());
}

}  // namespace
}  // namespace tcviz
