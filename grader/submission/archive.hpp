#pragma once
// Opens archives of others: in a process of its own, behind the walls of a kit.

#include "compile/kit.hpp"

#include <filesystem>
#include <string>

namespace grader {

/// Unpacks the open archive into `folder`: of its files, those that could be source text, and of
/// archives in it only the names. Returns why it was refused, in a line; empty: it was not. Throws
/// GraderFault where `unpack` cannot be started, or `course` would be in its sight.
std::string unpack(const Kit& kit, const std::filesystem::path& course, int archive,
                   const std::filesystem::path& folder);

}  // namespace grader
