#pragma once
// What other programs read of a submission: archives, and the time of a checkout's last commit.
// Each runs in a process of its own behind the walls of a compiler.

#include "compile/kit.hpp"
#include "core/moment.hpp"
#include "submission/contents.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace grader {

/// What unpacks an open archive into a folder, behind the walls of `bench`, which must outlive it.
/// It writes the files that could be source text, and empty files in place of archives and a few
/// others. Throws GraderFault where `unpack` cannot be started, or `course` would be in its sight.
Unpack unpacking(const Toolchain& bench, const std::filesystem::path& course);

struct CommitTime {
  std::optional<Moment> moment;
  std::string problem = {};  ///< why there is none though the folder has a .git; in a line
};

/// The time of the commit that is checked out in `folder`, by the clock of the machine that made
/// it. git reads it behind the walls of a compiler. Neither a time nor a problem where the folder
/// is no checkout.
CommitTime commit_time(const Toolchain& bench, const std::filesystem::path& course,
                       const std::filesystem::path& folder);

}  // namespace grader
