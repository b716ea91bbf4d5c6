#include "app/session/maxas/maxas_view.hpp"

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include "app/session/maxas/maxas_steps.hpp"

namespace tcviz::inline app_session {
namespace {

std::string thread_words(const MaxasLook& look) {
  const Element at = element_of(look.kernel, look.thread, {0, 0});
  const int h = look.kernel.half();
  return fmt::format("Thread {} (warp {}, lane {}): rows {}-{} and {}-{}, columns {}-{} and {}-{}", look.thread,
                     look.thread / 32, look.thread % 32, at.row, at.row + 3, at.row + h, at.row + h + 3, at.col,
                     at.col + 3, at.col + h, at.col + h + 3);
}

std::string count_words(const maxas::CollectorStats& s) {
  if (s.reads == 0) return "no reads";
  return fmt::format("{} of {} from the cache, {:.2f} % · conflicts {}, left {}", s.all_hits(), s.reads,
                     s.reuse_percent(), s.conflicts_raw, s.conflicts_left);
}

}  // namespace

int MaxasView::ffma() const { return in_loop(look.step) ? ffma_of(look.step) : -1; }

const maxas::Issue* MaxasView::issue() const {
  const int c = ffma();
  return c < 0 ? nullptr : &issues[static_cast<std::size_t>(c)];
}

bool MaxasView::prepare(const MaxasLook& wanted) {
  const MaxasLook before = look;
  if (made_ && before == wanted) return false;
  look = wanted;
  const bool first = !made_;
  made_ = true;
  const bool kernel = first || before.kernel != look.kernel || before.variant.map != look.variant.map;
  const bool variant = kernel || before.variant != look.variant;
  const bool step = variant || before.step != look.step || before.thread != look.thread;
  if (kernel) make_kernel();
  if (variant || current_line(before.step) % 2 != current_line(look.step) % 2) make_issues();
  if (step) make_step();
  if (step) make_registers();
  make_marks();
  if (before.page != look.page || kernel)
    pages = look.page ? maxas_tour(look.kernel, look.page->tour) : std::vector<MaxasTourPage>();
  return true;
}

void MaxasView::make_kernel() {
  owners.clear();
  for (int row = 0; row < look.kernel.tile; ++row)
    for (int col = 0; col < look.kernel.tile; ++col)
      owners.push_back(owner_of(look.kernel, look.variant.map, {row, col}));
  events = maxas::pass_events(look.kernel);
  event_words.clear();
  for (const maxas::Event& event : events) event_words.push_back(maxas_event_words(look.kernel, event));
  positions = static_cast<int>(maxas_steps(look.kernel).size());
  make_bits();
}

void MaxasView::make_bits() {
  bits = maxas_bits(look.kernel, look.variant.map);
  short_bits.clear();
  for (const MaxasBit& bit : bits) {
    std::string text = bit.from;
    for (const char* word : {"lane", "warp"})
      if (const auto at = text.find(word); at != std::string::npos) text.erase(at + 1, 3);
    short_bits.push_back(text);
  }
  const int constant = register_constant(look.kernel, look.variant.map);
  bits_remark = constant == 0
                    ? std::string("Linear: a bit of (register, lane, warp) is a bit of (x, y).")
                    : fmt::format(
                          "~ is inverted. With register ^ {} for the register the map is linear: a layout in the "
                          "notation of this program, sgemm{}.c.",
                          constant, look.kernel.tile);
}

void MaxasView::make_issues() {
  issues = maxas::collect(maxas::issue_order(look.variant.order), look.variant.map, look.variant.entries,
                          current_line(look.step));
  for (std::size_t c = 0; c < issues.size(); ++c)
    number[static_cast<std::size_t>(8 * issues[c].index.xi + issues[c].index.yi)] = static_cast<int>(c);
  whole = maxas::stats_of(issues);
}

void MaxasView::make_step() {
  position = maxas_position(look.kernel, look.step);
  const std::size_t issued = in_loop(look.step)       ? static_cast<std::size_t>(ffma()) + 1
                             : in_epilogue(look.step) ? issues.size()
                                                      : 0;
  so_far = maxas::stats_of(std::span(issues).first(issued));
  shared = shared_owners(look.kernel, look.step);
  accesses = accesses_of(look.kernel, look.step, look.thread);
  operands = operands_of(look.kernel, look.step, look.thread);
  others.clear();
  for (int tid = look.thread & ~31; tid < (look.thread & ~31) + 32; ++tid)
    for (const SharedAccess& access : accesses_of(look.kernel, look.step, tid)) others.push_back(access);
  addresses = addresses_of(look.kernel, look.step, look.thread);
  landed = in_epilogue(look.step) ? stores_landed(look.kernel, look.step) : std::vector<int>();
  landed_count = static_cast<int>(std::count(landed.begin(), landed.end(), 1));
  sentence = maxas_sentence(look);
  step_text = maxas_step_text(look.step);
  make_totals();
  make_exchange();
}

void MaxasView::make_totals() {
  const bool published = look.variant == maxas::Variant{};
  const maxas::ListingReuse& listing = maxas::figures_of(look.kernel).listing;
  totals = {{"so far", count_words(so_far), so_far.conflicts_left > 0},
            {"this line", count_words(whole), whole.conflicts_left > 0},
            {"whole listing", published ? fmt::format("{} of {}, {:.2f} %: the famous 47 %, each instruction once",
                                                      listing.hits, listing.reads, listing.percent())
                                        : std::string("known for the published order, map and cache only")}};
  order_words.clear();
  if (const maxas::Issue* now = issue()) {
    order_words = {fmt::format("FFMA {}", ffma()), c_name(look.kernel, now->index),
                   fmt::format("R{}, bank {}", now->slots[maxas::SlotC].reg, now->slots[maxas::SlotC].bank)};
  }
  order_words.push_back("");
  order_words.push_back(fmt::format("{} conflicts,", whole.conflicts_raw));
  order_words.push_back(fmt::format("{} left", whole.conflicts_left));
}

void MaxasView::make_exchange() {
  exchange.clear();
  exchange_words.clear();
  exchange_of_warp.clear();
  if (!in_epilogue(look.step)) return;
  for (int q = 0; q < maxas::staged_values; ++q) {
    const int word = maxas::loaded_word(look.kernel, look.thread, q);
    exchange.push_back({word, maxas::writer_of(look.kernel, word).tid,
                        maxas::stored_element(look.kernel, look.thread, look.step.at, q)});
  }
  for (int tid = look.thread & ~31; tid < (look.thread & ~31) + 32; ++tid)
    for (int q = 0; q < maxas::staged_values; q += 2)  // the two of a line have one writer
      exchange_of_warp.push_back({maxas::writer_of(look.kernel, maxas::loaded_word(look.kernel, tid, q)).tid, tid});
  make_exchange_words();
}

void MaxasView::make_exchange_words() {
  std::vector<int> words, writers;
  for (const Exchange& each : exchange) {
    words.push_back(each.word);
    writers.push_back(each.writer);
  }
  const std::string step = look.step.at == 7   ? "the last"
                           : look.step.at == 3 ? fmt::format("then columns +{}, +1", look.kernel.half() - 4)
                                               : "then columns +1";
  if (look.step.stage == MaxasStage::Stage) {
    const int low = maxas::staged_word(look.kernel, look.thread, 0),
              high = maxas::staged_word(look.kernel, look.thread, 4);
    exchange_words = {fmt::format("thread {} stores cs0-3 at words {}-{}", look.thread, low, low + 3),
                      fmt::format("and cs4-7 at words {}-{}", high, high + 3)};
  } else {
    exchange_words = {fmt::format("thread {} loads words {}", look.thread, fmt::join(words, ", ")),
                      fmt::format("stored by {}", fmt::join(writers, ", "))};
  }
  exchange_words.push_back(fmt::format("pass {} of 8, {} · {} of {} elements have landed, each once", look.step.at + 1,
                                       step, landed_count, look.kernel.tile * look.kernel.tile));
}

void MaxasView::make_registers() {
  registers.resize(128);
  for (int reg = 0; reg < 128; ++reg) {
    const maxas::RegisterRole role = maxas::role_of(look.kernel, reg);
    RegisterCell& cell = registers[static_cast<std::size_t>(reg)];
    cell.name = register_name(look, reg);
    cell.number = fmt::format("R{}", reg);
    cell.use = role.use;
    cell.staging = cell.name.starts_with("cs");
    cell.object = object_of_register(look, reg);
    cell.filled = cell.object.type != MaxasObject::Type::Register;
    if (role.use == maxas::RegisterUse::C) cell.filled = look.step.stage != MaxasStage::Fill;
    if (role.use == maxas::RegisterUse::Free) cell.name = "-";
  }
  // A load register is full from its texture load to its store.
  for (const maxas::Event& event : events) {
    const bool load = event.type == maxas::EventType::TextureLoad, store = event.type == maxas::EventType::SharedStore;
    if ((!load && !store) || !in_loop(look.step) || !has_passed(look.step, event.line, event.after)) continue;
    for (int at = 0; at < 4; ++at)
      registers[static_cast<std::size_t>(maxas::first_load_register + 4 * event.index + at)].filled = load;
  }
  if (look.step.stage != MaxasStage::Fill) return;
  for (int at = 0; at < 4; ++at)
    registers[static_cast<std::size_t>(maxas::first_load_register + 4 * look.step.at + at)].filled = true;
}

void MaxasView::make_marks() {
  marked = places_of(look, look.marked());
  bit_values.clear();
  std::optional<Element> shown = marked.element;
  if (!shown && issue() != nullptr) shown = element_of(look.kernel, look.thread, issue()->index);
  const auto side = static_cast<int>(bits.size()) / 2;
  for (int b = 0; shown && b < 2 * side; ++b)
    bit_values.push_back(((b < side ? shown->col : shown->row) >> (b % side) & 1) != 0);
  tip = describe(look, look.hover);
  const std::vector<std::string> words = describe(look, look.marked());
  foot = words.empty() ? thread_words(look) : fmt::format("{}", fmt::join(words, " · "));
}

}  // namespace tcviz::inline app_session
