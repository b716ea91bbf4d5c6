// Stands before a text whose kernel stores a fragment: fractions know which value of the fragment they are, and memory
// knows where they go.
namespace tcviz_harness {

[[noreturn]] inline void leave(const char* why, int line);

struct Tagged;
struct Store {
  const Tagged* to;
  const Tagged* from;
};
inline std::array<Store, 1 << 14> stores;
inline std::size_t store_count = 0;

struct Tagged {
  float value = 0;
  const Tagged* origin = nullptr;  // of a copy: whose
  Tagged() = default;
  template <class T>
    requires std::is_arithmetic_v<T>
  Tagged(T v) : value(static_cast<float>(v)) {}
  Tagged(const half& v) : value(v) {}
  Tagged(const Tagged& v) : value(v.value), origin(v.source()) {}
  Tagged& operator=(const Tagged& v) {
    if (store_count < stores.size()) stores[store_count++] = {this, v.source()};
    value = v.value;
    origin = nullptr;
    return *this;
  }
  const Tagged* source() const { return origin != nullptr ? origin : this; }
  operator float() const { return value; }
  Tagged& operator+=(float v) { return value += v, *this; }
  Tagged& operator-=(float v) { return value -= v, *this; }
  Tagged& operator*=(float v) { return value *= v, *this; }
};

inline constexpr int first_ld = 1 << 12, second_ld = 1 << 13;
inline std::vector<Tagged> all_memory(std::size_t{1} << 21);
inline Tagged* memory() { return all_memory.data(); }

// Where the kernel puts its values, in the order in which the fragment has them.
template <class Launch>
std::vector<long long> places(int values, int ld, const Launch& launch) {
  store_count = 0;
  launch(ld);
  std::vector<Store> found;
  const Tagged* const begin = memory();
  for (std::size_t at = 0; at < store_count; ++at)
    if (stores[at].to >= begin && stores[at].to < begin + all_memory.size()) found.push_back(stores[at]);
  if (static_cast<int>(found.size()) != values) leave("a thread that does not store every value once", 0);
  std::sort(found.begin(), found.end(), [](const Store& a, const Store& b) { return a.from < b.from; });
  std::vector<long long> all;
  for (std::size_t at = 0; at < found.size(); ++at) {
    if (at > 0 && found[at].from != found[at - 1].from + 1) leave("a store of what is no value of one fragment", 0);
    all.push_back(found[at].to - begin);
  }
  return all;
}

// Asked with two leading dimensions: what they change is the row.
template <class Answer, class Launch>
void stored(Answer& answer, int i, int values, int cols, const Launch& launch) {
  const std::vector<long long> one = places(values, first_ld, launch), two = places(values, second_ld, launch);
  const long long at = one[static_cast<std::size_t>(i)], moved = two[static_cast<std::size_t>(i)] - at;
  if (one == two) return answer.row(at / cols), answer.col(at % cols);
  const long long row = moved / (second_ld - first_ld);
  answer.row(row), answer.col(at - row * first_ld);
}

}  // namespace tcviz_harness
