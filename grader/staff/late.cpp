#include "staff/late.hpp"

#include "core/text.hpp"
#include "submission/commit.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <set>

namespace grader {
namespace {

std::string table_of_times(const std::string& file) {
  try {
    return read_file(file);
  } catch (const InputError& error) {
    throw InputError(error.what(), "name a table with lines ID,TIME behind --times");
  }
}

}  // namespace

std::optional<Due> due_of(const BatchOptions& options) {
  if (!options.due.empty()) return due_in(options.due, options.late_per_day);
  if (!options.late_per_day.empty())
    throw InputError("--late-per-day needs --due", "--due 2026-11-20T18:00:00+01:00");
  if (!options.times.empty())
    throw InputError("--times needs --due", "--due 2026-11-20T18:00:00+01:00");
  return std::nullopt;
}

void note_times(const BatchOptions& options, const std::vector<Submitter*>& submitters) {
  if (options.times.empty()) return;
  std::multimap<std::string, Submitter*> by_id;
  for (Submitter* one : submitters) {
    by_id.emplace(one->id, one);
    for (const std::string& member : one->members) {
      if (member != one->id) by_id.emplace(member, one);
    }
  }
  std::set<const Submitter*> noted;
  std::vector<std::string> others;
  const auto is_id = [&](const std::string& id) { return by_id.contains(id); };
  for (const auto& [id, moment] : times_in(table_of_times(options.times), options.times, is_id)) {
    const auto [begin, end] = by_id.equal_range(id);
    if (begin == end) others.push_back(id);
    for (auto called = begin; called != end; ++called) {
      Submitter& one = *called->second;
      // Of a group's times the last counts; any of these more than what a platform says.
      one.time = noted.insert(&one).second ? moment : std::max(moment, *one.time);
    }
  }
  if (others.empty()) return;
  tell(fmt::format("grade: note: {}: {} without a submission: {}\n", options.times,
                   count_text(others.size(), "id"), names_text(others, 20)));
}

void note_commits(const Due& due, const Course& course, const Workbench& bench,
                  const std::vector<Submitter*>& submitters) {
  for (Submitter* one : submitters) {
    check_interrupted();
    if (one->time || one->late || one->parts.size() != 1) continue;
    tell_progress(fmt::format("looking when {} was committed", printable_name(one->id)));
    const CommitTime read = commit_time(bench, course.root, one->path);
    constexpr Moment year = 365 * 24 * 60 * 60;
    if (read.moment && *read.moment < due.time - year) {
      one->no_time = fmt::format("its commit says {}, more than a year before it was due",
                                 moment_text(*read.moment, due.zone));
    } else {
      one->time = read.moment;
      one->no_time = read.problem;
    }
  }
}

void tell_late(const Due& due, const std::vector<Submitter*>& submitters) {
  std::size_t late = 0, unknown = 0;
  for (const Submitter* one : submitters) {
    const Late how = lateness(due, one->time, one->late);
    if (how.is_late().value_or(false)) ++late;
    if (!how.minutes) ++unknown;
  }
  std::cout << fmt::format("due {}: {} of {} late", moment_text(due.time, due.zone), late,
                           count_text(submitters.size(), "submission"));
  if (unknown > 0)
    std::cout << fmt::format("; the time of {} is not known: --times FILE says it", unknown);
  std::cout << '\n' << std::flush;
  std::vector<std::string> untold;
  for (const Submitter* one : submitters) {
    if (!one->time && !one->no_time.empty()) untold.push_back(one->id + ": " + one->no_time);
  }
  if (untold.empty()) return;
  tell(
      fmt::format("grade: note: {} should tell when, and does not, so that being late costs "
                  "nothing:\n",
                  count_text(untold.size(), "commit")));
  constexpr std::size_t most_told = 20;
  for (std::size_t i = 0; i < std::min(untold.size(), most_told); ++i)
    tell(fmt::format("  {}\n", printable_name(untold[i])));
  if (untold.size() > most_told)
    tell(fmt::format("  and {} more, which class.html names\n", untold.size() - most_told));
}

}  // namespace grader
