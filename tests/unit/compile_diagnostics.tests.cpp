// What a student needs from a compiler's, linker's or loader's output. The logs are real: clang 14,
// GCC 12 and GNU ld 2.40, in the C locale, on small wrong files named scores.cpp, with headers in
// /lib.

#include "catch.hpp"

#include "compile/diagnostics.hpp"
#include "core/text.hpp"

#include <string>
#include <vector>

using namespace grader;

namespace {

using Lines = std::vector<std::string>;

const std::string clang_undeclared =
    R"log(scores.cpp:3:10: error: use of undeclared identifier 'totl'; did you mean 'total'?
  return totl + rows;
         ^~~~
         total
scores.cpp:2:7: note: 'total' declared here
  int total = rows;
      ^
1 error generated.
)log";

const std::string gcc_undeclared = R"log(scores.cpp: In function 'int scores(int)':
scores.cpp:3:10: error: 'totl' was not declared in this scope; did you mean 'total'?
    3 |   return totl + rows;
      |          ^~~~
      |          total
scores.cpp:2:7: warning: unused variable 'total' [-Wunused-variable]
    2 |   int total = rows;
      |       ^~~~~
)log";

const std::string clang_in_header = R"log(In file included from scores.cpp:1:
/lib/row.hpp:9:19: error: no member named 'values' in 'Row'
  return a[0] + b.values();
                ~ ^
/lib/row.hpp:13:10: note: in instantiation of function template specialization 'add<Row, Row>' requested here
  return add(a, a);
         ^
scores.cpp:4:10: note: in instantiation of function template specialization 'twice<Row>' requested here
  return twice(a);
         ^
1 error generated.
)log";

const std::string gcc_in_header = R"log(In file included from scores.cpp:1:
/lib/row.hpp: In instantiation of 'auto add(const A&, const B&) [with A = Row; B = Row]':
/lib/row.hpp:13:13:   required from 'auto twice(const A&) [with A = Row]'
scores.cpp:4:15:   required from here
/lib/row.hpp:9:19: error: 'const struct Row' has no member named 'values'
    9 |   return a[0] + b.values();
      |                 ~~^~~~~~
)log";

const std::string clang_in_own_template = R"log(In file included from scores.cpp:1:
/lib/row.hpp:9:19: error: no member named 'values' in 'Row'
  return a[0] + b.values();
                ~ ^
/lib/row.hpp:13:10: note: in instantiation of function template specialization 'add<Row, Row>' requested here
  return add(a, a);
         ^
scores.cpp:5:10: note: in instantiation of function template specialization 'twice<Row>' requested here
  return twice(a);
         ^
scores.cpp:8:10: note: in instantiation of function template specialization 'mean<Row>' requested here
  return mean(a) + 1;
         ^
1 error generated.
)log";

const std::string gcc_in_own_template = R"log(In file included from scores.cpp:1:
/lib/row.hpp: In instantiation of 'auto add(const A&, const B&) [with A = Row; B = Row]':
/lib/row.hpp:13:13:   required from 'auto twice(const A&) [with A = Row]'
scores.cpp:5:15:   required from 'double mean(const A&) [with A = Row]'
scores.cpp:8:14:   required from here
/lib/row.hpp:9:19: error: 'const struct Row' has no member named 'values'
    9 |   return a[0] + b.values();
      |                 ~~^~~~~~
)log";

const std::string clang_many = R"log(scores.cpp:1:9: error: use of undeclared identifier 'one'
int a = one;
        ^
scores.cpp:2:9: error: use of undeclared identifier 'two'
int b = two;
        ^
scores.cpp:3:9: error: use of undeclared identifier 'six'
int c = six;
        ^
scores.cpp:4:9: error: use of undeclared identifier 'ten'
int d = ten;
        ^
scores.cpp:5:9: error: use of undeclared identifier 'far'
int e = far;
        ^
5 errors generated.
)log";

const std::string gcc_many = R"log(scores.cpp:1:9: error: 'one' was not declared in this scope
    1 | int a = one;
      |         ^~~
scores.cpp:2:9: error: 'two' was not declared in this scope
    2 | int b = two;
      |         ^~~
scores.cpp:3:9: error: 'six' was not declared in this scope
    3 | int c = six;
      |         ^~~
scores.cpp:4:9: error: 'ten' was not declared in this scope
    4 | int d = ten;
      |         ^~~
scores.cpp:5:9: error: 'far' was not declared in this scope
    5 | int e = far;
      |         ^~~
)log";

const std::string clang_semicolon = R"log(scores.cpp:2:19: error: expected ';' at end of declaration
  int total = rows
                  ^
                  ;
1 error generated.
)log";

const std::string gcc_semicolon = R"log(scores.cpp: In function 'int scores(int)':
scores.cpp:3:3: error: expected ',' or ';' before 'return'
    3 |   return total;
      |   ^~~~~~
scores.cpp:2:7: warning: unused variable 'total' [-Wunused-variable]
    2 |   int total = rows
      |       ^~~~~
scores.cpp:4:1: warning: no return statement in function returning non-void [-Wreturn-type]
    4 | }
      | ^
)log";

const std::string clang_fatal = R"log(scores.cpp:1:10: fatal error: 'rows.hpp' file not found
#include <rows.hpp>
         ^~~~~~~~~~
1 error generated.
)log";

const std::string gcc_fatal =
    R"log(scores.cpp:1:10: fatal error: rows.hpp: No such file or directory
    1 | #include <rows.hpp>
      |          ^~~~~~~~~~
compilation terminated.
)log";

const std::string clang_two_kinds =
    R"log(scores.cpp:5:10: error: no matching function for call to 'add'
  return add(a);
         ^~~
/lib/row.hpp:8:6: note: candidate function template not viable: requires 2 arguments, but 1 was provided
auto add(const A& a, const B& b) {
     ^
/lib/row.hpp:20:3: error: static_assert failed due to requirement 'sizeof(float) == 8' "only double"
  static_assert(sizeof(T) == 8, "only double");
  ^             ~~~~~~~~~~~~~~
scores.cpp:4:3: note: in instantiation of function template specialization 'only_double<float>' requested here
  only_double<float>();
  ^
2 errors generated.
)log";

const std::string gcc_two_kinds = R"log(scores.cpp: In function 'double scores(const Row&)':
scores.cpp:5:13: error: no matching function for call to 'add(const Row&)'
    5 |   return add(a);
      |          ~~~^~~
In file included from scores.cpp:1:
/lib/row.hpp:8:6: note: candidate: 'template<class A, class B> auto add(const A&, const B&)'
    8 | auto add(const A& a, const B& b) {
      |      ^~~
/lib/row.hpp:8:6: note:   template argument deduction/substitution failed:
scores.cpp:5:13: note:   candidate expects 2 arguments, 1 provided
    5 |   return add(a);
      |          ~~~^~~
/lib/row.hpp: In instantiation of 'void only_double() [with T = float]':
scores.cpp:4:21:   required from here
/lib/row.hpp:20:27: error: static assertion failed: only double
   20 |   static_assert(sizeof(T) == 8, "only double");
      |                 ~~~~~~~~~~^~~~
/lib/row.hpp:20:27: note: the comparison reduces to '(4 == 8)'
)log";

const std::string clang_constant =
    R"log(scores.cpp:3:15: error: constexpr variable 'third' must be initialized by a constant expression
constexpr int third = checked(3);
              ^       ~~~~~~~~~~
/lib/row.hpp:16:22: note: subexpression not valid in a constant expression
  return i < 2 ? i : throw "too large";
                     ^
scores.cpp:3:23: note: in call to 'checked(3)'
constexpr int third = checked(3);
                      ^
1 error generated.
)log";

const std::string gcc_constant = R"log(In file included from scores.cpp:1:
scores.cpp:3:30:   in 'constexpr' expansion of 'checked(3)'
/lib/row.hpp:16:22: error: expression '<throw-expression>' is not a constant expression
   16 |   return i < 2 ? i : throw "too large";
      |                      ^~~~~~~~~~~~~~~~~
)log";

const std::string clang_broken_header = R"log(In file included from scores.cpp:1:
/lib/broken.hpp:1:14: error: use of undeclared identifier 'nothing'
int broken = nothing;
             ^
1 error generated.
)log";

const std::string gcc_broken_header = R"log(In file included from scores.cpp:1:
/lib/broken.hpp:1:14: error: 'nothing' was not declared in this scope
    1 | int broken = nothing;
      |              ^~~~~~~
)log";

const std::string clang_warnings = R"log(In file included from scores.cpp:1:
/lib/noisy.hpp:1:26: warning: unused variable 'n' [-Wunused-variable]
inline int noisy() { int n; return 0; }
                         ^
scores.cpp:3:20: warning: unused variable 'unused' [-Wunused-variable]
int scores() { int unused; return 0; }
                   ^
2 warnings generated.
)log";

const std::string gcc_warnings = R"log(In file included from scores.cpp:1:
/lib/noisy.hpp: In function 'int noisy()':
/lib/noisy.hpp:1:26: warning: unused variable 'n' [-Wunused-variable]
    1 | inline int noisy() { int n; return 0; }
      |                          ^
scores.cpp: In function 'int scores()':
scores.cpp:3:20: warning: unused variable 'unused' [-Wunused-variable]
    3 | int scores() { int unused; return 0; }
      |                    ^~~~~~
)log";

Digest digested(const std::string& log) { return digest_errors(log, "scores.cpp"); }

}  // namespace

TEST_CASE("an error in the student's file is shown with its line of code and the caret") {
  const Digest clang = digested(clang_undeclared);
  CHECK(clang.headline() ==
        "scores.cpp:3:10: use of undeclared identifier 'totl'; did you mean 'total'?");
  CHECK(clang.lines == Lines{clang.headline(), "    return totl + rows;", "           ^~~~"});
  REQUIRE(clang.place);
  CHECK((clang.place->line == 3 && clang.place->column == 10));
  CHECK(!digested("other.hpp:3:10: error: x\n").place);

  const Digest gcc = digested(gcc_undeclared);
  CHECK(gcc.headline() ==
        "scores.cpp:3:10: 'totl' was not declared in this scope; did you mean 'total'?");
  CHECK(gcc.lines ==
        Lines{gcc.headline(), "      3 |   return totl + rows;", "        |          ^~~~"});
}

TEST_CASE("a missing semicolon is shown where the compiler saw it") {
  CHECK(digested(clang_semicolon).lines ==
        Lines{"scores.cpp:2:19: expected ';' at end of declaration", "    int total = rows",
              "                    ^"});
  const Digest gcc = digested(gcc_semicolon);
  CHECK(gcc.lines == Lines{"scores.cpp:3:3: expected ',' or ';' before 'return'",
                           "      3 |   return total;", "        |   ^~~~~~"});
}

TEST_CASE("an error inside a header is shown at the student's line that led there") {
  const Digest clang = digested(clang_in_header);
  CHECK(
      clang.headline() ==
      "scores.cpp:4:10: no member named 'values' in 'Row' (inside row.hpp, called from this line)");
  CHECK(clang.lines == Lines{clang.headline(), "    return twice(a);", "           ^"});

  const Digest gcc = digested(gcc_in_header);
  CHECK(gcc.headline() ==
        "scores.cpp:4:15: 'const struct Row' has no member named 'values' "
        "(inside row.hpp, called from this line)");
  CHECK(gcc.lines == Lines{gcc.headline()});  // GCC prints no code for that line
}

TEST_CASE("code that the compiler does not print is taken from the file") {
  const std::string text =
      "#include <row.hpp>\n\ndouble scores(const Row& a) {\n  return twice(a);\n}\n";
  const auto lines = [](const std::string& log, const std::string& source_text) {
    Lines shown = digest_errors(log, "scores.cpp", source_text).lines;
    if (!shown.empty()) shown.erase(shown.begin());
    return shown;
  };
  CHECK(lines(gcc_in_header, text) == Lines{"    return twice(a);", "                ^"});
  CHECK(lines(clang_in_header, text) == Lines{"    return twice(a);", "           ^"});
  CHECK(lines(gcc_in_header, "only\nthree\nlines\n").empty());
  CHECK(lines(gcc_in_header, "1\n2\n3\n\x1b[2J\n") == Lines{"  \\x1b[2J", "                ^"});
  CHECK(lines("scores.cpp:1: error: no column\n", "int a;\n") == Lines{"  int a;", "  ^"});
  CHECK(lines("scores.cpp:0:0: error: no line\n", "int a;\n").empty());
}

TEST_CASE("errors at one place are counted, and the first of them is shown") {
  const Digest digest = digested(
      "scores.cpp:3:4: error: one\nscores.cpp:3:4: error: two\nscores.cpp:3:5: error: three\n");
  CHECK(digest.lines == Lines{"scores.cpp:3:4: one", "scores.cpp:3:5: three"});
}

TEST_CASE("of several own lines that lead into a header, the one that calls it is shown") {
  CHECK(digested(clang_in_own_template).headline().find("scores.cpp:5:10: ") == 0);
  CHECK(digested(gcc_in_own_template).headline().find("scores.cpp:5:15: ") == 0);
}

TEST_CASE("an error in evaluating a constant inside a header is shown at the student's line") {
  CHECK(digested(clang_constant).headline() ==
        "scores.cpp:3:15: constexpr variable 'third' must be initialized by a constant expression");
  CHECK(digested(gcc_constant).headline().find("scores.cpp:3:30: ") == 0);
}

TEST_CASE("an error that no line of the student's led to is shown where it is") {
  CHECK(digested(clang_broken_header).lines ==
        Lines{"/lib/broken.hpp:1:14: use of undeclared identifier 'nothing'",
              "  int broken = nothing;", "               ^"});
  CHECK(digested(gcc_broken_header).headline() ==
        "/lib/broken.hpp:1:14: 'nothing' was not declared in this scope");
}

TEST_CASE("an error of the student's own comes before one that is elsewhere") {
  const Digest digest = digested(clang_broken_header + clang_undeclared);
  CHECK(digest.headline().find("scores.cpp:3:10: ") == 0);
  CHECK(digest.lines.size() == 3);
}

TEST_CASE("errors are shown in the compiler's order, whether in the file or in a header") {
  const Digest clang = digested(clang_two_kinds);
  REQUIRE(clang.lines.size() == 6);
  CHECK(clang.lines[0] ==
        "scores.cpp:5:10: no matching function for call to 'add'. Requires 2 arguments, but 1 was "
        "provided");
  CHECK(clang.lines[3] ==
        "scores.cpp:4:3: static_assert failed due to requirement 'sizeof(float) == 8' "
        "\"only double\" (inside row.hpp, called from this line)");
  CHECK(clang.lines[4] == "    only_double<float>();");

  const Digest gcc = digested(gcc_two_kinds);
  REQUIRE(gcc.lines.size() == 4);
  CHECK(gcc.lines[0] ==
        "scores.cpp:5:13: no matching function for call to 'add(const Row&)'. Candidate expects 2 "
        "arguments, 1 provided");
  CHECK(gcc.lines[3] ==
        "scores.cpp:4:21: static assertion failed: only double "
        "(inside row.hpp, called from this line)");
}

TEST_CASE("of many errors the first three are shown and all are counted") {
  for (const std::string& log : {clang_many, gcc_many}) {
    const Digest digest = digested(log);
    REQUIRE(digest.lines.size() == 9);
    CHECK(digest.lines[0].find("scores.cpp:1:9: ") == 0);
    CHECK(digest.lines[3].find("scores.cpp:2:9: ") == 0);
    CHECK(digest.lines[6].find("scores.cpp:3:9: ") == 0);
    CHECK(digest.headline() == digest.lines[0]);
  }
}

TEST_CASE("a fatal error is an error, and what the compiler says of itself is not part of it") {
  CHECK(digested(clang_fatal).lines == Lines{"scores.cpp:1:10: 'rows.hpp' file not found",
                                             "  #include <rows.hpp>", "           ^~~~~~~~~~"});
  const Digest gcc = digested(gcc_fatal);
  CHECK(gcc.lines == Lines{"scores.cpp:1:10: rows.hpp: No such file or directory",
                           "      1 | #include <rows.hpp>", "        |          ^~~~~~~~~~"});
}

TEST_CASE("a log in no known form is shown by its first lines") {
  const Digest digest = digested("cc1plus: out of memory allocating 65536 bytes\n2\n3\n4\n5\n6\n");
  CHECK(digest.headline() == "cc1plus: out of memory allocating 65536 bytes");
  CHECK(digest.lines == Lines{digest.headline()});
  CHECK(digested("unheard of\n2\n3\n4\n5\n6\n").lines == Lines{"unheard of", "2", "3", "4", "5"});
}

TEST_CASE("a log without a word still gives a headline") {
  CHECK(digested("").headline() == "the compiler failed without a message");
}

TEST_CASE("a log of empty lines still gives a headline") {
  CHECK(!digested("\n\n").headline().empty());
}

TEST_CASE("text that only looks like an error is none") {
  for (const char* log :
       {"scores.cpp: error: no line\n", ":3:4: error: no file\n",
        " scores.cpp:3:4: error: indented\n", "scores.cpp:x:4: error: no number\n",
        "scores.cpp:3:4: errors: two\n", "scores.cpp:3:4 error: no colon\n",
        "scores.cpp:99999999999:1: error: line beyond any number\n"}) {
    INFO(log);
    const Digest digest = digested(log);
    CHECK(digest.lines.size() == 1);
    CHECK(digest.headline() + "\n" == log);
  }
}

TEST_CASE("an error of another file of a similar name is not the student's") {
  const Digest digest = digested("my_scores.cpp:3:4: error: one\nscores.cpp:5:6: error: two\n");
  CHECK(digest.headline() == "scores.cpp:5:6: two");
}

TEST_CASE("escape sequences of the source do not reach the digest") {
  // GCC 12 copies them from the line of code, clang 14 does not.
  const std::string log =
      "scores.cpp:2:2: error: #error \x1b]0;title\x07 hidden\n"
      "    2 | #error \x1b]0;title\x07 hidden\n"
      "      |  ^~~~~\n"
      "scores.cpp:1:9: error: 'one' was not declared in this scope\n"
      "    1 | int a = one;  // \x1b[31mred\n"
      "      |         ^~~\n";
  const Digest digest = digested(log);
  CHECK(digest.lines == Lines{"scores.cpp:2:2: #error \\x1b]0;title\\x07 hidden",
                              "      2 | #error \\x1b]0;title\\x07 hidden", "        |  ^~~~~",
                              "scores.cpp:1:9: 'one' was not declared in this scope",
                              "      1 | int a = one;  // \\x1b[31mred", "        |         ^~~"});
  const Digest garbage = digested("\x1b[2J\n\xff\n");
  CHECK(garbage.lines == Lines{"\\x1b[2J", "\\xff"});
  CHECK(garbage.headline() == "\\x1b[2J");
}

TEST_CASE("a very long message is cut, and says so") {
  const Digest digest = digested("scores.cpp:1:2: error: " + std::string(1000, 'x') + "\n");
  CHECK(digest.headline() == "scores.cpp:1:2: " + std::string(300, 'x') + " ...");
}

TEST_CASE("a very long message is cut between two letters, not inside one") {
  std::string message = "x";
  for (int i = 0; i < 200; ++i) message += "\u00e4";
  for (const std::string& log : {"scores.cpp:1:2: error: " + message, message}) {
    const std::string headline = digested(log).headline();
    CHECK(headline.size() < 350);
    CHECK(printable(headline) == headline);
  }
}

TEST_CASE("warnings are those in the student's own file") {
  CHECK(digest_warnings(clang_warnings, "scores.cpp") ==
        Lines{"scores.cpp:3:20: unused variable 'unused' [-Wunused-variable]",
              "  int scores() { int unused; return 0; }", "                     ^"});
  CHECK(digest_warnings(gcc_warnings, "scores.cpp") ==
        Lines{"scores.cpp:3:20: unused variable 'unused' [-Wunused-variable]",
              "      3 | int scores() { int unused; return 0; }",
              "        |                    ^~~~~~"});
  CHECK(digest_warnings(clang_undeclared, "scores.cpp").empty());
  CHECK(digest_warnings(gcc_semicolon, "scores.cpp").size() == 6);
  CHECK(digest_warnings("", "scores.cpp").empty());
}

TEST_CASE("a name that is defined twice is told by its name") {
  CHECK(digest_link_errors(R"log(ld: scores.o: in function `attention::scores(const int&, double)':
scores.cpp:(.text+0x0): multiple definition of `attention::scores(const int&, double)'; )log"
                           "binding.o:binding.cpp:(.text+0x7): first defined here\n") ==
        "attention::scores(const int&, double) is defined twice: "
        "it belongs to the grader or stands twice in the file");
  CHECK(digest_link_errors(
            "ld: scores.o: in function `_ZN9attention6scoresERKid':\n"
            "scores.cpp:(.text+0x0): multiple definition of `_ZN9attention6scoresERKid'; "
            "binding.o:binding.cpp:(.text+0x7): first defined here\n") ==
        "attention::scores(const int&, double) is defined twice: "
        "it belongs to the grader or stands twice in the file");
  const std::string matrix =
      "xt::xtensor_container<xt::uvector<double, std::allocator<double> >, 2ul, "
      "(xt::layout_type)1, "
      "xt::xtensor_expression_tag> const&";
  CHECK(digest_link_errors("a.cpp:(.text+0x0): multiple definition of `softmark::norm(" + matrix +
                           ", " + matrix + ", double)'; b.o: first defined here\n") ==
        "softmark::norm(const Matrix&, const Matrix&, double) is defined twice: it belongs to the "
        "grader or stands twice in the file");
  CHECK(digest_link_errors(
            "scores.cpp:(.text+0x0): multiple definition of `main'; a.o: first defined here\n") ==
        "main is defined twice: it belongs to the grader or stands twice in the file");
}

TEST_CASE("why it does not link is the linker's word, not what compilers warned of before") {
  CHECK(digest_link_errors("scores.cpp:23:13: warning: unused field: 'won' [-Wunused]\n"
                           "/usr/bin/ld: scores.o: warning: relocation in read-only section\n"
                           "/usr/bin/ld: scores.o: .preinit_array section is not allowed in DSO\n"
                           "/usr/bin/ld: failed to set dynamic section sizes\n") ==
        "/usr/bin/ld: scores.o: .preinit_array section is not allowed in DSO");
  CHECK(digest_link_errors("scores.cpp:23:13: warning: unused field: 'won' [-Wunused]\n"
                           "/usr/bin/ld: scores.o: in function `attention::scores()':\n"
                           "scores.cpp:(.text+0x7): relocation truncated to fit: R_X86_64_PC32 "
                           "against symbol `far'\n") ==
        "scores.cpp:(.text+0x7): relocation truncated to fit: R_X86_64_PC32 against symbol `far'");
  CHECK(digest_link_errors(
            "scores.cpp:1:2: warning: undefined reference to `forged' [-W#warnings]\n"
            "/usr/bin/ld: scores.o: bad version\n") == "/usr/bin/ld: scores.o: bad version");
  CHECK(digest_link_errors("scores.cpp:1:2: warning: x\n") ==
        "the linker failed without a message");
  CHECK(digest_link_errors("no linker\n") == "no linker");
}

TEST_CASE("a name that is defined nowhere is told by its name when linking fails for it") {
  const std::string text = digest_link_errors(
      "ld: scores.o: in function `attention::go(double)':\n"
      "scores.cpp:(.text+0x15): undefined reference to `attention::softmax(double const&)'\n"
      "ld: program.so: hidden symbol `_ZN9attention7softmaxERKd' isn't defined\n"
      "ld: final link failed: bad value\n");
  INFO(text);
  CHECK(text.find("attention::softmax(const double&)") != std::string::npos);
}

TEST_CASE("any other complaint of the linker is its first line, safe to show") {
  CHECK(digest_link_errors("ld: cannot open output file \x1b[31m: Disk full\nmore\n") ==
        "ld: cannot open output file \\x1b[31m: Disk full");
  CHECK(digest_link_errors("") == "the linker failed without a message");
  CHECK(digest_link_errors("multiple definition of `'") == "multiple definition of `'");
  CHECK(digest_link_errors("multiple definition of `cut") ==
        "cut is defined twice: it belongs to the grader or stands twice in the file");
}

TEST_CASE("a missing symbol is told by its demangled name") {
  CHECK(missing_symbol("/tmp/x/program.so: undefined symbol: _ZN9attention7softmaxERKdi") ==
        "attention::softmax(const double&, int)");
  CHECK(missing_symbol("/tmp/x/program.so: undefined symbol: helper") == "helper");
  CHECK(missing_symbol("/tmp/x/program.so: undefined symbol: _ZN1a1bEv, version LIB_2.0\n") ==
        "a::b()");
  CHECK(missing_symbol("/tmp/x/program.so: undefined symbol: _Znot_mangled") == "_Znot_mangled");
}

TEST_CASE("a variable of one letter keeps its name, though that letter is a type when mangled") {
  CHECK(missing_symbol("/tmp/x/program.so: undefined symbol: n") == "n");
  CHECK(digest_link_errors(
            "scores.cpp:(.bss+0x0): multiple definition of `d'; a.o: first defined here\n")
            .find("d is defined twice") == 0);
}

TEST_CASE("a loader's message of another kind names no symbol") {
  CHECK(missing_symbol("/x/program.so: cannot open shared object file: No such file").empty());
}

TEST_CASE("a message of any length is cut, not searched to its end") {
  const std::string log = "a.cpp:1:2: error: " + std::string(1 << 20, 'x') + "\n";
  const Digest digest = digest_errors(log, "a.cpp", std::string(1 << 20, 'y'));
  CHECK(digest.headline().size() < 400);
  for (const std::string& line : digest.lines) CHECK(line.size() < 400);
}

TEST_CASE("names that would demangle to megabytes are not demangled") {
  std::string type = "1a";  // each level doubles what it stands for
  for (int level = 0; level < 40; ++level) type = "St4pairI" + type + "S_E";
  const std::string symbol = "_Z3useSt4pairI" + type + "ES_";
  CHECK(missing_symbol("x.so: undefined symbol: " + symbol) == "use(...)");
  CHECK(digest_link_errors("ld: undefined reference to `" + symbol + "'\n") ==
        "use(...) is declared but defined nowhere");
  CHECK(missing_symbol("x.so: undefined symbol: _ZN8softmark6attendE" + std::string(300, 'd')) ==
        "softmark::attend(...)");
  CHECK(missing_symbol("x.so: undefined symbol: " + std::string(1 << 20, 'f')).size() < 400);
}

TEST_CASE("a flood of warnings is shown in part") {
  std::string log;
  for (int i = 1; i < 1000; ++i) log += "a.cpp:" + std::to_string(i) + ":1: warning: w\n";
  CHECK(digest_warnings(log, "a.cpp").size() == 5);
}

TEST_CASE("names of files and columns that a #line forges are shown safe and small") {
  const std::string log = "a.cpp:1:400000000: error: x\n\x1b[2J.hpp:3:1: error: y\n";
  for (const std::string& line : digest_errors(log, "a.cpp", "int x;\n").lines) {
    CHECK(line.size() < 200);
    CHECK(line.find('\x1b') == std::string::npos);
  }
  CHECK(digest_errors("\x1b[2J.hpp:3:1: error: y\n", "a.cpp", "").headline() ==
        "\\x1b[2J.hpp:3:1: y");
}

TEST_CASE("where no error has a place the tools' own words count, and a crash is told as one") {
  const std::string warned =
      "a.cpp:7:2: warning: mind the gap [-W#warnings]\n#warning mind the gap\n ^\n    3 | int x;\n";
  CHECK(digest_errors(warned + "PLEASE submit a bug report to the makers\nStack dump:\n0. a\n",
                      "a.cpp", "")
            .headline() == "the compiler itself crashed: it has a fault that this file sets off");
  CHECK(digest_errors(warned + "g++: no such tool\n", "a.cpp", "").headline() ==
        "g++: no such tool");
}

TEST_CASE("of a header that is missing, GCC's last words are no line of code") {
  const Digest digest = digest_errors(
      "a.cpp:2:10: fatal error: rows.hpp: No such file or directory\ncompilation terminated.\n",
      "a.cpp", "\n#include <rows.hpp>\n");
  CHECK(digest.lines[1] == "  #include <rows.hpp>");
}

TEST_CASE("the assembler's errors are errors") {
  CHECK(digest_errors("a.cpp: Assembler messages:\na.cpp:7: Error: no such instruction: `x'\n",
                      "a.cpp", "")
            .headline() == "a.cpp:7: no such instruction: `x'");
}

TEST_CASE("where a compiler says only that no function fits, its note says why") {
  const auto headline = [](const std::string& notes, const std::string& error) {
    return digest_errors("a.cpp:7:10: error: " + error + "\n" + notes, "a.cpp", "").headline();
  };
  CHECK(headline("x.hpp:5:22: note: candidate function not viable: no known conversion from 'const "
                 "char[2]' to 'int' for 1st argument\n",
                 "no viable overloaded '='") ==
        "a.cpp:7:10: no viable overloaded '='. No known conversion from 'const char[2]' to 'int' "
        "for 1st argument");
  CHECK(
      headline("x.hpp:5:70: note: candidate template ignored: constraints not satisfied [with B = "
               "char[2]]\nx.hpp:5:55: note: because 'char[2]' does not satisfy 'Array'\n",
               "no matching function for call to 'dot'") ==
      "a.cpp:7:10: no matching function for call to 'dot'. Constraint not satisfied: 'char[2]' "
      "does not satisfy 'Array'");
  CHECK(headline("x.hpp:5:5: note: candidate: 'template<class T> T max(T, T)'\n"
                 "x.hpp:5:5: note:   template argument deduction/substitution failed:\n"
                 "a.cpp:7:10: note:   deduced conflicting types for parameter 'T' ('A' and 'B')\n",
                 "no matching function for call to 'max(A, B)'") ==
        "a.cpp:7:10: no matching function for call to 'max(A, B)'. Deduced conflicting types for "
        "parameter 'T' ('A' and 'B')");
  CHECK(headline(
            "a.cpp:3:5: note:   conversion of argument 1 would be ill-formed:\n"
            "a.cpp:7:11: error: binding reference of type 'A&' to 'const A' discards qualifiers\n",
            "no match for call to '(f) (const A&)'") ==
        "a.cpp:7:10: no match for call to '(f) (const A&)'. Binding reference of type 'A&' to "
        "'const A' discards qualifiers");
  CHECK(headline("x.hpp:5:5: note:   template argument deduction/substitution failed:\n",
                 "no matching function for call to 'f'") ==
        "a.cpp:7:10: no matching function for call to 'f'");
}

TEST_CASE("the brace that has no other is told where the text is indented") {
  const auto headline = [](const std::string& text) {
    return digest_errors("scores.cpp:9:2: error: expected '}'\n", "scores.cpp", text).headline();
  };
  const std::string inner = "void f(int a,\n       int b) {\n  for (;;) {\n    if (a) {\n  }\n}\n";
  CHECK(headline(inner) ==
        "scores.cpp:9:2: expected '}'. By the indentation, the { of line 4 has no }.");
  CHECK(headline("void f() {\n  if (a) {  // }\n}\n").ends_with("the { of line 2 has no }."));
  // A head of several lines stands further right than its end.
  CHECK(headline("void f(int a,\n       int b) {\n  g();\n}\nvoid g() {\n") ==
        "scores.cpp:9:2: expected '}'");
  CHECK(headline("").ends_with("expected '}'"));
}

TEST_CASE("what a build alone explains is left out of its log, as each clang writes it") {
  const std::string error = "scores.cpp:3:5: error: expected ';'\n  a @ b\n    ^\n";
  CHECK(tidied_log(error + "clang: error: unable to remove file: Permission denied\n", "/t") ==
        error);
  CHECK(tidied_log(error + "clang++: error: unable to remove file: Permission denied\n", "/t") ==
        error);
  CHECK(tidied_log("Stack dump:\n0.\tProgram arguments: clang++\n"
                   " #0 0x00007f8e llvm::sys::PrintStackTrace(int) (libLLVM-14.so.1+0xe3f0)\n"
                   "0  libLLVM.so.19.1      0x00007f34 llvm::sys::PrintStackTrace(int) + 58\n"
                   "31 libc.so.6            0x00007f35\n"
                   "/lib/libLLVM-14.so.1(_ZN4llvm3sysEi+0x31)[0x7f10b96a5291]\n"
                   "clang++[0x4120cc]\n",
                   "/t") == "Stack dump:\n");
  CHECK(tidied_log("/t/scores.cpp:3: note: in /t/scores.cpp\n", "/t") ==
        "scores.cpp:3: note: in scores.cpp\n");
  const std::string code = "    3 |   x = 0x10;\n 12 rows at 0x10\n  a[0x10]=b\n  a [0x10]\n";
  CHECK(tidied_log(code, "/t") == code);
}
