#include "grade/ready.hpp"

#include "compile/prepared.hpp"
#include "core/error.hpp"

namespace grader {

void get_ready(const Grader& grader, const Exercise& exercise) {
  try {
    grader.library->of(grader.course, exercise);
    if (!missing_sources(grader.kit, exercise).empty()) return;
    prepared_objects(grader.kit, exercise);
    if (exercise.measures) measures_program(grader.kit, exercise);
  } catch (const Interrupted&) {
    throw;
  } catch (const std::exception&) {
    return;  // the grading will tell
  }
}

}  // namespace grader
