#include "report/picture.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace grader {

double position(const Scale& scale, double value) {
  if (value <= scale.low) return 0;
  if (value >= scale.high) return 1;
  // Halved, since the whole range of double is wider than a double.
  return (value / 2 - scale.low / 2) / (scale.high / 2 - scale.low / 2);
}

std::string index_range(std::size_t index, std::size_t block) {
  if (block == 1) return std::to_string(index);
  return fmt::format("{}-{}", index * block, index * block + block - 1);
}

std::string short_number(double value, double largest) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  if (value == 0) return "0";
  if (largest < 0.1 || largest >= 9999.5) return fmt::format("{:.0e}", value);
  const int decimals = largest < 9.995 ? 2 : largest < 99.95 ? 1 : 0;
  const std::string text = fmt::format("{:.{}f}", value, decimals);
  const bool zero = text.find_first_not_of("-0.") == std::string::npos;
  return zero && text.starts_with('-') ? text.substr(1) : text;
}

double largest_size(const Figure& figure) {
  double largest = 0;
  for (const Map& map : figure.maps) {
    for (const double number : map.values)
      if (std::isfinite(number)) largest = std::max(largest, std::abs(number));
  }
  return largest;
}

std::string scale_text(double end) { return fmt::format("{:.4g}", end); }

std::string cell_place(const Figure& figure, const Map& map, std::size_t cell) {
  const std::string row = index_range(cell / map.columns, map.row_block);
  const std::string column = index_range(cell % map.columns, map.column_block);
  std::string text = fmt::format("{} {}, {} {}", figure.row_axis, row, figure.column_axis, column);
  if (figure.transposed) text += fmt::format(", element [{},{}]", column, row);
  return text;
}

bool is_zero(const Map& map) {
  return std::ranges::all_of(map.values, [](double value) { return value == 0; });
}

std::vector<Legend> legends_of(const Figure& figure) {
  std::vector<Legend> legends = {{"scale", figure.scale}};
  for (const Map& map : figure.maps) {
    if (map.colours == Colours::diverging && !is_zero(map))
      legends.push_back({map.caption, figure.difference, Colours::diverging});
  }
  return legends;
}

std::size_t longest_of(const Chart& chart) {
  std::size_t longest = 1;
  for (const Curve& curve : chart.curves) longest = std::max(longest, curve.values.size());
  return longest;
}

bool has_marks(const Figure& figure) {
  const auto is_mark = [](double number) { return !std::isfinite(number); };
  return std::ranges::any_of(
      figure.maps, [&](const Map& map) { return std::ranges::any_of(map.values, is_mark); });
}

namespace {

/// Whether `value` rather than `other` stands for both.
bool outweighs(double value, double other) {
  if (std::isnan(other)) return false;
  return std::isnan(value) || std::abs(value) > std::abs(other);
}

/// The map with blocks of so many rows and columns put together.
Map merged(const Map& map, std::size_t row_block, std::size_t column_block) {
  Map small = map;
  small.row_block = row_block;
  small.column_block = column_block;
  small.rows = (map.rows + row_block - 1) / row_block;
  small.columns = (map.columns + column_block - 1) / column_block;
  small.values.assign(small.rows * small.columns, 0);
  for (std::size_t i = 0; i < map.rows; ++i) {
    for (std::size_t j = 0; j < map.columns; ++j) {
      const std::size_t from = i * map.columns + j;
      const std::size_t to = i / row_block * small.columns + j / column_block;
      if (outweighs(map.values[from], small.values[to])) small.values[to] = map.values[from];
    }
  }
  return small;
}

}  // namespace

Figure reduced(Figure figure, std::size_t most_rows, std::size_t most_columns) {
  for (Map& map : figure.maps) {
    const std::size_t row_block = (map.rows + most_rows - 1) / most_rows;
    const std::size_t column_block = (map.columns + most_columns - 1) / most_columns;
    if (row_block <= 1 && column_block <= 1) continue;
    map = merged(map, row_block, column_block);
    figure.notes.push_back(
        fmt::format("{}: a cell stands for {} x {} elements and shows the largest of them in size",
                    map.caption, row_block, column_block));
  }
  return figure;
}

namespace {

// Chosen in the colour space OKLCh, where equal steps of lightness look equal: lightness from 0.24
// to 0.92, hue from violet (305 degrees) through blue and green to yellow (105), and as much chroma
// as a screen can show, at most 0.16.
constexpr Rgb sequential_anchors[] = {{42, 15, 64},   {44, 42, 105},   {13, 73, 140},
                                      {1, 107, 143},  {0, 139, 150},   {5, 171, 150},
                                      {66, 203, 128}, {166, 221, 103}, {245, 234, 92}};

// Likewise: both ends equally dark and equally far in hue from the neutral middle.
constexpr Rgb diverging_anchors[] = {
    {20, 103, 194}, {138, 175, 223}, {245, 245, 245}, {218, 153, 144}, {179, 56, 48}};

std::uint8_t between(std::uint8_t a, std::uint8_t b, double share) {
  return static_cast<std::uint8_t>(std::lround(a + share * (b - a)));
}

/// The light that a screen gives for a channel's number, between 0 and 1 (IEC 61966-2-1).
double linear(std::uint8_t channel) {
  const double c = channel / 255.0;
  return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

}  // namespace

Rgb colour_at(Colours colours, double place) {
  const std::span<const Rgb> anchors = colours == Colours::sequential
                                           ? std::span<const Rgb>(sequential_anchors)
                                           : std::span<const Rgb>(diverging_anchors);
  const double at = std::clamp(place, 0.0, 1.0) * static_cast<double>(anchors.size() - 1);
  const std::size_t below = std::min(static_cast<std::size_t>(at), anchors.size() - 2);
  const Rgb a = anchors[below], b = anchors[below + 1];
  const double share = at - static_cast<double>(below);
  return {between(a.red, b.red, share), between(a.green, b.green, share),
          between(a.blue, b.blue, share)};
}

Rgb ink_on(Rgb background) {
  const double luminance = 0.2126 * linear(background.red) + 0.7152 * linear(background.green) +
                           0.0722 * linear(background.blue);
  // Where the contrast with black, (L + 0.05) / 0.05, is that with white, 1.05 / (L + 0.05).
  return luminance > 0.179 ? Rgb{0, 0, 0} : Rgb{255, 255, 255};
}

std::string hex(Rgb colour) {
  return fmt::format("#{:02x}{:02x}{:02x}", colour.red, colour.green, colour.blue);
}

}  // namespace grader
