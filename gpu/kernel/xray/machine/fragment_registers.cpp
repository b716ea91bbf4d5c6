// Fragments: numbers and labels from the registers of a warp to the places of a matrix, and back.
#include <algorithm>
#include <bit>

#include "gpu/kernel/xray/label/number_formats.hpp"
#include "gpu/kernel/xray/machine/product.hpp"

namespace tcviz::inline gpu_xray {
namespace {

struct ValuePlace {
  std::int32_t reg = 0;
  int shift = 0;
};

ValuePlace place_of(const StepContext& context, std::size_t argument, int i, int bits) {
  const int of_register = bits == 64 ? 64 : 32;
  const int per = of_register / bits;
  const auto index = std::min(static_cast<std::size_t>(i / per), context.count(argument) - 1);
  return {context.reg(argument, index), i % per * bits};
}

// The codes of one register of a warp, found once.
struct RegisterView {
  std::int32_t reg = 0;
  int shift = 0, stride = 0;
  std::uint32_t labelled = 0;  // lanes with a value and a label
  const Code* codes = nullptr;

  RegisterView(const StepContext& context, const ValuePlace& place)
      : reg(place.reg),
        shift(place.shift),
        stride(context.bytes(place.reg)),
        labelled(context.warp.written[place.reg] & context.warp.labelled[place.reg]),
        codes(labelled != 0 ? context.codes(place.reg) + place.shift / 8 : nullptr) {}
};

// Returns the label of a number; quickly if its bytes are those of one element of this type. `known`: a shape of this
// type.
Label label_in(const StepContext& context, const RegisterView& view, int lane, ElementType type, int bytes,
               std::uint32_t& known) {
  if (((view.labelled >> lane) & 1) != 0) {
    const Code* const codes = view.codes + static_cast<std::size_t>(lane) * static_cast<std::size_t>(view.stride);
    Code differ = codes[0] & 7;
    for (int byte = 1; byte < bytes; ++byte) differ |= codes[byte] ^ (codes[0] + static_cast<Code>(byte));
    const Label first = label_of(codes[0]);
    const std::uint32_t shape = LabelSpace::shape_number(first);
    if (differ == 0 && first != 0 && (shape == known || context.labels().shape(first).format == type)) {
      known = shape;
      return first;
    }
  }
  return context.factor_label(view.reg, lane, view.shift / 8, type);
}

// Puts the numbers of one register of a warp into their elements; `map`: the element of each lane, at intervals of
// `values`.
void gather_numbers(const std::uint64_t* bits, int shift, const std::int32_t* map, int values, ElementType type,
                    std::vector<double>& into) {
  const auto each = [&](auto number) {
    for (int lane = 0; lane < lanes_of_warp; ++lane)
      if (const std::int32_t element = map[lane * values]; element >= 0) into[element] = number(bits[lane] >> shift);
  };
  if (type == ElementType::F16)
    each(number_of_half);
  else if (type == ElementType::F32)
    each([](std::uint64_t one) { return std::bit_cast<float>(static_cast<std::uint32_t>(one)); });
  else
    each([type](std::uint64_t one) { return from_bits(type, one); });
}

std::uint64_t bits_in(ElementType type, double number) {
  if (type == ElementType::F32) return std::bit_cast<std::uint32_t>(static_cast<float>(number));
  return encode(type, number);
}

// Converts labels to those of another type; most of them have the shape of the one before.
class ConvertedLabels {
 public:
  ConvertedLabels(LabelSpace& labels, ElementType type) : labels_(labels), type_(type) {}
  Label operator()(Label label) {
    if (label == 0) return 0;
    const std::uint32_t shape = LabelSpace::shape_number(label);
    if (shape != from_) from_ = shape, to_ = LabelSpace::shape_number(labels_.convert(label, type_));
    return LabelSpace::make(to_, LabelSpace::coordinates(label));
  }

 private:
  LabelSpace& labels_;
  ElementType type_;
  std::uint32_t from_ = 0, to_ = 0;
};

}  // namespace

std::int32_t register_of(const StepContext& context, std::size_t argument, int i, int bits) {
  return place_of(context, argument, i, bits).reg;
}

void gather(const StepContext& context, std::size_t argument, const Layout& layout, ElementType type,
            LabelledTile& into, int first_thread) {
  if (first_thread == 0) into.resize(layout.rows(), layout.cols());
  const int bits = element_bits(type), values = layout.values(), bytes = bytes_of(type);
  const int warp = first_thread / lanes_of_warp;
  into.first_warp = context.warp.number - warp;
  const bool is_owned = into.owned_in == &context.step;
  std::uint32_t known = 0;
  const auto map = layout.map();
  for (int i = 0; i < values; ++i) {
    const RegisterView view(context, place_of(context, argument, i, bits));
    const std::uint64_t* const numbers = context.values(view.reg);
    const std::int32_t* const elements = map.data() + static_cast<std::ptrdiff_t>(first_thread) * values + i;
    gather_numbers(numbers, view.shift, elements, values, type, into.values);
    for (int lane = 0; lane < lanes_of_warp; ++lane) {
      const std::int32_t element = elements[lane * values];
      if (element < 0) continue;
      if (type == ElementType::TF32) context.machine.roundings.cut_to_tf32(numbers[lane]);
      into.labels[element] = bits < 8 ? context.small_factor_label(view.reg, lane, view.shift, type)
                                      : label_in(context, view, lane, type, bytes, known);
      if (!is_owned) into.owners[element] = {warp, lane, view.reg};
    }
  }
  into.owned_in = layout.threads() == lanes_of_warp ? &context.step : nullptr;
}

void scatter(const StepContext& context, std::size_t argument, const Layout& layout, ElementType type,
             const LabelledTile& from, int first_thread) {
  const int bits = element_bits(type), values = layout.values(), bytes = bytes_of(type);
  const auto map = layout.map();
  ConvertedLabels converted(context.labels(), type);
  for (std::size_t at = 0; at < context.count(argument); ++at) {
    const std::int32_t reg = context.reg(argument, at);
    context.set_plain(reg);
    context.each_lane([&](int lane) { context.values(reg)[lane] = 0; });
  }
  for (int i = 0; i < values; ++i) {
    const ValuePlace place = place_of(context, argument, i, bits);
    std::uint64_t* const numbers = context.values(place.reg);
    const int stride = context.bytes(place.reg);
    std::uint32_t labelled = context.warp.labelled[place.reg];
    Code* const all = context.codes(place.reg);
    for (int lane = 0; lane < lanes_of_warp; ++lane) {
      const std::int32_t element = map[static_cast<std::size_t>(first_thread + lane) * values + i];
      if (element < 0) continue;
      numbers[lane] |= bits_in(type, from.values[element]) << place.shift;
      const Code code = converted(from.labels[element]) << 3;
      const std::uint32_t bit = 1U << lane;
      if (code == 0 && (labelled & bit) == 0) continue;
      Code* const codes = all + static_cast<std::size_t>(lane) * static_cast<std::size_t>(stride);
      if ((labelled & bit) == 0 && bytes != stride) std::fill_n(codes, stride, Code{0});
      for (int byte = 0; byte < bytes; ++byte)
        codes[place.shift / 8 + byte] = code == 0 ? 0 : code | static_cast<Code>(byte);
      labelled |= bit;
    }
    context.warp.labelled[place.reg] = labelled;
  }
}

}  // namespace tcviz::inline gpu_xray
