#pragma once
// Reads reference data, and keeps what every submission to an exercise is held to.

#include "core/case.hpp"
#include "course/course.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace grader {

/// The cases of reference_data/NN_name.json. Throws InputError, naming file and place, where the
/// file does not fit the exercise: a missing or unknown field, a shape that its sizes do not give,
/// a number of values that the shape does not give, a number that is not finite, published values
/// that disagree.
std::vector<Case> load_cases(const Course& course, const Exercise& exercise);

struct Material {
  std::vector<Case> cases;
  std::vector<Mistake> mistakes;
};

/// Reads the material of each exercise once, whichever thread asks first.
class Library {
 public:
  /// Throws InputError where the course's files are wrong, or a case's inputs do not follow from
  /// its seeds.
  std::shared_ptr<const Material> of(const Course& course, const Exercise& exercise);

 private:
  struct Shelf {
    std::once_flag read;
    std::shared_ptr<const Material> material;
  };
  std::mutex mutex_;
  std::map<std::string, Shelf> shelves_;  ///< by the exercise's folder
};

}  // namespace grader
