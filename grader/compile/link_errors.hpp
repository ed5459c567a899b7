#pragma once
// What a student needs from the messages of the linker and the loader.

#include <string>
#include <string_view>

namespace grader {

/// The linker's complaint in words: a name that is defined twice, or is not defined.
std::string digest_link_errors(std::string_view log);

/// What a program that cannot be loaded lacks: the name in the loader's message, demangled; empty
/// where the message is of another kind.
std::string missing_symbol(std::string_view loader_message);

}  // namespace grader
