// Frames allocate nothing.
#include <array>

#include "tests/render/count_new.hpp"
#include "tests/render/drawing.hpp"

namespace tcviz {
namespace {

class Allocations : public Drawing {};

TEST_F(Allocations, NoneInAFrame) {
  Scene scene = grid_scene({64, 256, 0, 0, 28, 20, 1, 1});
  add_labels(scene, 12);
  renderer_->set_scene(scene);
  std::array marks{Mark{scene.cells[5].rect, ink, 2, MarkStyle::Solid},
                   Mark{scene.cells[9].rect, ink, 2, MarkStyle::Solid}};
  target_->bind();
  const auto frames = [&] {
    for (int frame = 0; frame < 20; ++frame) {
      marks[0].rect = scene.cells[static_cast<std::size_t>(frame)].rect;
      renderer_->set_marks(marks);
      renderer_->draw(whole_view(frame % 2 == 0 ? 0.5F : 1.0F, static_cast<float>(-frame), 0));
    }
  };
  frames();  // glyphs of both sizes, and what the driver compiles on first use
  const long before = allocations_here();
  frames();
  const long after = allocations_here();
  EXPECT_GT(before, 0);
  EXPECT_EQ(after - before, 0);
}

}  // namespace
}  // namespace tcviz
