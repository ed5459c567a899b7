// A text that was built before is not built again.

#include "end_to_end/support.hpp"

using namespace e2e;

namespace {

/// A solution of 02 that nobody has built before, and of which the compiler warns.
std::string new_text(const Folder& where) {
  const std::string line = "  Matrix scores =";
  return replaced(read(source / "solutions/02_matrix_attention/matrix_attention.cpp"), line,
                  "  int a;  // " + where.path().string() + "\n  if (a == 1) throw a;\n" + line);
}

}  // namespace

TEST_CASE("the same text is built once, and told the same") {
  const Folder where;
  const fs::path file = where / "matrix_attention.cpp";
  const auto graded = [&](const std::string& text, const std::string& tier) {
    write(file, text);
    return report(
        {"02", "--submission", where.path().string(), "--isolation", tier})["exercises"][0];
  };
  const std::string text = new_text(where);
  const json first = graded(text, "auto"), second = graded(text, "auto");
  INFO(first.dump(1) << second.dump(1));
  CHECK(first["verdict"] == "passed");
  CHECK(first["compile_seconds"] > 0);
  CHECK(second["verdict"] == "passed");
  CHECK(second["compile_seconds"] == 0);
  CHECK(contains(first["warnings"].dump(), "uninitialized"));
  CHECK(first["warnings"] == second["warnings"]);
  CHECK(graded(text + "\n", "auto")["compile_seconds"] > 0);
  // What a compiler may see is another matter there.
  CHECK(graded(text, "off")["compile_seconds"] > 0);
}

TEST_CASE("a text that does not compile is tried each time") {
  const Folder where;
  write(where / "matrix_attention.cpp", "#error never\n");
  for (int i = 0; i < 2; ++i) {
    const json exercise = report({"02", "--submission", where.path().string()})["exercises"][0];
    CHECK(exercise["verdict"] == "build_failed");
    CHECK(exercise["compile_seconds"] > 0);
  }
}
