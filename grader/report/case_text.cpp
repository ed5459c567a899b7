#include "report/case_text.hpp"

#include "core/text.hpp"
#include "judge/compare.hpp"
#include "report/numpy_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace grader {
namespace {

constexpr std::size_t page_columns = 80;
constexpr std::size_t space_between = 3;

std::size_t widest_of(const std::vector<std::string>& lines) {
  return std::ranges::max(lines, {}, &std::string::size).size();
}

/// An array under its caption, as lines.
std::vector<std::string> block(const std::string& caption, const Tensor& tensor,
                               const std::vector<bool>& marked) {
  std::vector<std::string> lines{caption};
  for (std::string& line : split_lines(numpy_text(tensor, marked)))
    lines.push_back(std::move(line));
  return lines;
}

/// Two blocks beside each other where they fit, else one below the other.
std::string beside(const std::vector<std::string>& left, const std::vector<std::string>& right) {
  const std::size_t width = widest_of(left) + space_between;
  std::string text;
  if (width + widest_of(right) > page_columns - 2) {
    for (const auto* lines : {&left, &right})
      for (const std::string& line : *lines) text += "  " + line + "\n";
    return text;
  }
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    std::string line = i < left.size() ? left[i] : "";
    line.resize(width, ' ');
    if (i < right.size()) line += right[i];
    line.erase(line.find_last_not_of(' ') + 1);
    text += (line.empty() ? "" : "  ") + line + "\n";
  }
  return text;
}

/// For each element whether it is wrong; none where the shapes differ.
std::vector<bool> wrong_elements(const Tensor& actual, const Tensor& expected,
                                 const Tolerance& tolerance) {
  if (actual.shape != expected.shape || !actual.complete()) return {};
  std::vector<bool> wrong;
  for (std::size_t i = 0; i < actual.values.size(); ++i)
    wrong.push_back(!element_matches(actual.values[i], expected.values[i], tolerance));
  return wrong;
}

/// An array alone, with its shape above it.
std::string alone(const std::string& name, const Tensor& tensor) {
  std::string text = printable_name(name);
  text += tensor.shape.empty() ? ":" : fmt::format(", {}:", shape_text(tensor.shape));
  if (!tensor.complete()) return text + " too large to be sent\n";
  const std::vector<std::string> lines = split_lines(numpy_text(tensor));
  if (lines.size() == 1) return fmt::format("{} {}\n", text, lines[0]);
  text += "\n";
  for (const std::string& line : lines) text += "  " + line + "\n";
  return text;
}

std::string inputs_text(const Exercise& exercise, const Case& one) {
  std::string text;
  for (const std::string& name : exercise.arguments) {
    const auto input = one.inputs.find(name);
    if (input != one.inputs.end()) text += alone(name, input->second);
  }
  return text;
}

std::string place_text(const Exercise& exercise, const JudgedPlace& place,
                       const Tensor& reference) {
  std::string name = place.name;
  if (place.turn) name += fmt::format(", turn {}", *place.turn);
  if (place.student == nullptr) {
    const bool step = place.verdict == StepVerdict::not_recorded;
    return alone(fmt::format("{}: {}, expected", name, step ? "not recorded" : "not returned"),
                 reference);
  }
  if (place.verdict == StepVerdict::right) return alone(name + ": right", *place.student);
  const bool follows = place.verdict == StepVerdict::follows;
  // A wrong step is held against what is right given the ones before it.
  const bool given = !follows && place.given != nullptr && place.given->complete();
  const Tensor& expected = given ? *place.given : reference;
  const bool other = !compare(expected, reference, exercise.tolerance).matches();
  std::string text = printable_name(name);
  text += follows                                    ? ": follows from a wrong step before it\n"
          : place.verdict == StepVerdict::not_judged ? ": differs from expected\n"
                                                     : ": wrong\n";
  const std::vector<bool> wrong = wrong_elements(*place.student, expected, exercise.tolerance);
  const auto caption = [](const std::string& whose, const Tensor& tensor) {
    return fmt::format("{}, {}", whose, shape_text(tensor.shape));
  };
  if (!place.student->complete())
    return text + "  yours is too large to be sent: " + shape_text(place.student->shape) + "\n";
  return text +
         beside(block(caption("yours", *place.student), *place.student, wrong),
                block(caption(other ? "expected, given your earlier steps" : "expected", expected),
                      expected, {}));
}

/// The place to look at first: the step that the verdict names, else the first that is wrong, else
/// none.
const JudgedPlace* place_to_open_at(const CaseNumbers& numbers) {
  const JudgedPlace* first = nullptr;
  for (const JudgedPlace& place : numbers.places) {
    const bool wrong = place.verdict == StepVerdict::wrong;
    const bool other = place.verdict == StepVerdict::not_judged && place.student != nullptr;
    if ((wrong || other) && place.name == numbers.first_wrong_step) return &place;
    if (wrong && first == nullptr) first = &place;
  }
  return first;
}

/// What was judged, as sections. The first wrong place comes before all else, the inputs after it.
std::string judged_text(const Exercise& exercise, const CaseNumbers& numbers) {
  const Case& one = *numbers.one;
  const JudgedPlace* const first = place_to_open_at(numbers);
  std::string wrong, steps, results;
  for (std::size_t i = 0; i < numbers.places.size(); ++i) {
    const JudgedPlace& place = numbers.places[i];
    const bool is_step = i < one.steps.size();
    const std::size_t result = is_step ? 0 : i - one.steps.size();
    if (!is_step && result >= one.expected.size()) break;
    std::string& section = &place == first ? wrong : is_step ? steps : results;
    section += place_text(exercise, place, is_step ? one.steps[i].tensor : one.expected[result]);
  }
  std::string text;
  const auto add = [&](std::string_view title, const std::string& section) {
    if (!section.empty()) text += fmt::format("\n---- {}\n{}", title, section);
  };
  const bool step = first != nullptr && exercise.has_step(first->name);
  add(step ? "first wrong step; * is wrong" : "wrong result; * is wrong", wrong);
  add("inputs", inputs_text(exercise, one));
  add(step ? "other steps" : wrong.empty() ? "steps; * is wrong" : "steps", steps);
  add(step || wrong.empty() ? "result" : "other results", results);
  return text;
}

/// What is known without a judged place: of a measured exercise the results, of a program that did
/// not run what is expected.
std::string unjudged_text(const Exercise& exercise, const CaseNumbers& numbers) {
  std::string text;
  if (numbers.outcome != nullptr) {
    const std::vector<Tensor>& results = numbers.outcome->results;
    for (std::size_t i = 0; i < results.size(); ++i)
      text += alone(i < exercise.results.size() ? exercise.results[i] : "result", results[i]);
    return text;
  }
  std::map<std::string, std::size_t> seen;
  for (const NamedTensor& step : numbers.one->steps) {
    const auto same = std::ranges::count(numbers.one->steps, step.name, &NamedTensor::name);
    const std::size_t turn = seen[step.name]++;
    text += alone(same > 1 ? fmt::format("{}, turn {}", step.name, turn) : step.name, step.tensor);
  }
  for (std::size_t i = 0; i < numbers.one->expected.size(); ++i)
    text += alone(exercise.result_name(i), numbers.one->expected[i]);
  return text;
}

std::string printed_text(const std::string& output) {
  std::string text;
  for (const std::string& line : split_lines(printable(output))) text += "  | " + line + "\n";
  return text;
}

}  // namespace

std::string case_text(const Exercise& exercise, const CaseNumbers& numbers) {
  const Case& one = *numbers.one;
  std::string text = fmt::format("{:02} {}, case {}: {}\n", exercise.number, exercise.name,
                                 one.name, numbers.verdict);
  // Where a step is wrong, its numbers say the rest.
  const bool shown = place_to_open_at(numbers) != nullptr;
  for (const std::string& remark : numbers.remarks) {
    const bool code = remark.starts_with(' ');
    for (const std::string& line : code ? std::vector{remark} : wrap(remark, page_columns - 2))
      text += "  " + line + "\n";
    if (shown) break;
  }
  if (numbers.places.empty()) {
    text += "\n---- inputs\n" + inputs_text(exercise, one);
    text += numbers.outcome != nullptr ? "\n---- results\n" : "\n---- expected\n";
    text += unjudged_text(exercise, numbers);
  } else {
    text += judged_text(exercise, numbers);
  }
  if (numbers.outcome != nullptr && !numbers.outcome->output.empty())
    text += "\n---- printed\n" + printed_text(numbers.outcome->output);
  return without_orders(text);
}

}  // namespace grader
