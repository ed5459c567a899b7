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

/// How all numbers of an array are written, so that they stand in columns.
class NumberFormat {
 public:
  explicit NumberFormat(const std::vector<double>& values) {
    std::vector<double> finite;
    std::ranges::copy_if(values, std::back_inserter(finite),
                         [](double x) { return std::isfinite(x); });
    exponential_ = wants_exponent(finite);
    for (const double value : finite) {
      const Digits digits = digits_of(value, exponential_);
      before_ = std::max(before_, digits.before.size());
      behind_ = std::max(behind_, digits.behind.size());
      exponent_ = std::max(exponent_, digits.exponent.size());
    }
    if (finite.size() == values.size()) return;
    const bool negative =
        std::ranges::any_of(values, [](double x) { return x < 0 && std::isinf(x); });
    const std::size_t right = behind_ + exponent_ + 1;  // with the point
    const std::size_t word = negative ? 4 : 3;          // -inf, or inf and nan
    if (!finite.empty()) before_ = std::max(before_, word > right ? word - right : 0);
    if (finite.empty()) before_ = word - 1;
  }

  std::string text(double value) const {
    const std::size_t width = before_ + 1 + behind_ + exponent_;
    if (!std::isfinite(value)) return fmt::format("{:>{}}", not_finite(value), width);
    Digits digits = digits_of(value, exponential_);
    // Exponents have all digits behind the point; other numbers have spaces there.
    digits.behind.resize(behind_, exponential_ ? '0' : ' ');
    if (exponential_) digits.exponent.insert(2, exponent_ - digits.exponent.size(), '0');
    return fmt::format("{:>{}}.{}{}", digits.before, before_, digits.behind, digits.exponent);
  }

 private:
  static bool wants_exponent(const std::vector<double>& finite) {
    double least = INFINITY, most = 0;
    for (const double value : finite) {
      if (value == 0) continue;
      least = std::min(least, std::abs(value));
      most = std::max(most, std::abs(value));
    }
    return most > 0 && (most >= 1e8 || least < 1e-4 || most / least > 1000);
  }

  bool exponential_ = false;
  std::size_t before_ = 0, behind_ = 0, exponent_ = 0;
};

class Printer {
 public:
  Printer(const Tensor& tensor, const std::vector<bool>& marked)
      : tensor_(tensor),
        marked_(marked),
        summary_(tensor.values.size() > most_elements),
        format_(values_shown()) {}

  std::string text() const { return array(0, 0, " ", line_width); }

 private:
  /// Whether dots stand for the middle of an axis, behind the first `edge` indices.
  bool is_cut(std::size_t axis) const { return summary_ && tensor_.shape[axis] > 2 * edge; }

  /// The indices of an axis that are printed.
  std::vector<std::size_t> shown(std::size_t axis) const {
    std::vector<std::size_t> indices;
    const std::size_t length = tensor_.shape[axis];
    for (std::size_t i = 0; i < length; ++i)
      if (!is_cut(axis) || i < edge || i >= length - edge) indices.push_back(i);
    return indices;
  }

  std::vector<double> values_shown() const {
    std::vector<std::size_t> places{0};
    for (std::size_t axis = 0; axis < tensor_.shape.size(); ++axis) {
      std::vector<std::size_t> next;
      for (const std::size_t place : places)
        for (const std::size_t i : shown(axis)) next.push_back(place * tensor_.shape[axis] + i);
      places = std::move(next);
    }
    std::vector<double> values;
    for (const std::size_t place : places) values.push_back(tensor_.values[place]);
    return values;
  }

  std::string word(std::size_t place) const {
    std::string text = format_.text(tensor_.values[place]);
    if (!marked_.empty()) text += marked_[place] ? '*' : ' ';
    return text;
  }

  /// Numbers of the last axis, on several lines where one is too narrow.
  std::string row(std::size_t place, const std::string& indent, std::size_t width) const {
    const std::size_t axis = tensor_.shape.size() - 1;
    const std::vector<std::size_t> indices = shown(axis);
    std::string lines, line = indent;
    const auto extend = [&](const std::string& part) {
      if (line.size() + part.size() > width - 1 && line.size() > indent.size()) {
        lines += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
        line = indent;
      }
      line += part;
    };
    for (std::size_t i = 0; i < indices.size(); ++i) {
      if (is_cut(axis) && i == edge) {
        extend("...");
        line += ' ';
      }
      extend(word(place + indices[i]));
      if (i + 1 < indices.size()) line += ' ';
    }
    return lines + line;
  }

  std::string array(std::size_t axis, std::size_t place, const std::string& indent,
                    std::size_t width) const {
    const std::size_t axes_left = tensor_.shape.size() - axis;
    std::string text;
    if (axes_left == 1) {
      text = row(place * tensor_.shape[axis], indent, width);
    } else {
      const std::string separator(axes_left - 1, '\n');
      const std::vector<std::size_t> indices = shown(axis);
      for (std::size_t i = 0; i < indices.size(); ++i) {
        if (is_cut(axis) && i == edge) text += indent + "..." + separator;
        text += indent +
                array(axis + 1, place * tensor_.shape[axis] + indices[i], indent + " ", width - 1);
        if (i + 1 < indices.size()) text += separator;
      }
    }
    return "[" + text.substr(std::min(indent.size(), text.size())) + "]";
  }

  const Tensor& tensor_;
  const std::vector<bool>& marked_;
  bool summary_;
  NumberFormat format_;
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
