#pragma once
// The points of a class as a table. Pure.

#include "batch/late.hpp"
#include "core/exercise.hpp"
#include "core/report.hpp"

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace grader {

/// One exercise of a submission. Our own faults have no points.
struct Mark {
  Verdict verdict = Verdict::skipped;
  double score = 0;
};

struct GradebookRow {
  std::string id;
  std::string name;                      ///< of its files; empty where nothing was handed in
  std::vector<Mark> marks;               ///< one for each exercise
  std::optional<Moment> handed_in = {};  ///< where it is known
  bool said_late = false;                ///< a platform calls it late
};

struct Gradebook {
  std::vector<Exercise> exercises;
  std::optional<std::uint64_t> seed;  ///< of fresh cases
  std::optional<Due> due;
  std::vector<GradebookRow> rows;  ///< in the order of the ids
};

/// RFC 4180 in UTF-8: a line of names, one of the most points, then one for each submission. No
/// cell is a formula to a spreadsheet. Percentages are of what could be graded. The column `late`
/// has yes or no, or nothing where that is not known, and where there is a due time `minutes late`
/// has the minutes, where these are known. Where being late costs points, the total stays; two more
/// columns have the points taken off and those left.
std::string gradebook_csv(const Gradebook& book);

/// The same as JSON; points are `null` where our own fault left them open.
void write_gradebook_json(const Gradebook& book, std::ostream& stream);

/// What a row says of being late, in a sentence for the student; empty where it was in time, or
/// that is not known.
std::string late_sentence(const Gradebook& book, const GradebookRow& row);

}  // namespace grader
