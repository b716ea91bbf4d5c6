// Sources by name, files from the user's folder, and the messages if something is missing.
#include "gpu/source/probe/source.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "gpu/layout/layout_file.hpp"
#include "gpu/source/probe/discover.hpp"
#include "gpu/source/probe/gpu_source.hpp"
#include "gpu/source/probe/indexed_source.hpp"
#include "tests/probe/fake_device.hpp"

namespace tcviz {
namespace {

constexpr const char* small_file =
    R"({"format": "tcviz-layout/1", "kind": "test.tiny", "rows": 1, "cols": 2, "threads": 2,
  "values": 1, "element_bits": 32, "replication": 1, "provenance": {"source": "published", "reference": "a page"},
  "map": [1, 0]})";

std::unique_ptr<LayoutSource> fake_gpu(std::string name) {
  GpuSourceOptions options;
  options.info = {std::move(name), SourceClass::Gpu, "Fake GPU"};
  options.capability = 80;
  options.open = []() -> Result<OpenedDevice> {
    fake::Behaviour behaviour;
    behaviour.capability = 80;
    return OpenedDevice{std::make_unique<fake::Device>(behaviour), 12.5};
  };
  return make_gpu_source(std::move(options));
}

class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / ("tcviz_source_test_" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  void write(const std::string& name, const std::string& text) const { std::ofstream(path_ / name) << text; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

TEST(Sources, DefaultIsTheFirstGpuAndOtherwiseTheRecordedHopper) {
  Sources sources;
  EXPECT_EQ(sources.default_name(), "recorded:sm_90");
  sources.add(fake_gpu("cuda:0"));
  sources.add(fake_gpu("cuda:1"));
  EXPECT_EQ(sources.default_name(), "cuda:0");
}

TEST(Sources, AnUnknownNameIsAnsweredWithTheNearest) {
  const Sources sources = discover_sources({{{"sm_90", small_file}, {"published_sm_70", small_file}}, {}, false, {}});
  ASSERT_TRUE(sources.find("recorded:sm_90").ok());
  ASSERT_TRUE(sources.find("published:sm_70").ok());
  const auto unknown = sources.find("recorded:sm90");
  ASSERT_FALSE(unknown.ok());
  EXPECT_EQ(unknown.error().fault, Fault::Unavailable);
  EXPECT_EQ(unknown.error().message,
            "no device `recorded:sm90` here. Did you mean recorded:sm_90? "
            "`tcviz devices` lists all.");
}

// Another machine may have a tenth GPU, a recording of that name or a new product; none has a device called foo.
TEST(Sources, AWordThatIsNoDeviceOnAnyMachineIsWrongUsage) {
  const Sources sources = discover_sources({{{"sm_90", small_file}}, {}, false, {}});
  for (const char* word :
       {"foo", "sm_90", "90", "0", "", ":", "cuda", "cuda:", "cuda:x", "cuda:-1", "cuda:01",
        "recorded:", "compiled:", "compiled:foo", "compiled:sm_", "published:A100", "documented:", "gpu:0"}) {
    const auto found = sources.find(word);
    ASSERT_FALSE(found.ok()) << word;
    EXPECT_EQ(found.error().fault, Fault::BadInput) << word;
    EXPECT_NE(found.error().message.find("is no device: write cuda:0, recorded:sm_90"), std::string::npos) << word;
  }
  for (const char* name :
       {"cuda:0", "cuda:9", "recorded:mine", "compiled:sm_91", "published:sm_10", "documented:x", "A1000", "RTX 9090"})
    EXPECT_EQ(sources.find(name).error().fault, Fault::Unavailable) << name;
  EXPECT_NE(sources.find("sm_90").error().message.find("Did you mean recorded:sm_90"), std::string::npos);
}

TEST(Sources, AMissingGpuSaysWhy) {
  Sources sources;
  sources.set_absence({"no NVIDIA driver found"});
  EXPECT_NE(sources.find("cuda:0").error().message.find("no NVIDIA driver found"), std::string::npos);
}

TEST(Sources, TheUsersFilesAreRecordedSourcesAndBadOnesAreTold) {
  const Folder folder;
  folder.write("mine.json", small_file);
  folder.write("broken.json", "{");
  folder.write("sm_90.json", small_file);
  folder.write("notes.txt", "not a layout");
  const Sources sources = discover_sources({{{"sm_90", small_file}}, folder.path(), false, {}});
  ASSERT_TRUE(sources.find("recorded:mine").ok());
  EXPECT_EQ(sources.all().size(), 3u);  // and documented:maxas, which is always there
  ASSERT_EQ(sources.problems().size(), 2u);
  EXPECT_NE(sources.problems()[0].find("broken.json"), std::string::npos);
  EXPECT_NE(sources.problems()[1].find("recorded:sm_90"), std::string::npos);
}

TEST(Sources, TheMaxasTilesAreDocumented) {
  const Sources sources = discover_sources({{{"sm_90", small_file}}, {}, false, {}});
  const auto found = sources.find("documented:maxas");
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found.value()->info().type, SourceClass::Documented);
  EXPECT_EQ(found.value()->kinds(), (std::vector<std::string>{"sgemm64.c", "sgemm128.c"}));
  const auto layout = layout_of(*found.value(), "sgemm128.c");
  ASSERT_TRUE(layout.ok());
  EXPECT_EQ(layout.value().provenance().source, Source::Documented);
}

// A kind that is about no device needs none named; any other is asked of the default only.
TEST(Sources, TheDefaultOfAKindIsDocumentedWhereTheUsualDefaultLacksIt) {
  const Sources sources = discover_sources({{{"sm_90", small_file}, {"sm_80", small_file}}, {}, false, {}});
  EXPECT_EQ(sources.default_name("sgemm64.c"), "documented:maxas");
  EXPECT_EQ(sources.default_name("test.tiny"), "recorded:sm_90");
  EXPECT_EQ(sources.default_name("wmma.m16n16k16.acc.f32"), "recorded:sm_90");
  EXPECT_EQ(sources.default_name(""), "recorded:sm_90");
}

TEST(FileSource, AnswersWhatItKnowsAndSaysWhatNot) {
  auto source = make_file_source("recorded:x", SourceClass::Recorded, parse_layouts(small_file).value());
  EXPECT_EQ(source->kinds(), std::vector<std::string>{"test.tiny"});
  EXPECT_TRUE(layout_of(*source, "test.tiny").ok());
  const auto missing = layout_of(*source, "wmma.m16n16k16.acc.f32");
  ASSERT_FALSE(missing.ok());
  EXPECT_EQ(missing.error().message, "recorded:x does not know wmma.m16n16k16.acc.f32");
  EXPECT_FALSE(source->probe({}, {}).ok());
}

// What the program writes of several layouts is found again entry by entry, whether provenance is shared or not.
TEST(IndexedSource, AnswersAsTheWholeFileDoes) {
  std::vector<Layout> layouts;
  for (const char* id : {"wmma.m16n16k16.acc.f32", "mma.m16n8k16.a.f16", "mma.sp.m16n8k16.e.f16.sel1"}) {
    const Kind& kind = *find_kind(id);
    Provenance provenance;
    provenance.device = "A {GPU}";
    if (layouts.size() == 2) provenance.note = "a note of its own: { \"kind\": \"x\" }";
    layouts.push_back(Layout::make({id, kind.rows(), kind.cols(), kind.threads, kind.values, kind.bits(), provenance,
                                    fake::random_truth(kind, 3)})
                          .value());
  }
  const std::string text = to_json(layouts);
  auto source = make_indexed_source("recorded:x", SourceClass::Recorded, index_file(text));
  ASSERT_TRUE(source.ok()) << source.error().message;
  EXPECT_EQ(source.value()->kinds().size(), layouts.size());
  EXPECT_TRUE(source.value()->info().description.starts_with("3 kinds, probed on A {GPU}"));
  for (const Layout& layout : layouts) {
    const auto got = layout_of(*source.value(), layout.kind());
    ASSERT_TRUE(got.ok()) << got.error().message;
    EXPECT_TRUE(got.value().same_map(layout));
    EXPECT_EQ(got.value().provenance(), layout.provenance());
  }
  EXPECT_FALSE(layout_of(*source.value(), "wmma.m8n8k4.acc.f64").ok());
}

TEST(IndexedSource, LeavesOtherTextsToTheReader) {
  for (const std::string text : {"", "{}", "[]", "{\"layouts\": [{}]}", "{\n  \"layouts\": [\n  ]\n}\n"})
    EXPECT_TRUE(index_file(text).entries.empty()) << text;
}

TEST(GpuSource, OpensOnFirstUseAndProbes) {
  const auto source = fake_gpu("cuda:0");
  const std::vector<std::string> all = source->kinds();
  EXPECT_EQ(std::ranges::count_if(all, [](const std::string& id) { return id.starts_with("wmma."); }), 75);
  EXPECT_GT(std::ranges::count_if(all, [](const std::string& id) { return id.starts_with("mma."); }), 60);
  const std::vector<std::string> kinds{"wmma.m16n16k16.acc.f32"};
  const auto first = source->probe(kinds, {}), second = source->probe(kinds, {});
  EXPECT_EQ(first.value().context_ms, 12.5);
  EXPECT_EQ(second.value().context_ms, 0);
  EXPECT_TRUE(layout_of(*source, kinds[0]).ok());
}

TEST(GpuSource, ADeviceThatDoesNotOpenIsAnErrorForEveryKind) {
  GpuSourceOptions options;
  options.open = []() -> Result<OpenedDevice> { return unavailable("cannot use cuda:0"); };
  const auto source = make_gpu_source(std::move(options));
  EXPECT_EQ(layout_of(*source, "wmma.m16n16k16.acc.f32").error().message, "cannot use cuda:0");
}

}  // namespace
}  // namespace tcviz
