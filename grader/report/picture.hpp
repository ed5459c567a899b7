#pragma once
// A picture, made from a case and what a program did with it, and drawn as text for a terminal or
// as part of an HTML page. Pure.

#include "core/exercise.hpp"
#include "core/outcome.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace grader {

enum class Colours {
  sequential,  ///< from dark to light
  diverging,   ///< two hues with a neutral middle, which stands for zero
};

/// The numbers that the two ends of a colour map stand for.
struct Scale {
  double low = 0;
  double high = 1;
};

/// Where `value` lies on the scale: 0 at its low end or below, 1 at its high end or above. Not for
/// NaN.
double position(const Scale& scale, double value);

/// A matrix of cells.
struct Map {
  std::string caption;
  Colours colours = Colours::sequential;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> values;    ///< row by row
  std::size_t row_block = 1;     ///< how many rows of the array a row of cells stands for
  std::size_t column_block = 1;  ///< the same for columns
};

inline bool same_shape(const Map& a, const Map& b) {
  return a.rows == b.rows && a.columns == b.columns && a.row_block == b.row_block &&
         a.column_block == b.column_block;
}

/// Maps of one array that are drawn beside each other.
struct Figure {
  std::string title;
  std::string row_axis;
  std::string column_axis;
  std::vector<Map> maps;  ///< yours, expected, difference: those that there are
  Scale scale;
  Scale difference;  ///< symmetric about zero
  std::vector<std::string> notes;
  bool transposed = false;  ///< rows of the maps are columns of the array

  const Scale& scale_of(const Map& map) const {
    return map.colours == Colours::diverging ? difference : scale;
  }
};

struct Curve {
  std::string caption;
  std::vector<double> values;
};

/// Curves in one frame.
struct Chart {
  std::string title;
  std::string axis;           ///< what the numbers are counted by
  std::vector<Curve> curves;  ///< yours, expected: those that there are
  Scale scale;
  std::vector<std::string> notes;
};

struct Picture {
  std::string title;                 ///< with the verdict
  std::vector<std::string> remarks;  ///< why it is not right; lines of code start with a space
  std::vector<Figure> figures;
  std::vector<Chart> charts;
};

inline constexpr const char* caption_yours = "yours";
inline constexpr const char* caption_expected = "expected";
inline constexpr const char* caption_difference = "yours - expected";

/// Figures and charts of a case, without title, verdict and remarks: those of `picture_spec`, with
/// the step `first` before all others. Without an outcome, the expected ones alone. Of each array
/// at most `most` maps are drawn, and a note says how many more there are. Differences within the
/// tolerance count as none.
Picture make_picture(const Exercise& exercise, const Case& one,
                     const std::optional<Outcome>& outcome, std::size_t most,
                     const std::string& first = "");

/// How cells look in a terminal.
enum class Style {
  colour,  ///< 24-bit colour
  ascii,   ///< shades of ASCII characters
};

/// For a terminal of 80 columns: maps side by side where they fit, numbers in the cells where they
/// fit as well.
std::string terminal_picture(const Picture& picture, Style look);

/// The figure with no map of more than so many rows and columns. Where cells are put together, the
/// one whose number is largest in size stands for all, NaN before any number, and a note says so.
Figure reduced(Figure figure, std::size_t most_rows, std::size_t most_columns);

/// A number in about five columns, with as many decimals as the others of its figure, the largest
/// of which has the size `largest`.
std::string short_number(double value, double largest);

/// The size of the largest finite number in a figure.
double largest_size(const Figure& figure);

/// The end of a scale, to four digits.
std::string scale_text(double end);

/// Where a cell is, in words: "query 0, key 2".
std::string cell_place(const Figure& figure, const Map& map, std::size_t cell);

/// Whether any cell that is drawn holds NaN or an infinity.
bool has_marks(const Figure& figure);

struct Rgb {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;

  bool operator==(const Rgb&) const = default;
};

/// The colour at `place`, from 0 to 1. Sequential: from dark violet to light yellow, with even
/// steps of lightness. Diverging: blue below the middle, near white in it, red above.
Rgb colour_at(Colours colours, double place);

/// Black or white, whichever is easier to read on `background`.
Rgb ink_on(Rgb background);

/// "#0a8b96".
std::string hex(Rgb colour);

/// What a colour stands for: a bar for each scale that the figure's maps use.
struct Legend {
  std::string name;
  Scale scale;
  Colours colours = Colours::sequential;
};
std::vector<Legend> legends_of(const Figure& figure);

/// How many numbers the longest curve has; at least one.
std::size_t longest_of(const Chart& chart);

}  // namespace grader
