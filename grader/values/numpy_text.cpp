#include "values/numpy_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace grader {
namespace {

constexpr int precision = 8;
constexpr std::size_t line_width = 75;
constexpr std::size_t most_elements = 1000;  // more are not all printed
constexpr std::size_t edge = 3;              // but so many at both ends of each axis

std::string shortest(double value, std::chars_format format) {
  char text[512];
  const auto end = std::to_chars(text, text + sizeof text, value, format).ptr;
  return {text, end};
}

/// "12.5": the digits before the point, those behind it, the exponent with its "e".
struct Digits {
  std::string before, behind, exponent;
};

Digits digits_in(std::string text) {
  Digits digits;
  const std::size_t e = std::min(text.find('e'), text.size());
  digits.exponent = text.substr(e);
  text.resize(e);
  const std::size_t point = std::min(text.find('.'), text.size());
  digits.before = text.substr(0, point);
  if (point < text.size()) digits.behind = text.substr(point + 1);
  return digits;
}

/// At most eight digits behind the point, and no more than tell the number from all others.
Digits digits_of(double value, bool exponential) {
  const auto format = exponential ? std::chars_format::scientific : std::chars_format::fixed;
  Digits digits = digits_in(shortest(value, format));
  if (digits.behind.size() > precision) {
    digits = digits_in(exponential ? fmt::format("{:.{}e}", value, precision)
                                   : fmt::format("{:.{}f}", value, precision));
    digits.behind.erase(digits.behind.find_last_not_of('0') + 1);
  }
  return digits;
}

std::string not_finite(double value) {
  return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
}

bool wants_exponent(const std::vector<double>& finite) {
  double least = INFINITY, most = 0;
  for (const double value : finite) {
    if (value == 0) continue;
    least = std::min(least, std::abs(value));
    most = std::max(most, std::abs(value));
  }
  return most > 0 && (most >= 1e8 || least < 1e-4 || most / least > 1000);
}

/// The numbers, written so that they stand in columns.
std::vector<std::string> aligned(const std::vector<double>& values) {
  std::vector<double> finite = values;
  std::erase_if(finite, [](double x) { return !std::isfinite(x); });
  const bool exponential = wants_exponent(finite);
  std::size_t before = 0, behind = 0, exponent = 0;
  for (const double value : finite) {
    const Digits digits = digits_of(value, exponential);
    before = std::max(before, digits.before.size());
    behind = std::max(behind, digits.behind.size());
    exponent = std::max(exponent, digits.exponent.size());
  }
  if (finite.size() < values.size()) {
    const bool negative = std::ranges::count(values, -INFINITY) > 0;
    const std::size_t right = behind + exponent + 1;  // with the point
    const std::size_t word = negative ? 4 : 3;        // -inf, or inf and nan
    if (!finite.empty()) before = std::max(before, word > right ? word - right : 0);
    if (finite.empty()) before = word - 1;
  }
  std::vector<std::string> words;
  for (const double value : values) {
    if (!std::isfinite(value)) {
      words.push_back(fmt::format("{:>{}}", not_finite(value), before + 1 + behind + exponent));
      continue;
    }
    Digits digits = digits_of(value, exponential);
    // Exponents have all digits behind the point; other numbers have spaces there.
    digits.behind.resize(behind, exponential ? '0' : ' ');
    if (exponential) digits.exponent.insert(2, exponent - digits.exponent.size(), '0');
    words.push_back(
        fmt::format("{:>{}}.{}{}", digits.before, before, digits.behind, digits.exponent));
  }
  return words;
}

class Printer {
 public:
  Printer(const Tensor& tensor, const std::vector<bool>& marked) {
    std::vector<std::size_t> places{0};
    for (const std::size_t length : tensor.shape) {
      const bool cut = tensor.values.size() > most_elements && length > 2 * edge;
      axes_.push_back({cut ? 2 * edge : length, cut});
      std::vector<std::size_t> next;
      for (const std::size_t place : places) {
        for (std::size_t i = 0; i < axes_.back().length; ++i)
          next.push_back(place * length + (cut && i >= edge ? length - 2 * edge + i : i));
      }
      places = std::move(next);
    }
    std::vector<double> values;
    for (const std::size_t place : places) values.push_back(tensor.values[place]);
    words_ = aligned(values);
    for (std::size_t i = 0; i < words_.size() && !marked.empty(); ++i)
      words_[i] += marked[places[i]] ? '*' : ' ';
  }

  std::string text() { return array(0, " ", line_width); }

 private:
  /// How many indices of an axis are printed, and whether dots stand for others in their middle.
  struct Axis {
    std::size_t length;
    bool cut;
  };

  /// The next numbers, of the last axis, on several lines where one is too narrow.
  std::string row(const std::string& indent, std::size_t width) {
    const Axis& axis = axes_.back();
    std::string lines, line = indent;
    const auto extend = [&](const std::string& part) {
      if (line.size() + part.size() > width - 1 && line.size() > indent.size()) {
        lines += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
        line = indent;
      }
      line += part;
    };
    for (std::size_t i = 0; i < axis.length; ++i) {
      if (axis.cut && i == edge) {
        extend("...");
        line += ' ';
      }
      extend(words_[next_++]);
      if (i + 1 < axis.length) line += ' ';
    }
    return lines + line;
  }

  std::string array(std::size_t at, const std::string& indent, std::size_t width) {
    const Axis& axis = axes_[at];
    std::string text;
    if (at + 1 == axes_.size()) {
      text = row(indent, width);
    } else {
      const std::string separator(axes_.size() - at - 1, '\n');
      for (std::size_t i = 0; i < axis.length; ++i) {
        if (axis.cut && i == edge) text += indent + "..." + separator;
        text += indent + array(at + 1, indent + " ", width - 1);
        if (i + 1 < axis.length) text += separator;
      }
    }
    return "[" + text.substr(std::min(indent.size(), text.size())) + "]";
  }

  std::vector<Axis> axes_;
  std::vector<std::string> words_;  ///< those that are printed, in their order
  std::size_t next_ = 0;            ///< of these
};

}  // namespace

std::string numpy_text(const Tensor& tensor, const std::vector<bool>& marked) {
  if (tensor.values.empty()) return "[]";
  if (!tensor.shape.empty()) return Printer(tensor, marked).text();
  const double value = tensor.values[0];
  const std::string text = std::isfinite(value) ? exact_number(value) : not_finite(value);
  return text + (marked.empty() ? "" : marked[0] ? "*" : " ");
}

std::string exact_number(double value) {
  const double size = std::abs(value);
  const bool plain = size == 0 || (size >= 1e-4 && size < 1e16);
  std::string number =
      shortest(value, plain ? std::chars_format::fixed : std::chars_format::scientific);
  if (number.find_first_of(".e") == std::string::npos) number += ".0";
  return number;
}

}  // namespace grader
