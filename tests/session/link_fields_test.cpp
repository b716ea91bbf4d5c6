// All that travels with a link, with values that are not the usual ones: nothing gets lost on the way.
#include "app/session/base/kept_figures.hpp"
#include "app/session/maxas/maxas_task.hpp"
#include "app/session/operations/operations_task.hpp"
#include "app/session/products/products_task.hpp"
#include "app/session/shared_memory/smem_task.hpp"
#include "app/session/whole/link.hpp"
#include "app/session/xray/xray_task.hpp"
#include "tests/layout/filled.hpp"

namespace tcviz {
namespace {

nlohmann::json part_of(const Link& link, const char* key) { return nlohmann::json::parse(write_link(link)).at(key); }

// All fields of a task's part, of which a link writes those that are not as usual.
template <class Task>
struct Whole {
  typename Task::Linked linked{};
  Workspace of;
};
template <class V, class Task>
void fields(V& v, Whole<Task>& whole) {
  Task::fields(v, whole.linked, whole.of);
}

// Claims that every field of a task's part differs from the usual one, is written, and read as it was; and that a part
// that is as usual is written as nothing.
template <class Task>
void expect_travels(const Link& link, const char* key) {
  const Whole<Task> whole{link.task<typename Task::Linked>(), link.kept.at.workspace};
  const Whole<Task> usual{{}, link.kept.at.workspace};
  expect_all_differ(write_record(whole), write_record(usual), key);
  EXPECT_EQ(part_of(link, key), write_record(whole));
  Link nothing;
  nothing.kept.at.workspace = link.kept.at.workspace;
  EXPECT_EQ(part_of(nothing, key), nlohmann::json::object());
  const Result<Link> read = read_link(write_link(link));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(write_link(read.value()), write_link(link));
}

template <class Task>
void expect_filled_travels(Link link, Workspace of, const char* key) {
  Filler filler;
  Task::fields(filler, link.task<typename Task::Linked>(), of);
  link.kept.at.workspace = of;
  expect_travels<Task>(link, key);
}

TEST(LinkFields, OfOperationsAndProductsTravel) {
  expect_filled_travels<OperationsTask>({}, Workspace::Operations, "operation");
  Link products;
  products.task<ProductsTask::Linked>().table.share = 0.25;
  expect_filled_travels<ProductsTask>(products, Workspace::Products, "products");
  expect_filled_travels<ProductsTask>({}, Workspace::Tiles, "tiles");
}

TEST(LinkFields, OfMaxasTravel) {
  Link link;
  MaxasLook& look = link.task<MaxasLook>();
  look.kernel = sgemm128;
  look.variant.entries = 3;
  look.step = {MaxasStage::OtherLines, 6, 34};
  expect_filled_travels<MaxasTask>(link, Workspace::Maxas, "maxas");
}

TEST(LinkFields, OfAnXrayTravel) {
  Link link;
  XrayLook& look = link.task<XrayLook>();
  Filler filler;
  XrayTask::fields(filler, look, Workspace::Xray);
  look.path.clear();  // stands for a source that is too large
  look.live_asked->at = 2;
  link.kept.at.workspace = Workspace::Xray;
  expect_travels<XrayTask>(link, "xray");
  EXPECT_EQ(read_link(write_link(link)).value().task<XrayLook>(), look);
  look.path = "/tmp/large.ptx", look.source.resize(most_linked_source + 1);
  EXPECT_EQ(read_link(write_link(link)).value().task<XrayLook>().path, look.path);
}

TEST(LinkFields, OfSharedMemoryTravel) {
  Link link;
  link.kept.at.workspace = Workspace::SharedMemory;
  SmemLook& look = link.task<SmemLook>();
  look.page = SmemPage::Journey, look.grids = SmemGrids::Lines, look.color = SmemColor::Bank;
  look.every_element = true, look.line_height = 30, look.chosen = Element{9, 3};
  look.first_line = 3, look.first_row = 4;
  look.image = {Swizzle::B64, Major::MN, 8, 32, 96, 1024, 2048, 3, 512};
  look.descriptor = {DescriptorForm::Sm100, 77, 78, 2, true, true, Major::MN, 64};
  look.access = {"ld64", false, "lane * 72", "lane % 8", "lane / 8", 64};
  look.journey = {0, {'B', 12, 38}, {512, 2048, 64}, 3};
  expect_travels<SmemTask>(link, "shared_memory");
  EXPECT_TRUE(read_link(write_link(link)).value().task<SmemLook>() == look);
}

// What a message or a wiki page can carry: names, and nothing that is as usual.
TEST(LinkFields, ALinkToALayoutIsShort) {
  Link link;
  link.kept.at.kind = "mma.m16n8k16.a.bf16", link.kept.at.source = "recorded:sm_90";
  link.kept.at.slot = Slot{20, 5}, link.kept.at.element = {5, 9};
  const std::string text = write_link(link);
  EXPECT_EQ(text, R"({"at":{"kind":"mma.m16n8k16.a.bf16","pin":"5,9 T20 x5","source":"recorded:sm_90"},)"
                  R"("format":"tcviz-link/1"})");
  EXPECT_LT(text.size(), 120U);
  EXPECT_EQ(read_link(text).value().kept.at, link.kept.at);
  link.kept.at.layout = 2;
  link.grids.band = {{1, 2, 3, 4, 1}};
  link.grids.camera = {{1.5F, 0.25F, 0.5F}};
  const auto json = nlohmann::json::parse(write_link(link));
  EXPECT_EQ(json.at("at").at("pin"), "5,9 T20 x5 in 2");
  EXPECT_EQ(json.at("band"), "1,2 to 3,4 in 1");
  EXPECT_EQ(json.at("camera"), "1.5 at 0.25,0.5");
}

// Links of version 0.1 have lists of numbers; another text is no link.
TEST(LinkFields, ListsOfNumbersAreReadAsWordsAre) {
  const auto read = read_link(
      R"({"format": "tcviz-link/1", "at": {"pin": [5, 9, 20, 5, 2]}, "band": [1, 2, 3, 4, 0], "camera": [2, 0, 1]})");
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value().kept.at.slot, (Slot{20, 5}));
  EXPECT_EQ(read.value().kept.at.element, (Element{5, 9}));
  EXPECT_EQ(read.value().kept.at.layout, 2);
  EXPECT_EQ(read.value().grids.band, (std::array<int, 5>{1, 2, 3, 4, 0}));
  EXPECT_EQ(read.value().grids.camera, (std::array<float, 3>{2, 0, 1}));
  for (const char* pin :
       {"", "5,9", "5,9 T20 x5 in", "5,9 T20 x5 in 1 ", "5;9 T20 x5", "5,9 T20 x", "a,b Tc xd", "5,9 T99999999999 x5"})
    EXPECT_FALSE(read_link(fmt::format(R"({{"format": "tcviz-link/1", "at": {{"pin": "{}"}}}})", pin)).ok()) << pin;
}

TEST(LinkFields, OfTheWindowTravel) {
  Link link;
  link.grids = {true, {{1, 2, 3, 4, 1}}, {{1.5F, 20, 30}}};
  link.hidden_answer = link.full_screen = link.architectures = true;
  const Result<Link> read = read_link(write_link(link));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value().grids.band, link.grids.band);
  EXPECT_EQ(read.value().grids.camera, link.grids.camera);
  EXPECT_TRUE(read.value().grids.only_differences && read.value().hidden_answer && read.value().full_screen);
  EXPECT_TRUE(read.value().architectures);
  EXPECT_FALSE(read_link(R"({"format": "tcviz-link/1", "camera": [null, 1, 1]})").ok());
}

// Every value of the settings differs from the usual one.
TEST(LinkFields, OfSettingsTravel) {
  Settings settings;
  Kept& kept = settings.kept;
  kept.theme = Theme::Contrast, kept.ui_percent = 125, kept.view = ViewMode::Product;
  kept.color_by = ColorBy::InQuad, kept.label_by = LabelBy::None, kept.palette = Palette::Print;
  kept.favourites = {"a", "b"}, kept.recent = {"c"}, kept.recent_files = {"d"};
  kept.tour_done = kept.inspector_asked = true, kept.inspector = false;
  kept.side[Workspace::SharedMemory] = 0.25F, kept.learn = {{"lesson", 3}};
  FigureChoice& figure = kept.figures["kind"];
  Filler filler;
  fields(filler, figure);
  figure.format = FigureFormat::Tikz, figure.cell = 30, figure.png_scale = 3, figure.size = 4;
  figure.paper = FigurePaper{175, 20, 8, 600, 3};
  kept.drafts = {{"p", {false, "q", "r", ""}}, {"s", {true, "", "", "t"}}};
  kept.at = {Workspace::Maxas, "e", "f", "g", "h", "i", "j", {true, "k", "l", "m"}, Slot{7, 2}, {9, 6}, 1, "n", 4};
  settings.place = WindowPlace{-5, 10, 800, 600, true};
  settings.link = "o";
  const auto json = nlohmann::json::parse(write_settings(settings));
  auto usual = nlohmann::json::parse(write_settings({}));
  usual["format"] = "another";
  expect_all_differ(json, usual, "settings");
  const Result<Settings> read = read_settings(write_settings(settings));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read.value(), settings);
  kept.figures.clear();
  for (int kind = 0; kind <= static_cast<int>(most_kept_figures); ++kind) kept.figures[fmt::format("{:03}", kind)];
  EXPECT_EQ(read_settings(write_settings(settings)).value().kept.figures.size(), most_kept_figures);
}

}  // namespace
}  // namespace tcviz
