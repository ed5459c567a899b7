#include "grade/observe.hpp"

#include "core/error.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {

const Case& case_named(const std::vector<Case>& cases, const Exercise& exercise,
                       const std::string& name) {
  if (name.empty()) return cases.front();
  std::vector<std::string> names;
  for (const Case& one : cases) {
    if (one.name == name) return one;
    names.push_back(one.name);
  }
  throw InputError(fmt::format("unknown case \"{}\" of {:02} {}{}", printable_name(name),
                               exercise.number, exercise.name, did_you_mean(name, names)),
                   fmt::format("its cases: {}", fmt::join(names, ", ")));
}

Observation observe(const Grader& grader, const Exercise& exercise, const Intake& intake,
                    Untouched untouched, const std::string& case_name) {
  Observation observation;
  observation.one =
      case_named(grader.library->of(grader.course, exercise)->cases, exercise, case_name);
  Graded graded = grade_exercise(grader, exercise, intake, untouched, {case_name, true});
  observation.result = std::move(graded.result);
  if (observation.result.cases.empty()) return observation;  // nothing was run
  observation.one = std::move(graded.cases.front());
  observation.given = std::move(graded.given);
  observation.outcome = std::move(graded.runs.front().outcome);
  return observation;
}

}  // namespace grader
