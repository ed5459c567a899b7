#include "report/case_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace grader {
namespace {

std::string python_number(double value, bool whole) {
  if (std::isnan(value)) return "np.nan";
  if (std::isinf(value)) return value < 0 ? "-np.inf" : "np.inf";
  return whole ? fmt::format("{:.0f}", value) : fmt::format("{}", value);
}

/// The numbers from `at` on in nested brackets, from axis `axis` on; moves `at` along. Rows stand
/// on lines of their own.
std::string nested(const Tensor& tensor, std::size_t axis, std::size_t& at, bool whole) {
  if (axis == tensor.shape.size()) return python_number(tensor.values[at++], whole);
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < tensor.shape[axis]; ++i)
    parts.push_back(nested(tensor, axis + 1, at, whole));
  const bool rows = axis + 1 < tensor.shape.size();
  const std::string line = rows ? ",\n" + std::string(axis + 1, ' ') : ", ";
  return fmt::format("[{}]", fmt::join(parts, line));
}

}  // namespace

std::string python_inputs(const Exercise& exercise, const Case& one) {
  std::string text = "import numpy as np\n\n";
  for (const std::string& argument : exercise.arguments) {
    const auto input = one.inputs.find(argument);
    if (input == one.inputs.end()) continue;
    const Tensor& tensor = input->second;
    const auto draw = std::ranges::find(exercise.recipe.draws, argument, &Draw::name);
    const bool whole = draw != exercise.recipe.draws.end() &&
                       draw->distribution == Distribution::integers &&
                       std::ranges::all_of(tensor.values, [](double value) {
                         return std::floor(value) == value && std::abs(value) < 1e15;
                       });
    std::size_t at = 0;
    std::string numbers = nested(tensor, 0, at, whole);
    if (tensor.values.empty() && !tensor.shape.empty())
      numbers = fmt::format("np.zeros(({},))", fmt::join(tensor.shape, ", "));
    else if (!tensor.shape.empty())
      numbers = fmt::format("np.array({}, dtype={})", numbers, whole ? "int" : "float");
    text += fmt::format("{} = {}\n", argument, numbers);
  }
  return text;
}

}  // namespace grader
