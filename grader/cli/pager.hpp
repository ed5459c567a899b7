#pragma once
// Long texts for people at a terminal.

#include <cstddef>
#include <string>

namespace grader {

/// How wide standard output is; 0 where it is no terminal.
std::size_t terminal_columns();

/// Writes a text to standard output. Throws TryAgain where it cannot be written, but for a pipe that
/// nobody reads any more: who takes the first lines alone has them.
void write_out(const std::string& text);

/// The same, through the user's pager (PAGER, else less or more) where that
/// is a terminal, as it is elsewhere.
void show_paged(const std::string& text);

}  // namespace grader
