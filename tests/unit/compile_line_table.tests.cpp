// Which line an address belongs to, in tables that are right, wrong and hostile.

#include "catch.hpp"

#include "compile/code_places.hpp"
#include "unit/sample_program.hpp"

#include <string>
#include <vector>

using namespace grader;

namespace {

std::vector<std::optional<Place>> places(const std::string& program,
                                         const std::vector<std::uint64_t>& addresses) {
  return places_of(std::as_bytes(std::span(program)), addresses, "a.cpp");
}

/// "LINE:COLUMN" of an address, or "none".
std::string place(const std::string& program, std::uint64_t address) {
  const std::optional<Place> found = places(program, {address}).at(0);
  return found ? std::to_string(found->line) + ":" + std::to_string(found->column) : "none";
}

// What the programs of tables are made of.
const std::string start = std::string("\0\x09\x02", 3) + sample::bytes_of(std::uint64_t{0x1000});
const std::string end_of_code("\0\1\1", 3);
const std::string row = "\1";
std::string advance(char by) { return {2, by}; }
std::string lines_down(char by) { return {3, by}; }
std::string file(char number) { return {4, number}; }
std::string column(char number) { return {5, number}; }

/// Line 11, column 7 at 0x1000; line 9 at 0x1010; b.cpp at 0x1020; the other a.cpp at 0x1030; no
/// line at 0x1038; ends at 0x1040.
std::string ordinary() {
  return start + lines_down(10) + column(7) + row + advance(16) + lines_down(0x7e) + row +
         advance(16) + file(3) + row + advance(16) + file(2) + row + advance(8) + file(1) +
         lines_down(0x77) + row + advance(8) + end_of_code;
}

}  // namespace

TEST_CASE("an address belongs to the row at it or before it, in the source alone") {
  const std::string program = sample::program_with_lines(sample::line_table(ordinary()));
  CHECK(place(program, 0x0fff) == "none");
  CHECK(place(program, 0x1000) == "11:7");
  CHECK(place(program, 0x100f) == "11:7");
  CHECK(place(program, 0x1010) == "9:7");
  CHECK(place(program, 0x101f) == "9:7");
  CHECK(place(program, 0x1020) == "none");
  CHECK(place(program, 0x1030) == "none");
  CHECK(place(program, 0x1038) == "none");
  CHECK(place(program, 0x1040) == "none");
  CHECK(place(program, ~std::uint64_t{0}) == "none");
}

TEST_CASE("each address gets its own place") {
  const std::string program = sample::program_with_lines(sample::line_table(ordinary()));
  const auto found = places(program, {0x1010, 0, 0x1000, 0x1010});
  REQUIRE(found.size() == 4);
  CHECK(found[0]->line == 9);
  CHECK(!found[1]);
  CHECK(found[2]->line == 11);
  CHECK(found[3]->line == 9);
  CHECK(places(program, {}).empty());
}

TEST_CASE("operations for several steps at once, and unknown ones, are understood") {
  // Special operation 13 + (4 + 5) + 14 * 3: three bytes further, four lines down.
  const std::string special(1, static_cast<char>(13 + 9 + 42));
  const std::string constant = "\x08";  // (255 - 13) / 14 = 17 bytes further
  const std::string fixed = std::string("\x09", 1) + sample::bytes_of(std::uint16_t{0x100});
  const std::string ignored =
      std::string("\x0c\x05", 2) + std::string("\0\3\x80zz", 5) + "\x0a\x06";
  const std::string program = sample::program_with_lines(sample::line_table(
      start + row + special + ignored + constant + row + fixed + special + end_of_code));
  CHECK(place(program, 0x1000) == "1:0");
  CHECK(place(program, 0x1003) == "5:0");
  CHECK(place(program, 0x1014) == "5:0");
  CHECK(place(program, 0x1116) == "5:0");
  CHECK(place(program, 0x1117) == "none");
}

TEST_CASE("the tables of several objects are all read") {
  const std::string none = sample::line_table(start + row + end_of_code, 0);  // divides by 0 lines
  const std::string program = sample::program_with_lines(sample::line_table(end_of_code) + none +
                                                         sample::line_table(ordinary()));
  CHECK(place(program, 0x1010) == "9:7");
}

TEST_CASE("lines and columns that no source has are none") {
  const std::string far = "\x03\xff\xff\xff\x7f";  // more lines down than there can be
  const std::string up = {3, 0x40};
  const std::string wide = "\x05\xff\xff\xff\x7f";
  const auto with = [](const std::string& operations) {
    return sample::program_with_lines(
        sample::line_table(start + operations + row + advance(1) + end_of_code));
  };
  CHECK(place(with(far), 0x1000) == "none");
  CHECK(place(with(up), 0x1000) == "none");
  CHECK(place(with(wide), 0x1000) == "1:0");
}

TEST_CASE("a program that is cut anywhere, or has no table, gives no place it does not have") {
  const std::string whole = sample::program_with_lines(sample::line_table(ordinary()));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    INFO("cut to " << size);
    const std::string found = place(whole.substr(0, size), 0x1010);
    CHECK(found == "none");
  }
  CHECK(place(sample::program_with_lines(""), 0x1010) == "none");
  CHECK(place(sample::program_with_lines(sample::line_table(ordinary()), SHF_COMPRESSED), 0x1010) ==
        "none");
}

TEST_CASE("a section is found by its name, with its address") {
  const std::string program = sample::program_with_lines("abc");
  const auto bytes = std::as_bytes(std::span(program));
  const Section section = section_of(bytes, ".debug_line");
  CHECK(section.address == 0x40);
  CHECK(section.bytes.size() == 3);
  CHECK(section_of(bytes, ".debug").bytes.empty());
  CHECK(section_of(bytes, "").bytes.empty());
  CHECK(section_of({}, ".debug_line").bytes.empty());
}

TEST_CASE("tables of hostile numbers are read in a moment") {
  std::string endless = start;
  for (int i = 0; i < 1'000'000; ++i) endless += row;
  const std::vector<std::uint64_t> addresses(64, 0x1000);
  CHECK(!places(sample::program_with_lines(sample::line_table(endless)), addresses).at(0));
  CHECK(!places(sample::program_with_lines(std::string(4'000'000, '\0')), addresses).at(0));
  CHECK(!places(sample::program_with_lines(std::string(4'000'000, '\xff')), addresses).at(0));
}
