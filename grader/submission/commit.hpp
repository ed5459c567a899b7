#pragma once
// When the last commit of a checkout was made.

#include "compile/kit.hpp"
#include "core/moment.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace grader {

struct CommitTime {
  std::optional<Moment> moment;
  std::string problem = {};  ///< why there is none though the folder has a .git; in a line
};

/// The time of the commit that is checked out in `folder`, by the clock of the machine that made
/// it. git reads it behind the walls of a compiler. Neither a time nor a problem where the folder
/// is no checkout.
CommitTime commit_time(const Workbench& bench, const std::filesystem::path& course,
                       const std::filesystem::path& folder);

}  // namespace grader
