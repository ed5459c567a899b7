#include "cli/predict.hpp"

#include "cli/commands.hpp"
#include "cli/desk.hpp"
#include "cli/submission.hpp"
#include "core/text.hpp"
#include "explain/replayer.hpp"
#include "system/process.hpp"
#include "values/numpy_text.hpp"

#include <fmt/format.h>

#include <iostream>

namespace grader {

std::vector<Question> load_questions(const Grader& grader, const Exercise& exercise) {
  const auto material = grader.library->of(grader.course, exercise);
  LaunchedRunner runner(grader.bench);
  Replayer replayer(grader.bench, grader.course, exercise, *material, runner);
  const auto run = [&](const Mistake& mistake, const Case& one) {
    const Mistake* readable = replayer.readable(&mistake);
    return std::pair(replayer.run(mistake, one), readable == nullptr ? "" : readable->message);
  };
  const bool runs = !exercise.predictions.empty() && replayer.open();
  return questions_of(exercise, *material, runs ? RunMistake(run) : nullptr);
}

std::string Quiz::text() const {
  if (questions_.empty()) return "there are no questions on this exercise\n";
  if (ended()) return fmt::format("{}{} of {} right\n", told_, right_, answered_);
  const Question& question = questions_[at_];
  std::string words = question.words;
  if (words.empty()) {
    for (const std::string& name : exercise_->arguments) {
      const Tensor& input = question.one->inputs.at(name);
      words +=
          fmt::format("{} is {}, ", name,
                      input.shape.empty() ? number_text(input.values[0]) : shape_text(input.shape));
    }
    words = fmt::format("{}. What shape does \"{}\" have?", words.substr(0, words.size() - 2),
                        question.of);
  }
  std::string text = fmt::format("{}question {} of {}\n\n{}\n", told_, at_ + 1, questions_.size(),
                                 fmt::join(wrap(words, 76), "\n"));
  for (std::size_t i = 0; i < question.options.size(); ++i) {
    const Tensor& array = question.options[i].array;
    std::string start = fmt::format("\n  {}  ", i + 1);
    for (const std::string& line :
         split_lines(question.words.empty() ? shape_text(array.shape) : numpy_text(array))) {
      text += start + line;
      start = "\n     ";
    }
  }
  return text + "\n";
}

void Quiz::press(int key) {
  told_.clear();
  if (key == 'q') return void(at_ = questions_.size());
  const Question& question = questions_.at(at_++);
  const auto chosen = static_cast<std::size_t>(key - '1');
  if (key < '1' || chosen >= question.options.size()) return;
  const std::string& message = question.options[chosen].message;
  ++answered_;
  if (chosen == question.right) ++right_;
  told_ = chosen == question.right ? "Right." : fmt::format("No: {} is right.", question.right + 1);
  if (!message.empty()) told_ += " This gives yours: " + message;
  told_ = fmt::format("{}\n\n", fmt::join(wrap(told_, 76), "\n"));
}

ExitCode predict_command(const Setup& setup, const PredictOptions& options) {
  const Chosen chosen = choose_exercise(setup.course, options.exercise);
  const auto& [course, exercise] = chosen;
  if (!course.practice.predict)
    throw InputError(course.settings().string() + ": predict is turned off in this course");
  if (options.no_predict) offer_no_questions(course);
  if (options.no_predict) return ExitCode::all_passed;
  const Grader grader{course, bench_for(setup, course, SubmissionOptions{})};
  Quiz quiz(exercise, load_questions(grader, exercise));
  clear_progress();
  std::cout << fmt::format("{:02} {}, ", exercise.number, exercise.name) << quiz.text();
  for (std::string line; !quiz.ended();) {
    std::cout << "\nA digit answers, Enter skips, q ends: " << std::flush;
    if (!std::getline(std::cin, line)) line = "q";
    check_interrupted();
    quiz.press(line.empty() ? 's' : line[0]);
    std::cout << "\n" << quiz.text();
  }
  std::cout << std::flush;
  return ExitCode::all_passed;
}

}  // namespace grader
