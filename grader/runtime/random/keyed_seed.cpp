#include "random/keyed_seed.hpp"

#include <sodium.h>

namespace grader {
namespace {

const unsigned char* bytes(const std::string& text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

}  // namespace

std::uint64_t keyed_seed(const std::string& secret, const std::string& exercise,
                         const std::string& text) {
  unsigned char hash[crypto_hash_sha256_BYTES];
  crypto_hash_sha256(hash, bytes(text), text.size());
  crypto_auth_hmacsha256_state state;
  crypto_auth_hmacsha256_init(&state, bytes(secret), secret.size());
  crypto_auth_hmacsha256_update(&state, bytes(exercise), exercise.size() + 1);  // with its zero
  crypto_auth_hmacsha256_update(&state, hash, sizeof hash);
  unsigned char code[crypto_auth_hmacsha256_BYTES];
  crypto_auth_hmacsha256_final(&state, code);
  std::uint64_t seed = 0;
  for (int i = 0; i < 8; ++i) seed = seed << 8 | code[i];
  return seed;
}

}  // namespace grader
