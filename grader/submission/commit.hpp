#pragma once
// When the last commit of a checkout was made.

#include "compile/workbench.hpp"
#include "core/moment.hpp"

#include <filesystem>
#include <optional>

namespace grader {

/// The time of the commit that is checked out in `folder`, by the clock of the machine that made
/// it. git reads it behind the walls of a compiler. Nothing where the folder is no checkout, git is
/// not installed, or there is no commit.
std::optional<Moment> commit_time(const Workbench& bench, const std::filesystem::path& course,
                                  const std::filesystem::path& folder);

}  // namespace grader
