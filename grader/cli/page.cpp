#include "cli/page.hpp"

#include "cli/picture.hpp"
#include "cli/desk.hpp"
#include "report/excerpt.hpp"

#include <algorithm>

namespace grader {
namespace {

constexpr unsigned lines_around = 3;

void add_excerpt(const ExerciseResult& result, const std::string& text, Beside& beside) {
  if (!result.place || result.place->line == 0) return;
  const unsigned line = result.place->line;
  beside.excerpt_start = line > lines_around ? line - lines_around : 1;
  beside.excerpt = lines_between(text, beside.excerpt_start, line + lines_around);
  if (beside.excerpt.size() <= line - beside.excerpt_start) beside.excerpt.clear();
}

}  // namespace

Beside beside(const Grader& grader, const Exercise& exercise, const Graded& graded,
              const std::string& text) {
  Beside all;
  if (graded.result.verdict == Verdict::passed) return all;
  add_excerpt(graded.result, text, all);
  const auto run = run_of_case(graded, "");
  if (!run || !grader.options.secret.empty()) return all;
  if (graded.runs[*run].result.verdict == Verdict::passed) return all;  // a fresh case failed
  const Observation observation = observed(exercise, graded, *run);
  all.case_name = observation.one.name;
  all.picture = picture_for_page(exercise, observation);
  return all;
}

void add_hints(const Course& course, const Exercise& exercise, Beside& beside) {
  const Progress progress = load_progress(course);
  const auto entry = progress.find(exercise.folder);
  if (entry == progress.end()) return;
  beside.hints = shown_hints(exercise, entry->second);
  beside.hints_in_all = exercise.hints.size();
}

}  // namespace grader
