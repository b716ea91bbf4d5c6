// Measures how a GPU uses shared memory in many cases (a sweep), and compares it with the rules of gpu/smem.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "gpu/prove/sweep_device.hpp"

namespace tcviz::inline gpu_prove {

struct SweepDifference {
  std::string asked;  // the case as text
  std::string found;  // the difference as text
};

// The result of one group of cases; numbers count cases.
struct GroupReport {
  std::string name;
  std::string skipped;  // the reason why no case of the group was measured; empty: they were
  int asked = 0, agree = 0, differ = 0;
  int refused = 0, faulted = 0;        // measured cases that the GPU refused, and that faulted, as expected or not
  std::vector<SweepDifference> first;  // the first few differences
  std::string told;                    // the first message of the driver or about a fault
};

// A case and its answer, in which a hash replaces the addresses.
struct AnsweredCase {
  SweepCase asked;
  SweepAnswer answer;  // `places` is empty
  std::string hash;    // hash of the places; empty if there are none, or one is not known
};
// Returns the 64-bit FNV-1a hash of addresses as 32-bit numbers, low byte first.
std::string hash_of_places(const std::vector<std::int64_t>& places);

// The result of a sweep.
struct SweepReport {
  SweepFacts facts;
  SweepRequest request;
  std::vector<GroupReport> groups;
  std::vector<AnsweredCase> answers;  // of the cases to be recorded, for a file (sweep_record.hpp)
  std::string ended;                  // the reason why the sweep ended early; empty: it did not
  // Returns the numbers of differing cases and of measured cases in all groups.
  int differing() const;
  int asked() const;
};

// Is called before each case. If it returns a text, the sweep ends with the text as the reason.
using SweepProgress = std::function<std::string(const std::string& group, int done, int all)>;
// Measures all cases of a request; run_sweep_of() only those in `groups`.
SweepReport run_sweep(SweepDevice& device, const SweepRequest& request, const SweepProgress& progress);
SweepReport run_sweep_of(SweepDevice& device, const SweepRequest& request, const std::vector<SweepGroup>& groups,
                         const SweepProgress& progress);

}  // namespace tcviz::inline gpu_prove
