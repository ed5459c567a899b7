#include "catch.hpp"

#include "random/keyed_seed.hpp"

using namespace grader;

TEST_CASE(
    "a keyed seed is HMAC-SHA-256 of the exercise and the text's hash, as others compute it") {
  // python3: hmac.new(b'secret', b'02_x\0' + hashlib.sha256(b'int x;').digest(), 'sha256')
  CHECK(keyed_seed("secret", "02_x", "int x;") == 0xacdf7cc5d0c7e36b);
}

TEST_CASE(
    "a keyed seed changes with the secret, the exercise and the text, and with nothing else") {
  const std::uint64_t seed = keyed_seed("secret", "02_x", "int x;");
  CHECK(keyed_seed("secret", "02_x", "int x;") == seed);
  CHECK(keyed_seed("Secret", "02_x", "int x;") != seed);
  CHECK(keyed_seed("secret", "02_y", "int x;") != seed);
  CHECK(keyed_seed("secret", "02_x", "int y;") != seed);
}
