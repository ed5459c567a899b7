#include "report/picture.hpp"

#include "core/text.hpp"
#include "judge/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace grader {
namespace {

/// Whether a map of differences shows none.
bool is_zero(const Map& map) {
  return std::ranges::all_of(map.values, [](double value) { return value == 0; });
}

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

// Chosen in the colour space OKLCh, where equal steps of lightness look equal: lightness from 0.24
// to 0.92, hue from violet (305 degrees) through blue and green to yellow (105), and as much chroma
// as a screen can show, at most 0.16.
constexpr Rgb sequential_anchors[] = {{42, 15, 64},   {44, 42, 105},   {13, 73, 140},
                                      {1, 107, 143},  {0, 139, 150},   {5, 171, 150},
                                      {66, 203, 128}, {166, 221, 103}, {245, 234, 92}};

// Both ends are equally dark, and equally far in hue from the neutral middle.
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

constexpr const char* no_difference = "no difference beyond the tolerance";

/// The range of finite numbers; low > high where there are none.
struct Range {
  double low = INFINITY;
  double high = -INFINITY;

  void add(const std::vector<double>& numbers) {
    for (const double number : numbers) {
      if (!std::isfinite(number)) continue;
      low = std::min(low, number);
      high = std::max(high, number);
    }
  }
  bool empty() const { return low > high; }
};

constexpr double widest_ratio = 3;  // of the common scale to that of the expected numbers

/// The scale of expected numbers and those of the program, or of the expected ones alone where the
/// others would leave them few shades.
Scale common_scale(const Range& expected, const Range& actual) {
  if (expected.empty() && actual.empty()) return {};
  Range range = expected.empty() ? actual : expected;
  if (!actual.empty() && !expected.empty()) {
    Range both = expected;
    both.add({actual.low, actual.high});
    const double width = expected.high / 2 - expected.low / 2;
    if (both.high / 2 - both.low / 2 <= widest_ratio * width) range = both;
  }
  if (range.low == range.high) {  // a single number: it and zero
    range.add({0});
    if (range.low == range.high) range.high = 1;
  }
  return {range.low, range.high};
}

void add_note_beyond(const Scale& scale, const Range& range, std::string_view caption,
                     std::vector<std::string>& notes) {
  if (range.empty() || (range.low >= scale.low && range.high <= scale.high)) return;
  notes.push_back(fmt::format("{}: from {} to {}, beyond the scale", caption,
                              number_text(range.low), number_text(range.high)));
}

/// The arrays under one name: a step's turns, or one result.
struct Array {
  std::vector<Tensor> turns;
  std::string too_large;  ///< the shape of one that came without its values; else empty
};

/// The steps or the result of that name; none where there is no such. Nothing follows one that came
/// without its values.
Array array_named(const Exercise& exercise, const std::vector<NamedTensor>& steps,
                  const std::vector<Tensor>& results, const std::string& name) {
  Array array;
  const auto add = [&](const Tensor& tensor) {
    if (!array.too_large.empty()) return;
    if (!tensor.complete()) array.too_large = shape_text(tensor.shape);
    if (tensor.complete()) array.turns.push_back(tensor);
  };
  for (const NamedTensor& step : steps)
    if (step.name == name) add(step.tensor);
  const auto result = std::ranges::find(exercise.results, name) - exercise.results.begin();
  if (array.turns.empty() && result < std::ssize(results))
    add(results[static_cast<std::size_t>(result)]);
  return array;
}

Map transposed(const Map& matrix) {
  Map result = matrix;
  std::swap(result.rows, result.columns);
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    for (std::size_t j = 0; j < matrix.columns; ++j)
      result.values[j * matrix.rows + i] = matrix.values[i * matrix.columns + j];
  }
  return result;
}

/// The matrices of an array: those of the last two axes, or one with a row for each turn where the
/// turns are vectors. None where the shapes are no matrices', or one has no elements.
struct Matrices {
  std::vector<Map> first;  ///< as many as are drawn
  std::size_t count = 0;
};

Matrices matrices_of(std::vector<Tensor> turns, const char* caption, bool transpose,
                     std::size_t most) {
  if (!turns.empty() && turns.front().shape.size() == 1) {
    Tensor stacked{{turns.size(), turns.front().shape[0]}, {}};
    for (const Tensor& turn : turns) {
      if (turn.shape != turns.front().shape) return {};
      stacked.values.insert(stacked.values.end(), turn.values.begin(), turn.values.end());
    }
    turns = {std::move(stacked)};
  }
  Matrices matrices;
  for (const Tensor& turn : turns) {
    const std::size_t rank = turn.shape.size();
    if (rank < 2 || turn.values.empty()) return {};
    const std::size_t rows = turn.shape[rank - 2], columns = turn.shape[rank - 1];
    for (auto at = turn.values.begin(); at != turn.values.end();) {
      const auto end = at + static_cast<std::ptrdiff_t>(rows * columns);
      if (++matrices.count <= most) {
        const Map map{caption, Colours::sequential, rows, columns, {at, end}};
        matrices.first.push_back(transpose ? transposed(map) : map);
      }
      at = end;
    }
  }
  return matrices;
}

/// The numbers of a curve: a vector, or the scalars of all turns.
std::vector<double> curve_values(const Array& array) {
  std::vector<double> values;
  for (const Tensor& turn : array.turns) {
    if (turn.shape.size() > 1) return {};
    values.insert(values.end(), turn.values.begin(), turn.values.end());
  }
  return values;
}

/// What is said where a program has not given the array of that name.
std::string not_given(const Exercise& exercise, const std::string& name) {
  const bool step = exercise.has_step(name);
  return step ? fmt::format("your program did not record \"{}\"", name)
              : fmt::format("your program returned no {}", name);
}

/// Elements of `actual` minus those of `expected`; 0 where they differ within the tolerance.
std::vector<double> differences(const Map& actual, const Map& expected,
                                const Tolerance& tolerance) {
  std::vector<double> result;
  for (std::size_t i = 0; i < actual.values.size(); ++i) {
    const double a = actual.values[i], e = expected.values[i];
    result.push_back(element_matches(a, e, tolerance) ? 0 : a - e);
  }
  return result;
}

/// Sets the scales of figures that belong together.
void set_scales(std::vector<Figure>& figures) {
  Range expected, actual, difference;
  for (const Figure& figure : figures) {
    for (const Map& map : figure.maps) {
      Range& range = map.colours == Colours::diverging ? difference
                     : map.caption == caption_yours    ? actual
                                                       : expected;
      range.add(map.values);
    }
  }
  const Scale scale = common_scale(expected, actual);
  double reach = 0;
  if (!difference.empty()) reach = std::max(-difference.low, difference.high);
  if (reach == 0) reach = 1;
  for (Figure& figure : figures) {
    figure.scale = scale;
    figure.difference = {-reach, reach};
    for (const Map& map : figure.maps) {
      Range range;
      range.add(map.values);
      if (map.colours == Colours::sequential)
        add_note_beyond(scale, range, map.caption, figure.notes);
    }
  }
}

/// The figures of the array that `spec` speaks of.
class ArrayFigures {
 public:
  ArrayFigures(const Exercise& exercise, const Case& one, const Outcome* outcome,
               const PictureMap& spec, std::size_t most)
      : exercise_(exercise),
        spec_(spec),
        wanted_(array_named(exercise, one.steps, one.expected, spec.of)),
        expected_(matrices_of(wanted_.turns, caption_expected, spec.transposed, most)) {
    if (outcome == nullptr) return;
    yours_ = array_named(exercise, outcome->steps, outcome->results, spec.of);
    actual_ = matrices_of(yours_.turns, caption_yours, spec.transposed, most);
    missing_ = what_is_missing();
  }

  /// None where the case does not have the array or it is no matrix.
  std::vector<Figure> make() const {
    std::vector<Figure> figures;
    for (std::size_t k = 0; k < expected_.first.size(); ++k) figures.push_back(figure(k));
    if (figures.empty()) return {};
    set_scales(figures);
    std::vector<std::string>& notes = figures.front().notes;
    if (spec_.transposed) {
      notes.push_back(
          fmt::format("{} i, {} j is element [j,i] of the array", spec_.rows, spec_.columns));
    }
    if (!missing_.empty()) notes.push_back(missing_);
    if (expected_.count > figures.size()) {
      figures.back().notes.push_back(
          fmt::format("{} more left out; --maps N draws more", expected_.count - figures.size()));
    }
    return figures;
  }

 private:
  Figure figure(std::size_t k) const {
    const Map& expected = expected_.first[k];
    Figure figure{spec_.of, spec_.rows, spec_.columns, {}, {}, {}, {}, spec_.transposed};
    if (expected_.count > 1)
      figure.title += fmt::format(", {} {} (of {})", spec_.each, k, expected_.count);
    if (k < actual_.first.size()) figure.maps.push_back(actual_.first[k]);
    figure.maps.push_back(expected);
    if (figure.maps.size() == 1) return figure;
    const Map& actual = actual_.first[k];
    if (same_shape(actual, expected)) {
      figure.maps.push_back({caption_difference, Colours::diverging, actual.rows, actual.columns,
                             differences(actual, expected, exercise_.tolerance)});
      if (is_zero(figure.maps.back())) figure.notes.push_back(no_difference);
    } else {
      figure.notes.push_back(fmt::format("no difference is drawn: yours has shape {}, expected {}",
                                         shape_text({actual.rows, actual.columns}),
                                         shape_text({expected.rows, expected.columns})));
    }
    return figure;
  }

  /// Why there is nothing of the program's own to draw, or not for every map; may be empty.
  std::string what_is_missing() const {
    const std::vector<Tensor>&yours = yours_.turns, &wanted = wanted_.turns;
    if (!yours_.too_large.empty())
      return fmt::format("yours has shape {}, too large to be drawn", yours_.too_large);
    if (yours.empty()) return not_given(exercise_, spec_.of);
    if (actual_.count == 0 && !wanted.empty()) {
      return fmt::format("yours has shape {}, expected {}", shape_text(yours.front().shape),
                         shape_text(wanted.front().shape));
    }
    if (actual_.count == expected_.count) return "";
    return fmt::format("yours has {}, expected {}", count_text(actual_.count, "map"),
                       expected_.count);
  }

  const Exercise& exercise_;
  const PictureMap& spec_;
  Array wanted_, yours_;
  Matrices expected_, actual_;
  std::string missing_;
};

/// What to draw where the exercise does not say it.
PictureSpec usual_picture(const Exercise& exercise, const Case& one) {
  PictureSpec picture;
  std::vector<std::string> names;
  for (const NamedTensor& step : one.steps)
    if (std::ranges::find(names, step.name) == names.end()) names.push_back(step.name);
  for (const std::string& name : names)
    if (name.find("weights") != name.npos) picture.maps.push_back(usual_map(name));
  const bool results = picture.maps.empty();
  // Inputs that were returned may be more than have names.
  for (std::size_t i = 0; i < std::min(one.expected.size(), exercise.results.size()); ++i)
    if (results && one.expected[i].shape.size() >= 2)
      picture.maps.push_back(usual_map(exercise.results[i]));
  names.insert(names.end(), exercise.results.begin(), exercise.results.end());
  for (const std::string& name : names)
    if (name.find("loss") != name.npos) picture.curves.push_back(usual_curve(name));
  return picture;
}

/// What the exercise says; else every step of attention weights and every loss, or else the results
/// that are matrices. Before these the step `first`, where it is not among them; empty: none.
PictureSpec picture_spec(const Exercise& exercise, const Case& one, const std::string& first) {
  PictureSpec spec = exercise.picture ? *exercise.picture : usual_picture(exercise, one);
  const bool drawn = std::ranges::find(spec.maps, first, &PictureMap::of) != spec.maps.end();
  if (!first.empty() && !drawn) spec.maps.insert(spec.maps.begin(), usual_map(first));
  return spec;
}

std::optional<Chart> make_chart(const Exercise& exercise, const Case& one, const Outcome* outcome,
                                const PictureCurve& spec) {
  Chart chart{spec.of, spec.axis, {}, {}, {}};
  const std::vector<double> expected =
      curve_values(array_named(exercise, one.steps, one.expected, spec.of));
  if (expected.empty()) return std::nullopt;
  Range expected_range, actual_range;
  expected_range.add(expected);
  if (outcome != nullptr) {
    const std::vector<double> actual =
        curve_values(array_named(exercise, outcome->steps, outcome->results, spec.of));
    actual_range.add(actual);
    const auto marks = std::ranges::count_if(actual, [](double v) { return !std::isfinite(v); });
    if (actual.empty()) chart.notes.push_back(not_given(exercise, spec.of));
    if (marks > 0) {
      chart.notes.push_back(fmt::format("{} of yours not finite",
                                        count_text(static_cast<std::size_t>(marks), "number")));
    }
    if (!actual.empty()) chart.curves.push_back({caption_yours, actual});
  }
  chart.curves.push_back({caption_expected, expected});
  chart.scale = common_scale(expected_range, actual_range);
  add_note_beyond(chart.scale, actual_range, caption_yours, chart.notes);
  return chart;
}

/// A case that expects what the program gave: where results are measured, that is all there is to
/// draw.
Case expecting(const Case& one, const Outcome& outcome) {
  Case same = one;
  for (const Tensor& result : outcome.results) {
    same.expected.push_back(result.complete() ? result : Tensor{});
  }
  for (const NamedTensor& step : outcome.steps) {
    if (step.tensor.complete()) same.steps.push_back(step);
  }
  return same;
}

}  // namespace

double position(const Scale& scale, double value) {
  if (value <= scale.low) return 0;
  if (value >= scale.high) return 1;
  // Halved, since the whole range of double is wider than a double.
  return (value / 2 - scale.low / 2) / (scale.high / 2 - scale.low / 2);
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
  const auto range = [](std::size_t index, std::size_t block) {
    if (block == 1) return std::to_string(index);
    return fmt::format("{}-{}", index * block, index * block + block - 1);
  };
  const std::string row = range(cell / map.columns, map.row_block);
  const std::string column = range(cell % map.columns, map.column_block);
  std::string text = fmt::format("{} {}, {} {}", figure.row_axis, row, figure.column_axis, column);
  if (figure.transposed) text += fmt::format(", element [{},{}]", column, row);
  return text;
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

Picture make_picture(const Exercise& exercise, const Case& one,
                     const std::optional<Outcome>& outcome, std::size_t most,
                     const std::string& first) {
  const bool measured = exercise.measures.has_value();
  if (measured && (!outcome || outcome->results.empty())) return {};
  const Case shown = measured ? expecting(one, *outcome) : one;
  const Outcome* const given = outcome ? &*outcome : nullptr;
  const PictureSpec spec = picture_spec(exercise, shown, measured ? "" : first);
  Picture picture;
  for (const PictureMap& map : spec.maps)
    std::ranges::move(ArrayFigures(exercise, shown, given, map, most).make(),
                      std::back_inserter(picture.figures));
  for (const PictureCurve& curve : spec.curves) {
    if (std::optional<Chart> chart = make_chart(exercise, shown, given, curve))
      picture.charts.push_back(std::move(*chart));
  }
  if (!measured) return picture;
  const auto not_yours = [](const auto& part) { return part.caption != caption_yours; };
  for (Figure& figure : picture.figures) {
    std::erase_if(figure.maps, not_yours);
    std::erase(figure.notes, no_difference);
  }
  for (Chart& chart : picture.charts) std::erase_if(chart.curves, not_yours);
  return picture;
}

}  // namespace grader
