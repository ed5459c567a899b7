#include "system/digest.hpp"

#include <sodium.h>

namespace grader {

Digest256 sha256(std::string_view bytes) {
  Digest256 digest;
  crypto_hash_sha256(digest.data(), reinterpret_cast<const unsigned char*>(bytes.data()),
                     bytes.size());
  return digest;
}

std::string hex(const Digest256& digest) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const unsigned char byte : digest) {
    text += digits[byte >> 4];
    text += digits[byte & 15];
  }
  return text;
}

}  // namespace grader
