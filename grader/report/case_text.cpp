#include "report/writers.hpp"

#include "core/text.hpp"
#include "judge/compare.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace grader {
namespace {

constexpr std::size_t line_width = 75;
constexpr std::size_t most_elements = 1000;  // more are not all printed
constexpr std::size_t edge = 3;              // but so many at both ends of each axis

/// How many digits behind the point tell a number apart, of eight at most.
std::size_t decimals_of(double value) {
  const std::string text = fmt::format("{:.8f}", value);
  const std::size_t last = text.find_last_not_of('0'), point = text.find('.');
  return point == text.npos ? 0 : last - point;
}

/// The numbers, right-aligned: with the same digits behind the point, or, where some are very large
/// or small, to eight digits.
std::vector<std::string> aligned(const std::vector<double>& values) {
  std::size_t width = 0, decimals = 0;
  bool plain = true;
  for (const double value : values) {
    const double size = std::abs(value);
    if (!std::isfinite(value) || size == 0) continue;
    plain = plain && size >= 1e-4 && size < 1e8;
    if (plain) decimals = std::max(decimals, decimals_of(value));
  }
  std::vector<std::string> words;
  for (const double value : values) {
    words.push_back(plain ? fmt::format("{:.{}f}", value, decimals) : fmt::format("{:.8g}", value));
    width = std::max(width, words.back().size());
  }
  for (std::string& word : words) word.insert(0, width - word.size(), ' ');
  return words;
}

class Printer {
 public:
  Printer(const Tensor& tensor, const std::vector<bool>& marked)
      : shape_(tensor.shape),
        words_(aligned(tensor.values)),
        cut_(tensor.values.size() > most_elements) {
    for (std::size_t i = 0; i < marked.size(); ++i) words_[i] += marked[i] ? '*' : ' ';
  }

  std::string text() { return array(0, " ", line_width); }

 private:
  /// Whether dots stand in place of this index of an axis. Passes over what they stand for.
  bool dots_at(std::size_t axis, std::size_t& i) {
    const std::size_t length = shape_[axis];
    if (!cut_ || i != edge || length <= 2 * edge) return false;
    std::size_t inner = 1;
    for (std::size_t k = axis + 1; k < shape_.size(); ++k) inner *= shape_[k];
    next_ += (length - 2 * edge) * inner;
    i = length - edge;
    return true;
  }

  /// The next numbers, of the last axis, on several lines where one is too narrow.
  std::string row(const std::string& indent, std::size_t width) {
    std::string lines, line = indent;
    const auto extend = [&](const std::string& part) {
      if (line.size() + part.size() > width - 1 && line.size() > indent.size()) {
        lines += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
        line = indent;
      }
      line += part;
    };
    for (std::size_t i = 0; i < shape_.back(); ++i) {
      if (dots_at(shape_.size() - 1, i)) extend("... ");
      extend(words_[next_++]);
      if (i + 1 < shape_.back()) line += ' ';
    }
    return lines + line;
  }

  std::string array(std::size_t axis, const std::string& indent, std::size_t width) {
    std::string text;
    if (axis + 1 == shape_.size()) {
      text = row(indent, width);
    } else {
      const std::string separator(shape_.size() - axis - 1, '\n');
      for (std::size_t i = 0; i < shape_[axis]; ++i) {
        if (dots_at(axis, i)) text += indent + "..." + separator;
        text += indent + array(axis + 1, indent + " ", width - 1);
        if (i + 1 < shape_[axis]) text += separator;
      }
    }
    return "[" + text.substr(std::min(indent.size(), text.size())) + "]";
  }

  Shape shape_;
  std::vector<std::string> words_;
  bool cut_;
  std::size_t next_ = 0;  ///< of the words
};

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

constexpr std::size_t page_columns = 80;
constexpr std::size_t space_between = 3;

std::size_t widest_of(const std::vector<std::string>& lines) {
  return std::ranges::max(lines, {}, &std::string::size).size();
}

/// An array under its caption, as lines.
std::vector<std::string> block(std::string_view whose, const Tensor& tensor,
                               const std::vector<bool>& marked) {
  std::vector<std::string> lines = split_lines(numpy_text(tensor, marked));
  lines.insert(lines.begin(), fmt::format("{}, {}", whose, shape_text(tensor.shape)));
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
  if (!place.student->complete())
    return text + "  yours is too large to be sent: " + shape_text(place.student->shape) + "\n";
  return text +
         beside(block("yours", *place.student, wrong),
                block(other ? "expected, given your earlier steps" : "expected", expected, {}));
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

}  // namespace

std::string numpy_text(const Tensor& tensor, const std::vector<bool>& marked) {
  if (tensor.values.empty()) return "[]";
  if (!tensor.shape.empty()) return Printer(tensor, marked).text();
  return aligned(tensor.values)[0] + (marked.empty() ? "" : marked[0] ? "*" : " ");
}

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
  if (numbers.outcome != nullptr && !numbers.outcome->output.empty()) {
    text += "\n---- printed\n";
    for (const std::string& line : split_lines(printable(numbers.outcome->output)))
      text += "  | " + line + "\n";
  }
  return without_orders(text);
}

}  // namespace grader
