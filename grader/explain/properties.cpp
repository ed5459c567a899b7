#include "explain/properties.hpp"

#include "judge/compare.hpp"

#include <algorithm>
#include <cmath>
#include <span>

namespace grader {
namespace {

using Numbers = std::vector<double>;

std::size_t row_length(const Shape& shape) {
  return shape.empty() || shape[0] == 0 ? 0 : element_count(shape) / shape[0];
}

std::span<const double> row(const Shape& shape, const Numbers& values, std::size_t i) {
  const std::size_t length = row_length(shape);
  return std::span(values).subspan(i * length, length);
}

/// Far enough from what it was, and of the same size.
double other(double number) { return 0.5 - number; }

void change(Change how, Tensor& tensor) {
  const std::size_t length = row_length(tensor.shape);
  if (length == 0) return;
  Numbers& values = tensor.values;
  switch (how) {
    case Change::last_row:
    case Change::first_row: {
      const std::size_t first = how == Change::first_row ? 0 : values.size() - length;
      for (double& value : std::span(values).subspan(first, length)) value = other(value);
      break;
    }
    case Change::rows_equal:
      for (std::size_t i = length; i < values.size(); ++i) values[i] = values[i - length];
      break;
    case Change::rows_shifted:
      for (std::size_t i = 0; i < values.size(); ++i)
        values[i] += 0.5 + static_cast<double>(i % length);
      break;
    case Change::rows_rotated:
      std::rotate(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(length),
                  values.end());
      break;
  }
}

bool same_numbers(std::span<const double> actual, std::span<const double> expected,
                  const Tolerance& tolerance) {
  const Tensor sent{{actual.size()}, {actual.begin(), actual.end()}};
  const Tensor wanted{{expected.size()}, {expected.begin(), expected.end()}};
  const Comparison comparison = compare(sent, wanted, tolerance);
  return comparison.matches() && comparison.finite;
}

/// Whether `of_row(i)` is true for the rows from `first` on, but for the last `without`.
template <class F>
bool all_rows(const Tensor& tensor, std::size_t without, const F& of_row) {
  if (row_length(tensor.shape) == 0) return false;
  for (std::size_t i = 0; i + without < tensor.shape[0]; ++i) {
    if (!of_row(i)) return false;
  }
  return true;
}

/// A tolerance in which a float's roundings lie, of numbers as large as these.
Tolerance of_floats(const Tolerance& exact, const Tensor& numbers) {
  double largest = 0;
  for (const double value : numbers.values) {
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  }
  return {std::max(exact.rtol, 1e-5), std::max(exact.atol, 1e-6 * largest)};
}

bool between_rows(const Tensor& after, const Tensor& input, const Tolerance& tolerance) {
  const std::size_t columns = row_length(input.shape);
  if (columns == 0 || row_length(after.shape) != columns) return false;
  for (std::size_t i = 0; i < after.values.size(); ++i) {
    double low = input.values[i % columns], high = low;
    for (std::size_t j = i % columns; j < input.values.size(); j += columns) {
      low = std::min(low, input.values[j]);
      high = std::max(high, input.values[j]);
    }
    const double room = tolerance.atol + tolerance.rtol * std::max(std::abs(low), std::abs(high));
    if (!(after.values[i] >= low - room && after.values[i] <= high + room)) return false;
  }
  return true;
}

}  // namespace

std::map<std::string, Tensor> changed_inputs(const Property& property,
                                             const std::map<std::string, Tensor>& inputs) {
  std::map<std::string, Tensor> changed = inputs;
  for (const auto& [name, how] : property.changes) change(how, changed.at(name));
  return changed;
}

bool holds(const Property& property, const Tensor& before, const Tensor& after,
           const std::map<std::string, Tensor>& changed, const Tolerance& exact) {
  if (!before.complete() || !after.complete() || before.shape != after.shape) return false;
  // Which numbers a row changes to may differ by little; what stays does not in a float either.
  const Tolerance tolerance =
      property.relation == Relation::every_row_changes ? exact : of_floats(exact, after);
  const auto row_before = [&](std::size_t i) { return row(before.shape, before.values, i); };
  const auto row_after = [&](std::size_t i) { return row(after.shape, after.values, i); };
  const auto same_rows = [&](std::size_t i, std::size_t j) {
    return same_numbers(row_after(i), row_before(j), tolerance);
  };
  const auto is_first_row = [&](std::size_t i) {
    const Tensor& input = changed.at(property.of);
    return row_length(input.shape) == row_length(after.shape) &&
           same_numbers(row_after(i), row(input.shape, input.values, 0), tolerance);
  };
  switch (property.relation) {
    case Relation::same:
      return same_numbers(after.values, before.values, tolerance);
    case Relation::same_before_last_row:
      return all_rows(after, 1, [&](std::size_t i) { return same_rows(i, i); });
    case Relation::every_row_changes:
      return is_finite(after) &&
             all_rows(after, 0, [&](std::size_t i) { return !same_rows(i, i); });
    case Relation::rows_rotated:
      return all_rows(after, 0,
                      [&](std::size_t i) { return same_rows(i, (i + 1) % after.shape[0]); });
    case Relation::finite:
      return is_finite(after);
    case Relation::first_row_of:
      return row_length(after.shape) != 0 && is_first_row(0);
    case Relation::every_row_of:
      return all_rows(after, 0, is_first_row);
    case Relation::between_rows_of:
      return between_rows(after, changed.at(property.of), tolerance);
  }
  return false;
}

std::vector<const Property*> lacking(const Exercise& exercise, std::span<const Case> cases,
                                     Runner& runner, int program, const Limits& limits) {
  const auto answer = [&](const std::map<std::string, Tensor>& inputs) {
    const Outcome outcome = runner.run(program, arguments_of(exercise, inputs), limits);
    return outcome.results.empty() ? Tensor{} : outcome.results[0];
  };
  std::vector<const Property*> found;
  for (const Property& property : exercise.properties) {
    if (runner.used_up(limits)) break;
    const auto one = std::ranges::find(cases, property.case_name, &Case::name);
    if (one == cases.end()) continue;  // not among those to grade
    const Shape& shape = one->expected[0].shape;
    const auto changed = changed_inputs(property, one->inputs);
    const Tensor before = answer(one->inputs);
    if (property.relation == Relation::finite) {
      if (before.shape != shape || is_finite(before)) continue;
      // Those before it have ordinary numbers.
      const bool ordinary = std::all_of(
          cases.begin(), one, [&](const Case& each) { return is_finite(answer(each.inputs)); });
      if (ordinary) found.push_back(&property);
      continue;
    }
    const Tensor after = answer(changed);
    if (before.shape != shape || after.shape != shape || !is_finite(before) || !is_finite(after))
      continue;
    if (!holds(property, before, after, changed, exercise.tolerance)) found.push_back(&property);
  }
  return found;
}

}  // namespace grader
