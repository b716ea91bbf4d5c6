// The content of the panels of the maxas view, prepared for drawing: values and texts, computed again only for what has
// changed. Draws nothing itself.
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
  MaxasLook look;  // the state that the rest was computed from

  // Computed from the kernel and the register map.
  std::vector<MaxasOwner> owners;  // owner of each element of the tile, row by row
  std::vector<maxas::Event> events;
  std::vector<std::string> event_words;  // text for each of `events`
  int positions = 0;                     // number of steps

  // Computed from the order, the register map, the reuse caches and the k line.
  std::vector<maxas::Issue> issues;
  std::array<int, maxas::ffmas> number{};  // by 8 * xi + yi: number of the FFMA that computes C[xi][yi]
  maxas::CollectorStats whole;             // statistics of a whole k line

  // Computed from the step.
  int position = 0;                              // index of the step
  maxas::CollectorStats so_far;                  // statistics of this k line, up to and including the current FFMA
  std::vector<int> shared;                       // shared_owners()
  std::vector<SharedAccess> accesses, operands;  // accesses_of() and operands_of() the chosen thread
  std::vector<SharedAccess> others;              // accesses of all threads of its warp
  LiveAddresses addresses;
  std::vector<int> landed;  // stores_landed(); empty before the epilogue
  int landed_count = 0;     // elements of the tile stored once
  std::string sentence, step_text;
  // A line of statistics; `bad`: it reports a conflict that is left.
  struct Total {
    std::string name, text;
    bool bad = false;
  };
  std::vector<Total> totals;             // statistics of the operand collector
  std::vector<std::string> order_words;  // lines of text beside the grid of FFMAs

  // Epilogue: a word of shared memory that the chosen thread loads, the thread that stored it, and its element of C.
  struct Exchange {
    int word = 0, writer = 0;
    Element element;
  };
  std::vector<Exchange> exchange;
  std::vector<std::string> exchange_words;
  std::vector<std::pair<int, int>> exchange_of_warp;  // for the warp: thread that stored, thread that loads

  // A cell of the register file, R0 to R127.
  struct RegisterCell {
    std::string name, number;  // "cx02y00", "R1"
    maxas::RegisterUse use = maxas::RegisterUse::Free;
    bool filled = false;   // holds a value that will be read
    bool staging = false;  // is one of cs0 to cs7
    MaxasObject object;
  };
  std::vector<RegisterCell> registers;

  // Computed from the object under the pointer, or else the chosen one.
  MaxasPlaces marked;
  std::vector<std::string> tip;
  std::string foot;                  // line of text below the tile: about the object, or about the chosen thread
  std::vector<MaxasTourPage> pages;  // pages of the open tour; empty: none is open

  int ffma() const;                   // number of the current FFMA; -1 outside of the loop
  const maxas::Issue* issue() const;  // the current FFMA; null outside of the loop
  const MaxasOwner& owner(int row, int col) const {
    return owners[static_cast<std::size_t>(row * look.kernel.tile + col)];
  }

  // Computed from the kernel and the register map; bit_values: those of the highlighted element, or else of the element
  // of the current FFMA.
  std::vector<MaxasBit> bits;
  std::vector<std::string> short_bits;  // "~r0", "l4", "w1"
  std::vector<bool> bit_values;
  std::string bits_remark;

  // Computes what `wanted` changes. Returns true if anything has changed.
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
