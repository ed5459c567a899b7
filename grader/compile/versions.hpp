#pragma once
// Many versions of a solution, compiled together: most of what a compiler takes for one
// of them is the same for all. For the course's own code.

#include "compile/kit.hpp"
#include "core/program_spec.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace grader {

/// Whether a text can be compiled with others: all that stand behind it would see its macros.
bool can_follow_others(const std::string& text);

/// Makes one program of all `texts`, and says which of them compile. In the place of one that does
/// not stands the first; where that does not compile either, GraderFault is thrown. The program
/// takes one input more, in front: the number of the text to call.
std::vector<bool> link_numbered(const Workbench& bench, const ProgramSpec& spec,
                                std::vector<std::string> texts,
                                const std::filesystem::path& program);

}  // namespace grader
