#pragma once
// A debugger's command line.

#include "grade/debuggee.hpp"

#include <string>
#include <vector>

namespace grader {

/// The words that start the debugger `wanted`: gdb, lldb, or for "auto" the first of them that is
/// installed. Throws InputError, with the command that installs one, where it is not.
std::vector<std::string> debugger_words(const std::string& wanted, const Debuggee& debuggee);

}  // namespace grader
