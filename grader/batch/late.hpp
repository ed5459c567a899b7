#pragma once
// Who handed in late, and what that costs. Pure.

#include "core/moment.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace grader {

/// When submissions are due, and what each day costs that has begun since.
struct Due {
  Moment time = 0;
  double per_day = 0;     ///< points, or a share of the most points; 0: late costs nothing
  bool is_share = false;  ///< of the most points: 0.1 for 10 %
  std::string per_day_text;  ///< as it was given
};

/// Reads the values of --due and --late-per-day, such as "10%" or "0.5"; the second may be empty.
/// Throws InputError.
Due due_in(const std::string& time, const std::string& per_day);

/// How late something is. At most one of these two is there.
struct Late {
  std::optional<std::int64_t> minutes;  ///< 0: it is not; begun ones count. Nothing: not known
  bool said = false;                    ///< a platform says that it is, and not by how much
};

/// `handed_in` is when that was, where it is known; `said`, whether a platform calls it late.
Late lateness(const Due& due, const std::optional<Moment>& handed_in, bool said);

/// The points that are taken off: never more than there are.
double taken_off(const Due& due, const Late& late, double score, double most);

/// The times in a table with a line "ID,TIME" for each submission; the first may be a head. Ids in
/// quotes as in RFC 4180. Throws InputError, which names `file` and the line.
std::map<std::string, Moment> times_in(std::string_view table, const std::string& file);

}  // namespace grader
