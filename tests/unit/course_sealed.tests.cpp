#include "course/mistakes.hpp"

#include "catch.hpp"
#include "core/error.hpp"
#include "system/files.hpp"

#include <nlohmann/json.hpp>

#include <limits>

using namespace grader;

namespace {

/// What the mistake no_scaling does on a case.
SealedBy giving(double value, double step = 7) {
  SealedBy by{"first", {}};
  by.outcome.ending = Ending::returned;
  by.outcome.results = {{{1, 2}, {value, 2}}};
  by.outcome.steps = {{"scores", {{1}, {step}}}};
  return by;
}

Mistake no_scaling() {
  Mistake mistake;
  mistake.name = "no_scaling";
  mistake.message = "The scores were not divided.";
  return mistake;
}

std::vector<Mistake> written_and_read(const std::string& text) {
  const TemporaryFolder folder;
  write_file(folder.path() / "mistakes.json", text);
  return read_sealed_mistakes(folder.path() / "mistakes.json");
}

}  // namespace

TEST_CASE("a sealed message opens by what its mistake does") {
  const std::string text = sealed_mistakes({no_scaling()}, {giving(1)});
  CHECK(text.find("The scores were") == std::string::npos);
  CHECK(text == sealed_mistakes({no_scaling()}, {giving(1)}));
  const std::vector<Mistake> read = written_and_read(text);
  REQUIRE(read.size() == 1);
  CHECK(read[0].message.empty());
  CHECK(read[0].name == "no_scaling");
  REQUIRE(read[0].seal);
  CHECK(read[0].seal->case_name == "first");
  CHECK(opened_message(read[0], giving(1).outcome) == "The scores were not divided.");
}

TEST_CASE("numbers that were rounded otherwise open a message") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const double value : {1.0, -1e-9, 123456.789, 1e-300, 0.0, nan, infinity, -infinity}) {
    INFO(value);
    for (const double step : {3.0, 1e9, 0.1}) {
      const auto read = written_and_read(sealed_mistakes({no_scaling()}, {giving(value, step)}));
      CHECK(opened_message(read[0], giving(value * (1 + 1e-12), step).outcome));
      CHECK(opened_message(read[0], giving(value, step * (1 - 1e-12)).outcome));
    }
  }
}

TEST_CASE("other numbers, another name and damaged bytes open no message") {
  const std::string text = sealed_mistakes({no_scaling()}, {giving(1)});
  Mistake read = written_and_read(text)[0];
  CHECK(!opened_message(read, giving(1.001).outcome));
  CHECK(!opened_message(read, giving(1, 7.001).outcome));
  CHECK(!opened_message(read, giving(std::numeric_limits<double>::infinity()).outcome));
  CHECK(!opened_message(read, {}));
  read.name = "other";
  CHECK(!opened_message(read, giving(1).outcome));
  read = written_and_read(text)[0];
  read.seal->text[40] = read.seal->text[40] == 'A' ? 'B' : 'A';
  CHECK(!opened_message(read, giving(1).outcome));
  read.seal->text = "?";
  CHECK(!opened_message(read, giving(1).outcome));
}

TEST_CASE("cells that no seal has are refused") {
  auto file = nlohmann::json::parse(sealed_mistakes({no_scaling()}, {giving(1)}));
  for (const std::vector<double>& cells :
       {std::vector<double>(2), std::vector<double>(8, 1e9), std::vector<double>(9)}) {
    file["mistakes"][0]["cells"] = cells;
    CHECK_THROWS_AS(written_and_read(file.dump()), InputError);
  }
}
