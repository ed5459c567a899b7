
#include "student/commands.hpp"
#include "student/desk.hpp"
#include "student/submission.hpp"
#include "core/text.hpp"
#include "report/account.hpp"
#include "report/writers.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr const char* given_explained = "expected is what is right given your earlier steps";

std::string format_of(const PictureOptions& options) {
  if (!options.format.empty()) return options.format;
  const std::string ending = fs::path(options.output).extension().string();
  if (options.output.empty() || ending == ".txt") return "text";
  if (ending == ".html" || ending == ".htm") return "html";
  throw InputError(
      fmt::format("{}: expected a name that ends in .html or .txt", printable_name(options.output)),
      "or choose a format: --format html");
}

Style look_of(const PictureOptions& options) {
  const bool colour = options.colour.value_or(options.output.empty() && wants_colour());
  return colour ? Style::colour : Style::ascii;
}

/// What the verdict says about the exercise, to stand above the picture.
void write_verdict(const Observation& observation, Picture& picture) {
  const ExerciseResult& result = observation.result;
  picture.title =
      fmt::format("{:02} {}, case {}", result.number, result.name, observation.one.name);
  picture.verdict = state_of(result);
  if (result.verdict == Verdict::passed) return;
  picture.remarks =
      remarks_on(result, result.cases.empty() ? result.finding : result.cases[0].message);
  const bool follows =
      std::ranges::count(result.steps, StepVerdict::follows, &StepResult::verdict) > 0;
  if (follows || result.steps_wrong() > 1) picture.remarks.push_back(given_explained);
  if (!observation.outcome && !picture.figures.empty())
    picture.remarks.push_back("only what is expected is drawn");
}

/// Figures and charts, the first wrong step before all others.
Picture drawn_case(const Exercise& exercise, const Observation& observation, std::size_t maps) {
  const std::vector<StepResult>& steps = observation.result.steps;
  const auto wrong = std::ranges::find(steps, StepVerdict::wrong, &StepResult::verdict);
  const Case& shown = observation.given ? *observation.given : observation.one;
  return make_picture(exercise, shown, observation.outcome, maps,
                      wrong == steps.end() ? std::string() : wrong->name);
}

/// Throws InputError where there is nothing to draw and the verdict does not say why.
Picture full_picture(const Exercise& exercise, const Observation& observation, std::size_t maps) {
  Picture picture = drawn_case(exercise, observation, maps);
  const bool answered = observation.result.verdict == Verdict::passed;
  if (picture.figures.empty() && picture.charts.empty() && (answered || !exercise.measures)) {
    throw InputError(fmt::format("case {} of {:02} {} has neither a matrix nor a curve to draw",
                                 observation.one.name, exercise.number, exercise.name));
  }
  write_verdict(observation, picture);
  return picture;
}

/// What was seen in the case of that name, or in the first that failed. Where nothing was run, only
/// the case and the verdict.
Observation seen_in(const Grader& grader, const Exercise& exercise, Graded graded,
                    const std::string& case_name) {
  if (!graded.runs.empty())
    return observed(exercise, graded, chosen_run(exercise, graded, case_name));
  Observation unseen;
  unseen.one = case_named(grader.library->of(grader.course, exercise)->cases, exercise, case_name);
  unseen.result = std::move(graded.result);
  unseen.result.cases.clear();
  return unseen;
}

ExitCode exit_code(Verdict verdict) {
  if (verdict == Verdict::internal_error) return ExitCode::grader_fault;
  return verdict == Verdict::passed ? ExitCode::all_passed : ExitCode::not_all_passed;
}

}  // namespace

std::optional<Picture> picture_for_page(const Exercise& exercise, const Observation& observation) {
  constexpr std::size_t most_maps = 2, most_drawings = 4;
  Picture picture = drawn_case(exercise, observation, most_maps);
  std::erase_if(picture.figures, [](const Figure& figure) {
    return std::ranges::find(figure.maps, caption_yours, &Map::caption) == figure.maps.end();
  });
  if (picture.figures.size() > most_drawings) picture.figures.resize(most_drawings);
  for (Figure& figure : picture.figures) figure = reduced(std::move(figure), 32, 32);
  if (picture.figures.empty() && picture.charts.empty()) return std::nullopt;
  if (observation.given) picture.remarks.push_back(given_explained);
  return picture;
}

std::string picture_on_terminal(const Grader& grader, const Exercise& exercise,
                                const Graded& graded) {
  const PictureOptions plain;
  const Observation observation = seen_in(grader, exercise, graded, "");
  return terminal_picture(full_picture(exercise, observation, plain.maps), look_of(plain));
}

ExitCode picture_command(const Setup& setup, const PictureOptions& options) {
  const CourseAndExercise chosen = choose_exercise(setup.course, options.exercise);
  const auto& [course, exercise] = chosen;
  check(course, options);
  const std::string format = format_of(options);
  check({{format, options.output}}, options.submission);
  const Grader grader{course, bench_for(setup, course, options)};
  case_named(grader.library->of(course, exercise)->cases, exercise, options.case_name);
  const Observation observation =
      seen_in(grader, exercise,
              grade_exercise(grader, exercise, take_in(grader, options, {exercise}).front(),
                             options.untouched()),
              options.case_name);
  clear_progress();

  const Picture picture = full_picture(exercise, observation, options.maps);
  write_to(options.output,
           format == "html" ? html_picture(picture) : terminal_picture(picture, look_of(options)));
  return exit_code(observation.result.verdict);
}

}  // namespace grader
