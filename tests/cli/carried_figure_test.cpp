// Figures that are written elsewhere than by `tcviz show`: those of the window's workspace Shared memory, and of live
// registers. `tcviz verify` draws each again, and finds out a changed one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/session/shared_memory/smem_task.hpp"
#include "gpu/language/compiler/temporary_folder.hpp"
#include "gpu/layout/file.hpp"
#include "gpu/source/manual/manual.hpp"
#include "tests/cli/fakes.hpp"

namespace tcviz::test {
namespace {

using testing::HasSubstr;

class CarriedFigure : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }
  static Answer run(std::vector<std::string> words) {
    return answer_of(std::move(words), [](LookFor) {
      Sources sources;
      sources.add(make_manual_source());
      return sources;
    });
  }
  std::string bytes_of(const std::string& name) const { return read_file(path(name)).value(); }
  void write(const std::string& name, const std::string& bytes) const { ASSERT_TRUE(write_file(path(name), bytes)); }

  void expect_same(const std::string& name, const std::string& command) const {
    const Answer answer = run({"verify", path(name)});
    EXPECT_TRUE(answer.status.ok()) << answer.status.error().message;
    EXPECT_THAT(answer.out, HasSubstr("drawn again, and the same: tcviz " + command));
  }
  void save(const SmemLook& look, const std::string& name, Theme theme = Theme::Light,
            Palette palette = Palette::Safe) const {
    SmemState state;
    static_cast<SmemLook&>(state) = look;
    const Result<FigureBytes> figure = SmemTask::figure(state, {path(name), theme, palette}, {});
    ASSERT_TRUE(figure.ok()) << figure.error().message;
    const Result<std::string> bytes = figure.value()();
    ASSERT_TRUE(bytes.ok()) << bytes.error().message;
    write(name, bytes.value());
  }

  TemporaryFolder folder_ = TemporaryFolder::make().value();
};

SmemLook look_at(SmemPage page) {
  SmemLook look;
  look.page = page;
  look.image.rows = 16;
  return look;
}

TEST_F(CarriedFigure, OfAnImageInEveryFormatAndLook) {
  SmemLook look = look_at(SmemPage::Image);
  for (const char* const name : {"i.svg", "i.png", "i.pdf", "i.tex"}) {
    save(look, name);
    expect_same(name, "image smem.128b.k.b16 --rows=16 --cols=64\n");
  }
  look.image.lbo = 4096, look.image.start = 1024, look.image.base = 1, look.image.major = Major::MN;
  look.grids = SmemGrids::Lines, look.color = SmemColor::Bank, look.every_element = true;
  save(look, "j.svg", Theme::Dark, Palette::Print);
  expect_same("j.svg", "image smem.128b.mn.b16 --rows=16");
  std::string svg = bytes_of("j.svg");
  svg.replace(svg.find("start 1024"), 10, "start 2048");
  write("j.svg", svg);
  EXPECT_THAT(run({"verify", path("j.svg")}).status.error().message, HasSubstr("is not what `tcviz image"));
}

TEST_F(CarriedFigure, OfWhatADescriptorReads) {
  SmemLook look = look_at(SmemPage::Descriptor);
  look.descriptor.n = 16;
  save(look, "d.svg");
  expect_same("d.svg", "image --descriptor=0x4000004002000000 --type=f16 --operand=b --major=k --n=16\n");
  look.descriptor.other = 0x8000004002000000, look.descriptor.is_a = look.descriptor.sparse = true;
  save(look, "e.svg", Theme::Contrast);
  expect_same("e.svg", "image --descriptor=0x4000004002000000 --with=0x8000004002000000");
  look.descriptor.form = DescriptorForm::Sm100;
  save(look, "f.svg");
  expect_same("f.svg", "image --descriptor=0x4000004002000000 --with=0x8000004002000000 --arch=sm_100");
  EXPECT_THAT(bytes_of("f.svg"), HasSubstr("sm_100 as documented"));
}

// The figure of Banks is that of `tcviz banks -o`, word for word.
TEST_F(CarriedFigure, OfAnAccessIsThatOfBanks) {
  SmemLook look = look_at(SmemPage::Banks);
  look.access = {"ld8", false, "lane * 8"};
  save(look, "b.svg");
  expect_same("b.svg", "banks --op=ld.b8 '--addresses=lane * 8'");
  ASSERT_TRUE(run({"banks", "--op=ld.b8", "--addresses=lane * 8", "-o", path("c.svg")}).status.ok());
  EXPECT_EQ(bytes_of("b.svg"), bytes_of("c.svg"));
  look.access = SmemAccess{};  // ldmatrix of the image
  save(look, "m.svg", Theme::Dark, Palette::Vivid);
  expect_same("m.svg", "banks --op=ldm4 '--addresses=");
  EXPECT_THAT(bytes_of("m.svg"), HasSubstr("ldm4: 4 wavefronts, 0 of them by conflicts; 4 cycles"));
}

TEST_F(CarriedFigure, OfAJourney) {
  SmemLook look = look_at(SmemPage::Journey);
  look.journey.sizes.k = 512;
  save(look, "w.svg", Theme::Dark);
  expect_same("w.svg", "journey --preset=hopper --element=A:37,12 --k=512 --device=documented:ptx --theme=dark");
}

TEST_F(CarriedFigure, OfLiveRegistersCarriesTheFragmentAlone) {
  write("run.live", run({"live", "--example"}).out);
  std::string table;
  for (int row = 0; row < 16; ++row)
    for (int col = 0; col < 8; ++col) table += std::to_string(row * 8 + col) + (col == 7 ? "\n" : ",");
  write("a.csv", table);
  const auto draw = [&](const std::string& name, const std::string& expect) {
    run({"live", path("run.live"), "--at=1", "--device=documented:ptx", "--expect=" + expect, "-o", path(name)});
  };
  for (const char* const name : {"l.svg", "l.png", "l.pdf", "l.tex"}) draw(name, "row * 8 + 0.5f * col");
  draw("t.svg", path("a.csv"));
  std::filesystem::remove(path("run.live"));
  std::filesystem::remove(path("a.csv"));
  for (const char* const name : {"l.svg", "l.png", "l.pdf", "l.tex"})
    expect_same(name, "live run.live --device=documented:ptx '--expect=row * 8 + 0.5f * col'");
  expect_same("t.svg", "live run.live --device=documented:ptx --expect=expected.csv");
}

// The text of a stranger reads no file that the picture does not carry.
TEST_F(CarriedFigure, OfLiveRegistersReadsNoOtherFile) {
  write("run.live", run({"live", "--example"}).out);
  run({"live", path("run.live"), "--at=1", "--device=documented:ptx", "--expect=row", "-o", path("l.svg")});
  const std::string svg = bytes_of("l.svg");
  for (const char* const other : {"--expect=/etc/passwd", "--expect=a.csv"}) {
    std::string changed = svg;
    changed.replace(changed.find("--expect=row"), 12, other);
    write("h.svg", changed);
    EXPECT_THAT(run({"verify", path("h.svg")}).status.error().message, HasSubstr("does not carry the file"));
  }
}

}  // namespace
}  // namespace tcviz::test
