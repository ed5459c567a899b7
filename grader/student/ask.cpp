// ask: questions on a student's own program that passes.

#include "core/text.hpp"
#include "student/commands.hpp"
#include "student/questions.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <iostream>
#include <random>

namespace grader {

ExitCode ask_command(const Setup& setup, const ExerciseOptions& options) {
  const CourseAndExercise chosen = choose_exercise(setup.course, options.exercise);
  const auto& [course, exercise] = chosen;
  const std::string name = fmt::format("{:02} {}", exercise.number, exercise.name);
  if (!course.practice.questions)
    throw InputError("this course has no questions: its course.json says so");
  if (run_now(setup, course, exercise).verdict != name_of(Verdict::passed))
    throw InputError(name + ": questions are asked about your file once that passes",
                     fmt::format("./grade run {:02}", exercise.number));
  const Grader grader{course, bench_for(setup, course, options)};
  const std::vector<Question> questions =
      questions_on(grader, exercise, take_in(exercise.stub()).text,
                   options.seed ? *options.seed : std::random_device()(), 3);
  clear_progress();
  if (questions.empty())
    throw InputError(name + ": its runs give no question with four different answers",
                     "take another exercise that passes: ./grade list");
  std::size_t answered = 0, right = 0;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    std::cout << fmt::format("{}, question {} of {}\n\n{}\n", name, i + 1, questions.size(),
                             printable(questions[i].text))
              << "A letter answers, Enter skips, q ends: " << std::flush;
    std::string line;
    const bool is_read = static_cast<bool>(std::getline(std::cin, line));
    check_interrupted();
    const std::string answer = lower_case(std::string(trimmed(line)));
    if (!is_read || answer == "q") break;
    if (answer.empty()) continue;
    const bool is_right = answer == std::string(1, questions[i].key);
    ++answered, right += is_right ? 1 : 0;
    std::cout << fmt::format("\n{}: {} is right. The runs:\n{}\n", is_right ? "Yes" : "No",
                             questions[i].key, printable(questions[i].proof));
  }
  SavedProgress memory = load_saved_progress(course);
  memory.exercises[exercise.folder].answered += answered;
  memory.exercises[exercise.folder].answered_right += right;
  if (answered > 0) save_progress(course, memory);
  std::cout << fmt::format("\n{} of {} right\n", right, answered) << std::flush;
  return ExitCode::all_passed;
}

}  // namespace grader
