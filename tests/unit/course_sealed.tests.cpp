#include "course/sealed.hpp"

#include "catch.hpp"
#include "core/error.hpp"
#include "system/files.hpp"

using namespace grader;

namespace {

/// A case on which the mistake no_scaling gives `value`.
Case case_with(double value) {
  Case one;
  one.name = "first";
  one.mistakes["no_scaling"].results = {{{1, 2}, {value, 2}}};
  return one;
}

Mistake no_scaling() {
  Mistake mistake;
  mistake.name = "no_scaling";
  mistake.message = "The scores were not divided.";
  mistake.lacks = std::vector<std::string>{"finite"};
  return mistake;
}

std::vector<Mistake> written_and_read(const std::string& text) {
  const TemporaryFolder folder;
  write_file(folder.path() / "mistakes.json", text);
  return read_sealed_mistakes(folder.path() / "mistakes.json");
}

}  // namespace

TEST_CASE("a sealed message opens by the numbers of its mistake") {
  const std::string text = sealed_mistakes({no_scaling()}, {case_with(1)});
  CHECK(text.find("scores") == std::string::npos);
  CHECK(text == sealed_mistakes({no_scaling()}, {case_with(1)}));
  std::vector<Mistake> read = written_and_read(text);
  REQUIRE(read.size() == 1);
  CHECK(read[0].message.empty());
  CHECK(read[0].name == "no_scaling");
  CHECK(read[0].lacks == std::vector<std::string>{"finite"});
  open_messages({case_with(1)}, read);
  CHECK(read[0].message == "The scores were not divided.");
}

TEST_CASE("other numbers, another name and damaged bytes open no message") {
  const std::string text = sealed_mistakes({no_scaling()}, {case_with(1)});
  std::vector<Mistake> read = written_and_read(text);
  CHECK_THROWS_AS(open_messages({case_with(1.5)}, read), InputError);
  CHECK_THROWS_AS(open_messages({}, read), InputError);
  read[0].name = "other";
  CHECK_THROWS_AS(open_messages({case_with(1)}, read), InputError);
  read = written_and_read(text);
  read[0].sealed[40] = read[0].sealed[40] == 'A' ? 'B' : 'A';
  CHECK_THROWS_AS(open_messages({case_with(1)}, read), InputError);
  read[0].sealed = "?";
  CHECK_THROWS_AS(open_messages({case_with(1)}, read), InputError);
}
