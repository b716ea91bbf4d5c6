// The sentence below the controls: the event of this step.
#include <fmt/format.h>

#include "app/session/maxas/maxas_memory.hpp"
#include "app/session/maxas/maxas_places.hpp"
#include "app/session/maxas/maxas_steps.hpp"
#include "gpu/kernel/maxas/staging.hpp"

namespace tcviz::inline app_session {
namespace {

using maxas::EventType;
using maxas::Half;
using maxas::Matrix;

std::string load_words(const MaxasLook& look, Matrix matrix, Half half, int line) {
  const bool a = matrix == Matrix::A;
  const int first = half == Half::Low ? 0 : 4;
  const int reg = a ? maxas::a_register(line, first) : maxas::b_register(line, first);
  return fmt::format("{} {} of line {} into R{}-R{}", a ? "A" : "B", half == Half::Low ? "low" : "high",
                     line % maxas::lines, reg, reg + 3) +
         (line == maxas::lines                   ? fmt::format(", from the other buffer")
          : look.step.stage == MaxasStage::Fetch ? fmt::format(", 128 bits")
                                                 : "");
}

std::string event_words(const MaxasLook& look, const maxas::Event& event) {
  constexpr const char* addresses[] = {"readAs", "readBs", "writeS"};
  switch (event.type) {
    case EventType::SharedLoad:
      return "load " + load_words(look, event.matrix, event.half, event.line + 1);
    case EventType::TextureLoad:
      return fmt::format("global load {} of the next pass", event.index);
    case EventType::SharedStore:
      return fmt::format("store load {} into the other buffer", event.index);
    case EventType::Barrier:
      return "barrier: all threads have stored what the next pass reads, and read what this pass needs";
    case EventType::SwitchBuffers:
      return fmt::format("{} ^= {}: to the other buffer", addresses[event.index], maxas::buffer_switch(look.kernel));
    case EventType::Advance:
      return fmt::format("pointer {} to the next lines", event.index);
    case EventType::Branch:
      return "branch";
    case EventType::LoopTest:
      break;
  }
  return "is there another pass?";
}

std::string fill_sentence(const MaxasLook& look) {
  const maxas::GlobalLoad load = maxas::global_load(look.kernel, look.thread, look.step.at);
  return fmt::format(
      "Load {} of {}: threads 0-{} bring quads of A, the others of B. Thread {} stores rows {}-{} of line "
      "{} of {} at byte {}.",
      look.step.at + 1, maxas::global_loads(look.kernel), look.kernel.threads / 2 - 1, look.thread, 4 * load.quad,
      4 * load.quad + 3, load.line, load.matrix == Matrix::A ? "A" : "B", load.shared);
}

std::string ffma_sentence(const MaxasLook& look) {
  const TileIndex index = maxas::issue_order(look.variant.order)[static_cast<std::size_t>(ffma_of(look.step))];
  const int line = look.step.line;
  std::string text = fmt::format("FFMA {} of line {}: {} += {} × {}", look.step.at, line, c_name(look.kernel, index),
                                 register_name(look, maxas::a_register(line, index.xi)),
                                 register_name(look, maxas::b_register(line, index.yi)));
  for (const maxas::Event& event : events_at(look.kernel, look.step)) text += "  ·  " + event_words(look, event);
  return text;
}

std::string switch_sentence(const MaxasLook& look) {
  std::string text = fmt::format("After FFMA 62 of line 6");
  for (const maxas::Event& event : events_at(look.kernel, look.step)) text += ", " + event_words(look, event);
  return text + ".";
}

std::string epilogue_sentence(const MaxasLook& look) {
  const int pass = look.step.at;
  const Element at = maxas::stored_element(look.kernel, look.thread, pass, 0);
  if (look.step.stage == MaxasStage::Stage)
    return fmt::format("Pass {} of 8: every thread scales its column yi {} and stores its eight values as two quads.",
                       pass + 1, pass);
  if (look.step.stage == MaxasStage::ReadBack)
    return fmt::format(
        "Pass {} of 8: thread {} loads eight values that other threads stored, so that a warp has rows of "
        "32 neighbours.",
        pass + 1, look.thread);
  std::string next = "all of C is stored, each element once";
  if (pass == 3) next = fmt::format("the next pass is {} + 1 columns on", maxas::column_step(look.kernel, 3) - 1);
  if (pass != 3 && pass < 7) next = "the next pass is 1 column on";
  return fmt::format("Pass {} of 8: 128-byte rows land in global C; thread {} stores from ({}, {}) on. Then {}.",
                     pass + 1, look.thread, at.row, at.col, next);
}

}  // namespace

std::string maxas_event_words(const SgemmKernel& kernel, const maxas::Event& event) {
  MaxasLook look;
  look.kernel = kernel;
  return event_words(look, event);
}

std::string maxas_sentence(const MaxasLook& look) {
  switch (look.step.stage) {
    case MaxasStage::Fill:
      return fill_sentence(look);
    case MaxasStage::Fetch:
      return "Before the loop: " +
             load_words(look, look.step.at % 2 == 0 ? Matrix::A : Matrix::B, look.step.at < 2 ? Half::Low : Half::High,
                        0) +
             fmt::format("; the halves lie {} rows apart.", look.kernel.half());
    case MaxasStage::FirstLine:
    case MaxasStage::OtherLines:
      return ffma_sentence(look);
    case MaxasStage::Switch:
      return switch_sentence(look);
    default:
      return epilogue_sentence(look);
  }
}

}  // namespace tcviz::inline app_session
