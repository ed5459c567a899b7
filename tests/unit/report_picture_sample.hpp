#pragma once
// A picture with everything that can be drawn, made by hand.

#include "report/writers.hpp"

#include <cmath>

namespace grader {

/// Weights with NaN and infinities, values, and a curve.
inline Picture sample_picture() {
  Map yours{caption_yours, Colours::sequential, 2, 3, {0.1, 0.9, NAN, INFINITY, -INFINITY, 0.5}};
  Map expected{caption_expected, Colours::sequential, 2, 3, {0.2, 0.8, 0, 0.5, 0, 0.5}};
  Map difference{
      caption_difference, Colours::diverging, 2, 3, {-0.1, 0.1, NAN, INFINITY, -INFINITY, 0}};
  Figure weights{"attention weights, head 0 (of 2)",
                 "query",
                 "key",
                 {yours, expected, difference},
                 {0, 0.9},
                 {-0.1, 0.1},
                 {"one note"}};

  Map digits{caption_expected, Colours::sequential, 2, 4, {-1, 0, 1, 0.5, 0.25, 0, 0, 1}};
  Figure values{"values", "sequence", "token", {digits}, {-1, 1}, {-1, 1}, {}};

  Chart losses{
      "losses",
      "epoch",
      {{caption_yours, {4, 3, NAN, 2, 1.5, 1.4}}, {caption_expected, {4, 2, 1, 0.5, 0.25, 0.2}}},
      {0.2, 4},
      {"1 number of yours is not finite"}};
  return {
      "02 a_name, case wide & <narrow>: exception",
      {"it threw an exception: </title><script>alert(\"1\")</script>", "    a < b && c;", "    ^~"},
      {weights, values},
      {losses}};
}

/// The page of a run in which an exercise failed, with its case drawn.
inline std::string page_with(const Picture& picture) {
  Report report;
  report.exercises.emplace_back().verdict = Verdict::wrong_value;
  PageExtras beside;
  beside.case_name = "case";
  beside.picture = picture;
  return html_report(report, {{report.exercises[0].number, beside}});
}

}  // namespace grader
