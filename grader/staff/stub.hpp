#pragma once
// The stub of an exercise, made from its solution, and the copy that `grade reset` restores.

#include "course/course.hpp"

#include <string>
#include <string_view>

namespace grader {

/// Makes a stub from a solution with comments "// TODO n: …". The statement below a TODO is
/// replaced by a throw of NotImplemented with the comment's words up to a comma or full stop; the
/// name of a declaration stays. Calls of record() and statements without a TODO stay, too. Throws
/// InputError where no TODO stands above a statement.
std::string stub_of(std::string_view solution);

/// Makes the stub from the solution where it is missing, and NAME.cpp.original its copy. Throws
/// InputError where the stub is not one: without a TODO 1 that throws NotImplemented, somebody has
/// solved it.
void write_stub(const Course& course, const Exercise& exercise);

}  // namespace grader
