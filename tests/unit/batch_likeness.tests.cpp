// Files that differ in nothing that their author thought about.

#include "catch.hpp"

#include "batch/batch.hpp"

#include <ctime>
#include <string>

using namespace grader;

namespace {

const std::string original =
    "#include \"matrix_attention.hpp\"\n"
    "// mine\n"
    "Matrix attend(const Matrix& X) {\n"
    "  const double scale = 1.5e-3;  /* a\n comment */\n"
    "  return xt::linalg::dot(X, X) * scale;\n"
    "}\n";

}  // namespace

TEST_CASE("comments, white space and names do not count") {
  CHECK(plain_form("a=b+a;") == "name 0\n=\nname 1\n+\nname 0\n;\n");
  const std::string other =
      "#include \"matrix_attention.hpp\"\r\n"
      "Matrix attend (const Matrix & tokens)\r\n{ // all my own\r\n"
      "const double s = \\\r\n1.5e-3; return xt::linalg::dot(tokens,tokens)*s; }";
  CHECK(likeness(original) == likeness(other));
  CHECK(likeness("\xef\xbb\xbf" + original) == likeness(original));
  CHECK(likeness("") == likeness("/* never closed"));
}

TEST_CASE("numbers, texts, signs, keywords and which name is which do count") {
  const auto differs = [](const std::string& from, const std::string& to) {
    std::string changed = original;
    changed.replace(changed.find(from), from.size(), to);
    INFO(changed);
    return likeness(changed) != likeness(original);
  };
  CHECK(differs("1.5e-3", "1.5e-4"));
  CHECK(differs("* scale", "/ scale"));
  CHECK(differs("double", "float"));
  CHECK(differs("(X, X)", "(X, Y)"));
  CHECK(differs("matrix_attention.hpp", "other.hpp"));
  CHECK(differs("return xt::linalg::dot(X, X) * scale;", "return xt::linalg::dot(scale, X) * X;"));
}

TEST_CASE("what looks like a comment or a name inside of a text is a text") {
  CHECK(plain_form("\"// a\" /* b */") == "\"// a\"\n");
  CHECK(plain_form("\"a\\\"b\"'\\''") == "\"a\\\"b\"\n'\\''\n");
  CHECK(plain_form("R\"x(a)\" // b)x\";") == "R\"x(a)\" // b)x\"\n;\n");
  CHECK(plain_form("1'000 .5f 1e+3-2") == "1'000\n.5f\n1e+3\n-\n2\n");
  CHECK(plain_form("a\xc3\xa4 = 1") == "name 0\n=\n1\n");
}

TEST_CASE("any bytes have a plain form") {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  CHECK(!plain_form(bytes).empty());
  for (const char* broken : {"\"", "'", "R\"", "R\"(", "/*", "/", "\\", "1'", "1e", "."})
    CHECK(plain_form(broken).size() < 10);
}

TEST_CASE("no text takes long, however its quotes and signs lie") {
  for (const char* piece : {"'\\", "\"\\", "R\"a\" ", "R\"(", "/*", "'", "a'", "+"}) {
    std::string text;
    while (text.size() < 300'000) text += piece;
    const std::clock_t start = std::clock();
    CHECK(!plain_form("x" + text).empty());
    INFO(piece);
    CHECK(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC < 1.0);
  }
}
