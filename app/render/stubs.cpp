// Placeholders until the implementation follows.
#include "app/render/fonts.hpp"
#include "app/render/gl_context.hpp"
#include "app/render/grid_renderer.hpp"
#include "app/render/offscreen_target.hpp"
#include "app/render/pixels.hpp"

namespace tcviz {

struct GlContext::State {};
struct GridRenderer::State {};

Status load_gl(GlLoader) { return Nothing{}; }
std::string gl_description() { return {}; }
Result<GlContext> GlContext::make() { return unavailable("offscreen drawing is not there yet"); }
GlContext::GlContext(std::unique_ptr<State> state) : state_(std::move(state)) {}
GlContext::GlContext(GlContext&&) noexcept = default;
GlContext& GlContext::operator=(GlContext&&) noexcept = default;
GlContext::~GlContext() = default;
Status GlContext::make_current() { return Nothing{}; }

Result<OffscreenTarget> OffscreenTarget::make(int, int) { return unavailable("offscreen drawing is not there yet"); }
OffscreenTarget::OffscreenTarget(OffscreenTarget&&) noexcept = default;
OffscreenTarget& OffscreenTarget::operator=(OffscreenTarget&&) noexcept = default;
OffscreenTarget::~OffscreenTarget() = default;
void OffscreenTarget::bind() const {}
Pixels OffscreenTarget::read_pixels() const { return {width_, height_, {}}; }

Color Pixels::at(int, int) const { return {}; }
Result<std::string> encode_png(const Pixels&) { return unavailable("PNG output is not there yet"); }
std::span<const std::byte> font_file(Face) { return {}; }

GridRenderer::GridRenderer(std::unique_ptr<State> state) : state_(std::move(state)) {}
Result<GridRenderer> GridRenderer::make() { return GridRenderer(std::make_unique<State>()); }
GridRenderer::GridRenderer(GridRenderer&&) noexcept = default;
GridRenderer& GridRenderer::operator=(GridRenderer&&) noexcept = default;
GridRenderer::~GridRenderer() = default;
void GridRenderer::set_scene(const Scene&) {}
void GridRenderer::set_marks(std::span<const Mark>) {}
void GridRenderer::draw(const View&) {}

}  // namespace tcviz
