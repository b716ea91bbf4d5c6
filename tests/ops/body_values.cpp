// For differential.py. Standard input: a line of inputs in hexadecimal for every slot (x a b row col tid i d x_int), an
// empty line, then a body a line behind "F " or "I ", the type of x. Answer: a line of the bits of x for every body,
// "U" for a slot that C leaves undefined; "error: ..." for a body that is refused.
#include <bit>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "gpu/run/ops/body.hpp"

namespace {

using namespace tcviz;

struct Slot {
  BodyInputs inputs;
  std::int32_t x_int = 0;
};

std::vector<double> array(int size, float factor) {
  std::vector<double> values;
  for (int k = 0; k < size; ++k) values.push_back(static_cast<float>(k - 3) * factor);
  return values;
}

std::vector<Slot> read_slots(std::span<const double> u, std::span<const double> v) {
  std::vector<Slot> slots;
  for (std::string line; std::getline(std::cin, line) && !line.empty();) {
    std::istringstream words(line);
    std::uint32_t w[9] = {};
    for (std::uint32_t& each : w) words >> std::hex >> each;
    const auto number = [&](int at) { return std::bit_cast<float>(w[at]); };
    const auto whole = [&](int at) { return static_cast<int>(w[at]); };
    slots.push_back(
        {{number(0), number(1), number(2), whole(3), whole(4), whole(5), whole(6), whole(7), 16, 24, u, v, {}},
         whole(8)});
  }
  return slots;
}

std::string value_of(const Body& body, const Slot& slot, bool is_int) {
  const auto result = body.run(slot.inputs, slot.x_int);
  const auto* outcome = std::get_if<Body::Outcome>(&result);
  if (outcome == nullptr) return "U";
  if (!is_int && outcome->x != outcome->x) return "nan";
  const std::uint32_t bits = is_int ? static_cast<std::uint32_t>(outcome->x_int)
                                    : std::bit_cast<std::uint32_t>(static_cast<float>(outcome->x));
  std::ostringstream text;
  text << std::hex << bits;
  return text.str();
}

}  // namespace

int main() {
  const auto u = array(8, 0.75f), v = array(5, -2.f);
  const std::vector<Slot> slots = read_slots(u, v);
  for (std::string line; std::getline(std::cin, line);) {
    const bool is_int = line.front() == 'I';
    const auto parsed = Body::parse(std::string_view(line).substr(2), is_int ? Body::Value::Int : Body::Value::Float);
    if (!parsed) {
      std::cout << "error: " << parsed.diagnostics.front().message << "\n";
      continue;
    }
    for (const Slot& slot : slots) std::cout << value_of(*parsed.value, slot, is_int) << " ";
    std::cout << "\n";
  }
}
