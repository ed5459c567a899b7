#include "judge/explain.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <optional>

namespace grader {
namespace {

/// "(4, 3)" from xtensor's "(4, 3, )".
std::string tidy_shape(std::string_view shape) {
  std::string tidy(trimmed(shape));
  const std::size_t comma = tidy.rfind(", )");
  if (comma != std::string::npos) tidy.replace(comma, 3, ")");
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
    "does a function return a reference, a view or `auto`, and the array is gone with it? Give it "
    "the return type Matrix";

/// What a message about shapes or an index means, added to it.
std::string with_meaning(std::string text) {
  const std::string_view index = "index ";
  if (text.starts_with(index)) {
    std::uint64_t number = 0;
    const char* first = text.data() + index.size();
    const auto [end, error] = std::from_chars(first, text.data() + text.size(), number);
    const bool wrapped = error == std::errc{} && number > (std::uint64_t{1} << 63);
    if (wrapped) {
      text.replace(
          index.size(), static_cast<std::size_t>(end - first),
          fmt::format("{} ({} as std::size_t)", static_cast<std::int64_t>(number), number));
    }
    if (!wrapped && *first != '-') return text;
    return text + ": it fell below 0 (`i >= 0` is always true of a std::size_t)";
  }
  if (has_huge_number(text)) return fmt::format("{}. No array has such a shape: {}", text, gone);
  if (text.find("t.layout() ==") != std::string::npos)
    return fmt::format("a matrix product was given an array in no order of memory: {}", gone);
  return text;
}

/// "an array with 2 axes cannot have the shape (3,)" in terms of what was given.
std::optional<std::string> explain_axes(std::string_view text) {
  const std::string_view wanted_mark = "an array with ", shape_mark = " cannot have the shape (";
  const std::size_t shape = text.find(shape_mark);
  if (!text.starts_with(wanted_mark) || shape == std::string_view::npos) return std::nullopt;
  const std::string_view wanted = text.substr(wanted_mark.size(), shape - wanted_mark.size());
  std::string_view given = text.substr(shape + shape_mark.size());
  given = given.substr(0, given.find(')'));
  if (given.ends_with(',')) given.remove_suffix(1);
  const auto axes = static_cast<std::size_t>(std::ranges::count(given, ',')) + !given.empty();
  return fmt::format(
      "an array with {}, of shape ({}), was given where one with {} is wanted{}",
      axes == 1 ? "1 axis" : fmt::format("{} axes", axes), printable(given), printable(wanted),
      axes == 1 && wanted.starts_with('2')
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

}  // namespace

std::string explain_comparison(const Comparison& comparison, const Tensor& actual,
                               const Shape& expected) {
  if (!comparison.same_shape) {
    const bool transposed = expected.size() == 2 &&
                            actual.shape == Shape{expected[1], expected[0]} &&
                            expected[0] != expected[1];
    return fmt::format("it has shape {}, expected {}{}", shape_text(actual.shape),
                       shape_text(expected), transposed ? ": rows and columns are exchanged" : "");
  }
  if (!comparison.worst) return "it is right";
  const WorstElement& worst = *comparison.worst;
  const std::string is = fmt::format("is {}, expected {}",
                                     std::isnan(worst.actual) ? "NaN" : number_text(worst.actual),
                                     number_text(worst.expected));
  if (worst.index.empty()) return is;
  return fmt::format("element {} {} ({} of {} differ)", index_text(worst.index), is,
                     comparison.mismatches, comparison.elements);
}

std::string said_of(const std::string& name, const std::string& words, std::string_view mark) {
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
    return "an array with another number of axes was given than is wanted (a Matrix for a Vector, "
           "or the reverse)";
  }
  if (const std::optional<std::string> axes = explain_axes(text)) return one_line(*axes);
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
  return with_meaning(one_line(printable(rest)));
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
      return fmt::format("it wanted more than {} MiB of memory", limits.memory_mib);
    case Ending::load_failed:
      return "it cannot be loaded: " + one_line(printable(outcome.text));
    case Ending::signal: {
      const std::optional<std::string> assertion = library_assertion(outcome.output);
      if (outcome.signal == SIGSEGV && outcome.text == stack_is_full) {
        return fmt::format(
            "it crashed: {} (SIGSEGV): a recursion that never ends, or a local "
            "array that is too large",
            stack_is_full);
      }
      if (outcome.signal == SIGILL && outcome.text == no_return)
        return fmt::format("it crashed: {}", no_return);
      return fmt::format("it {}crashed: {}{}{}", outcome.results.empty() ? "" : "answered, then ",
                         signal_name(outcome.signal), assertion ? "; " + *assertion : "",
                         outcome.signal == SIGSEGV ? ": it used memory that is not there. A null "
                                                     "pointer, an index, or a reference or view "
                                                     "of something that is gone?"
                                                   : "");
    }
    case Ending::forbidden:
      return "it asked the operating system for something that only an attack needs";
    case Ending::no_answer:
      return fmt::format("it ended without an answer, with exit code {}: did it call exit()?",
                         outcome.exit_code);
    case Ending::bad_reply:
      return "its answer cannot be read: it wrote beside its arrays, or to the grader's own "
             "channel";
    case Ending::unclean_exit:
      if (!outcome.text.empty())
        return "it answered, then threw an exception: " + explain_exception(outcome.text);
      return fmt::format("it answered, then ended with exit code {}", outcome.exit_code);
    case Ending::cpu_limit:
      return fmt::format("it was stopped after {} of computing: does a loop never end?",
                         count_text(limits.cpu_seconds, "second"));
    case Ending::wall_limit:
      return fmt::format("it was stopped after {}{}",
                         count_text(std::size_t{3} * limits.cpu_seconds, "second"),
                         outcome.cpu_seconds < 0.5 * limits.cpu_seconds
                             ? ": does it wait for something?"
                             : fmt::format(", {:.1f} of them computing on a busy machine: does a "
                                           "loop never end?",
                                           outcome.cpu_seconds));
    case Ending::run_limit:
      return fmt::format("all its calls together took more than {}: does it wait for something?",
                         count_text(limits.run_seconds, "second"));
    case Ending::grader_fault:
      return "the grader could not start a process for it";
  }
  return "";
}

}  // namespace grader
