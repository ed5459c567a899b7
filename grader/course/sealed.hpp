#pragma once
// The known mistakes of a released copy: names, and messages that only the mistake's own numbers
// open. No patch is among them.

#include "core/case.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace grader {

/// The file of a released copy for `mistakes`, whose numbers stand in `cases`: JSON. The key of a
/// message is a hash of the mistake's name and of what it gives on every case.
std::string sealed_mistakes(const std::vector<Mistake>& mistakes, const std::vector<Case>& cases);

/// The mistakes of such a file, with their messages still sealed and without patches. Throws
/// InputError, naming file and place.
std::vector<Mistake> read_sealed_mistakes(const std::filesystem::path& file);

/// Opens the messages that are sealed, by the numbers of the reference data: `cases` must be all of
/// them. Throws InputError where these are not the ones by which a message was sealed.
void open_messages(const std::vector<Case>& cases, std::vector<Mistake>& mistakes);

}  // namespace grader
