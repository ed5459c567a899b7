#include "grade/second_look.hpp"

#include "catch.hpp"

#include <string>

using namespace grader;

namespace {

std::string told(std::string_view text, FaultLines lines = {}) {
  return explain_fault(text, lines).value_or("nothing");
}

}  // namespace

TEST_CASE("a fault of memory is told with its lines") {
  CHECK(told("memory heap-use-after-free read 8 heap 0 64 ", {{}, 8, 10}) ==
        "it reads 8 bytes of memory that was freed in line 10, allocated in line 8");
  CHECK(told("memory heap-buffer-overflow write 8 heap 64 64 ", {{}, 3, {}}) ==
        "it writes 8 bytes right behind a block of 64 bytes allocated in line 3");
  CHECK(told("memory heap-buffer-overflow read 1 heap -8 64 ") ==
        "it reads 1 byte 8 bytes before a block of 64 bytes");
  CHECK(told("memory stack-buffer-overflow read 8 stack 40 24 sums") ==
        "it reads 8 bytes 16 bytes behind the variable sums, which has 24 bytes");
  CHECK(told("memory stack-use-after-scope read 8 stack 0 8 ref.tmp") ==
        "it reads 8 bytes of a temporary value that no longer exists");
}

TEST_CASE("undefined behaviour is told with its numbers") {
  CHECK(told("undefined overflow + 2147483647 1 'int'") ==
        "2147483647 + 1 does not fit the type int");
  CHECK(told("undefined overflow / 5 0 'int'") == "it divides the integer 5 by 0");
  CHECK(told("undefined shift 1 68 'int'") ==
        "it shifts 1 by 68 places, more than the type int allows");
  CHECK(told("undefined index 3 'double[3]'") ==
        "index 3 is outside of an array of type double[3]");
  CHECK(told("undefined conversion nan 'unsigned long'") ==
        "it converts nan to unsigned long, which cannot hold it");
  CHECK(told("undefined null 0 'const softmark::Matrix' (aka 'const xtensor')") ==
        "it reads a const softmark::Matrix through a null pointer");
  CHECK(told("undefined null 1 'int'") == "it writes an int through a null pointer");
}

TEST_CASE("a race is told with the other thread's line") {
  CHECK(told("race write read", {12, 15, {}}) ==
        "a race: it writes memory here that another thread reads in line 15 at the same time");
  CHECK(told("race write write", {12, 12, {}}) ==
        "a race: it writes memory here that another thread writes here at the same time");
}

TEST_CASE("what no sanitizer sends is no fault") {
  for (const char* text :
       {"", "memory", "memory x", "memory x read", "memory x wrote 8 heap 0 64 ",
        "memory x read -1x heap 0", "undefined", "undefined nothing", "undefined overflow",
        "undefined overflow ! 1 2 int", "PASS memory heap-use-after-free read 8 heap 0 64 ",
        "undefined shift a b", "race write", "race write wrote", "leak 8 1"})
    CHECK_FALSE(explain_fault(text, {}));
}

TEST_CASE("a forged fault has no letters but those of names, and few") {
  const std::string name = "a\x1b[2J\n::error::" + std::string(5000, 'x') + "\xff";
  for (const std::string& start :
       {std::string("memory stack-buffer-overflow read 8 stack 40 24 "),
        std::string("undefined index 3 "), std::string("undefined overflow + 1 1 "),
        std::string("undefined conversion 1e9999 ")}) {
    const std::string sentence = told(start + name);
    CHECK(sentence.size() < 200);
    for (const char c : sentence) CHECK((c >= ' ' && c <= '~'));
  }
  CHECK(told("memory x read 18446744073709551615 heap -9223372036854775808 18446744073709551615 ")
            .size() < 200);
}

TEST_CASE("the frames of a fault are parted by zeros, and no more than three parts are read") {
  const FaultFrames frames = fault_frames({1, 2, 0, 3, 0, 4, 0, 5});
  CHECK(frames.here == std::vector<std::uint64_t>{1, 2});
  CHECK(frames.requested == std::vector<std::uint64_t>{3});
  CHECK(frames.returned == std::vector<std::uint64_t>{4});
  CHECK(fault_frames({}).here.empty());
  CHECK(fault_frames({0, 0, 0, 0}).returned.empty());
}
