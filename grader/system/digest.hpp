#pragma once
// SHA-256: what tells contents apart that others may choose.

#include <array>
#include <string>
#include <string_view>

namespace grader {

using Digest256 = std::array<unsigned char, 32>;

Digest256 sha256(std::string_view bytes);

/// 64 lower-case hexadecimal digits.
std::string hex(const Digest256& digest);

}  // namespace grader
