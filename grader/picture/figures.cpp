// From an array of a case and of an outcome to figures.

#include "picture/figures.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "judge/compare.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace grader {

std::string not_given(const Exercise& exercise, const std::string& name) {
  const bool step = exercise.has_step(name);
  return step ? fmt::format("your program did not record \"{}\"", name)
              : fmt::format("your program returned no {}", name);
}

namespace {

/// Of what one array's figures are made. `masks` and `labels` have the matrices of "where" and
/// "labels", or none.
struct Sources {
  std::vector<Matrix> expected, actual, expected_masks, actual_masks, labels;
};

std::vector<bool> blank_cells(const std::vector<Matrix>& masks, std::size_t k, const Matrix& of,
                              double above) {
  if (k >= masks.size() || !masks[k].same_shape(of)) return {};
  std::vector<bool> blank;
  for (const double value : masks[k].values) blank.push_back(!(value > above));
  return blank;
}

std::vector<bool> either(const std::vector<bool>& a, const std::vector<bool>& b) {
  if (a.empty() || b.empty()) return a.empty() ? b : a;
  std::vector<bool> result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = a[i] || b[i];
  return result;
}

void write_labels(Map& map, const std::vector<Matrix>& labels, std::size_t k,
                  const std::vector<double>& highlight) {
  if (k >= labels.size() || labels[k].rows != map.rows || labels[k].columns != map.columns) return;
  for (const double label : labels[k].values) {
    map.labels.push_back(number_text(label));
    map.highlighted.push_back(std::ranges::find(highlight, label) != highlight.end());
  }
}

/// Elements of `actual` minus those of `expected`; 0 where they differ within the tolerance.
std::vector<double> differences(const Matrix& actual, const Matrix& expected,
                                const Tolerance& tolerance) {
  std::vector<double> result;
  for (std::size_t i = 0; i < actual.values.size(); ++i) {
    const double a = actual.values[i], e = expected.values[i];
    result.push_back(element_matches(a, e, tolerance) ? 0 : a - e);
  }
  return result;
}

void add_numbers(Range& range, const Map& map) {
  for (std::size_t i = 0; i < map.values.size(); ++i) {
    if (!map.is_blank(i)) range.add(map.values[i]);
  }
}

/// Sets the scales of figures that belong together.
void set_scales(const PictureMap& spec, std::vector<Figure>& figures) {
  Range expected, actual, difference;
  for (const Figure& figure : figures) {
    for (const Map& map : figure.maps) {
      add_numbers(map.colours == Colours::diverging ? difference
                  : map.caption == caption_yours    ? actual
                                                    : expected,
                  map);
    }
  }
  Scale scale = common_scale(expected, actual);
  if (spec.low) scale = {*spec.low, std::max(scale.high, std::nextafter(*spec.low, INFINITY))};
  if (spec.high) scale = {std::min(scale.low, std::nextafter(*spec.high, -INFINITY)), *spec.high};
  double reach = 0;
  if (!difference.empty()) reach = std::max(-difference.low, difference.high);
  if (reach == 0) reach = 1;
  for (Figure& figure : figures) {
    figure.scale = scale;
    figure.difference = {-reach, reach};
    for (const Map& map : figure.maps) {
      Range range;
      add_numbers(range, map);
      if (map.colours == Colours::diverging || !exceeds(range, scale)) continue;
      figure.notes.push_back(fmt::format("{}: from {} to {}, beyond the scale", map.caption,
                                         number_text(range.low), number_text(range.high)));
    }
  }
}

std::string matrix_shape(const Matrix& matrix) { return shape_text({matrix.rows, matrix.columns}); }

/// The k-th figure of an array.
Figure make_figure(const PictureMap& spec, const Sources& sources, std::size_t k,
                   const Tolerance& tolerance) {
  Figure figure;
  figure.row_axis = spec.rows;
  figure.column_axis = spec.columns;
  const Matrix& expected = sources.expected[k];
  Map expected_map{caption_expected, Colours::sequential, expected.rows, expected.columns,
                   expected.values};
  expected_map.blank = blank_cells(sources.expected_masks, k, expected, spec.above);
  write_labels(expected_map, sources.labels, k, spec.highlight);
  if (k < sources.actual.size()) {
    const Matrix& actual = sources.actual[k];
    Map map{caption_yours, Colours::sequential, actual.rows, actual.columns, actual.values};
    map.blank = blank_cells(sources.actual_masks, k, actual, spec.above);
    write_labels(map, sources.labels, k, spec.highlight);
    if (actual.same_shape(expected)) {
      Map difference{caption_difference, Colours::diverging, actual.rows, actual.columns,
                     differences(actual, expected, tolerance)};
      difference.blank = either(map.blank, expected_map.blank);
      if (std::ranges::all_of(difference.values, [](double value) { return value == 0; })) {
        figure.notes.push_back(no_difference);
      }
      figure.maps = {std::move(map), std::move(expected_map), std::move(difference)};
      return figure;
    }
    figure.notes.push_back(fmt::format("no difference is drawn: yours has shape {}, expected {}",
                                       matrix_shape(actual), matrix_shape(expected)));
    if (!actual.values.empty()) figure.maps.push_back(std::move(map));
  }
  figure.maps.push_back(std::move(expected_map));
  return figure;
}

/// Why there is nothing of the program's own to draw, or not for every map; may be empty.
std::string what_is_missing(const Exercise& exercise, const PictureMap& spec, const Array& actual,
                            const Array& expected, const Sources& sources) {
  if (!actual.too_large.empty()) {
    return fmt::format("yours has shape {}, too large to be drawn", actual.too_large);
  }
  if (actual.turns.empty()) return not_given(exercise, spec.of);
  if (sources.actual.empty()) {
    return fmt::format("yours has shape {}, expected {}", shape_text(actual.turns.front().shape),
                       shape_text(expected.turns.front().shape));
  }
  if (actual.turns.size() != expected.turns.size()) {
    return fmt::format("your program recorded it {}, expected {}",
                       count_text(actual.turns.size(), "time"), expected.turns.size());
  }
  if (matrix_count(actual) != matrix_count(expected)) {
    return fmt::format("yours has {}, expected {}", count_text(matrix_count(actual), "map"),
                       matrix_count(expected));
  }
  return "";
}

InputError misfit(const Exercise& exercise, std::size_t map, const char* field) {
  return InputError(
      fmt::format("{}: picture.maps[{}].{}: expected an array of the same shape as \"of\"",
                  (exercise.directory / "exercise.json").string(), map, field));
}

/// Puts "where" and "labels" beside the array, all in one shape.
void add_companions(const Exercise& exercise, const Case& one,
                    const std::optional<Outcome>& outcome, const PictureMap& spec,
                    std::size_t place, std::size_t most, Array& expected, Array& actual,
                    Sources& sources) {
  if (!spec.where.empty()) {
    const Array where = expected_array(exercise, one, spec.where);
    if (where.turns.empty()) throw misfit(exercise, place, "where");
    drop_unit_axes(expected, where.turns.front().shape);
    drop_unit_axes(actual, where.turns.front().shape);
    sources.expected_masks = matrices_of(where, spec.transposed, most);
    if (outcome) {
      sources.actual_masks =
          matrices_of(actual_array(exercise, *outcome, spec.where), spec.transposed, most);
    }
  }
  if (!spec.labels.empty()) {
    Tensor labels = one.inputs.at(spec.labels);
    drop_unit_axes(expected, labels.shape);
    drop_unit_axes(actual, labels.shape);
    sources.labels = matrices_of({{std::move(labels)}, ""}, spec.transposed, most);
  }
}

void check_companions(const Exercise& exercise, const PictureMap& spec, std::size_t place,
                      const Sources& sources) {
  const auto fits = [&](const std::vector<Matrix>& companions) {
    if (companions.size() != sources.expected.size()) return false;
    for (std::size_t k = 0; k < companions.size(); ++k) {
      if (!companions[k].same_shape(sources.expected[k])) return false;
    }
    return true;
  };
  if (!spec.where.empty() && !fits(sources.expected_masks)) throw misfit(exercise, place, "where");
  if (!spec.labels.empty() && !fits(sources.labels)) throw misfit(exercise, place, "labels");
}

/// "attention weights, head 1 (of 3); where attention weights are above 0.1".
std::string figure_title(const PictureMap& spec, std::size_t k, std::size_t count) {
  std::string title = spec.of;
  if (count > 1) title += fmt::format(", {} {} (of {})", spec.each, k, count);
  if (!spec.where.empty()) {
    title += fmt::format(", where {} > {}", spec.where, number_text(spec.above));
  }
  return title;
}

void explain_labels(const PictureMap& spec, Figure& figure) {
  if (spec.labels.empty()) return;
  figure.notes.push_back(fmt::format("texts in the cells: {}; colours: {}", spec.labels, spec.of));
  std::vector<std::string> marked;
  for (const double label : spec.highlight) marked.push_back(number_text(label));
  if (!marked.empty())
    figure.notes.push_back(fmt::format("marked cells: {}", fmt::join(marked, ", ")));
}

}  // namespace

std::vector<Figure> make_figures(const Exercise& exercise, const Case& one,
                                 const std::optional<Outcome>& outcome, const PictureMap& spec,
                                 std::size_t place, std::size_t most) {
  Array expected = expected_array(exercise, one, spec.of);
  Array actual = outcome ? actual_array(exercise, *outcome, spec.of) : Array{};
  Sources sources;
  add_companions(exercise, one, outcome, spec, place, most, expected, actual, sources);
  sources.expected = matrices_of(expected, spec.transposed, most);
  sources.actual = matrices_of(actual, spec.transposed, most);
  if (sources.expected.empty() || sources.expected.front().values.empty()) return {};
  check_companions(exercise, spec, place, sources);

  const std::size_t count = matrix_count(expected);
  std::vector<Figure> figures;
  for (std::size_t k = 0; k < sources.expected.size(); ++k) {
    figures.push_back(make_figure(spec, sources, k, exercise.tolerance));
    figures.back().title = figure_title(spec, k, count);
    figures.back().transposed = spec.transposed;
  }
  set_scales(spec, figures);
  explain_labels(spec, figures.front());
  if (spec.transposed)
    figures.front().notes.push_back(
        fmt::format("{} i, {} j is element [j,i] of the array", spec.rows, spec.columns));
  if (outcome) {
    const std::string missing = what_is_missing(exercise, spec, actual, expected, sources);
    if (!missing.empty()) figures.front().notes.push_back(missing);
  }
  if (count > figures.size()) {
    figures.back().notes.push_back(
        fmt::format("{} more left out; --maps N draws more", count - figures.size()));
  }
  return figures;
}

namespace {

std::size_t result_index(const Exercise& exercise, const std::string& name) {
  const auto found = std::ranges::find(exercise.results, name);
  return static_cast<std::size_t>(found - exercise.results.begin());
}

}  // namespace

Array expected_array(const Exercise& exercise, const Case& one, const std::string& name) {
  Array array;
  for (const NamedTensor& step : one.steps) {
    if (step.name == name) array.turns.push_back(step.tensor);
  }
  const std::size_t result = result_index(exercise, name);
  if (array.turns.empty() && result < one.expected.size()) {
    array.turns.push_back(one.expected[result]);
  }
  return array;
}

Array actual_array(const Exercise& exercise, const Outcome& outcome, const std::string& name) {
  std::vector<const Tensor*> sent;
  for (const NamedTensor& step : outcome.steps) {
    if (step.name == name) sent.push_back(&step.tensor);
  }
  const std::size_t result = result_index(exercise, name);
  if (sent.empty() && result < outcome.results.size()) sent.push_back(&outcome.results[result]);
  Array array;
  for (const Tensor* tensor : sent) {
    if (!tensor->complete()) {
      array.too_large = shape_text(tensor->shape);
      break;
    }
    array.turns.push_back({tensor->shape, tensor->values});
  }
  return array;
}

void drop_unit_axes(Array& array, const Shape& wanted) {
  for (Tensor& turn : array.turns) {
    Shape shape = turn.shape;
    while (shape.size() > wanted.size() && shape.back() == 1) shape.pop_back();
    if (shape == wanted) turn.shape = wanted;
  }
}

namespace {

/// Rows, one a turn, of turns that are all vectors of one length.
std::vector<Matrix> stacked(const std::vector<Tensor>& turns) {
  Matrix matrix{turns.size(), turns.front().shape[0], {}};
  for (const Tensor& turn : turns) {
    if (turn.shape != turns.front().shape) return {};
    matrix.values.insert(matrix.values.end(), turn.values.begin(), turn.values.end());
  }
  return {std::move(matrix)};
}

Matrix transposed(const Matrix& matrix) {
  Matrix result{matrix.columns, matrix.rows, std::vector<double>(matrix.values.size())};
  if (matrix.values.empty()) return result;
  for (std::size_t i = 0; i < matrix.rows; ++i) {
    for (std::size_t j = 0; j < matrix.columns; ++j) {
      result.values[j * matrix.rows + i] = matrix.values[i * matrix.columns + j];
    }
  }
  return result;
}

}  // namespace

std::vector<Matrix> matrices_of(const Array& array, bool transpose, std::size_t most) {
  if (array.turns.empty()) return {};
  std::vector<Matrix> matrices;
  if (array.turns.front().shape.size() == 1) {
    matrices = stacked(array.turns);
  } else {
    for (const Tensor& turn : array.turns) {
      const std::size_t rank = turn.shape.size();
      if (rank < 2) return {};
      const std::size_t rows = turn.shape[rank - 2], columns = turn.shape[rank - 1];
      const std::size_t count = element_count({turn.shape.begin(), turn.shape.end() - 2});
      const std::size_t size = turn.values.empty() ? 0 : rows * columns;
      for (std::size_t i = 0; i < count && matrices.size() < most; ++i) {
        const auto first = turn.values.begin() + static_cast<std::ptrdiff_t>(i * size);
        matrices.push_back({rows, columns, {first, first + static_cast<std::ptrdiff_t>(size)}});
      }
    }
  }
  if (transpose) std::ranges::transform(matrices, matrices.begin(), transposed);
  return matrices;
}

std::size_t matrix_count(const Array& array) {
  if (array.turns.front().shape.size() < 2) return 1;
  std::size_t count = 0;
  for (const Tensor& turn : array.turns) {
    count += element_count({turn.shape.begin(), turn.shape.end() - 2});
  }
  return count;
}

std::vector<double> curve_values(const Array& array) {
  std::vector<double> values;
  for (const Tensor& turn : array.turns) {
    if (turn.shape.size() > 1) return {};
    values.insert(values.end(), turn.values.begin(), turn.values.end());
  }
  return values;
}

}  // namespace grader
