#pragma once
// What to write instead of what other languages and libraries have.

#include <string>
#include <string_view>

namespace grader {

/// The course's spelling, in a sentence, for a line of code with another one at which a compiler
/// stopped with `message`, and says as `reason` why no function fits; empty where none is known.
std::string course_spelling(std::string_view message, std::string_view code,
                            std::string_view reason = {});

/// The same for what a compiler says on why no function fits: a whole message, or a note.
std::string on_reason(std::string_view reason);

/// A line without its comment and without what stands in quotes.
std::string code_only(std::string_view line);

}  // namespace grader
