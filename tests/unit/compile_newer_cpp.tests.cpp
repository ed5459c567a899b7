#include "catch.hpp"
#include "compile/kit.hpp"

#include <string>

using namespace grader;

namespace {

bool lacks(const std::string& name, const std::string& version, const std::string& log) {
  Kit kit;
  kit.name = name;
  kit.compiler_version = version;
  return may_lack_a_feature(kit, log);
}

const std::string binding =
    "a.cpp:3:8: error: reference to local binding 'N' declared in enclosing function 'f'\n";

}  // namespace

TEST_CASE("an old clang may lack what a text uses, a newer one and GCC have it") {
  CHECK(lacks("clang", "Debian clang version 14.0.6", binding));
  CHECK(lacks("clang", "Ubuntu clang version 15.0.7", binding));
  CHECK(!lacks("clang", "Debian clang version 16.0.6", binding));
  CHECK(!lacks("clang", "Debian clang version 19.1.4 (1)", binding));
  CHECK(!lacks("gcc", "g++ (Debian 12.2.0-14) 12.2.0", binding));
}

TEST_CASE("an ordinary error comes of no lack of the compiler's") {
  const std::string version = "Debian clang version 14.0.6";
  CHECK(!lacks("clang", version, "a.cpp:3:8: error: expected ';' after expression\n"));
  // Aggregates alone could be initialised so.
  const std::string none = "a.cpp:3:8: error: no matching constructor for initialization of 'T'\n";
  CHECK(!lacks("clang", version, none));
  CHECK(lacks("clang", version,
              none +
                  "a.cpp:1:8: note: candidate constructor (the implicit default constructor) not "
                  "viable: requires 0 arguments, but 2 were provided\n"));
}
