#include "app/session/maxas/maxas_places.hpp"

#include <fmt/format.h>

#include "app/session/maxas/maxas_memory.hpp"
#include "app/session/maxas/maxas_steps.hpp"
#include "gpu/kernel/maxas/schedule.hpp"
#include "gpu/kernel/maxas/staging.hpp"

namespace tcviz::inline app_session {
namespace {

using maxas::Half;
using maxas::Matrix;
using Type = MaxasObject::Type;

// Returns the i of off(i), 0 .. 7, for an index inside the tile.
int index_in_thread(const SgemmKernel& kernel, int at) { return (at & 3) + (at >= kernel.half() ? 4 : 0); }
int quad_of(const SgemmKernel& kernel, int at) { return at % kernel.half() / 4; }

int word_address(const SgemmKernel& kernel, Matrix matrix, int at, int line) {
  return maxas::part_base(kernel, matrix, line / maxas::lines) + maxas::line_bytes(kernel) * (line % maxas::lines) +
         4 * at;
}

bool thread_has(const MaxasLook& look, Matrix matrix, int at) {
  const Microtile tile = sgemm_microtile(look.kernel, look.thread);
  return quad_of(look.kernel, at) == (matrix == Matrix::A ? tile.x : tile.y);
}

void add_operand_registers(const MaxasLook& look, Matrix matrix, int index, int line, MaxasPlaces& places) {
  const Half half = index < 4 ? Half::Low : Half::High;
  for (int set = 0; set < 2; ++set) {
    if (line_held(look.kernel, look.step, set, matrix, half) != line) continue;
    places.registers.push_back(matrix == Matrix::A ? maxas::a_register(set, index) : maxas::b_register(set, index));
  }
}

MaxasPlaces places_of_c(const MaxasLook& look, Element element) {
  const SgemmKernel& kernel = look.kernel;
  const MaxasOwner owner = owner_of(kernel, look.variant.map, element);
  const int line = current_line(look.step);
  MaxasPlaces p;
  p.element = element;
  p.owner = owner;
  p.a_line = p.b_line = line;
  p.xi = owner.index.xi;
  p.yi = owner.index.yi;
  p.registers = {owner.reg};
  if (in_epilogue(look.step)) {
    if (owner.index.yi == look.step.at) {
      p.registers.push_back(maxas::staging_register(owner.index.xi));
      p.words = {4 * maxas::staged_word(kernel, owner.tid, owner.index.xi)};
    }
    return p;
  }
  if (in_loop(look.step)) {
    p.registers.push_back(maxas::a_register(line, owner.index.xi));
    p.registers.push_back(maxas::b_register(line, owner.index.yi));
  }
  p.words = {word_address(kernel, Matrix::A, element.row, line), word_address(kernel, Matrix::B, element.col, line)};
  return p;
}

MaxasPlaces places_of_operand(const MaxasLook& look, Matrix matrix, int at, int line) {
  MaxasPlaces p;
  const bool a = matrix == Matrix::A;
  (a ? p.row : p.column) = at;
  (a ? p.a_line : p.b_line) = line;
  if (!in_epilogue(look.step)) p.words = {word_address(look.kernel, matrix, at, line)};
  if (!thread_has(look, matrix, at)) return p;
  const int index = index_in_thread(look.kernel, at);
  (a ? p.xi : p.yi) = index;
  add_operand_registers(look, matrix, index, line, p);
  return p;
}

MaxasObject object_of_operand(const MaxasLook& look, Matrix matrix, int index, int line) {
  const Microtile tile = sgemm_microtile(look.kernel, look.thread);
  const int base = 4 * (matrix == Matrix::A ? tile.x : tile.y);
  return {matrix == Matrix::A ? Type::A : Type::B, base + look.kernel.offset(index), line};
}

MaxasObject object_of_staged(const MaxasLook& look, int word) {
  if (word >= look.kernel.tile * look.kernel.tile / 8) return {};
  const maxas::StagedBy by = maxas::writer_of(look.kernel, word);
  const Element at = element_of(look.kernel, by.tid, {by.q, look.step.at});
  return {Type::C, at.row, at.col};
}

std::string lines_word(int line) {
  return line < maxas::lines ? fmt::format("k line {}", line) : fmt::format("k line {} of the next pass", line - 8);
}

}  // namespace

std::string_view name_of(MaxasPart part) {
  constexpr std::array<std::string_view, maxas_parts> names{
      "C tile",        "A and B strips", "Register file", "FFMA order", "Operand collector",
      "Shared memory", "One loop pass",  "Bits"};
  return names[static_cast<std::size_t>(part)];
}

// Returns the owner of an element: the staging keeps a column of microtiles in each of its lines, and that tells the
// owner.
MaxasOwner owner_of(const SgemmKernel& kernel, maxas::RegisterMap map, Element element) {
  const maxas::StagedBy by = maxas::writer_of(kernel, quad_of(kernel, element.col) * kernel.tile + element.row);
  const TileIndex index{by.q, index_in_thread(kernel, element.col)};
  return {by.tid, index, maxas::c_register(map, index)};
}

Element element_of(const SgemmKernel& kernel, int tid, TileIndex index) {
  const Microtile at = sgemm_microtile(kernel, tid);
  return {4 * at.x + kernel.offset(index.xi), 4 * at.y + kernel.offset(index.yi)};
}

int current_line(const MaxasStep& step) {
  if (in_loop(step)) return step.line;
  return in_epilogue(step) ? maxas::lines - 1 : 0;
}

std::optional<int> line_held(const SgemmKernel& kernel, const MaxasStep& step, int set, Matrix matrix, Half half) {
  if (step.stage == MaxasStage::Fill || in_epilogue(step)) return std::nullopt;
  if (step.stage == MaxasStage::Fetch) {
    const int load = 2 * static_cast<int>(half) + static_cast<int>(matrix);
    return set == 0 && load <= step.at ? std::optional(0) : std::nullopt;
  }
  const int line = step.line;
  if ((line & 1) == set) return line;
  for (const maxas::Event& event : maxas::pass_events(kernel)) {
    const bool same = event.type == maxas::EventType::SharedLoad && event.matrix == matrix && event.half == half;
    if (same && event.line == line && has_passed(step, line, event.after)) return line + 1;
  }
  return line > 0 ? std::optional(line - 1) : std::nullopt;
}

MaxasObject object_of_index(const MaxasLook& look, TileIndex index) {
  const Element at = element_of(look.kernel, look.thread, index);
  return {Type::C, at.row, at.col};
}

MaxasObject object_of_register(const MaxasLook& look, int reg) {
  if (in_epilogue(look.step) && reg >= maxas::staging_register(0) && reg <= maxas::staging_register(7))
    return object_of_index(look, {reg - maxas::staging_register(0), look.step.at});
  const maxas::RegisterRole role = maxas::role_of(look.kernel, reg);
  if (role.use == maxas::RegisterUse::C) return object_of_index(look, maxas::c_index(look.variant.map, reg));
  if (role.use != maxas::RegisterUse::A && role.use != maxas::RegisterUse::B) return {Type::Register, reg, 0};
  const Matrix matrix = role.use == maxas::RegisterUse::A ? Matrix::A : Matrix::B;
  const auto line = line_held(look.kernel, look.step, role.set, matrix, role.index < 4 ? Half::Low : Half::High);
  return line ? object_of_operand(look, matrix, role.index, *line) : MaxasObject{Type::Register, reg, 0};
}

MaxasObject object_of_word(const MaxasLook& look, int address) {
  if (in_epilogue(look.step)) return object_of_staged(look, address / 4);
  const SgemmKernel& kernel = look.kernel;
  const int buffer = address / maxas::buffer_switch(kernel), inside = address % maxas::buffer_switch(kernel);
  const bool b = inside >= maxas::matrix_bytes(kernel);
  const int in_part = inside % maxas::matrix_bytes(kernel);
  const int line = in_part / maxas::line_bytes(kernel), at = in_part % maxas::line_bytes(kernel) / 4;
  return {b ? Type::B : Type::A, at, line + maxas::lines * buffer};
}

MaxasPlaces places_of(const MaxasLook& look, const MaxasObject& object) {
  if (object.type == Type::C) return places_of_c(look, {object.first, object.second});
  if (object.type == Type::A) return places_of_operand(look, Matrix::A, object.first, object.second);
  if (object.type == Type::B) return places_of_operand(look, Matrix::B, object.first, object.second);
  MaxasPlaces places;
  if (object.type == Type::Register) places.registers = {object.first};
  return places;
}

std::string c_name(const SgemmKernel& kernel, TileIndex index) {
  return fmt::format("cx{:02}y{:02}", kernel.offset(index.xi), kernel.offset(index.yi));
}

std::string register_name(const MaxasLook& look, int reg) {
  if (in_epilogue(look.step) && reg >= maxas::staging_register(0) && reg <= maxas::staging_register(7))
    return fmt::format("cs{}", reg - maxas::staging_register(0));
  const maxas::RegisterRole role = maxas::role_of(look.kernel, reg);
  switch (role.use) {
    case maxas::RegisterUse::C:
      return c_name(look.kernel, maxas::c_index(look.variant.map, reg));
    case maxas::RegisterUse::A:
      return fmt::format("j{}Ax{:02}", role.set, look.kernel.offset(role.index));
    case maxas::RegisterUse::B:
      return fmt::format("j{}By{:02}", role.set, look.kernel.offset(role.index));
    case maxas::RegisterUse::Load:
      return fmt::format("load{}[{}]", role.index / 4, role.index % 4);
    case maxas::RegisterUse::Free:
      break;
  }
  return fmt::format("R{}", reg);
}

std::vector<std::string> describe(const MaxasLook& look, const MaxasObject& object) {
  if (object.type == Type::C) {
    const MaxasOwner owner = owner_of(look.kernel, look.variant.map, {object.first, object.second});
    return {fmt::format("C[{}, {}]", object.first, object.second),
            fmt::format("tid {} · warp {} · lane {}", owner.tid, owner.tid / 32, owner.tid % 32),
            fmt::format("(xi, yi) = ({}, {}) · {}", owner.index.xi, owner.index.yi, c_name(look.kernel, owner.index)),
            fmt::format("R{} · bank {}", owner.reg, maxas::bank_of(owner.reg))};
  }
  if (object.type == Type::Register) {
    const bool load = maxas::role_of(look.kernel, object.first).use == maxas::RegisterUse::Load;
    return {fmt::format("R{} · bank {}", object.first, maxas::bank_of(object.first)),
            load ? "for quads on their way from global to shared memory"
                 : fmt::format("{}: holds no element now", register_name(look, object.first))};
  }
  if (object.type == Type::None) return {};
  const Matrix matrix = object.type == Type::A ? Matrix::A : Matrix::B;
  const int address = word_address(look.kernel, matrix, object.first, object.second);
  const int loader = shared_owners(
      look.kernel,
      {MaxasStage::Fetch, 0, 0})[static_cast<std::size_t>(address % maxas::buffer_switch(look.kernel) / 4)];
  return {fmt::format("{}[{}], {}", object.type == Type::A ? "A" : "B", object.first, lines_word(object.second)),
          fmt::format("shared byte {} · bank {}", address, address / 4 % 32),
          fmt::format("brought by tid {}; each of its quads is read by {} lanes of a warp", loader,
                      lanes_sharing(look.kernel, look.thread, matrix))};
}

}  // namespace tcviz::inline app_session
