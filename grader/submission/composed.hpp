#pragma once
// One spelling for each name: a letter with its accent can be one character of Unicode or two.

#include <string>
#include <string_view>

namespace grader {

/// `text` in Unicode's composed form (NFC). What is not UTF-8, or longer than any name, stays as it
/// is.
std::string composed(std::string_view text);

}  // namespace grader
