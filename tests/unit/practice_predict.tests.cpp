// Questions before the first run: their options, where the right one stands, and what is refused.

#include "catch.hpp"

#include "course/course.hpp"
#include "practice/predict.hpp"
#include "unit/thrown.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

using namespace grader;

namespace {

Tensor zeros(const Shape& shape) { return {shape, std::vector<double>(element_count(shape))}; }

/// Attention of N = 3 queries and M = 5 keys, with one small step.
struct Sample {
  Exercise exercise;
  Material material;

  Sample() {
    exercise.folder = "07_attend";
    exercise.directory = "07_attend";
    exercise.arguments = {"Q", "K"};
    exercise.results = {"result"};
    exercise.steps = {"weights"};
    Case square, one;
    square.name = "square";
    square.sizes = {{"N", 4}, {"M", 4}};
    square.inputs = {{"Q", zeros({4, 4})}, {"K", zeros({4, 4})}};
    square.expected = {zeros({4, 4})};
    one.name = "unequal";
    one.sizes = {{"N", 3}, {"M", 5}, {"D", 2}};
    one.inputs = {{"Q", zeros({3, 2})}, {"K", zeros({5, 2})}};
    one.expected = {zeros({3, 5})};
    one.steps = {{"weights", {{2}, {0.25, 0.754}}}, {"weights", {{2}, {1, 0}}}};
    material.cases = {square, one};
    std::vector<Mistake> known(2);
    known[0].name = "wrong_axis";
    known[1].name = "no_scale";
    material.known = std::async(std::launch::deferred, [known] { return known; });
    exercise.predictions = {{"unequal", "weights", "Which?", {"wrong_axis", "no_scale"}}};
  }

  std::vector<Question> questions(const Tensor& of_wrong_axis = {{2}, {0, 1}}) const {
    const auto run = [&](const Mistake& mistake, const Case& one) {
      CHECK(one.name == "unequal");
      Outcome outcome;
      outcome.steps = {{"weights", of_wrong_axis}};
      if (mistake.name == "no_scale") outcome.steps[0].tensor = {{2}, {0.5, 0.5}};
      return std::pair(outcome, "about " + mistake.name);
    };
    return questions_of(exercise, material, run);
  }
};

}  // namespace

TEST_CASE("a shape is asked for where sizes tell it apart, beside three others") {
  const Sample sample;
  const Question shape = sample.questions().at(0);
  CHECK(shape.words.empty());
  CHECK(shape.of == "result");
  CHECK(shape.one->name == "unequal");  // all is 4 in the first case
  std::set<Shape> shapes;
  for (const Option& option : shape.options) shapes.insert(option.array.shape);
  CHECK(shapes.size() == 4);
  CHECK(shapes.contains({5, 3}));
  CHECK(shape.options.at(shape.right).array.shape == Shape{3, 5});
  Sample of_steps;
  of_steps.material.cases[1].expected = {zeros({3})};
  of_steps.material.cases[1].steps[0].tensor = zeros({5, 2});
  CHECK(questions_of(of_steps.exercise, of_steps.material, nullptr).at(0).of == "weights");
  Sample small;
  small.material.cases.pop_back();
  CHECK(questions_of(small.exercise, small.material, nullptr).empty());
}

TEST_CASE("the options of an author's question are what the solution and the mistakes give") {
  const Sample sample;
  const Question question = sample.questions().at(1);
  CHECK(question.words == "Which?");
  REQUIRE(question.options.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    const Option& option = question.options[i];
    const bool right = i == question.right;
    CHECK(right == (option.array == Tensor{{2}, {0.25, 0.75}}));  // recorded first, rounded
    CHECK(right == option.message.empty());
    CHECK((option.message == "about wrong_axis") == (option.array.values[1] == 1));
  }
}

TEST_CASE("the right option stands at every place, as exercise and question say") {
  std::set<std::size_t> places;
  for (int i = 0; i < 40; ++i) {
    Sample sample;
    sample.exercise.folder = std::to_string(i);
    places.insert(sample.questions()[0].right);
    CHECK(sample.questions()[0].right == sample.questions()[0].right);
  }
  CHECK(places == std::set<std::size_t>{0, 1, 2, 3});
}

TEST_CASE("a question that cannot be asked is refused with its words and what is wrong") {
  const std::string start = "07_attend/exercise.json: predict: \"Which?\": ";
  const auto problem = [&](const Sample& sample, const Tensor& array = {{2}, {0, 1}}) {
    return message_of([&] { sample.questions(array); });
  };
  CHECK(problem({}) == "nothing was thrown");
  CHECK(problem({}, {{2}, {0.251, 0.749}}) == start + "wrong_axis looks like another option");
  CHECK(problem({}, zeros({4, 7})) ==
        start + "expected arrays of at most 4 x 6, not that of wrong_axis");
  CHECK(problem({}, zeros({5, 6})) ==
        start + "expected arrays of at most 4 x 6, not that of wrong_axis");
  CHECK(problem({}, zeros({4, 6})) == "nothing was thrown");
  Sample sample;
  sample.exercise.predictions[0].case_name = "other";
  CHECK(problem(sample) == start + "unknown case other");
  sample = {};
  sample.exercise.predictions[0].mistakes = {"none"};
  CHECK(problem(sample) == start + "unknown mistake none");
  sample = {};
  sample.material.cases[1].steps.clear();
  CHECK(problem(sample) == start + "expected arrays of at most 4 x 6, not that of the solution");
}
