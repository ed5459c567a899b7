#include "report/numpy_text.hpp"

#include <fmt/format.h>

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
  return aligned(tensor.values)[0] + (marked.empty() ? "" : marked[0] ? "*" : " ");
}

}  // namespace grader
