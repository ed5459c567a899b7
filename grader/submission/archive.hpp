#pragma once
// Opens archives of others: in a process of its own, behind the walls of a compiler.

#include "compile/workbench.hpp"
#include "submission/contents.hpp"

#include <filesystem>

namespace grader {

/// Unpacks an open archive into a folder, behind the walls of `bench`, which must outlive it: of
/// its files, those that could be source text, and of archives in it only the names. Throws
/// GraderFault where `unpack` cannot be started, or `course` would be in its sight.
Unpack unpacking(const Workbench& bench, const std::filesystem::path& course);

}  // namespace grader
