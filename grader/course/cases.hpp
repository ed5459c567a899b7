#pragma once
// Reads reference data, and keeps what every submission to an exercise is held to.

#include "core/exercise.hpp"
#include "course/course.hpp"

#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace grader {

/// The cases of reference_data/NN_name.json. Throws InputError, naming file and place, where the
/// file does not fit the exercise.
std::vector<Case> load_cases(const Course& course, const Exercise& exercise);

struct Material {
  std::vector<Case> cases;
  std::shared_future<std::vector<Mistake>> known;

  /// Read when they are first asked for: to grade what passes takes none of them. Throws
  /// InputError.
  const std::vector<Mistake>& mistakes() const { return known.get(); }
};

/// Reads the material of each exercise once, whichever thread asks first.
class Library {
 public:
  /// Throws InputError where the course's files are wrong, or a case's inputs do not follow from
  /// its seeds.
  std::shared_ptr<const Material> of(const Course& course, const Exercise& exercise);

 private:
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const Material>> read_;  ///< by the exercise's folder
};

}  // namespace grader
