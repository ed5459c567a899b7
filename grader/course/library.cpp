#include "course/library.hpp"

#include "core/error.hpp"
#include "course/cases.hpp"
#include "course/draw.hpp"
#include "course/mistakes.hpp"

#include <fmt/format.h>

namespace grader {
namespace {

std::vector<Case> checked_cases(const Course& course, const Exercise& exercise) {
  std::vector<Case> cases = load_cases(course, exercise);
  for (const Case& one : cases) {
    const std::string difference = redraw_difference(exercise, one);
    if (!difference.empty()) {
      throw InputError(
          fmt::format("{}: case {}: {}", course.reference(exercise).string(), one.name, difference),
          fmt::format("./grade reference --write {}", exercise.folder));
    }
  }
  return cases;
}

}  // namespace

std::shared_ptr<const Material> Library::of(const Course& course, const Exercise& exercise) {
  Shelf* shelf = nullptr;
  {
    const std::lock_guard guard(mutex_);
    shelf = &shelves_[exercise.folder];
  }
  std::call_once(shelf->read, [&] {
    shelf->material = std::make_shared<const Material>(
        Material{checked_cases(course, exercise), load_mistakes(course, exercise)});
  });
  return shelf->material;
}

}  // namespace grader
