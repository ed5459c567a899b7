#pragma once
// Who handed in: the submissions in a folder, and a file name for each.

#include "submission/exports.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace grader {

/// The submissions in `folder`: each of its folders and archives, or what a platform's export says.
/// Links and loose files are no submissions; what systems leave behind (.git, __MACOSX, ._x) is not
/// even named among these. Both are sorted. Throws InputError where there are no submissions.
Roster roster_of(const std::filesystem::path& folder);

/// Whether somebody is this submitter, or of this group.
bool is_called(const Submitter& submitter, const std::string& id);

/// File names for these ids, each another one: at most 80 letters, digits, '-', '_' and '.'. Other
/// ids, and those that differ in case only, get a piece of their SHA-256; a longer one where
/// somebody else is called as that.
std::vector<std::string> safe_names(const std::vector<std::string>& ids);

}  // namespace grader
