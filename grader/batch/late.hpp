#pragma once
// Who handed in late, and what that costs. Pure.

#include "core/moment.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace grader {

/// When submissions are due, and what each day that has begun since then costs.
struct Due {
  Moment time = 0;
  Zone zone = 0;             ///< whose calendar counts the days
  double per_day = 0;        ///< points, or a share of the most points; 0: late costs nothing
  bool is_share = false;     ///< of the most points: 0.1 for 10 %
  std::string per_day_text;  ///< as it was given
};

/// Reads the values of --due and --late-per-day, such as "10%" or "0.5"; the second may be empty.
/// Throws InputError.
Due due_in(const std::string& time, const std::string& per_day);

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

/// The times in a table with a line "ID,TIME" for each submission; ids in quotes as in RFC 4180.
/// The first line may be a head: it has nobody's id by `is_id`, and no digit begins its second
/// cell. Throws InputError, which names `file` and the line.
std::map<std::string, Moment> times_in(std::string_view table, const std::string& file,
                                       const std::function<bool(const std::string&)>& is_id);

}  // namespace grader
