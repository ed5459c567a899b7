#pragma once
// The students' copy of a course: everything that grading needs, and no solution in it.

#include "compile/kit.hpp"
#include "course/course.hpp"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace grader {

struct Release {
  std::filesystem::path tool;      ///< the folder with grader/
  std::vector<Workbench> benches;  ///< whose kits' objects go along
  std::vector<std::string> over;   ///< folders of exercises whose solutions go along
  std::function<std::string(const Exercise&)> sealed;  ///< gives the file of sealed mistakes
};

/// Writes the copy of `course`, with the exercises that were read, into `folder`, which must be new
/// or empty. If this fails, nothing is left there. The same input gives the same bytes. Throws
/// InputError where `folder` is neither new nor empty or a file of the course is missing,
/// GraderFault where a reference does not compile.
void write_release(const Course& course, const Release& release,
                   const std::filesystem::path& folder);

/// Makes `folder` a git repository of one commit, with the same name for the same content. Throws
/// InputError where git is not there.
void commit_release(const std::filesystem::path& folder);

}  // namespace grader
