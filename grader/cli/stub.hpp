#pragma once
// The stub of an exercise, made from its solution, and the copy that `grade reset` restores.

#include "course/course.hpp"

#include <string>
#include <string_view>

namespace grader {

/// The stub that a solution gives, whose comments "// TODO n: …" say what is to be written. The
/// statement below a TODO goes: of a declaration the name stays, and NotImplemented is thrown with
/// the words of the comment up to a comma or a full stop. Calls of record() and what has no TODO
/// stay. Throws InputError where no TODO stands above a statement.
std::string stub_of(std::string_view solution);

/// Makes the stub from the solution where it is missing, and NAME.cpp.original its copy. Throws
/// InputError where the stub is not one: without a TODO 1 that throws NotImplemented, somebody has
/// solved it.
void write_stub(const Course& course, const Exercise& exercise);

}  // namespace grader
