// From an empty folder to a course of one exercise, as an author goes.

#include "end_to_end/support.hpp"

#include <algorithm>

using namespace e2e;

namespace {

const std::vector<std::string> answers{"--declaration", "Matrix log_softmax(const Matrix& scores);",
                                       "--inputs",      "scores=N,M",
                                       "--title",       "Log-softmax of each row",
                                       "--source",      "torch.log_softmax"};

Result make(const std::string& folder, const fs::path& course, std::vector<std::string> words) {
  words.insert(words.begin(), {"new", folder, "--course", course.string()});
  return grade(words);
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
  const Result made = make("01_log_softmax", course / "own", answers);
  INFO(made.out + made.err);
  REQUIRE(made.exit_code == 0);
  CHECK(contains(made.out,
                 "./grade --course " + (course / "own").string() + " verify 01_log_softmax\n"));
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
    fs::copy_file(source / "tests/authored_exercise" / in_folder(*named, "97_log_softmax"),
                  course / "own" / in_folder(*named, "01_log_softmax"),
                  fs::copy_options::overwrite_existing);
  }
  // The stub has no warning, whatever the solution alone uses.
  const fs::path solution = course / "own/solutions/01_log_softmax/log_softmax.cpp";
  std::string text = read(solution);
  const auto replace = [&](const std::string& old, const std::string& by) {
    REQUIRE(text.find(old) != std::string::npos);
    text.replace(text.find(old), old.size(), by);
  };
  replace("Matrix log_softmax",
          "namespace {\n\nMatrix same(const Matrix& X) {\n  return X;\n}\n\n"
          "}  // namespace\n\nMatrix log_softmax");
  replace("  // TODO 1", "  const std::size_t axis = scores.dimension() - 1;\n  // TODO 1");
  replace("  record(\"shifted", "  shifted = same(shifted) + 0.0 * axis;\n  record(\"shifted");
  write(solution, text);
  CHECK(contains(verify().out, " reference --write 01_log_softmax makes it"));
  const Result data = grade({"reference", "--write", "1", "--course", (course / "own").string()});
  INFO(data.out + data.err);
  CHECK(data.exit_code == 0);
  const Result all = verify();
  INFO(all.out + all.err);
  CHECK(all.exit_code == 0);
  CHECK(contains(all.out, "33 of 33  M N\n11 passed, 0 failed"));
}

TEST_CASE("new writes what the declaration tells, and no default") {
  const Folder course;
  const Result made = make(
      "07_pooled", course.path(),
      {"--declaration", "double pool(const std::pair<Matrix, Point>& X, const Matrix& w, int k)",
       "--inputs", "X=N,2*D w=D,3 k", "--title", "A \"pool\"", "--source", "none"});
  INFO(made.err);
  REQUIRE(made.exit_code == 0);
  const json exercise = json::parse(read(course / "exercises/07_pooled/exercise.json"));
  CHECK(exercise["title"] == "A \"pool\"");
  CHECK(exercise["function"] == "pool");
  CHECK(exercise["recipe"] ==
        json::parse(R"({"inputs": [{"name": "X", "shape": ["N", "2*D"]}, {"name": "w", "shape":
          ["D", 3]}, {"name": "k", "shape": [], "distribution": "integers", "low": 0, "high": 10}],
          "fresh": {"N": [1, 8], "D": [1, 8]}})"));
  CHECK(exercise.size() == 7);
  CHECK(contains(read(course / "exercises/07_pooled/pooled.hpp"),
                 "double pool(const std::pair<Matrix, Point>& X, const Matrix& w, int k);"));
}

TEST_CASE("new asks for the names of what a pair has") {
  const Folder course;
  const Result made =
      make("45_step", course.path(),
           {"--declaration", "std::pair<Vector, std::pair<Matrix, Matrix>> step(const Vector& x)",
            "--inputs", "x=N", "--title", "t", "--source", "s"});
  INFO(made.out + made.err);
  REQUIRE(made.exit_code == 0);
  CHECK(
      contains(read(course / "exercises/45_step/exercise.json"),
               "\"results\": [\"FILL IN: name of the first part\", \"FILL IN: of the next\"],\n"));
}

TEST_CASE("new keeps to what always holds of sizes") {
  const Folder course;
  const auto make_related = [&](const std::string& folder, const std::string& relations) {
    return make(
        folder, course.path(),
        {"--declaration", "Matrix f(const Matrix& X, const Matrix& kernel, const Matrix& w)",
         "--inputs", "X=N,E kernel=K,3*E w=M,K", "--relations", relations, "--title", "T",
         "--source", "none"});
  };
  REQUIRE(make_related("07_f", "E=2*H K<=N N<=M").exit_code == 0);
  const json recipe = json::parse(read(course / "exercises/07_f/exercise.json"))["recipe"];
  CHECK(recipe["inputs"][0]["shape"] == json::parse(R"(["N", "2*H"])"));
  CHECK(recipe["inputs"][1]["shape"] == json::parse(R"(["K", "6*H"])"));
  CHECK(recipe["fresh"] == json::parse(R"({"N": [3, 5], "H": [1, 8], "K": [1, 3], "M": [5, 8]})"));
  const std::string generator = read(course / "reference_data/generate/f.py");
  CHECK(contains(generator, "Case(\"ordinary\", dict(H=3, K=5, N=7, M=9)"));
  CHECK(contains(generator, "Case(\"one_token\", dict(H=1, K=1, N=1, M=1)"));
  const auto refused = [&](const std::string& relations, const std::string& why) {
    const Result result = make_related("08_f2", relations);
    INFO(result.err);
    CHECK(result.exit_code == 2);
    CHECK(contains(result.err, why));
    CHECK(contains(result.err, "fix: "));
  };
  refused("E", "expected relations of sizes");
  refused("E=x*H", "expected relations of sizes");
  refused("L=2*H", "L is none");
  refused("K<=L", "L is none");
  refused("E=2*E", "do not contradict");
  refused("E=2*H H=2*E", "is none");
  refused("E=2*N N=2*E", "do not contradict");
  refused("K<=N N<=K", "do not contradict");
}

TEST_CASE("new draws a number of its own from a range, and writes no line that is too long") {
  const Folder course;
  const Result made = make(
      "08_normed", course.path(),
      {"--declaration",
       "Matrix normed(const Matrix& X, const Vector& gain, const Vector& bias, double epsilon)",
       "--inputs", "X=N,D gain=D bias=D epsilon", "--title", "A norm", "--source",
       "a document with a long name, whose equation is written down in section 3.1, once more in "
       "4"});
  INFO(made.err);
  REQUIRE(made.exit_code == 0);
  const json exercise = json::parse(read(course / "exercises/08_normed/exercise.json"));
  CHECK(exercise["recipe"]["inputs"][3] ==
        json::parse(R"({"name": "epsilon", "shape": [], "distribution": "uniform", "low": 0.1,
          "high": 1})"));
  CHECK(contains(
      read(course / "exercises/08_normed/normed.hpp"),
      "/// Source: a document with a long name, whose equation is written down in section "
      "3.1, once more in\n/// 4.\nMatrix normed(const Matrix& X, const Vector& gain, const "
      "Vector& bias, double epsilon);\n"));
  CHECK(
      contains(read(course / "solutions/08_normed/normed.cpp"),
               "Matrix normed([[maybe_unused]] const Matrix& X, [[maybe_unused]] const Vector& "
               "gain,\n              [[maybe_unused]] const Vector& bias, [[maybe_unused]] double "
               "epsilon) {\n"));
}

TEST_CASE("new refuses names that are taken or wrong, and what is no declaration") {
  const Folder course;
  REQUIRE(make("02_a", course.path(), answers).exit_code == 0);
  const auto refused = [&](const std::string& folder, std::vector<std::string> words,
                           const std::string& why) {
    const Result result = make(folder, course.path(), words);
    INFO(result.err);
    CHECK(result.exit_code == 2);
    CHECK(contains(result.err, why));
    CHECK(contains(result.err, "fix: "));
    CHECK(std::distance(fs::directory_iterator(course / "exercises"), {}) == 1);
  };
  refused("2_b", answers, "has this number or name already");
  refused("03_a", answers, "has this number or name already");
  refused("03", answers, "expected a number, _ and a name");
  refused("03_../x", answers, "expected a number, _ and a name");
  refused("03_B", answers, "expected a number, _ and a name");
  refused("03_b", {}, "there is no terminal to ask on");
  refused("03_b", {"--declaration", "Matrix f"}, "expected the declaration of a function");
  refused("03_b", {"--declaration", "Matrix f(const Matrix&)"}, "a type and a name");
  refused("03_b", {"--declaration", "f(Matrix X)"}, "expected a type and a name");
  refused("03_b", {"--declaration", "Matrix f(Matrix X)", "--inputs", "X=N;D"}, "their shapes");
  const auto contradict = [&](const std::string& inputs, const std::string& why) {
    refused("03_b", {"--declaration", "Matrix f(const Matrix& X, double eps)", "--inputs", inputs},
            why);
  };
  contradict("X=N,D", "the inputs lack eps");
  contradict("X=N eps", "X is a const Matrix&: expected 2 lengths, found 1");
  contradict("X=N,D eps=N", "eps is a double: expected 0 lengths, found 1");
  contradict("X=N,D eps Y=N", "Y is no parameter of f");
  const Result nowhere = make("03_b", "/dev/null/softmark", answers);
  CHECK(contains(nowhere.err, "/dev/null/softmark"));
  CHECK(contains(nowhere.err, "cannot be made: "));
  CHECK(!contains(nowhere.err, "No such file"));
}
