// A sweep over a GPU's behaviour with shared memory, compared with gpu/smem.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gpu/prove/sweep_device.hpp"

namespace tcviz::inline gpu_prove {

struct SweepDifference {
  std::string asked;  // the case
  std::string found;  // the difference
};

struct GroupReport {
  std::string name;
  std::string skipped;  // empty, or the reason that none of its cases was asked
  int asked = 0, agree = 0, differ = 0;
  int refused = 0, faulted = 0;        // of those asked, in agreement or not
  std::vector<SweepDifference> first;  // differences, the first few
  std::string told;                    // the first message of the driver or the fault
};

// A case and its answer without the addresses, of which a hash is left.
struct AnsweredCase {
  SweepCase asked;
  SweepAnswer answer;  // its places are empty
  std::string hash;    // of the places; empty if there are none, or one of them is not known
};
// Returns the FNV-1a hash, 64 bits, of addresses as 32-bit numbers, low byte first.
std::string hash_of_places(const std::vector<std::int64_t>& places);

struct SweepReport {
  SweepFacts facts;
  SweepRequest request;
  std::vector<GroupReport> groups;
  std::vector<AnsweredCase> answers;  // all, for a record
  std::string ended;                  // empty, or the reason that it ended early
  int differing() const;
  int asked() const;
};

// Called before each case; if it returns a text, the sweep ends with that as its reason.
using SweepProgress = std::function<std::string(const std::string& group, int done, int all)>;
SweepReport run_sweep(SweepDevice& device, const SweepRequest& request, const SweepProgress& progress);
SweepReport run_sweep_of(SweepDevice& device, const SweepRequest& request, const std::vector<SweepGroup>& groups,
                         const SweepProgress& progress);

}  // namespace tcviz::inline gpu_prove
