#pragma once
// The stub of an exercise, made from its solution.

#include <string>
#include <string_view>

namespace grader {

/// Makes a stub from a solution with comments "// TODO n: …". The statement below a TODO is
/// replaced by a throw of NotImplemented with the comment's words up to a comma or full stop; the
/// name of a declaration stays. Calls of record() and statements without a TODO stay, too. Throws
/// InputError where no TODO stands above a statement.
std::string stub_of(std::string_view solution);

}  // namespace grader
