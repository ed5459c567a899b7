#include "judge/catches.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

namespace grader {
namespace {

const Draw& draw_of(const Exercise& of, const std::string& argument) {
  return *std::ranges::find(of.recipe.draws, argument, &Draw::name);
}

/// "(Nk, 2*d)".
std::string formula(const std::vector<Length>& shape) {
  std::vector<std::string> lengths;
  for (const Length& length : shape) {
    const bool alone = length.symbol.empty() || length.factor != 1;
    lengths.push_back((alone ? std::to_string(length.factor) : "") +
                      (alone && !length.symbol.empty() ? "*" : "") + length.symbol);
  }
  return fmt::format("({})", fmt::join(lengths, ", "));
}

/// Sizes that arguments have, and which of them had each first.
class Sizing {
 public:
  /// What is wrong with an argument's shape; empty where it fits to those before it.
  std::string problem_of(const Draw& draw, const Shape& shape) {
    bool fits = shape.size() == draw.shape.size();
    const std::map<std::string, Known> before = known_;
    for (std::size_t axis = 0; axis < draw.shape.size() && fits; ++axis)
      fits = fits_length(draw, draw.shape[axis], shape[axis]);
    if (!fits) {
      std::string because;
      for (const Length& length : draw.shape) {
        const auto found = before.find(length.symbol);
        if (found == before.end()) continue;
        because += fmt::format("{}{} = {} as {} has it", because.empty() ? " with " : ", ",
                               length.symbol, found->second.size, found->second.whose);
      }
      return fmt::format("{} is {}, expected {}{}", draw.name, shape_text(shape),
                         formula(draw.shape), because);
    }
    const auto bad = [](std::size_t length) {
      return length < 1 || length > Catches::largest_size;
    };
    if (std::ranges::none_of(shape, bad)) return "";
    return fmt::format("{} is {}, expected sizes from 1 to {}", draw.name, shape_text(shape),
                       Catches::largest_size);
  }

 private:
  struct Known {
    std::size_t size;
    std::string whose;
  };

  bool fits_length(const Draw& draw, const Length& length, std::size_t found) {
    if (length.symbol.empty()) return found == length.factor;
    if (found % length.factor != 0) return false;
    const Known own{found / length.factor, draw.name};
    return known_.emplace(length.symbol, own).first->second.size == own.size;
  }

  std::map<std::string, Known> known_;
};

std::optional<Refusal> refusal_of_numbers(const std::string& name, const Tensor& array) {
  for (std::size_t i = 0; i < array.values.size(); ++i) {
    const double value = array.values[i];
    if (std::abs(value) <= Catches::largest_number) continue;
    std::vector<std::size_t> index(array.shape.size());
    std::size_t rest = i;
    for (std::size_t axis = index.size(); axis-- > 0; rest /= array.shape[axis])
      index[axis] = rest % array.shape[axis];
    const bool finite = std::isfinite(value);
    return Refusal{
        finite ? Verdict::wrong_value : Verdict::not_finite,
        fmt::format("{}{} is {}, expected a number from {} to {}", name, index_text(index),
                    number_text(value), number_text(-Catches::largest_number),
                    number_text(Catches::largest_number))};
  }
  return std::nullopt;
}

std::optional<Refusal> refusal_of_input(const Exercise& of, const std::vector<Tensor>& input) {
  Sizing sizing;
  for (std::size_t i = 0; i < input.size(); ++i) {
    const std::string& name = of.arguments[i];
    if (std::string why = sizing.problem_of(draw_of(of, name), input[i].shape); !why.empty())
      return Refusal{Verdict::wrong_shape, std::move(why)};
    if (auto why = refusal_of_numbers(name, input[i])) return why;
  }
  return std::nullopt;
}

/// The fewest of the inputs that together catch as much as all of them.
CaughtBy fewest_inputs(std::size_t inputs, const std::vector<CaughtBy>& caught) {
  const CaughtBy all = (CaughtBy{1} << inputs) - 1;
  CaughtBy best = all;
  for (CaughtBy some = 1; some < all; ++some) {
    const auto catches = [&](CaughtBy by) { return (by & some) != 0; };
    if (std::popcount(some) < std::popcount(best) && std::ranges::all_of(caught, catches))
      best = some;
  }
  return best;
}

/// Which of the inputs are enough; empty where all are needed.
std::string note_on(std::size_t inputs, CaughtBy enough) {
  std::vector<std::size_t> numbers;
  for (std::size_t i = 0; i < inputs; ++i)
    if ((enough >> i & 1) != 0) numbers.push_back(i + 1);
  if (numbers.size() == inputs) return "";
  if (numbers.size() == 1)
    return fmt::format("1 input is enough: number {} catches every mistake.", numbers[0]);
  return fmt::format("{} inputs are enough: numbers {} together catch every mistake.",
                     numbers.size(), fmt::join(numbers, ", "));
}

}  // namespace

std::vector<std::vector<Tensor>> inputs_in(const Exercise& of, const Outcome& outcome) {
  std::vector<std::vector<Tensor>> inputs;
  const std::size_t each = of.arguments.size();
  for (auto first = outcome.results.begin() + 1;
       outcome.results.end() - first >= std::ssize(of.arguments);
       first += static_cast<std::ptrdiff_t>(each))
    inputs.emplace_back(first, first + static_cast<std::ptrdiff_t>(each));
  return inputs;
}

std::optional<Refusal> refusal(const Exercise& of, const Outcome& outcome) {
  const std::vector<double>& count = outcome.results.front().values;
  const double given = count.size() == 1 ? count[0] : std::nan("");
  if (!(given >= 1 && given <= Catches::most_inputs))
    return Refusal{Verdict::wrong_value,
                   fmt::format("it gives {} inputs, expected from 1 to {}",
                               given == 0 ? "no" : number_text(given), Catches::most_inputs)};
  const std::vector<std::vector<Tensor>> inputs = inputs_in(of, outcome);
  if (static_cast<double>(inputs.size()) != given ||
      outcome.results.size() != 1 + inputs.size() * of.arguments.size())
    return Refusal{Verdict::bad_reply, "it sent back another number of arrays than inputs have"};
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    auto why = refusal_of_input(of, inputs[i]);
    if (!why) continue;
    why->reason = fmt::format("input {}: {}", i + 1, why->reason);
    return why;
  }
  return std::nullopt;
}

CaseResult refused(const Exercise& exercise, const Case& one, const Refusal& why) {
  const Requirement& accepted = exercise.measures->requirements.front();
  CaseResult result;
  result.name = one.name;
  result.verdict = why.verdict;
  result.elements = result.mismatches = exercise.catches->mistakes.size();
  result.missed = {{accepted.name, accepted.measure, 1, accepted.at_least, accepted.at_most}};
  result.message = why.reason;
  return result;
}

CaseResult judge_catches(const Exercise& exercise, const Case& one, std::size_t inputs,
                         const std::vector<CaughtBy>& caught) {
  CaseResult result;
  result.name = one.name;
  result.elements = caught.size();
  for (std::size_t i = 0; i < caught.size(); ++i) {
    const Requirement& each = exercise.measures->requirements[i + 1];
    if (caught[i] == 0)
      result.missed.push_back({each.name, each.measure, 0, each.at_least, each.at_most});
  }
  result.mismatches = result.missed.size();
  result.verdict = result.missed.empty() ? Verdict::passed : Verdict::wrong_value;
  if (result.missed.empty()) {
    result.note = note_on(inputs, fewest_inputs(inputs, caught));
  } else {
    std::vector<std::string> names;
    for (const Missed& each : result.missed) names.push_back(each.requirement);
    result.message = fmt::format("caught {} of {} mistakes with {}; not caught: {}",
                                 caught.size() - names.size(), caught.size(),
                                 count_text(inputs, "input"), fmt::join(names, ", "));
  }
  return result;
}

}  // namespace grader
