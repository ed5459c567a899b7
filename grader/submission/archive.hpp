#pragma once
// Unpacks untrusted archives, in a process of its own behind the walls of a compiler.

#include "compile/kit.hpp"
#include "submission/contents.hpp"

#include <filesystem>

namespace grader {

/// What unpacks an open archive into a folder, behind the walls of `bench`, which must outlive it.
/// It writes the files that could be source text, and empty files in place of archives and a few
/// others. Throws GraderFault where `unpack` cannot be started, or `course` would be in its sight.
Unpack unpacking(const Workbench& bench, const std::filesystem::path& course);

}  // namespace grader
