#include "picture/spec.hpp"

#include <algorithm>
#include <string>
#include <vector>

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

}  // namespace

PictureSpec picture_spec(const Exercise& exercise, const Case& one, const std::string& first) {
  PictureSpec spec = exercise.picture ? *exercise.picture : usual_picture(exercise, one);
  const bool drawn = std::ranges::find(spec.maps, first, &PictureMap::of) != spec.maps.end();
  if (!first.empty() && !drawn) spec.maps.insert(spec.maps.begin(), usual_map(first));
  return spec;
}

}  // namespace grader
