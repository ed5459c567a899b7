#pragma once
// What every submission to an exercise is held to.

#include "core/case.hpp"
#include "course/course.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace grader {

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
