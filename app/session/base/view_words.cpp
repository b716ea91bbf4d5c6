#include "app/session/base/view_words.hpp"

namespace tcviz::inline app_session {
namespace {

constexpr ViewWord view_words_views[] = {
    {ViewMode::Grids, "Thread | Register", "Grids", "Two grids: the thread and the register of every element (1)"},
    {ViewMode::Combined, "Combined", "Both", "One grid with thread and register in every cell (2)"},
    {ViewMode::Product, "A × B = C", "A×B=C", "Both operands around their accumulator, the k dimension lined up (3)"},
    {ViewMode::Threads, "Threads", "Threads", "A row for every thread, its values in register order (4)"},
    {ViewMode::Comparison, "Compare", "Compare", "Two kinds or two sources beside each other (5)"},
};

constexpr ChoiceWord<ColorBy> colors[] = {
    {ColorBy::Automatic, "automatic", "Colour: automatic", "The thread grid by thread, the register grid by value"},
    {ColorBy::Thread, "thread", "Colour: thread", "Hue by tid / 4, shade by tid % 4"},
    {ColorBy::Value, "register x[i]", "Colour: x[i]", "By value index i"},
    {ColorBy::Quad, "quad (tid / 4)", "Colour: quad", "By groups of four threads"},
    {ColorBy::InQuad, "tid % 4", "Colour: tid % 4", "By the place inside a group of four threads"},
    {ColorBy::Word, "32-bit register", "Colour: 32-bit reg.", "By the 32-bit register that holds the value"},
    {ColorBy::Row, "row", "Colour: row", "By row of the matrix"},
    {ColorBy::Col, "column", "Colour: column", "By column of the matrix"},
    {ColorBy::Expression, "expression", "Colour: expression", "By an expression of tid, i, row and col"},
};

constexpr ChoiceWord<LabelBy> view_words_labels[] = {
    {LabelBy::Automatic, "automatic", "Labels: automatic", "What the grid shows"},
    {LabelBy::Thread, "tid", "Labels: tid", "The thread"},
    {LabelBy::Value, "i", "Labels: i", "The value index"},
    {LabelBy::Slot, "T5 x[3]", "Labels: T5 x[3]", "Thread and value"},
    {LabelBy::Word, "register and bits", "Labels: register", "The 32-bit register and the bits in it"},
    {LabelBy::Element, "row, column", "Labels: row, col", "The element"},
    {LabelBy::Linear, "linear index", "Labels: linear", "row * columns + column"},
    {LabelBy::None, "none", "Labels: none", "Colours alone"},
};

constexpr ChoiceWord<Palette> view_words_palettes[] = {
    {Palette::Safe, "colour-blind safe", "Palette: safe", "Told apart with every kind of colour blindness"},
    {Palette::Vivid, "vivid", "Palette: vivid", "Strong colours, for projectors"},
    {Palette::Print, "print", "Palette: print", "Grey with hatching"},
};

}  // namespace

std::span<const ViewWord> view_words() { return view_words_views; }
std::span<const ChoiceWord<ColorBy>> color_words() { return colors; }
std::span<const ChoiceWord<LabelBy>> label_words() { return view_words_labels; }
std::span<const ChoiceWord<Palette>> palette_words() { return view_words_palettes; }

}  // namespace tcviz::inline app_session
