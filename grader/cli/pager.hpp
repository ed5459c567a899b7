#pragma once
// Long texts for people at a terminal.

#include <cstddef>
#include <string>

namespace grader {

/// How wide standard output is; 0 where it is no terminal.
std::size_t terminal_columns();

/// Writes a text to standard output. Throws TryAgain where it cannot be written. A pipe that nobody
/// reads any more is no error: its reader has seen enough.
void write_out(const std::string& text);

/// Writes a text through the user's pager (PAGER, else less or more) where standard output is a
/// terminal; else as it is.
void show_paged(const std::string& text);

}  // namespace grader
