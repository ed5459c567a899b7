// What a class is told: a page for each student, and one for whoever teaches.

#include "end_to_end/support.hpp"

#include <map>
#include <string>
#include <vector>

using namespace e2e;

namespace {

/// One who passed, one who copied and renamed, one with a known mistake, one who does not compile,
/// one with an untouched stub.
void make_small_class(const fs::path& folder) {
  const std::string first = read(source / "solutions/01_self_attention/self_attention.cpp");
  const std::string second = read(source / "solutions/02_matrix_attention/matrix_attention.cpp");
  const auto hand_in = [&](const std::string& id, const std::string& file,
                           const std::string& text) {
    fs::create_directories(folder / id);
    write(folder / id / file, text);
  };
  hand_in("anna", "self_attention.cpp", first);
  hand_in("anna", "matrix_attention.cpp", second);
  hand_in("bernd", "self_attention.cpp", replaced("// my own\n" + first, "all_queries", "asked"));
  hand_in("bernd", "matrix_attention.cpp",
          read(source / "tests/submissions/wrong_softmax_over_rows.cpp"));
  hand_in("c<i>", "matrix_attention.cpp", read(source / "tests/submissions/build_stars.cpp"));
  hand_in("dora", "matrix_attention.cpp",
          read(source / "exercises/02_matrix_attention/matrix_attention.cpp.original"));
}

Result graded_class(const Folder& folder) {
  Result result =
      grade({"batch", (folder / "class").string(), "01", "02", "--out", (folder / "out").string()});
  INFO(result.out << result.err);
  CHECK(result.exit_code == 0);
  CHECK(contains(result.out, "overview: "));
  return result;
}

}  // namespace

TEST_CASE("a class gets pages for its students and one for its teacher") {
  Folder folder;
  make_small_class(folder / "class");
  graded_class(folder);
  const json ids = json::parse(read(folder / "out/submissions.json"))["submissions"];
  std::map<std::string, std::string> names;
  for (const json& one : ids) names[one["id"]] = one["files_named"];

  const std::string page = read(folder / "out/feedback/bernd.html");
  CHECK(contains(page, "<title>Feedback for bernd</title>"));
  CHECK(contains(page, "<p>The softmax ran along the rows"));
  CHECK(contains(page, "first wrong step: attention weights"));
  CHECK(contains(page, "./grade hint 02"));
  const std::string broken = read(folder / "out/feedback" / (names["c<i>"] + ".html"));
  CHECK(contains(broken,
                 "    return xt:&#58;linalg:&#58;dot(V, attention) ** 2;\n"
                 "                                          ^\n"));
  CHECK(contains(broken, "Feedback for c&lt;i&gt;"));
  CHECK(contains(read(folder / "out/feedback/dora.html"), "not started"));

  CHECK(contains(read(folder / "out/feedback" / (names["c<i>"] + ".md")),
                 "# Feedback for c\\<i\\>\n"));

  const json all = json::parse(read(folder / "out/class.json"));
  CHECK(all["nothing_handed_in"] == json({"dora"}));
  CHECK(all["exercises"][0]["alike"][0]["files"] == json({{"anna"}, {"bernd"}}));
  CHECK(all["exercises"][1]["mistakes"][0]["submissions"] == json({"bernd"}));
  CHECK(all["exercises"][1]["build_errors"][0]["count"] == 1);
  const std::string overview = read(folder / "out/class.html");
  CHECK(contains(overview, "Look before you judge."));
  for (const auto& [id, name] : names) {  // every link leads to a page
    CHECK(fs::exists(folder / "out/feedback" / (name + ".html")));
    CHECK(fs::exists(folder / "out/feedback" / (name + ".md")));
  }
  CHECK(contains(overview, "<a href=\"feedback/" + names["c<i>"] + ".html\">c&lt;i&gt;</a>"));
  CHECK(read(folder / "out/sources/stubs/02_matrix_attention/matrix_attention.cpp") ==
        read(source / "exercises/02_matrix_attention/matrix_attention.cpp.original"));
}

TEST_CASE("no student's files speak of another, of this machine or of what is hidden") {
  Folder folder;
  make_small_class(folder / "class");
  graded_class(folder);
  const std::vector<std::string> people{"anna", "bernd", "c<i>", "c&lt;i&gt;", "dora"};
  for (const std::string own : {"anna", "bernd", "dora"}) {
    for (const char* file : {"results/X.json", "feedback/X.html", "feedback/X.md"}) {
      const std::string text = read(folder / "out" / replaced(file, "X", own));
      INFO(file << " of " << own);
      CHECK(contains(text, own));
      for (const std::string& other : people) CHECK((other == own || !contains(text, other)));
      for (const std::string& place : {folder.path().string(), source.string()})
        CHECK(!contains(text, place));
    }
  }
}
