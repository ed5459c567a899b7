#pragma once
// Small changes of a solution, one at a time: what a student may write by a slip, whether or not an
// author thought of it. A course's data should tell each from the solution.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// A change of one place of a text.
struct Mutant {
  std::size_t begin = 0, end = 0;  ///< the bytes that go
  std::string replacement;
  std::string kind;  ///< of the change, such as "another axis or constant"
};

/// All mutants of a solution's text, in the order of their places; no two make the same text.
/// Left alone are calls of record, statements that throw, comments, and what declares.
std::vector<Mutant> mutants_of(std::string_view text);

/// The text with the change.
std::string changed_text(std::string_view text, const Mutant& mutant);

/// The lines that a mutant changes, before and after, with single spaces.
struct ChangedLines {
  std::size_t first = 0;  ///< from 1
  std::string before, after;
};
ChangedLines changed_lines(std::string_view text, const Mutant& mutant);

/// A change that changes nothing, as its author says.
struct Excuse {
  std::string before, after;  ///< lines, with single spaces
  std::string reason;
};

/// The excuses of a file: a reason, then lines that begin with - and + for what it excuses. Throws
/// InputError, naming `file` and the line, where a line with - lacks one with +, or a reason.
std::vector<Excuse> read_excuses(std::string_view text, const std::string& file);

}  // namespace grader
