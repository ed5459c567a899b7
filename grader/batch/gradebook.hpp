#pragma once
// The points of a class as a table, and what being late costs. Pure.

#include "batch/class_list.hpp"
#include "core/exercise.hpp"
#include "core/moment.hpp"
#include "core/report.hpp"

namespace grader {

/// When submissions are due, and what each day that has begun since then costs.
struct Due {
  Moment time = 0;
  std::int64_t grace = 0;    ///< seconds after it that are not late yet
  Zone zone = 0;             ///< whose calendar counts the days
  double per_day = 0;        ///< points, or a share of the most points; 0: late costs nothing
  bool is_share = false;     ///< of the most points: 0.1 for 10 %
  std::string per_day_text;  ///< as it was given
};

/// Reads the values of --due, of --late-per-day, such as "10%" or "0.5", and of --grace, such as
/// "15m" or "2h"; these two may be empty. Throws InputError.
Due due_in(const std::string& time, const std::string& per_day, const std::string& grace = "");

/// `due` for who may hand in until `own`, where that is a time.
Due due_for(Due due, const std::optional<Moment>& own);

/// How late something is. Where it is said, no time is known.
struct Late {
  std::optional<std::int64_t> minutes;  ///< rounded up; 0: in time; nothing: not known
  bool said = false;                    ///< a platform calls it late, and does not say by how much
  std::int64_t days = 0;                ///< calendar days that have begun

  /// Nothing where it is not known.
  std::optional<bool> is_late() const {
    return said ? std::optional(true) : minutes ? std::optional(*minutes > 0) : std::nullopt;
  }
};

/// How late a submission is that came at `handed_in`, if that is known. `said`: a platform calls it
/// late.
Late lateness(const Due& due, const std::optional<Moment>& handed_in, bool said);

/// The points that are taken off; never more than `score`.
double taken_off(const Due& due, const Late& late, double score, double most);

/// The times in a table: an id and a time in each row, or columns with heads such as "time" and
/// Moodle's "last modified (submission)". The column of ids is that with most of whom `is_id`
/// knows. A row with "-" has no time. Throws InputError, which names the file and the line.
std::map<std::string, Moment> times_in(const Table& table,
                                       const std::function<bool(const std::string&)>& is_id);

/// Reads the rows ID, EXERCISE, POINTS, REASON of a table.
std::vector<Override> overrides_in(const Table& table,
                                   const std::function<bool(const std::string&)>& is_id);

/// One exercise of a submission. Our own faults have no points, unless somebody gave them by hand.
struct Mark {
  Verdict verdict = Verdict::skipped;
  double score = 0;
  std::string by_hand = {};  ///< why somebody gave these points; empty where nobody did
};

/// Whether nobody knows yet what it earns.
inline bool is_open(const Mark& mark) {
  return mark.verdict == Verdict::internal_error && mark.by_hand.empty();
}

/// What the grader found, with the points that were given instead, if any.
Mark mark_of(Verdict verdict, double score, const Submitter& submitter, unsigned exercise);

struct GradebookRow {
  std::string id;
  std::string name;                      ///< of its files; empty where nothing was handed in
  std::vector<Mark> marks;               ///< one for each exercise
  std::optional<Moment> handed_in = {};  ///< where it is known
  bool said_late = false;                ///< a platform calls it late
  std::optional<Moment> due = {};        ///< where it has a due time of its own
  std::optional<Person> person = {};     ///< whom the platform names
};

struct Gradebook {
  std::vector<Exercise> exercises;
  std::optional<std::uint64_t> seed;  ///< of fresh cases
  std::optional<Due> due;
  std::vector<GradebookRow> rows;  ///< in the order of the ids
};

/// A cell of text: quoted where it must be, and no formula. Other texts have other cells.
std::string csv_cell(const std::string& given);

/// RFC 4180 in UTF-8: a line of names, one of the most points, then one for each submission. No
/// cell is a formula to a spreadsheet. Percentages are of what could be graded. What is not known
/// is empty. Where being late costs points, the total stays; two more columns have the points taken
/// off and those left.
std::string gradebook_csv(const Gradebook& book);

/// A table for a platform's own gradebook.
struct PlatformTable {
  std::string text;
  std::vector<std::string> left_out;  ///< ids that it does not know, or whose points are open
};

/// In the columns that Moodle's grading worksheet or Canvas' gradebook has, where the points stand
/// below `title`: the points that are left of each row. It begins with a byte order mark where it
/// is not ASCII, which spreadsheets would misread.
PlatformTable platform_csv(const Gradebook& book, const std::string& platform,
                           const std::string& title);

/// The same as JSON; points are `null` where our own fault left them open.
void write_gradebook_json(const Gradebook& book, std::ostream& stream);

/// What a row says of being late, in a sentence for the student; empty where it was in time, or
/// that is not known.
std::string late_sentence(const Gradebook& book, const GradebookRow& row);

}  // namespace grader
