// What reports tell of fresh cases: their verdicts, and nothing that a program could fill with
// their inputs.

#include "end_to_end/support.hpp"

#include <algorithm>
#include <map>

using namespace e2e;

namespace {

const std::string marker = "LEAKED";

/// Right for exercise 02, but where its inputs are not public: there it does `leak` first, with the
/// inputs at hand in X, query, key and value.
std::string right_but_in_fresh_cases(const std::string& leak) {
  const json data = json::parse(read(source / "reference_data/02_matrix_attention.json"));
  std::string known = in_a_shape;
  for (const json& one : data["cases"])
    known += " || X(0, 0) == " + one["inputs"]["X"]["values"][0].dump();
  const std::string head = "#include \"matrix_attention.hpp\"\n";
  const std::string project = "  const auto project =";
  std::string text = read(source / "tests/submissions/right_loops.cpp");
  text = replaced(text, head,
                  head + "#include <cstdio>\n#include <unistd.h>\n" +
                      read(source / "tests/attacks/forged_reply.hpp"));
  return replaced(text, project, "  if (!(" + known + ")) {\n" + leak + "  }\n" + project);
}

/// A page without the lines of the submission that it shows around the place.
std::string without_own_code(const std::string& page) {
  const std::size_t code = page.find("<pre ");
  return code == page.npos ? page
                           : page.substr(0, code) + page.substr(page.find("</pre>", code));
}

/// The report of three fresh cases, in each of `formats`.
std::map<std::string, std::string> graded(const std::string& leak,
                                          const std::vector<std::string>& formats) {
  Folder folder;
  write(folder / "submission/matrix_attention.cpp", right_but_in_fresh_cases(leak));
  std::vector<std::string> words{
      "run", "02", "--submission", (folder / "submission").string(), "--fresh=3", "--seed", "5"};
  for (const std::string& format : formats)
    words = joined(words, {"--format", format, "--output", (folder / format).string()});
  const Result result = grade(words);
  INFO(result.out << result.err);
  CHECK(!contains(result.out + result.err, marker));
  std::map<std::string, std::string> reports;
  for (const std::string& format : formats)
    reports[format] = without_own_code(read(folder / format));
  return reports;
}

struct Leak {
  std::string verdict, code;
};

/// Ways to carry inputs out. The numbers stand for them: they are found again in a report that
/// tells of wrong values, of steps, or of shapes.
const std::vector<Leak> leaks{
    {"exception", "throw std::runtime_error(\"LEAKED\" + std::to_string(X(0, 0)));\n"},
    {"not_started", "throw NotImplemented(\"LEAKED\");\n"},
    {"wrong_value",
     "std::printf(\"LEAKED\\n\");\n"
     "record(\"LEAKED\", X);\n"
     "record(\"scores\", Matrix(987654.0 * xt::ones<double>({X.shape(1), X.shape(1)})));\n"
     "return 987654.0 * xt::ones<double>({value.omega.shape(0), X.shape(1)});\n"},
    {"wrong_shape", "return xt::zeros<double>({987, 654});\n"},
    {"crashed", "std::fprintf(stderr, \"LEAKED: Assertion 'LEAKED' failed.\\n\"); abort();\n"},
    {"no_answer", "std::puts(\"LEAKED\"); _exit(98);\n"},
    {"build_failed",  // a reply that says that the program could not be loaded
     "std::string frame, text = \"x: undefined symbol: LEAKED\";\n"
     "put(frame, std::uint32_t{0x524d5301});\nput(frame, nonce_in_memory());\n"
     "put(frame, std::uint32_t{5});\nput(frame, static_cast<std::uint32_t>(text.size()));\n"
     "frame += text;\nput(frame, std::uint32_t{0});\nput(frame, std::uint32_t{0});\n"
     "put(frame, std::uint32_t{0});\n"
     "if (write(4, frame.data(), frame.size()) > 0) _exit(0);\n"}};

}  // namespace

TEST_CASE("of fresh cases a report tells the verdict alone, whatever a program does there") {
  for (const Leak& leak : leaks) {
    INFO(leak.code);
    const auto reports = graded(leak.code, {"json", "text", "html", "junit", "markdown", "github",
                                            "gradescope", "gitlab", "classroom50", "exercism"});
    for (const auto& [format, text] : reports) {
      INFO(format << text);
      if (format != "gitlab" && format != "json" && format != "github")
        CHECK(contains(text, "drawn for this run"));
      for (const char* found : {"LEAKED", "987654", "(987, 654)"}) CHECK(!contains(text, found));
    }
    const json exercise = json::parse(reports.at("json"))["exercises"][0];
    INFO(exercise.dump(1));
    CHECK(exercise["verdict"] == leak.verdict);
    CHECK(exercise["score"] == 0);
    CHECK(exercise["student_output"] == "");
    CHECK(exercise["first_wrong_step"].is_null());
    std::string words = leak.verdict;
    std::ranges::replace(words, '_', ' ');
    const std::string message = exercise["message"];
    CHECK((message == "case fresh 1: " + words || message == words));
    const auto one = std::ranges::find_if(
        exercise["cases"], [](const json& each) { return each["name"] == "fresh 1"; });
    REQUIRE(one != exercise["cases"].end());
    CHECK(*one == json{{"name", "fresh 1"},
                       {"verdict", leak.verdict},
                       {"elements", 0},
                       {"mismatches", 0},
                       {"max_abs_error", nullptr},
                       {"worst", nullptr},
                       {"message", words}});
  }
}

TEST_CASE("the pages of a class tell no more of fresh cases") {
  Folder folder;
  for (const std::size_t which : {0, 2, 3, 4, 6}) {
    const fs::path submission = folder / "class" / leaks[which].verdict;
    fs::create_directories(submission);
    write(submission / "matrix_attention.cpp", right_but_in_fresh_cases(leaks[which].code));
  }
  const Result result = grade({"batch", (folder / "class").string(), "02", "--out",
                               (folder / "out").string(), "--fresh=3", "--seed", "5"});
  INFO(result.out << result.err);
  CHECK(result.exit_code == 0);
  CHECK(contains(read(folder / "out/feedback/crashed.html"), "case fresh 1: crashed"));
  CHECK(contains(read(folder / "out/feedback/crashed.md"), "case fresh 1: crashed"));
  for (const auto& entry : fs::recursive_directory_iterator(folder / "out")) {
    const std::string path = entry.path().lexically_relative(folder / "out").generic_string();
    if (!entry.is_regular_file() || path.starts_with(".") || path.starts_with("sources")) continue;
    INFO(path);
    const std::string text = read(entry.path());
    for (const char* found : {"LEAKED", "987654", "(987, 654)"}) CHECK(!contains(text, found));
  }
}

TEST_CASE("--open-fresh tells fresh cases in full, once the last time has passed") {
  Folder folder;
  fs::create_directories(folder / "class/anna");
  write(folder / "class/anna/matrix_attention.cpp",
        right_but_in_fresh_cases(
            "return Matrix(987654.0 * xt::ones<double>({value.omega.shape(0), X.shape(1)}));\n"));
  const auto batch = [&](const std::vector<std::string>& more) {
    return grade(joined(
        {"batch", (folder / "class").string(), "02", "--out", (folder / "out").string()}, more));
  };
  const auto refused = [&](const std::vector<std::string>& more, const std::string& why) {
    const Result result = batch(joined({"--open-fresh"}, more));
    INFO(result.err);
    CHECK(result.exit_code == 2);
    CHECK(contains(result.err, why));
    CHECK(contains(result.err, "\nfix: "));
    CHECK(!fs::exists(folder / "out/feedback"));
  };
  const std::string long_ago = "2020-01-01T00:00Z";
  refused({"--fresh=3"}, "--open-fresh requires --due");
  refused({"--due", long_ago}, "--open-fresh needs --fresh or --secret");
  refused({"--fresh=3", "--due", "2099-01-01T00:00Z"},
          "--open-fresh: somebody may hand in until 2099-01-01T00:00:00Z");
  write(folder / "due.csv", "bob,2098-01-01T00:00Z\n");  // who has handed in nothing yet
  refused({"--fresh=3", "--due", long_ago, "--due-of", (folder / "due.csv").string()},
          "--open-fresh: somebody may hand in until 2098-01-01T00:00:00Z");
  const std::vector<std::string> past{"--fresh=3", "--due", long_ago};
  const Result opened = batch(joined(past, {"--open-fresh"}));
  INFO(opened.err);
  CHECK(opened.exit_code == 0);
  const std::string book = read(folder / "out/gradebook.csv");
  for (const char* ending : {"md", "html"}) {
    const std::string text = read(folder / "out/feedback" / (std::string("anna.") + ending));
    INFO(text);
    CHECK(contains(text, "is 987654, expected "));
    CHECK(!contains(text, "only its verdict is shown"));
  }
  const json report = json::parse(read(folder / "out/results/anna.json"));
  std::size_t told = 0;
  for (const json& one : report["exercises"][0]["cases"])
    told += one["name"].get<std::string>().starts_with("fresh") &&
            contains(one["message"].get<std::string>(), "987654");
  CHECK(told == 3);
  CHECK(batch(past).exit_code == 0);
  CHECK(!contains(read(folder / "out/feedback/anna.html"), "987654"));
  CHECK(read(folder / "out/gradebook.csv") == book);
}

TEST_CASE("the time that a program takes for fresh cases is not in the report", "[all]") {
  const json exercise = json::parse(graded("    sleep(2);\n", {"json"}).at("json"))["exercises"][0];
  INFO(exercise.dump(1));
  CHECK(exercise["verdict"] == "passed");
  CHECK(exercise["run_seconds"].get<double>() < 6);  // three cases
}

TEST_CASE("no call of which anything is told comes after a fresh case") {
  // The kernel counts threads: a fresh case can move the next number on, as far as its inputs say.
  const std::string begin_threads = "  for (int i = 0; i < 200; ++i) std::thread([] {}).join();\n";
  const std::string heard =
      "static int calls = 0;\n  const bool heard = ++calls > 1 && gettid() > 150;\n";
  const std::string answer = "  return out;\n}";
  const std::pair<std::string, std::string> ways[] = {
      {"passed", "  if (heard) throw 1;\n" + answer},
      {"wrong_value", "  return Matrix(out * out + (heard ? 0.2 : 0.1));\n}"}};
  for (const auto& [verdict, told] : ways) {
    std::string text =
        replaced(right_but_in_fresh_cases(begin_threads), "  if (!(((value", heard + "  if (!(((value");
    text = "#include <thread>\n" + replaced(text, answer, told);
    Folder submission;
    write(submission / "matrix_attention.cpp", text);
    const json root =
        report({"02", "--submission", submission.path().string(), "--fresh=3", "--seed", "5"});
    if (root["isolation"] != "namespaces") {
      WARN("only where a sandbox has numbers of its own");
      return;
    }
    INFO(root.dump(1));
    CHECK(root["exercises"][0]["verdict"] == verdict);
    CHECK(!contains(root.dump(), "between calls"));
  }
}

TEST_CASE("measures of fresh cases are not told") {
  Folder submission;
  const std::string solution = read(source / "solutions/25_counting_data/counting_data.cpp");
  const json data = json::parse(read(source / "reference_data/25_counting_data.json"));
  std::string known = "false";
  for (const json& one : data["cases"])
    known += " || count == " + one["inputs"]["count"]["values"][0].dump();
  write(submission / "counting_data.cpp",
        replaced(solution, "  return {X, y};",
                 "  if (!(" + known + ")) X.fill(0);\n  return {X, y};"));
  const json exercise = report({"25", "--submission", submission.path().string(), "--fresh=2",
                                "--seed", "5"})["exercises"][0];
  INFO(exercise.dump(1));
  CHECK(exercise["verdict"] == "wrong_value");
  CHECK(exercise["mistake"].is_null());
  CHECK(exercise["message"] == "case fresh 1: wrong value");
  for (const json& one : exercise["cases"]) {
    const bool fresh = one["name"].get<std::string>().starts_with("fresh");
    if (fresh) CHECK(!one.contains("measures"));
  }
}

TEST_CASE("with a secret, what a program with references says is not told", "[all]") {
  Folder submission;
  const fs::path secret = submission / "secret";
  write(secret, "an instructor's secret\n");
  const std::string solution = read(source / "solutions/16_decoder_layer/decoder_layer.cpp");
  const std::pair<const char*, std::string> leaks[] = {
      {"std::puts(\"LEAKED\"); return target;", marker},
      {"throw std::runtime_error(\"LEAKED\");", marker},
      {"throw NotImplemented(\"LEAKED\");", marker},
      // A length holds as much as a number.
      {"return Matrix::from_shape({7654321, 0});", "7654321"},
      {"record(\"self-attention\", Matrix::from_shape({3, 4321})); return target;", "4321"}};
  for (const auto& [leak, told] : leaks) {
    const std::size_t body = solution.find('{', solution.rfind("decoder_layer("));
    write(submission / "decoder_layer.cpp",
          "#include <cstdio>\n" + solution.substr(0, body + 1) + leak + solution.substr(body + 1));
    const std::vector<std::string> words{"run", "16", "--submission", submission.path().string()};
    const auto graded = [&](std::vector<std::string> more) {
      more.insert(more.begin(), words.begin(), words.end());
      return grade(more).out;
    };
    const std::string open = graded({});
    INFO(open);
    CHECK(open.find(told) != std::string::npos);
    const std::string hidden = graded({"--secret", secret.string()});
    INFO(hidden);
    CHECK(hidden.find(told) == std::string::npos);
    CHECK(hidden.find("0 of 1 exercise passed") != std::string::npos);
  }
}

TEST_CASE("with a secret, unusual inputs are drawn, too: to know the public ones does not help") {
  Folder submission;
  const json data = json::parse(read(source / "reference_data/06_row_softmax.json"));
  std::string known = "false";
  for (const json& one : data["cases"])
    known += " || scores(0, 0) == " + one["inputs"]["scores"]["values"][0].dump();
  const std::string solution = read(source / "solutions/06_row_softmax/row_softmax.cpp");
  write(submission / "row_softmax.cpp", replaced(solution, "  record(\"largest scores\", largest);",
                                                 "  if (!(" + known +
                                                     ")) largest.fill(0);  // it would overflow\n"
                                                     "  record(\"largest scores\", largest);"));
  write(submission / "secret", "an instructor's secret\n");
  const std::vector<std::string> words{"06", "--submission", submission.path().string()};
  const json alone = report(words)["exercises"][0];
  CHECK(alone["message"].get<std::string>().starts_with("case shape_"));
  std::vector<std::string> hidden = words;
  hidden.insert(hidden.end(), {"--secret", (submission / "secret").string()});
  const json exercise = report(hidden)["exercises"][0];
  INFO(exercise.dump(1));
  CHECK(exercise["verdict"] == "not_finite");
  CHECK(exercise["message"].get<std::string>().starts_with("case fresh "));
}
