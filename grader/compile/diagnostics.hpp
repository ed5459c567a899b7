#pragma once
// What a student needs from the messages of compiler, linker and loader.

#include "core/report.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace grader {

/// `log` without what only the build itself explains, so that it is the same each time: what clang
/// says of the output that it may not remove, since the grader does that; all behind a crash of the
/// compiler; and the name of `folder`, in which the sources are.
std::string tidied_log(std::string_view log, std::string_view folder);

struct Digest {
  std::vector<std::string> lines;  ///< the first errors, each with its line of code and a caret
  std::optional<Place> place;      ///< of the first error, in the source
  const std::string& headline() const { return lines.front(); }
};

/// The errors of `log`, those in the file `source` first. An error inside a library header is shown
/// at the line of `source` that led to it; the lines of template instantiation in between are left
/// out. Where the compiler shows no code for a place, it is taken from `source_text`.
Digest digest_errors(std::string_view log, std::string_view source,
                     std::string_view source_text = {});

/// A place in `source`, whose text this is, with what is to say of it, as errors are shown: then
/// its line of code and a caret, as far as that is known.
std::vector<std::string> shown_place(const std::string& source, std::string_view source_text,
                                     const Place& place, const std::string& what);

/// The warnings of `log` that are in `source`.
std::vector<std::string> digest_warnings(std::string_view log, std::string_view source);

/// The linker's complaint in words: a name that is defined twice, or is not defined.
std::string digest_link_errors(std::string_view log);

/// What a program that cannot be loaded lacks: the name in the loader's message, demangled; empty
/// where the message is of another kind.
std::string missing_symbol(std::string_view loader_message);

}  // namespace grader
