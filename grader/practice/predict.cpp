#include "practice/predict.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "explain/replayer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace grader {
namespace {

/// The array of that name, as it is returned, or recorded first; null where there is none.
const Tensor* array_of(const Exercise& exercise, const std::string& name,
                       const std::vector<NamedTensor>& steps, const std::vector<Tensor>& results) {
  for (std::size_t i = 0; i < results.size(); ++i)
    if (exercise.result_name(i) == name) return &results[i];
  const auto step = std::ranges::find(steps, name, &NamedTensor::name);
  return step == steps.end() ? nullptr : &step->tensor;
}

/// Puts the right option, which comes first, at a place that looks random.
void place_right(const Exercise& exercise, Question& question) {
  const std::uint64_t hash = content_hash(exercise.folder + question.of + question.words);
  question.right = hash / 8 % question.options.size();
  const auto first = question.options.begin();
  std::rotate(first, first + 1, first + static_cast<std::ptrdiff_t>(question.right) + 1);
}

/// The question with the shape reversed, or with one or all axes as long as those of inputs;
/// nothing with fewer than three of them, or where an axis of the shape may have come from several
/// sizes.
std::optional<Question> shape_question(const Exercise& exercise, const std::string& of,
                                       const Case& one) {
  const Tensor* array = array_of(exercise, of, one.steps, one.expected);
  if (array == nullptr || array->shape.size() < 2) return std::nullopt;
  const Shape& right = array->shape;
  for (const std::size_t length : right)
    if (std::ranges::count(one.sizes, length, &Sizes::value_type::second) > 1) return std::nullopt;
  std::vector<Shape> shapes{right, {right.rbegin(), right.rend()}};
  for (const Tensor& input : arguments_of(exercise, one.inputs)) {
    for (const std::size_t length : input.shape) {
      for (std::size_t axis = 0; axis < right.size(); ++axis) {
        shapes.push_back(right);
        shapes.back()[axis] = length;
      }
      shapes.emplace_back(right.size(), length);
    }
  }
  Question question{"", of, &one};
  for (const Shape& shape : shapes) {
    const auto same = [&](const Option& option) { return option.array.shape == shape; };
    if (question.options.size() < 4 && std::ranges::none_of(question.options, same))
      question.options.push_back({{shape, {}}, ""});
  }
  if (question.options.size() < 4) return std::nullopt;
  place_right(exercise, question);
  return question;
}

Question authored_question(const Exercise& exercise, const Prediction& asked,
                           const Material& material, const RunMistake& run) {
  const auto expect = [&](bool holds, const std::string& what) {
    if (holds) return;
    throw InputError(fmt::format("{}: predict: \"{}\": {}",
                                 (exercise.directory / "exercise.json").string(), asked.words,
                                 what));
  };
  const auto one = std::ranges::find(material.cases, asked.case_name, &Case::name);
  expect(one != material.cases.end(), "unknown case " + asked.case_name);
  Question question{asked.words, asked.of, &*one};
  const auto add = [&](const std::string& from, const std::vector<NamedTensor>& steps,
                       const std::vector<Tensor>& results, const std::string& message) {
    const Tensor* array = array_of(exercise, asked.of, steps, results);
    const Shape shape = array == nullptr ? Shape{9} : array->shape;
    expect(shape.empty() || (shape.size() <= 2 && shape.back() <= 6 && shape.front() <= 6 &&
                             element_count(shape) <= 24),
           "expected arrays of at most 4 x 6, not that of " + from);
    Tensor rounded = *array;
    for (double& value : rounded.values) value = std::round(100 * value) / 100 + 0.0;
    for (const Option& option : question.options)
      expect(option.array != rounded, from + " looks like another option");
    question.options.push_back({rounded, message});
  };
  add("the solution", one->steps, one->expected, "");
  for (const std::string& name : asked.mistakes) {
    const auto mistake = std::ranges::find(material.mistakes(), name, &Mistake::name);
    expect(mistake != material.mistakes().end(), "unknown mistake " + name);
    const auto [outcome, message] = run(*mistake, *one);
    add(name, outcome.steps, outcome.results, message);
  }
  place_right(exercise, question);
  return question;
}

}  // namespace

std::vector<Question> questions_of(const Exercise& exercise, const Material& material,
                                   const RunMistake& run) {
  std::vector<std::string> names = exercise.places();  // results go first here
  std::rotate(names.begin(), names.end() - static_cast<std::ptrdiff_t>(exercise.results.size()),
              names.end());
  std::vector<Question> questions;
  for (const std::string& name : names) {
    for (const Case& one : material.cases) {
      const auto question = shape_question(exercise, name, one);
      if (question && questions.empty()) questions.push_back(*question);
    }
  }
  for (const Prediction& asked : exercise.predictions)
    if (run) questions.push_back(authored_question(exercise, asked, material, run));
  return questions;
}

std::vector<Question> load_questions(const Grader& grader, const Exercise& exercise,
                                     const Material& material) {
  LaunchedRunner runner(grader.bench);
  Replayer replayer(grader.bench, grader.course, exercise, material, runner);
  const auto run = [&](const Mistake& mistake, const Case& one) {
    const Mistake* readable = replayer.readable(&mistake);
    return std::pair(replayer.run(mistake, one), readable == nullptr ? "" : readable->message);
  };
  const bool runs = !exercise.predictions.empty() && replayer.open();
  return questions_of(exercise, material, runs ? RunMistake(run) : nullptr);
}

}  // namespace grader
