// The content of the panels of the maxas view, prepared from the look: made again only if something has changed. Knows
// nothing of Dear ImGui.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "app/session/maxas/maxas_bits.hpp"
#include "app/session/maxas/maxas_memory.hpp"
#include "app/session/maxas/maxas_places.hpp"
#include "app/session/maxas/maxas_tour.hpp"
#include "gpu/kernel/maxas/schedule.hpp"
#include "gpu/kernel/maxas/staging.hpp"

namespace tcviz::inline app_session {

struct MaxasView {
  MaxasLook look;  // the look that the rest was made from

  // Made from the kernel, the map and the colouring.
  std::vector<MaxasOwner> owners;  // of the tile's elements, row by row
  std::vector<maxas::Event> events;
  std::vector<std::string> event_words;  // of each
  int positions = 0;

  // Made from the order, the map, the caches and the line.
  std::vector<maxas::Issue> issues;
  std::array<int, maxas::ffmas> number{};  // of the FFMA that computes C[xi][yi], by 8 * xi + yi
  maxas::CollectorStats whole;             // of a line

  // Made from the step.
  int position = 0;
  maxas::CollectorStats so_far;                  // of this line, up to and with the FFMA that is issued
  std::vector<int> shared;                       // shared_owners
  std::vector<SharedAccess> accesses, operands;  // of the chosen thread
  std::vector<SharedAccess> others;              // accesses of its warp
  LiveAddresses addresses;
  std::vector<int> landed;  // stores_landed; empty before the epilogue
  int landed_count = 0;
  std::string sentence, step_text;
  struct Total {
    std::string name, text;
    bool bad = false;
  };
  std::vector<Total> totals;             // of the collector, line by line
  std::vector<std::string> order_words;  // beside the FFMA grid

  // The epilogue: the chosen thread's values and the threads that stored them, in shared words.
  struct Exchange {
    int word = 0, writer = 0;
    Element element;
  };
  std::vector<Exchange> exchange;
  std::vector<std::string> exchange_words;
  std::vector<std::pair<int, int>> exchange_of_warp;  // the warp that stored, the warp that loads

  // The register file: the content of each of R0 to R127.
  struct RegisterCell {
    std::string name, number;  // "cx02y00", "R1"
    maxas::RegisterUse use = maxas::RegisterUse::Free;
    bool filled = false;   // holds something that will be read
    bool staging = false;  // cs0 to cs7
    MaxasObject object;
  };
  std::vector<RegisterCell> registers;

  // Made from the thing that is pointed at or chosen.
  MaxasPlaces marked;
  std::vector<std::string> tip;
  std::string foot;                  // of the tile: the same in a line, or the chosen thread
  std::vector<MaxasTourPage> pages;  // of the tour that is shown

  int ffma() const;  // -1 outside the loop
  const maxas::Issue* issue() const;
  const MaxasOwner& owner(int row, int col) const {
    return owners[static_cast<std::size_t>(row * look.kernel.tile + col)];
  }

  // Made from the kernel and the map; values of the marked element, or else of the FFMA that is issued.
  std::vector<MaxasBit> bits;
  std::vector<std::string> short_bits;  // "~r0", "l4", "w1"
  std::vector<bool> bit_values;
  std::string bits_remark;

  // True if anything was made again.
  bool prepare(const MaxasLook& wanted);

 private:
  void make_kernel();
  void make_issues();
  void make_step();
  void make_totals();
  void make_exchange();
  void make_exchange_words();
  void make_registers();
  void make_marks();
  void make_bits();
  bool made_ = false;
};

}  // namespace tcviz::inline app_session
