#pragma once
// When the last commit of a checkout was made.

#include "compile/workbench.hpp"
#include "core/moment.hpp"

#include <filesystem>
#include <optional>

namespace grader {

/// The time of the commit that is checked out in `folder`, as its author's machine wrote it. git
/// reads it behind the walls of a compiler. Nothing where the folder is no checkout, where git is
/// not installed, or where it finds no commit.
std::optional<Moment> commit_time(const Workbench& bench, const std::filesystem::path& course,
                                  const std::filesystem::path& folder);

}  // namespace grader
