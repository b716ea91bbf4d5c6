#include "app/ui/window/headless.hpp"

#include <utility>

#include "app/session/whole/session.hpp"
#include "app/session/whole/window_options.hpp"
#include "app/ui/window/shell.hpp"

namespace tcviz::inline app_ui {

Result<std::unique_ptr<Headless>> Headless::make(Sources& sources, const WindowOptions& options, int width, int height,
                                                 double scale, bool patient) {
  Result<std::unique_ptr<Session>> session = Session::make(sources, options, [] {});
  if (!session.ok()) return session.error();
  Result<GlContext> context = GlContext::make();
  if (!context.ok()) return context.error();
  Result<OffscreenTarget> target = OffscreenTarget::make(width, height);
  if (!target.ok()) return target.error();
  Result<std::unique_ptr<Shell>> shell = Shell::make(shell_options(options, false));
  if (!shell.ok()) return shell.error();
  return std::unique_ptr<Headless>(new Headless(std::move(context).value(), std::move(target).value(),
                                                std::move(shell).value(), std::move(session).value(), scale, patient));
}

Headless::Headless(GlContext context, OffscreenTarget target, std::unique_ptr<Shell> shell,
                   std::unique_ptr<Session> session, double scale, bool patient)
    : context_(std::move(context)),
      target_(std::move(target)),
      shell_(std::move(shell)),
      session_(std::move(session)),
      scale_(static_cast<float>(scale)),
      patient_(patient) {
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(target_.width()), static_cast<float>(target_.height())};
  io.DeltaTime = 1.0F / 60;
}

Headless::~Headless() { rest(); }

void Headless::rest() {
  if (shell_) shell_->finish(*session_);
}

std::vector<Rect> Headless::subjects() const { return shell_->subjects(); }

const Document& Headless::document() const { return session_->document(); }

bool Headless::take_in() { return patient_ ? session_->settle(std::chrono::minutes(1)) : session_->update(); }

bool Headless::step() {
  if (take_in()) pacer_.event();
  if (!pacer_.due()) return false;
  draw();
  shell_->keep_when_due(*session_);
  return true;
}

int Headless::run_idle(int most) {
  int frames = 0;
  while (frames < most && step()) ++frames;
  return frames;
}

void Headless::draw() {
  shell_->build(*session_, scale_);
  pacer_.drawn();
  rendered_ = false;
}

void Headless::render() {
  if (rendered_) return;
  target_.bind();
  shell_->render();
  rendered_ = true;
}

Pixels Headless::pixels() {
  render();
  return target_.read_pixels();
}

}  // namespace tcviz::inline app_ui
