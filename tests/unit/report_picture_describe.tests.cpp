// From a case and an outcome to the maps and curves of a picture.

#include "catch.hpp"

#include "core/error.hpp"
#include "course/cases.hpp"
#include "course/course.hpp"
#include "report/picture.hpp"

#include <cmath>
#include <set>
#include <string>
#include <vector>

using namespace grader;

namespace {

using Values = std::vector<double>;

Exercise sample_exercise() {
  Exercise exercise;
  exercise.results = {"result"};
  exercise.steps = {"scores", "attention weights", "values", "loss"};
  exercise.directory = "exercises/01_name";
  return exercise;
}

Case sample_case(std::vector<NamedTensor> steps, Tensor result = {{2, 2}, {1, 2, 3, 4}}) {
  Case one;
  one.name = "one";
  one.steps = std::move(steps);
  one.expected = {std::move(result)};
  return one;
}

Outcome outcome_of(const std::vector<NamedTensor>& steps, const std::vector<Tensor>& results = {}) {
  Outcome outcome;
  for (const NamedTensor& step : steps) {
    outcome.steps.push_back({step.name, {step.tensor.shape, step.tensor.values}});
  }
  for (const Tensor& result : results) outcome.results.push_back({result.shape, result.values});
  return outcome;
}

NamedTensor weights(Shape shape, Values values) {
  return {"attention weights", {std::move(shape), std::move(values)}};
}

bool has_note(const Figure& figure, const std::string& note) {
  for (const std::string& each : figure.notes) {
    if (each.find(note) != std::string::npos) return true;
  }
  return false;
}

}  // namespace

TEST_CASE("weights are drawn as yours, expected and difference, with queries and keys") {
  const Case one = sample_case({weights({2, 2}, {1, 0, 0.5, 0.5})});
  const Outcome outcome = outcome_of({weights({2, 2}, {1, 0, 0.25, 0.75})});
  const Picture picture = make_picture(sample_exercise(), one, outcome, 4);
  REQUIRE(picture.figures.size() == 1);
  const Figure& figure = picture.figures[0];
  CHECK(figure.title == "attention weights");
  CHECK(figure.row_axis == "query");
  CHECK(figure.column_axis == "key");
  REQUIRE(figure.maps.size() == 3);
  CHECK(figure.maps[0].values == Values{1, 0, 0.25, 0.75});
  CHECK(figure.maps[1].values == Values{1, 0, 0.5, 0.5});
  CHECK(figure.maps[2].values == Values{0, 0, -0.25, 0.25});
  CHECK(figure.difference.low == -0.25);
  CHECK(figure.difference.high == 0.25);
  CHECK(picture.charts.empty());
}

TEST_CASE("without an outcome only what is expected is drawn") {
  const Case one = sample_case({weights({1, 2}, {1, 0})});
  const Picture picture = make_picture(sample_exercise(), one, std::nullopt, 4);
  REQUIRE(picture.figures.size() == 1);
  REQUIRE(picture.figures[0].maps.size() == 1);
  CHECK(picture.figures[0].maps[0].caption == caption_expected);
  CHECK(picture.figures[0].notes.empty());
}

TEST_CASE("matrix results are drawn where no weights are recorded") {
  const Picture picture = make_picture(sample_exercise(), sample_case({}), std::nullopt, 4);
  REQUIRE(picture.figures.size() == 1);
  CHECK(picture.figures[0].title == "result");
  CHECK(picture.figures[0].maps[0].values == Values{1, 2, 3, 4});
}

TEST_CASE("each turn of a step and each matrix of a higher rank is a map, up to so many") {
  const Case turns = sample_case({weights({1, 2}, {1, 0}), weights({1, 2}, {0, 1})});
  const Picture two = make_picture(sample_exercise(), turns, std::nullopt, 4);
  REQUIRE(two.figures.size() == 2);
  CHECK(two.figures[1].title == "attention weights, head 1 (of 2)");
  CHECK(two.figures[1].maps[0].values == Values{0, 1});

  const Case stack = sample_case({weights({3, 1, 2}, {1, 2, 3, 4, 5, 6})});
  const Picture most = make_picture(sample_exercise(), stack, std::nullopt, 2);
  REQUIRE(most.figures.size() == 2);
  CHECK(most.figures[1].title == "attention weights, head 1 (of 3)");
  CHECK(most.figures[1].maps[0].values == Values{3, 4});
  CHECK(has_note(most.figures[1], "1 more left out; --maps N"));
}

TEST_CASE("vectors that are recorded every turn are the rows of one map") {
  const Case one = sample_case({weights({2}, {1, 0}), weights({2}, {0.5, 0.5})});
  const Outcome outcome = outcome_of({weights({2}, {1, 0})});
  const Picture picture = make_picture(sample_exercise(), one, outcome, 4);
  REQUIRE(picture.figures.size() == 1);
  const Figure& figure = picture.figures[0];
  REQUIRE(figure.maps.size() == 2);
  CHECK(figure.maps[0].rows == 1);
  CHECK(figure.maps[1].rows == 2);
  CHECK(figure.maps[1].values == Values{1, 0, 0.5, 0.5});
  CHECK(has_note(figure, "yours has shape (1, 2), expected (2, 2)"));
}

TEST_CASE("a transposed map has queries in rows again") {
  Exercise exercise = sample_exercise();
  PictureMap map = usual_map("attention weights");
  map.transposed = true;
  exercise.picture = PictureSpec{{map}, {}};
  const Case one = sample_case({weights({2, 3}, {1, 2, 3, 4, 5, 6})});
  const Figure figure = make_picture(exercise, one, std::nullopt, 4).figures.at(0);
  CHECK(figure.maps[0].rows == 3);
  CHECK(figure.maps[0].values == Values{1, 4, 2, 5, 3, 6});
  CHECK(has_note(figure, "query i, key j is element [j,i] of the array"));
  CHECK(cell_place(figure, figure.maps[0], 3) == "query 1, key 1, element [1,1]");
  CHECK(cell_place(figure, figure.maps[0], 4) == "query 2, key 0, element [0,2]");
}

TEST_CASE("the step that is wrong is drawn before all others, once") {
  Exercise exercise = sample_exercise();
  Case one = sample_case({weights({1, 2}, {1, 0})});
  one.steps.push_back({"scores", {{1, 2}, {3, 4}}});
  const auto titles = [&](const std::string& first) {
    std::string all;
    for (const Figure& figure : make_picture(exercise, one, std::nullopt, 4, first).figures)
      all += figure.title + ";";
    return all;
  };
  CHECK(titles("scores") == "scores;attention weights;");
  CHECK(titles("attention weights") == "attention weights;");
  CHECK(titles("") == "attention weights;");
}

TEST_CASE("what a program did not give, or gave in no shape to draw, is told") {
  const Case one = sample_case({weights({1, 2}, {1, 0})});
  const auto figure_with = [&](const std::vector<NamedTensor>& steps) {
    return make_picture(sample_exercise(), one, outcome_of(steps), 4).figures.at(0);
  };
  CHECK(has_note(figure_with({}), "your program did not record \"attention weights\""));
  CHECK(has_note(figure_with({weights({}, {1})}), "yours has shape (), expected (1, 2)"));
  CHECK(has_note(figure_with({weights({0, 2}, {})}), "yours has shape (0, 2), expected (1, 2)"));
  CHECK(has_note(figure_with({weights({3000, 4000}, {})}), "(3000, 4000), too large to be drawn"));
  CHECK(figure_with({weights({0, std::size_t{1} << 60}, {})}).maps.size() == 1);
  CHECK(figure_with({weights({std::size_t{1} << 60, 0, 5}, {})}).maps.size() == 1);
  CHECK(figure_with({weights({2}, {1, 2}), weights({3}, {1, 2, 3})}).maps.size() == 1);
  CHECK(has_note(figure_with({weights({2, 1, 2}, {1, 0, 0, 1})}), "yours has 2 maps, expected 1"));
  const Picture result = make_picture(sample_exercise(), sample_case({}), outcome_of({}), 4);
  CHECK(has_note(result.figures.at(0), "your program returned no result"));
}

TEST_CASE("differences within the tolerance count as none, and none that are not numbers do") {
  const Case one = sample_case({weights({1, 4}, {1, 2, 3, 4})});
  const Outcome outcome = outcome_of({weights({1, 4}, {1 + 1e-12, NAN, INFINITY, 5})});
  const Values difference =
      make_picture(sample_exercise(), one, outcome, 4).figures.at(0).maps.at(2).values;
  CHECK(difference[0] == 0);
  CHECK(std::isnan(difference[1]));
  CHECK(std::isinf(difference[2]));
  CHECK(difference[3] == 1);
  const Picture right = make_picture(sample_exercise(), one, outcome_of(one.steps), 4);
  CHECK(has_note(right.figures.at(0), "no difference beyond the tolerance"));
}

TEST_CASE("one scale holds for all heads; wild numbers do not flatten the expected ones") {
  const Case one = sample_case({weights({1, 2}, {0, 0.5}), weights({1, 2}, {0.25, 1})});
  const auto scale_with = [&](double wild) {
    const Outcome outcome = outcome_of({weights({1, 2}, {0, 0.5}), weights({1, 2}, {0.25, wild})});
    const Picture picture = make_picture(sample_exercise(), one, outcome, 4);
    CHECK(picture.figures[0].scale.high == picture.figures[1].scale.high);
    CHECK(has_note(picture.figures[1], "beyond the scale") == (wild > 3));
    return picture.figures[0].scale.high;
  };
  CHECK(scale_with(2) == 2);
  CHECK(scale_with(1e300) == 1);
  CHECK(scale_with(NAN) == 1);
}

TEST_CASE("places on a scale are between 0 and 1, however wide it is") {
  CHECK(position({0, 2}, 1) == 0.5);
  CHECK(position({0, 2}, -1) == 0);
  CHECK(position({0, 2}, INFINITY) == 1);
  CHECK(position({-1.7e308, 1.7e308}, 0) == 0.5);
}

TEST_CASE("a loss is a curve: a vector, or a number each turn") {
  const Case vector = sample_case({{"loss", {{3}, {3, 2, 1}}}});
  const Picture one =
      make_picture(sample_exercise(), vector, outcome_of({{"loss", {{2}, {3, NAN}}}}), 4);
  REQUIRE(one.charts.size() == 1);
  REQUIRE(one.charts[0].curves.size() == 2);
  CHECK(one.charts[0].curves[1].values == Values{3, 2, 1});
  CHECK(one.charts[0].notes == std::vector<std::string>{"1 number of yours not finite"});

  const Case turns = sample_case({{"loss", {{}, {3}}}, {"loss", {{}, {2}}}});
  const Picture two = make_picture(sample_exercise(), turns, std::nullopt, 4);
  REQUIRE(two.charts.size() == 1);
  CHECK(two.charts[0].curves.at(0).values == Values{3, 2});
}

TEST_CASE("cells put together show the largest in size, NaN first") {
  Map map{caption_yours, Colours::sequential, 2, 4, {1, -3, NAN, 9, 2, 2.5, 8, 7}};
  Figure figure{"values", "row", "column", {map}, {}, {}, {}};
  const Figure small = reduced(figure, 2, 2);
  CHECK(small.maps[0].columns == 2);
  CHECK(small.maps[0].column_block == 2);
  CHECK(small.maps[0].values[0] == -3);
  CHECK(std::isnan(small.maps[0].values[1]));
  CHECK(small.maps[0].values[2] == 2.5);
  CHECK(small.maps[0].values[3] == 8);
  CHECK(has_note(small, "1 x 2 elements"));
  CHECK(reduced(figure, 2, 4).notes.empty());
}

TEST_CASE("every exercise can be drawn, and its attention weights have a row for each query") {
  const Course course = load_course(SOFTMARK_SOURCE);
  std::set<unsigned> with_weights;
  for (const Exercise& exercise : course.exercises) {
    for (const Case& one : load_cases(course, exercise)) {
      INFO(exercise.folder << ", case " << one.name);
      const Picture picture = make_picture(exercise, one, std::nullopt, 100);
      for (const Figure& figure : picture.figures) {
        if (figure.title.find("attention weights") != 0) continue;
        with_weights.insert(exercise.number);
        const Map& map = figure.maps.at(0);
        for (std::size_t i = 0; i < map.rows; ++i) {
          double sum = 0;
          for (std::size_t j = 0; j < map.columns; ++j) sum += map.values[i * map.columns + j];
          CHECK(std::abs(sum - 1) < 1e-9);
        }
      }
    }
  }
  CHECK(with_weights.size() >= 8);
}
