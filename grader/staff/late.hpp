#pragma once
// What --due, --late-per-day and --times mean.

#include "batch/late.hpp"
#include "batch/roster.hpp"
#include "cli/commands.hpp"

#include <optional>
#include <vector>

namespace grader {

/// When the batch is due. Throws InputError where an option lacks another one that it needs.
std::optional<Due> due_of(const BatchOptions& options);

/// Notes the times in the file of --times. Tells on standard error which of its ids have no
/// submission.
void note_times(const BatchOptions& options, const std::vector<Submitter*>& submitters);

/// Notes when the commit of a checkout was made, where no other time is known and no platform calls
/// it late; else why that is not known. A time more than a year before it was due is none.
void note_commits(const Due& due, const Course& course, const Workbench& bench,
                  const std::vector<Submitter*>& submitters);

/// Says how many are late, and of how many that is not known; on standard error whose commits
/// should tell it.
void tell_late(const Due& due, const std::vector<Submitter*>& submitters);

}  // namespace grader
