#include "judge/judge.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <utility>

namespace grader {
namespace {

/// "(4, 3)" from xtensor's "(4, 3, )".
std::string tidy_shape(std::string_view shape) {
  std::string tidy(trimmed(shape));
  if (tidy.ends_with(", )")) tidy.replace(tidy.size() - 3, 3, ")");
  return tidy;
}

/// The text after `label` up to the end of its line, or the first few hundred bytes: a program may
/// print lines of any length.
std::optional<std::string> line_after(std::string_view text, std::string_view label) {
  const std::size_t found = text.find(label);
  if (found == std::string_view::npos) return std::nullopt;
  std::string_view rest = text.substr(found + label.size());
  constexpr std::size_t most = 300;
  return std::string(rest.substr(0, std::min(rest.find('\n'), most)));
}

/// Whether a text speaks of a length or an index with more than eleven digits.
bool has_huge_number(std::string_view text) {
  std::size_t digits = 0;
  return std::ranges::any_of(text, [&](unsigned char c) {
    digits = std::isdigit(c) ? digits + 1 : 0;
    return digits > 11;
  });
}

constexpr const char* gone =
    "does a function return a reference, a view or `auto` of an array that is gone when it "
    "returns? Let it return a Matrix";

constexpr const char* below_zero =
    "it fell below 0. A std::size_t cannot be negative: `i >= 0` is always true, and 2 - 3 is huge";
constexpr const char* no_elements =
    "An array that is only declared has no elements. Give it some first, for example by "
    "xt::zeros<double>({N, M})";

/// The lengths in each "(4, 3)" of the text, up to the first parentheses with something else.
std::vector<Shape> shapes_in(std::string_view text) {
  std::vector<Shape> shapes;
  for (;;) {
    const std::size_t open = text.find('('), close = text.find(')', std::min(open, text.size()));
    if (close == std::string_view::npos) return shapes;
    std::string_view inside = text.substr(open + 1, close - open - 1);
    Shape shape;
    while (const std::optional<unsigned> length = take_number(inside)) {
      shape.push_back(*length);
      inside.remove_prefix(std::min(inside.find_first_not_of(", "), inside.size()));
    }
    if (!inside.empty()) return shapes;
    shapes.push_back(std::move(shape));
    text.remove_prefix(close + 1);
  }
}

/// Whether it is that of an array that is only declared.
bool is_empty(const Shape& shape) {
  return !shape.empty() && std::ranges::count(shape, 0U) == std::ranges::ssize(shape);
}

/// Whether the text is of a product, element by element, of two matrices that have a matrix
/// product, or of a matrix and such a vector.
bool has_matrix_product(std::string_view text, const std::vector<Shape>& shapes) {
  if (!text.starts_with("cannot multiply (") || shapes.size() < 2) return false;
  const Shape &a = shapes[0], &b = shapes[1];
  return a.size() == 2 && (b.size() == 1 || b.size() == 2) && a[1] == b[0];
}

/// "index 5 is out of bounds for a std::vector of size 3" of what the standard library's at() says;
/// other text as it is.
std::string index_of_at(std::string text) {
  unsigned long index = 0, size = 0;
  const auto says = [&](const char* format) {
    return std::sscanf(text.c_str(), format, &index, &size) == 2;
  };
  const bool of_vector =
      says("vector::_M_range_check: __n (which is %lu) >= this->size() (which is %lu)");
  if (!of_vector && !says("array::at: __n (which is %lu) >= _Nm (which is %lu)")) return text;
  return fmt::format("index {} is out of bounds for a std::{} of size {}", index,
                     of_vector ? "vector" : "array", size);
}

/// What a message about shapes or an index means, added to it.
std::string with_meaning(std::string text) {
  const std::string_view index = "index ";
  if (text.starts_with(index)) {
    std::uint64_t number = 0;
    const char* first = text.data() + index.size();
    const auto [end, error] = std::from_chars(first, text.data() + text.size(), number);
    const bool wrapped = error == std::errc{} && number > (std::uint64_t{1} << 63);
    const bool below = wrapped || *first == '-';
    if (wrapped) {
      text.replace(
          index.size(), static_cast<std::size_t>(end - first),
          fmt::format("{} ({} as std::size_t)", static_cast<std::int64_t>(number), number));
    }
    if (below) return fmt::format("{}: {}", text, below_zero);
    const bool of_array = text.find(" for axis ") != std::string::npos;
    return of_array && text.ends_with(" size 0") ? fmt::format("{}. {}", text, no_elements) : text;
  }
  for (const std::string_view mark : {"an array of impossible size", "larger than max_size()",
                                      "vector::_M_default_append", "vector::reserve"}) {
    if (text.find(mark) != std::string::npos)
      return text +
             ". Did a length fall below 0? A std::size_t cannot be negative: it becomes huge";
  }
  if (has_huge_number(text)) return fmt::format("{}. No array has such a shape: {}", text, gone);
  const std::vector<Shape> shapes = shapes_in(text);
  if (std::ranges::any_of(shapes, is_empty)) return fmt::format("{}. {}", text, no_elements);
  if (has_matrix_product(text, shapes))
    return text +
           ". `*` multiplies element by element; the matrix product is xt::linalg::dot(A, B)";
  if (text.find("t.layout() ==") != std::string::npos)
    return fmt::format("a matrix product was given an array without a known memory layout: {}",
                       gone);
  return text;
}

/// "an array with 2 axes cannot have the shape (3,)" in terms of what was given.
std::optional<std::string> explain_axes(const std::string& text) {
  unsigned wanted = 0;
  int start = 0;
  std::sscanf(text.c_str(), "an array with %u ax%*[eis] cannot have the shape (%n", &wanted,
              &start);
  if (start == 0) return std::nullopt;
  std::string given = text.substr(start, text.find(')', start) - start);
  if (given.ends_with(',')) given.pop_back();
  const auto axes = static_cast<std::size_t>(std::ranges::count(given, ',')) + !given.empty();
  const auto axes_text = [](std::size_t count) {
    return count == 1 ? "1 axis" : fmt::format("{} axes", count);
  };
  return fmt::format(
      "an array with {}, of shape ({}), was given where one with {} was expected{}",
      axes_text(axes), printable(given), axes_text(wanted),
      axes == 1 && wanted == 2
          ? ". Sums, means and the like keep their axis with xt::keep_dims. A Vector "
            "v as a matrix with one row: xt::expand_dims(v, 0)"
          : "");
}

std::string signal_name(int number) {
  if (number == SIGFPE) return "an integer was divided by 0 (SIGFPE)";
  const char* abbreviation = sigabbrev_np(number);
  const char* description = sigdescr_np(number);
  if (abbreviation == nullptr || description == nullptr) return fmt::format("signal {}", number);
  std::string lower = description;
  const bool is_word = lower.size() > 1 && std::islower(static_cast<unsigned char>(lower[1])) != 0;
  if (is_word)  // no "CPU" or "I/O"
    lower[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(lower[0])));
  return fmt::format("{} (SIG{})", lower, abbreviation);
}

/// The message of a failed assertion of the standard library, if the program printed one.
std::optional<std::string> library_assertion(std::string_view output) {
  const std::optional<std::string> condition = line_after(output, "Assertion '");
  if (!condition) return std::nullopt;
  const std::string text = condition->substr(0, condition->find("' failed"));
  if (text.find("< this->size()") != std::string::npos ||
      text.find("__n < ") != std::string::npos) {
    return "an index is past the end of a std::vector or std::array";
  }
  if (text.find("!this->empty()") != std::string::npos) {
    return "front(), back() or pop_back() of an empty container";
  }
  return fmt::format("the library's check failed: {}", printable(text));
}

/// Whether a program computed whose time was up: by where it was then, or by what it had of the
/// processor, since one that waits for its own threads is in a system call.
bool computes(const Outcome& outcome, const Limits& limits) {
  return outcome.text == was_computing || outcome.cpu_seconds >= 0.5 * limits.cpu_seconds;
}

/// What to ask of such a program; nothing where it did not say where it was.
std::string asked_by_clock(const Outcome& outcome, const Limits& limits) {
  if (computes(outcome, limits)) return ": does a loop never end?";
  return outcome.text == was_waiting ? ": does it wait for something?" : "";
}

}  // namespace

std::string explain_comparison(const Comparison& comparison, const Tensor& actual,
                               const Shape& expected) {
  if (!comparison.same_shape) {
    const bool transposed = expected.size() == 2 &&
                            actual.shape == Shape{expected[1], expected[0]} &&
                            expected[0] != expected[1];
    return fmt::format("it has shape {}, expected {}{}", shape_text(actual.shape),
                       shape_text(expected),
                       transposed               ? ": rows and columns are exchanged"
                       : is_empty(actual.shape) ? ": it has no elements yet"
                                                : "");
  }
  if (!comparison.worst) return "it is right";
  const WorstElement& worst = *comparison.worst;
  const std::string is =
      fmt::format("is {}, expected {}",
                  std::isnan(worst.actual) ? "NaN" : number_text(worst.actual, worst.expected),
                  number_text(worst.expected, worst.actual));
  if (worst.index.empty()) return is;
  return fmt::format("element [{}] {} ({} of {} differ)", fmt::join(worst.index, ","), is,
                     comparison.mismatches, comparison.elements);
}

std::string label(const std::string& name, const std::string& words, std::string_view mark) {
  if (words.empty()) return name;
  return fmt::format("{}{} {}", name, words.starts_with("is ") ? "" : mark, words);
}

std::string explain_exception(std::string_view text) {
  const std::optional<std::string> left = line_after(text, "LHS shape = ");
  const std::optional<std::string> right = line_after(text, "RHS shape = ");
  if (left && right) {
    return with_meaning(
        fmt::format("arrays of shapes {} and {} cannot be combined element by element",
                    printable(tidy_shape(*left)), printable(tidy_shape(*right))));
  }
  if (text.find("cannot change the number of dimensions") != std::string_view::npos ||
      text.find("Cannot change dimension") != std::string_view::npos) {
    return "an array has the wrong number of axes (a Matrix for a Vector, or the reverse)";
  }
  if (const std::optional<std::string> axes = explain_axes(std::string(text)))
    return one_line(*axes);
  std::string_view rest = trimmed(text);
  // xtensor puts the place in its own header first.
  if (const std::size_t mark = rest.find("check failed"); mark != std::string_view::npos) {
    rest = trimmed(rest.substr(mark + std::string_view("check failed").size()));
  }
  if (rest.starts_with("Assertion error!")) rest = trimmed(rest.substr(16));
  // xtensor ends its assertions with a line that names its own source file.
  const std::size_t last_line = rest.rfind('\n');
  if (last_line != std::string_view::npos &&
      rest.substr(last_line).find(".hpp(") != std::string_view::npos) {
    rest = trimmed(rest.substr(0, last_line));
  }
  return with_meaning(index_of_at(one_line(printable(rest))));
}

std::string explain_ending(const Outcome& outcome, const Limits& limits) {
  switch (outcome.ending) {
    case Ending::returned:
      return "";
    case Ending::not_implemented:
      return fmt::format("{} is still open",
                         outcome.text.empty() ? "a TODO" : one_line(printable(outcome.text)));
    case Ending::exception:
      return "it threw an exception: " + explain_exception(outcome.text);
    case Ending::out_of_memory:
      return fmt::format("it needed more than {} MiB of memory", limits.memory_mib);
    case Ending::load_failed:
      return "it cannot be loaded: " + one_line(printable(outcome.text));
    case Ending::signal: {
      const std::optional<std::string> assertion = library_assertion(outcome.output);
      if (outcome.signal == SIGSEGV && outcome.text == stack_is_full) {
        return fmt::format(
            "it crashed: {} (SIGSEGV): a recursion that goes too deep or never ends, "
            "or a local array that is too large",
            stack_is_full);
      }
      if (outcome.signal == SIGILL && outcome.text == no_return)
        return fmt::format("it crashed: {}", no_return);
      return fmt::format("it {}crashed: {}{}{}", outcome.results.empty() ? "" : "answered, then ",
                         signal_name(outcome.signal), assertion ? "; " + *assertion : "",
                         outcome.signal == SIGSEGV
                             ? ": it used memory that is not there. Is it a null pointer, an index "
                               "out of range, or a reference or view of something that is gone?"
                             : "");
    }
    case Ending::forbidden:
      return "it asked the operating system for something that only an attack needs";
    case Ending::no_answer:
      return fmt::format("it ended without an answer, with exit code {}: did it call exit()?",
                         outcome.exit_code);
    case Ending::bad_reply:
      return "its answer cannot be read: it wrote outside its arrays, or to the grader's own "
             "channel";
    case Ending::unclean_exit:
      if (!outcome.text.empty())
        return "it answered, then threw an exception: " + explain_exception(outcome.text);
      return fmt::format("it answered, then ended with exit code {}", outcome.exit_code);
    case Ending::cpu_limit:
      return fmt::format("it was stopped after {} of computing: does a loop never end?",
                         count_text(limits.cpu_seconds, "second"));
    case Ending::idle_limit:
      return fmt::format("it was stopped after {} in which it computed nothing{}",
                         count_text(std::size_t{3} * limits.cpu_seconds, "second"),
                         outcome.text == was_waiting ? ": does it wait for something?" : "");
    case Ending::run_limit:
      return fmt::format("all its calls together took more than {}{}",
                         count_text(limits.run_seconds, "second"), asked_by_clock(outcome, limits));
    case Ending::grader_fault:
      return "the grader could not start a process for it";
  }
  return "";
}

}  // namespace grader
