// From an empty folder to a course of one exercise, as an author goes.

#include "end_to_end/support.hpp"

#include <algorithm>

using namespace e2e;

namespace {

Result make(const std::string& folder, const fs::path& course) {
  return grade({"new", folder, "--course", course.string()});
}

/// The files that the authored exercise has in place of those that `new` writes.
const std::vector<std::string> by_hand{
    "exercises/*/README.md",     "exercises/*/log_softmax.hpp",
    "exercises/*/exercise.json", "solutions/*/log_softmax.cpp",
    "solutions/*/mistakes.md",   "reference_data/generate/log_softmax.py"};

std::string in_folder(std::string name, const std::string& folder) {
  const std::size_t star = name.find('*');
  return star == std::string::npos ? name : name.replace(star, 1, folder);
}

}  // namespace

TEST_CASE("an author goes from an empty folder to a course that verify passes") {
  const Folder course;
  const Result made = make("01_log_softmax", course / "own");
  INFO(made.out + made.err);
  REQUIRE(made.exit_code == 0);
  CHECK(contains(made.out,
                 "./grade verify 01_log_softmax\nevery command of this course needs --course\n"));
  const auto verify = [&] { return grade({"verify", "--course", (course / "own").string()}); };
  for (std::size_t left = by_hand.size(); left > 0; --left) {
    const std::string out = verify().out;
    INFO(out);
    CHECK(std::count(out.begin(), out.end(), '\n') == 2);
    CHECK(contains(out, ": FILL IN: "));
    // What it names is written, and nothing else.
    const auto named = std::ranges::find_if(by_hand, [&](const std::string& name) {
      return contains(out, in_folder(name, "01_log_softmax") + ":");
    });
    REQUIRE(named != by_hand.end());
    const std::string text =
        read(source / "tests/authored_exercise" / in_folder(*named, "97_log_softmax"));
    write(course / "own" / in_folder(*named, "01_log_softmax"),
          text.starts_with("# 97 ") ? "# 01 " + text.substr(5) : text);
  }
  CHECK(contains(verify().out, " reference --write 01_log_softmax makes it"));
  const Result data = grade({"reference", "--write", "1", "--course", (course / "own").string()});
  INFO(data.out + data.err);
  CHECK(data.exit_code == 0);
  const Result all = verify();
  INFO(all.out + all.err);
  CHECK(all.exit_code == 0);
  CHECK(contains(all.out, "10 passed, 0 failed"));
}

TEST_CASE("a template's own example passes once its words are filled in") {
  const Folder course;
  REQUIRE(make("07_scaled", course.path()).exit_code == 0);
  const auto fill_in = [&](const char* name, const std::string& words, const std::string& by) {
    write(course / name, replaced(read(course / name), words, by));
  };
  const fs::path exercise = course / "exercises/07_scaled/exercise.json";
  json root = json::parse(read(exercise));
  root["title"] = "Scaled numbers";
  root["steps"] = {"products"};
  root["hints"] = {"A product."};
  write(exercise, root.dump());
  fill_in("exercises/07_scaled/README.md", "FILL IN: the title, as in exercise.json",
          "Scaled numbers");
  fill_in("exercises/07_scaled/README.md", "FILL IN: what", "What");
  fill_in("exercises/07_scaled/scaled.hpp", "FILL IN: what", "What");
  fill_in("reference_data/generate/scaled.py", "FILL IN: what", "What");
  fill_in("reference_data/generate/scaled.py", "# FILL IN: the function once more, in NumPy, from",
          "products = inputs[\"factor\"] * inputs[\"X\"]\n    return products, [(\"products\", "
          "products)]  #");
  fill_in("solutions/07_scaled/scaled.cpp", "// FILL IN: the solution.",
          "// TODO 1: the products.\n  Matrix products = factor * X;\n  record(\"products\", "
          "products);\n  return products;\n  //");
  write(course / "solutions/07_scaled/mistakes.md",
        "## not_scaled\nNothing is scaled.\n\n-Matrix products = factor * X;\n+Matrix products = "
        "X;\n");
  const Result data = grade({"reference", "--write", "7", "--course", course.path().string()});
  INFO(data.out + data.err);
  CHECK(data.exit_code == 0);
  const Result all = grade({"verify", "--course", course.path().string()});
  INFO(all.out + all.err);
  CHECK(all.exit_code == 0);
}

TEST_CASE("new refuses names that are taken or wrong, and folders that cannot be made") {
  const Folder course;
  REQUIRE(make("02_a", course.path()).exit_code == 0);
  const auto refused = [&](const std::string& folder, const std::string& why) {
    const Result result = make(folder, course.path());
    INFO(result.err);
    CHECK(result.exit_code == 2);
    CHECK(contains(result.err, why));
    CHECK(contains(result.err, "fix: "));
    CHECK(std::distance(fs::directory_iterator(course / "exercises"), {}) == 1);
  };
  refused("2_b", "has this number or name already");
  refused("03_a", "has this number or name already");
  refused("03", "expected a number, _ and a name");
  refused("03_../x", "expected a number, _ and a name");
  refused("03_B", "expected a number, _ and a name");
  const Result nowhere = make("03_b", "/dev/null/softmark");
  CHECK(contains(nowhere.err, "/dev/null/softmark"));
  CHECK(contains(nowhere.err, "cannot be made: "));
  CHECK(!contains(nowhere.err, "No such file"));
}
