// A random walk through the window that is killed, as by `kill -9`, at every tenth step: the next window shows the same
// picture, and walks on.
//   kill_walk FOLDER [SEED]
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <thread>

#include "app/session/formula/formula_action.hpp"
#include "app/session/learn/learn_action.hpp"
#include "app/session/maxas/maxas_action.hpp"
#include "app/session/maxas/maxas_steps.hpp"
#include "app/session/operations/operations_action.hpp"
#include "app/session/products/products_action.hpp"
#include "app/session/shared_memory/smem_action.hpp"
#include "app/session/whole/session.hpp"
#include "app/session/whole/settings_keeper.hpp"
#include "app/session/xray/xray_action.hpp"
#include "app/ui/window/headless.hpp"
#include "imgui_internal.h"
#include "tests/session/fakes.hpp"
#include "tests/session/xray_stand_in.hpp"
#include "tests/ui/png_compare.hpp"

namespace tcviz {
namespace {

namespace fs = std::filesystem;

constexpr int lives = 12, steps_of_a_life = 10;
constexpr std::chrono::seconds promised(5);  // after a change it is on disk

class Walker {
 public:
  Walker(fs::path folder, unsigned seed, unsigned life)
      : folder_(std::move(folder)), random_(seed * 1000 + life), life_(life) {
    WindowOptions options;
    options.config_folder = folder_ / "config";
    options.task<XrayWorks>().run_xray = xray_here();
    window_ = std::move(Headless::make(sources_, options, 1200, 700, 1)).value();
    window_->run_idle();
  }

  // The picture that it begins with and the one that it ends with; then it waits to be killed.
  void live(int told) {
    take_picture("begin");
    for (int step = 0; step < steps_of_a_life; ++step) act(any_action());
    take_picture("end");
    const bool kept = await_kept();
    const char word = kept ? 'k' : 'l';
    if (::write(told, &word, 1) == 1) std::this_thread::sleep_for(std::chrono::hours(1));
  }

 private:
  int below(int end) { return std::uniform_int_distribution<int>(0, end - 1)(random_); }
  template <class List>
  const auto& any_of(const List& list) {
    return *(std::begin(list) + below(static_cast<int>(std::size(list))));
  }
  void act(Action action) {
    window_->session().actions().push_back(std::move(action));
    window_->run_idle();
  }
  Action any_action();
  Action any_look();
  Action any_task();

  // As the window draws it when nothing moves: no caret, and no news in the status bar.
  void take_picture(const char* name) {
    window_->session().settle();
    ImGui::SetWindowFocus(nullptr);
    ImGui::GetIO().DeltaTime = 3;
    for (int frame = 0; frame < 4; ++frame) window_->draw();
    ImGui::GetIO().DeltaTime = 1.0F / 60;
    const fs::path path = folder_ / (std::to_string(life_) + "_" + name + ".png");
    std::ofstream(path, std::ios::binary) << encode_png(window_->pixels()).value();
  }

  // Frames go on as under a moving mouse; nothing says that the window rests or closes.
  bool await_kept() {
    const auto end = std::chrono::steady_clock::now() + promised;
    const std::string wanted = write_link(link_of(window_->document()));
    while (std::chrono::steady_clock::now() < end) {
      window_->pacer().event();
      window_->step();
      const SettingsFile::Loaded loaded = SettingsFile(folder_ / "config").load();
      if (loaded.settings && loaded.settings->link == wanted) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return false;
  }

  fs::path folder_;
  std::mt19937 random_;
  unsigned life_;
  Sources sources_ = sample_sources();
  std::unique_ptr<Headless> window_;
};

Action Walker::any_look() {
  const Document& d = window_->document();
  const std::array filters = {"", "0-7", "3,9-12"};
  const std::array actions = {
      Action(SetTheme{static_cast<Theme>(below(3))}),
      Action(SetUiScale{80 + 10 * below(6)}),
      Action(SetViewMode{static_cast<ViewMode>(below(5))}),
      Action(SetColorBy{static_cast<ColorBy>(below(9))}),
      Action(SetLabelBy{static_cast<LabelBy>(below(8))}),
      Action(SetPalette{static_cast<Palette>(below(3))}),
      Action(ChooseKind{any_of(d.kinds).id}),
      Action(ChooseSource{static_cast<std::size_t>(below(2))}),
      Action(CompareWith{static_cast<std::size_t>(below(2)), any_of(d.kinds).id}),
      Action(StepDifference{1}),
      Action(SetOnlyDifferences{below(2) == 0}),
      Action(MovePin{below(3), below(3)}),
      Action(ExtendBand{below(3), below(3)}),
      Action(SetFilter{any_of(filters)}),
      Action(SetExpression{"tid / 2"}),
      Action(SetCamera{{false, 0.5F + 0.25F * static_cast<float>(below(8)), {0.3F, 0.4F}}}),
      Action(SetCamera{}),
      Action(SetSide{0.2F + 0.02F * static_cast<float>(below(8))}),
      Action(ShowView{ViewId::Inspector, below(2) == 0}),
      Action(ShowView{ViewId::Architectures, below(2) == 0}),
      Action(ShowView{ViewId::Start, below(2) == 0}),
      Action(ToggleFavourite{any_of(d.kinds).id}),
      Action(SetFullScreen{below(4) == 0}),
      Action(FormulaAction(SetFormula{{below(3) == 0, "tid >> 2", "i + (tid", "row = tid / 4;\ncol = 1 << i;"}})),
      Action(FormulaAction(HideAnswer{})),
      Action(FormulaAction(RevealAnswer{})),
      Action(Undo{}),
  };
  return any_of(actions);
}

Action Walker::any_task() {
  const std::array lessons = {"fragment", "accumulator", "bits", "masks"};
  const std::array actions = {
      Action(OperationsAction(ChooseOperation{std::string(any_of(operations()).id)})),
      Action(OperationsAction(SetStep{StepBy::Thread, below(30)})),
      Action(ProductsAction(ShowProductsPage{static_cast<ProductsPage>(below(4))})),
      Action(ProductsAction(ToggleKernel{std::string(any_of(gemm_kernels()).id)})),
      Action(ProductsAction(SetTiles{std::string(any_of(gemm_kernels()).id), 80, {64, 96, 32}})),
      Action(ProductsAction(StepPhase{1})),
      Action(MaxasAction(SetMaxasKernel{any_of(sgemm_kernels)})),
      Action(MaxasAction(SetMaxasThread{below(64)})),
      Action(MaxasAction(SetMaxasStep{maxas_step_at(sgemm64, below(500))})),
      Action(SmemAction(SetSmemPage{static_cast<SmemPage>(below(smem_pages))})),
      Action(SmemAction(MoveSmem{below(3), below(3)})),
      Action(LearnAction(OpenLesson{any_of(lessons), below(3)})),
      Action(XrayAction(OpenXray{"mine.ptx", below(2) == 0 ? sample_kernel() : faulty_kernel()})),
      Action(XrayAction(StepXrayProduct{below(9)})),
      Action(XrayAction(DeclareXray{below(2) == 0})),
  };
  return any_of(actions);
}

Action Walker::any_action() {
  const int kind = below(10);
  // A step of a lesson comes back as it began, so nothing is changed there.
  const bool learning = window_->document().workspace == Workspace::Learn;
  if (kind < 6 && !learning) return any_look();
  return kind < 8 && !learning ? any_task() : Action(ShowWorkspace{any_of(workspace_rows).workspace});
}

// 'k': what it shows was kept in time, 'l': it was not. It is killed either way.
char live_and_die(const char* self, const char* folder, const std::string& seed, int life) {
  std::array<int, 2> pipe{};
  if (::pipe(pipe.data()) != 0) return 'p';
  const std::string number = std::to_string(life), end = std::to_string(pipe[1]);
  const pid_t child = ::fork();
  if (child == 0) {
    ::execl(self, self, "life", folder, seed.c_str(), number.c_str(), end.c_str(), nullptr);
    ::_exit(127);
  }
  ::close(pipe[1]);
  char word = 'd';  // it died by itself
  if (::read(pipe[0], &word, 1) != 1) word = 'd';
  ::close(pipe[0]);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  return word;
}

int walk(const char* self, const char* folder, const std::string& seed) {
  fs::remove_all(folder);
  fs::create_directories(folder);
  std::printf("seed %s\n", seed.c_str());
  for (int life = 0; life < lives; ++life) {
    if (const char word = live_and_die(self, folder, seed, life); word != 'k') {
      std::fprintf(stderr, "life %d: %s\n", life, word == 'l' ? "not kept within 5 s" : "it ended by itself");
      return 1;
    }
    if (life == 0) continue;
    const fs::path before = fs::path(folder) / (std::to_string(life - 1) + "_end.png");
    const fs::path after = fs::path(folder) / (std::to_string(life) + "_begin.png");
    if (compare_pictures(before, after, fs::path(folder) / "difference.png").alike()) continue;
    std::fprintf(stderr, "%s and %s differ\n", before.c_str(), after.c_str());
    return 1;
  }
  return 0;
}

}  // namespace
}  // namespace tcviz

int main(int count, char** arguments) {
  if (count == 6 && std::string(arguments[1]) == "life") {
    tcviz::Walker(arguments[2], static_cast<unsigned>(std::atoi(arguments[3])),
                  static_cast<unsigned>(std::atoi(arguments[4])))
        .live(std::atoi(arguments[5]));
    return 1;
  }
  if (count == 2 || count == 3) return tcviz::walk("/proc/self/exe", arguments[1], count == 3 ? arguments[2] : "7");
  return 2;
}
