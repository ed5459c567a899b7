// From a case and an outcome to a picture: its figures and charts.

#include "core/text.hpp"
#include "picture/figures.hpp"
#include "picture/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace grader {
namespace {

/// What to draw where the exercise does not say it.
PictureSpec usual_picture(const Exercise& exercise, const Case& one) {
  PictureSpec picture;
  const auto add_map = [&](const std::string& name) {
    const auto has_name = [&](const PictureMap& map) { return map.of == name; };
    if (std::ranges::none_of(picture.maps, has_name)) picture.maps.push_back(usual_map(name));
  };
  std::vector<std::string> names;
  for (const NamedTensor& step : one.steps) {
    if (step.name.find("weights") != std::string::npos) add_map(step.name);
    if (std::ranges::find(names, step.name) == names.end()) names.push_back(step.name);
  }
  if (picture.maps.empty()) {
    for (std::size_t i = 0; i < one.expected.size(); ++i) {
      if (one.expected[i].shape.size() >= 2) add_map(exercise.results[i]);
    }
  }
  names.insert(names.end(), exercise.results.begin(), exercise.results.end());
  for (const std::string& name : names) {
    if (name.find("loss") != std::string::npos) picture.curves.push_back(usual_curve(name));
  }
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

std::optional<Chart> make_chart(const Exercise& exercise, const Case& one,
                                const std::optional<Outcome>& outcome, const PictureCurve& spec) {
  Chart chart{spec.of, spec.axis, {}, {}, {}};
  const std::vector<double> expected = curve_values(expected_array(exercise, one, spec.of));
  if (expected.empty()) return std::nullopt;
  Range expected_range, actual_range;
  for (const double value : expected) expected_range.add(value);
  if (outcome) {
    const std::vector<double> actual = curve_values(actual_array(exercise, *outcome, spec.of));
    for (const double value : actual) actual_range.add(value);
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
  if (exceeds(actual_range, chart.scale)) {
    chart.notes.push_back(fmt::format("yours: from {} to {}, beyond the scale",
                                      number_text(actual_range.low),
                                      number_text(actual_range.high)));
  }
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

void keep_yours(Picture& picture) {
  for (Figure& figure : picture.figures) {
    std::erase_if(figure.maps, [](const Map& map) { return map.caption != caption_yours; });
    std::erase(figure.notes, no_difference);
  }
  for (Chart& chart : picture.charts) {
    std::erase_if(chart.curves, [](const Curve& curve) { return curve.caption != caption_yours; });
  }
}

Picture picture_of(const Exercise& exercise, const Case& one, const std::optional<Outcome>& outcome,
                   std::size_t most, const std::string& first) {
  const PictureSpec spec = picture_spec(exercise, one, first);
  Picture picture;
  for (std::size_t i = 0; i < spec.maps.size(); ++i) {
    for (Figure& figure : make_figures(exercise, one, outcome, spec.maps[i], i, most)) {
      picture.figures.push_back(std::move(figure));
    }
  }
  for (const PictureCurve& curve : spec.curves) {
    std::optional<Chart> chart = make_chart(exercise, one, outcome, curve);
    if (chart) picture.charts.push_back(std::move(*chart));
  }
  return picture;
}

}  // namespace

Picture make_picture(const Exercise& exercise, const Case& one,
                     const std::optional<Outcome>& outcome, std::size_t most,
                     const std::string& first) {
  if (!exercise.measures) return picture_of(exercise, one, outcome, most, first);
  if (!outcome || outcome->results.empty()) return {};
  Picture picture = picture_of(exercise, expecting(one, *outcome), outcome, most, "");
  keep_yours(picture);
  return picture;
}

}  // namespace grader
