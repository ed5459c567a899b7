// predict: questions on what an exercise will give, before it is written.

#include "cli/commands.hpp"
#include "cli/desk.hpp"
#include "cli/submission.hpp"
#include "core/text.hpp"
#include "practice/predict.hpp"
#include "system/process.hpp"
#include "values/numpy_text.hpp"

#include <fmt/format.h>

#include <iostream>

namespace grader {

namespace {

/// "Q is (3, 66), K is (7, 66). What shape does "result" have?"
std::string words_on_shape(const Exercise& exercise, const Question& question) {
  std::vector<std::string> inputs;
  for (const std::string& name : exercise.arguments) {
    const Tensor& input = question.one->inputs.at(name);
    inputs.push_back(
        name + " is " +
        (input.shape.empty() ? number_text(input.values[0]) : shape_text(input.shape)));
  }
  return fmt::format("{}. What shape does \"{}\" have?", fmt::join(inputs, ", "), question.of);
}

std::string text_of(const Exercise& exercise, const Question& question) {
  const bool on_shape = question.words.empty();
  std::string text = fmt::format(
      "{}\n",
      fmt::join(wrap(on_shape ? words_on_shape(exercise, question) : question.words, 76), "\n"));
  for (std::size_t i = 0; i < question.options.size(); ++i) {
    const Tensor& array = question.options[i].array;
    std::string start = fmt::format("\n  {}  ", i + 1);
    for (const std::string& line :
         split_lines(on_shape ? shape_text(array.shape) : numpy_text(array))) {
      text += start + line;
      start = "\n     ";
    }
  }
  return text + "\n";
}

/// What is said of an option that was chosen.
std::string text_of_answer(const Question& question, std::size_t chosen) {
  const std::string& message = question.options[chosen].message;
  std::string told = "Right.";
  if (chosen != question.right) told = fmt::format("No: {} is right.", question.right + 1);
  if (!message.empty()) told += " This gives yours: " + message;
  return fmt::format("\n{}\n\n", fmt::join(wrap(told, 76), "\n"));
}

/// Reads lines until one chooses an option, is empty, or is "q", as at the end; which is chosen.
std::optional<std::size_t> read_answer(std::size_t options, std::string& line) {
  for (;;) {
    if (!std::getline(std::cin, line)) line = "q";
    check_interrupted();
    const auto chosen = static_cast<std::size_t>(line.size() == 1 ? line[0] - '1' : -1);
    if (chosen < options) return chosen;
    if (line.empty() || line == "q") return std::nullopt;
    std::cout << fmt::format("1 to {}, Enter or q: ", options) << std::flush;
  }
}

/// Asks until the questions or the answers end.
void ask(const Exercise& exercise, const std::vector<Question>& questions) {
  std::size_t right = 0, answered = 0;
  std::string line;
  for (std::size_t i = 0; i < questions.size() && line != "q"; ++i) {
    std::cout << fmt::format("question {} of {}\n\n{}\nA digit answers, Enter skips, q ends: ",
                             i + 1, questions.size(), text_of(exercise, questions[i]))
              << std::flush;
    const std::optional<std::size_t> chosen = read_answer(questions[i].options.size(), line);
    answered += chosen.has_value();
    right += chosen == questions[i].right;
    std::cout << (chosen ? text_of_answer(questions[i], *chosen) : "\n");
  }
  if (answered > 0) std::cout << fmt::format("{} of {} right\n", right, answered);
  std::cout << std::flush;
}

}  // namespace

ExitCode predict_command(const Setup& setup, const PredictOptions& options) {
  const Chosen chosen = choose_exercise(setup.course, options.exercise);
  const auto& [course, exercise] = chosen;
  if (!course.practice.predict)
    throw InputError(course.settings().string() + ": predict is turned off in this course");
  if (options.no_predict) offer_no_questions(course);
  if (options.no_predict) return ExitCode::all_passed;
  const Grader grader{course, bench_for(setup, course, SubmissionOptions{})};
  const auto material = grader.library->of(course, exercise);
  const std::vector<Question> questions = load_questions(grader, exercise, *material);
  clear_progress();
  std::cout << fmt::format("{:02} {}{} ", exercise.number, exercise.name,
                           questions.empty() ? ":" : ",");
  if (questions.empty())
    std::cout << "there are no questions on this exercise" << std::endl;
  else
    ask(exercise, questions);
  return ExitCode::all_passed;
}

}  // namespace grader
