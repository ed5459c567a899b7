// Results that nobody's measures expect: other shapes, empty ones, absurd numbers. Whatever comes,
// the exercises that are measured say so, soon, and it is never a pass nor the grader's own fault.

#include "end_to_end/support.hpp"

#include <chrono>
#include <random>

using namespace e2e;

namespace {

/// An array of a random shape, mostly near the right one, filled with one absurd number or drawn.
const std::string hostile = R"(
#include <random>
namespace softmark {
namespace {
std::mt19937 dice(SEED);
std::size_t one_of(std::initializer_list<std::size_t> choices) {
  return choices.begin()[dice() % choices.size()];
}
template <class Array>
Array hostile(const Array& right) {
  auto shape = right.shape();
  for (std::size_t& length : shape) {
    if (dice() % 8 == 0) length = one_of({0, 1, 2, 3, length + 1, length / 2});
  }
  Array array = Array::from_shape(shape);
  const double values[] = {0, -1, 1e300, -1e300, 4.9e-324, 2147483647, -2147483648.0, 0.5, 4};
  const double value = values[dice() % 9];
  const bool drawn = dice() % 2 == 0;
  for (auto& element : array)
    element = static_cast<typename Array::value_type>(drawn ? values[dice() % 9] : value);
  return array;
}
}
}
)";

struct Row {
  const char* exercise;
  const char* function;  ///< its head and its body
};

const std::vector<Row> rows = {
    {"24_four_token_data",
     "FourTokens four_token_data(std::size_t count, std::size_t k, std::mt19937&) {\n"
     "  return {hostile(Tensor3(xt::zeros<double>({count, std::size_t{4}, k}))),\n"
     "          hostile(xt::xtensor<int, 1>(xt::zeros<int>({count})))};\n}\n"},
    {"25_counting_data",
     "CountingData counting_data(std::size_t count, std::mt19937&) {\n"
     "  return {hostile(xt::xtensor<int, 2>(xt::zeros<int>({count, std::size_t{10}}))),\n"
     "          hostile(Matrix(xt::zeros<double>({count, std::size_t{1}})))};\n}\n"},
    {"26_matching_data",
     "MatchingData matching_data(std::size_t length, std::size_t count, int, std::mt19937&) {\n"
     "  return {hostile(xt::xtensor<int, 2>(xt::zeros<int>({count, length}))),\n"
     "          hostile(xt::xtensor<int, 1>(xt::zeros<int>({count})))};\n}\n"},
    {"27_train_counting",
     "CountingTraining train_counting(const CountingModel& start, std::size_t steps, std::size_t,\n"
     "                                double, std::mt19937&) {\n"
     "  CountingModel m = start;\n  m.table = hostile(m.table);\n  m.output.b = "
     "hostile(m.output.b);\n"
     "  return {m, hostile(Vector(xt::zeros<double>({steps})))};\n}\n"},
    {"29_train_matching",
     "MatchingTraining train_matching(bool, const MatchingModel& start, std::size_t,\n"
     "                                std::size_t epochs, std::size_t, double, std::mt19937&) {\n"
     "  MatchingModel m = start;\n  m.table = hostile(m.table);\n  m.Wq = hostile(m.Wq);\n"
     "  return {m, hostile(Vector(xt::zeros<double>({epochs})))};\n}\n"},
};

}  // namespace

TEST_CASE("hostile results of measured exercises fail, soon, and are no fault of the grader's",
          "[all]") {
  const auto start = std::chrono::steady_clock::now();
  std::random_device device;
  for (int round = 0; round < 2; ++round) {
    const unsigned seed = device();
    for (const Row& row : rows) {
      const std::string name = std::string(row.exercise).substr(3);
      Folder submission;
      write(submission / (name + ".cpp"), "#include \"" + name + ".hpp\"\n#define SEED " +
                                              std::to_string(seed) + "u\n" + hostile +
                                              "namespace softmark {\n" + row.function + "}\n");
      const json exercise =
          report({row.exercise, "--submission", submission.path().string()})["exercises"][0];
      INFO("seed " << seed << "\n" << exercise.dump(1));
      const std::string verdict = exercise["verdict"];
      CHECK((verdict == "wrong_value" || verdict == "wrong_shape" || verdict == "not_finite"));
    }
  }
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::minutes(5));
}
