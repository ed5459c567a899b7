#pragma once
// The known mistakes of a released copy: names, and messages that only the mistake's own numbers
// open. No patch is among them.

#include "core/case.hpp"
#include "core/outcome.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace grader {

/// What a mistake does on a case, by which its message is sealed.
struct SealedBy {
  std::string case_name;
  Outcome outcome;
};

/// The file of a released copy for `mistakes`: JSON. A message's key is a hash of name and sums
/// over all that is recorded and returned, rounded to cells of a millionth. The file keeps where in
/// its cell each sum lies, so that numbers that are rounded otherwise give the same key.
std::string sealed_mistakes(const std::vector<Mistake>& mistakes, const std::vector<SealedBy>& by);

/// The mistakes of such a file, without messages and patches. Throws InputError, naming file and
/// place.
std::vector<Mistake> read_sealed_mistakes(const std::filesystem::path& file);

/// The message of a mistake, opened by what it does on the case that its seal names; nothing where
/// that does not open it.
std::optional<std::string> opened_message(const Mistake& mistake, const Outcome& outcome);

}  // namespace grader
