// Sentences for a student about one case.

#include "catch.hpp"

#include "judge/judge.hpp"

#include <csignal>
#include <limits>
#include <string>
#include <vector>

using namespace grader;

namespace {

constexpr double nan_value = std::numeric_limits<double>::quiet_NaN();

std::string explained(const Tensor& actual, const Tensor& expected) {
  return explain_comparison(compare(actual, expected, {}), actual, expected.shape);
}

Tensor zeros(const Shape& shape) { return {shape, std::vector<double>(element_count(shape))}; }
Tensor expected_zeros(const Shape& shape) {
  return {shape, std::vector<double>(element_count(shape))};
}

std::string explained(Ending ending, const std::string& text = "", const Limits& limits = {}) {
  Outcome outcome;
  outcome.ending = ending;
  outcome.text = text;
  return explain_ending(outcome, limits);
}

std::string explained_signal(int number, const std::string& output = "") {
  Outcome outcome;
  outcome.ending = Ending::signal;
  outcome.signal = number;
  outcome.output = output;
  return explain_ending(outcome, {});
}

/// What the standard library prints when a check of it fails.
std::string library_message(const std::string& condition) {
  return "/usr/include/c++/12/bits/stl_vector.h:1123: std::vector<_Tp, _Alloc>::reference "
         "std::vector<_Tp, _Alloc>::operator[](size_type) [with _Tp = double; _Alloc = "
         "std::allocator<double>; reference = double&; size_type = long unsigned int]: "
         "Assertion '" +
         condition + "' failed.\n";
}

}  // namespace

TEST_CASE("a wrong value is told with its place, both numbers and how many differ") {
  CHECK(explained({{2, 2}, {1, 2, 3, 4}}, {{2, 2}, {1, 2, 0, 5}}) ==
        "element [1,0] is 3, expected 0 (2 of 4 differ)");
  CHECK(explained({{3}, {1, nan_value, 3}}, {{3}, {1, 2, 3}}) ==
        "element [1] is NaN, expected 2 (1 of 3 differ)");
  CHECK(explained({{}, {1.5}}, {{}, {2}}) == "is 1.5, expected 2");
  CHECK(explained({{1}, {2}}, {{1}, {2}}) == "it is right");
}

TEST_CASE("a wrong shape is told with both shapes, and as a transpose just when it is one") {
  CHECK(explained(zeros({3}), expected_zeros({1, 3})) == "it has shape (3), expected (1, 3)");
  CHECK(explained(zeros({}), expected_zeros({1})) == "it has shape (), expected (1)");
  CHECK(explained(zeros({3, 4}), expected_zeros({4, 3})) ==
        "it has shape (3, 4), expected (4, 3): rows and columns are exchanged");
  CHECK(explained(zeros({3, 5}), expected_zeros({4, 3})) == "it has shape (3, 5), expected (4, 3)");
  CHECK(explained(zeros({0, 0}), expected_zeros({4, 3})) ==
        "it has shape (0, 0), expected (4, 3): it has no elements yet");
  CHECK(explained(zeros({2, 3, 4}), expected_zeros({4, 3, 2})) ==
        "it has shape (2, 3, 4), expected (4, 3, 2)");
  CHECK(explained({{5, 5}, {}}, expected_zeros({4, 3})) == "it has shape (5, 5), expected (4, 3)");
}

TEST_CASE("a square array that came without its values is not called exchanged") {
  const std::string text = explained({{5, 5}, {}}, expected_zeros({5, 5}));
  CHECK(text.find("exchanged") == std::string::npos);
}

TEST_CASE("an assertion's text is told in part, however long a program makes it") {
  Outcome outcome;
  outcome.ending = Ending::signal;
  outcome.signal = SIGABRT;
  outcome.output = "Assertion '" + std::string(60'000, 'x') + "' failed";
  const std::string text = explain_ending(outcome, Limits{});
  CHECK(text.find("the library's check failed: xxx") != std::string::npos);
  CHECK(text.size() < 400);
  const std::string shapes = "LHS shape = (" + std::string(4000, '1') + ")\nRHS shape = (2)\n";
  CHECK(explain_exception(shapes).size() < 600);
}

TEST_CASE("each ending is explained in its own words") {
  struct Row {
    Ending ending;
    std::string text;
    std::string expected;
  };
  const std::vector<Row> rows = {
      {Ending::returned, "", ""},
      {Ending::not_implemented, "TODO 2: scores", "TODO 2: scores is still open"},
      {Ending::not_implemented, "", "a TODO is still open"},
      {Ending::exception, "no such token", "it threw an exception: no such token"},
      {Ending::out_of_memory, "std::bad_alloc", "it needed more than 1024 MiB of memory"},
      {Ending::load_failed, "bad file", "it cannot be loaded: bad file"},
      {Ending::bad_reply, "",
       "its answer cannot be read: it wrote outside its arrays, or to the grader's own channel"},
      {Ending::cpu_limit, "",
       "it was stopped after 2 seconds of computing: does a loop never end?"},
      {Ending::idle_limit, was_waiting,
       "it was stopped after 6 seconds in which it computed nothing: does it wait for something?"},
      {Ending::grader_fault, "", "the grader could not start a process for it"},
  };
  for (const Row& row : rows) CHECK(explained(row.ending, row.text) == row.expected);
}

TEST_CASE("endings speak of the limits and exit codes that were in force") {
  CHECK(explained(Ending::out_of_memory, "", {1, 64}) == "it needed more than 64 MiB of memory");
  CHECK(explained(Ending::cpu_limit, "", {1, 64}) ==
        "it was stopped after 1 second of computing: does a loop never end?");
  CHECK(explained(Ending::idle_limit, was_waiting, {1, 64}) ==
        "it was stopped after 3 seconds in which it computed nothing: does it wait for something?");
  CHECK(explained(Ending::run_limit, was_waiting, {1, 64, 10}) ==
        "all its calls together took more than 10 seconds: does it wait for something?");
  CHECK(explained(Ending::run_limit, was_computing, {1, 64, 10}) ==
        "all its calls together took more than 10 seconds: does a loop never end?");
  // It did not say where it was.
  CHECK(explained(Ending::idle_limit, "", {1, 64}) ==
        "it was stopped after 3 seconds in which it computed nothing");
  Outcome outcome;
  outcome.exit_code = 7;
  outcome.ending = Ending::no_answer;
  CHECK(explain_ending(outcome, {}) ==
        "it ended without an answer, with exit code 7: did it call exit()?");
  outcome.ending = Ending::unclean_exit;
  CHECK(explain_ending(outcome, {}) == "it answered, then ended with exit code 7");
}

TEST_CASE("a signal is told by its description and its name") {
  CHECK(explained_signal(SIGSEGV).starts_with(
      "it crashed: segmentation fault (SIGSEGV): it used memory that is not there."));
  CHECK(explained_signal(SIGABRT) == "it crashed: aborted (SIGABRT)");
  CHECK(explained_signal(SIGFPE) == "it crashed: an integer was divided by 0 (SIGFPE)");
  CHECK(explained_signal(40) == "it crashed: signal 40");
}

TEST_CASE(
    "a missing return is told where the program said so before it crashed, and not otherwise") {
  Outcome outcome;
  outcome.ending = Ending::signal;
  outcome.signal = SIGILL;
  CHECK(explain_ending(outcome, {}) == "it crashed: illegal instruction (SIGILL)");
  outcome.text = no_return;
  CHECK(explain_ending(outcome, {}) == "it crashed: a function ended without a return");
  outcome.signal = SIGABRT;
  CHECK(explain_ending(outcome, {}) == "it crashed: aborted (SIGABRT)");
}

TEST_CASE("a full stack is told where the program said so before it crashed, and not otherwise") {
  Outcome outcome;
  outcome.ending = Ending::signal;
  outcome.signal = SIGSEGV;
  outcome.text = stack_is_full;
  CHECK(explain_ending(outcome, {}).starts_with("it crashed: the stack is full (SIGSEGV)"));
  outcome.signal = SIGBUS;
  CHECK(explain_ending(outcome, {}).find("stack") == std::string::npos);
}

TEST_CASE("shapes that no array has, and counters below zero, are told for what they are") {
  const auto has = [](const std::string& text, const char* piece) {
    return text.find(piece) != std::string::npos;
  };
  CHECK(has(explain_exception("cannot add (4, 3) and (94763878308320, 7)"), "`auto`"));
  CHECK(!has(explain_exception("cannot add (4, 3) and (4, 1000000)"), "auto"));
  CHECK(
      has(explain_exception("assertion failed (t.layout() == layout_type::row_major)"), "`auto`"));
  CHECK(has(explain_exception("index 18446744073709551615 is out of bounds for axis 0 with size 8"),
            "index -1 (18446744073709551615 as std::size_t) is out of bounds for axis 0"));
  CHECK(has(explain_exception("index -1 is out of bounds for axis 0 with size 8"),
            "it fell below 0"));
  CHECK(explain_exception("index 8 is out of bounds for axis 0 with size 8") ==
        "index 8 is out of bounds for axis 0 with size 8");
  CHECK(has(explain_exception("an array with 2 axes cannot have the shape (3,)"),
            "an array with 1 axis, of shape (3), was given where one with 2 axes was expected"));
  CHECK(has(explain_exception("an array with 1 axis cannot have the shape (3, 4)"),
            "an array with 2 axes, of shape (3, 4), was given where one with 1 axis was expected"));
  CHECK(has(explain_exception("Cannot change dimension of xtensor."), "wrong number of axes"));
}

TEST_CASE("an index of at() is told as one, also where it fell below zero") {
  const auto of_vector = [](const std::string& index) {
    return explain_exception("vector::_M_range_check: __n (which is " + index +
                             ") >= this->size() (which is 3)");
  };
  CHECK(of_vector("5") == "index 5 is out of bounds for a std::vector of size 3");
  CHECK(of_vector("18446744073709551614")
            .starts_with("index -2 (18446744073709551614 as std::size_t) is out of bounds for a "
                         "std::vector of size 3: it fell below 0."));
  CHECK(explain_exception("array::at: __n (which is 5) >= _Nm (which is 3)") ==
        "index 5 is out of bounds for a std::array of size 3");
  CHECK(explain_exception("mine (which is 5) >= yours (which is 3)") ==
        "mine (which is 5) >= yours (which is 3)");
}

TEST_CASE("of a length that no array has it is asked whether it fell below zero") {
  for (const char* text : {"an array of impossible size was asked for", "vector::_M_default_append",
                           "vector::reserve", "cannot create std::vector larger than max_size()"})
    CHECK(explain_exception(text).starts_with(std::string(text) + ". Did a length fall below 0?"));
  CHECK(explain_exception("no size") == "no size");
}

TEST_CASE("an array that was never given elements is told as one, and no other") {
  for (const char* text :
       {"index 0 is out of bounds for axis 0 with size 0", "cannot add (0, 0) and (8, 8): along",
        "xt::view: index 0 of axis 0 is outside an array of shape (0, 0)",
        "xt::linalg::dot: shapes (8, 8) and (0,) do not match"}) {
    INFO(explain_exception(text));
    CHECK(explain_exception(text).find("only declared") != std::string::npos);
  }
  for (const char* text :
       {"index 10 is out of bounds for axis 0 with size 10", "cannot add (0, 5) and (8, 8)",
        "cannot add () and (8, 8)", "index 0 is out of bounds for a std::vector of size 0"})
    CHECK(explain_exception(text) == text);
}

TEST_CASE("a product of elements is told where the matrix product fits, and not otherwise") {
  const std::string tells = "the matrix product is xt::linalg::dot(A, B)";
  for (const char* text :
       {"cannot multiply (4, 4) by (4, 3): along the last axis, 4 meets 3",
        "cannot multiply (4, 3) by (3,): along", "cannot multiply (2, 3) by (3, 2)"})
    CHECK(explain_exception(text).find(tells) != std::string::npos);
  for (const char* text : {"cannot multiply (4, 3) by (4, 4)", "cannot add (4, 4) and (4, 3)",
                           "cannot multiply (2, 4, 4) by (4, 3)", "cannot multiply (4,) by (4, 3)",
                           "cannot multiply (x) by (4, 3)"})
    CHECK(explain_exception(text) == text);
}

TEST_CASE("a failed check of the standard library is told in plain words") {
  CHECK(explained_signal(SIGABRT, library_message("__n < this->size()")) ==
        "it crashed: aborted (SIGABRT); an index is past the end of a std::vector or std::array");
  CHECK(explained_signal(SIGABRT, "printed before\n" + library_message("!this->empty()")) ==
        "it crashed: aborted (SIGABRT); front(), back() or pop_back() of an empty container");
  CHECK(explained_signal(SIGABRT, library_message("this->_M_is_engaged()")) ==
        "it crashed: aborted (SIGABRT); the library's check failed: this->_M_is_engaged()");
  CHECK(explained_signal(SIGABRT, "Assertion 'x\x1b[2J' failed.") ==
        "it crashed: aborted (SIGABRT); the library's check failed: x\\x1b[2J");
  CHECK(explained_signal(SIGABRT, "nothing of that kind\n") == "it crashed: aborted (SIGABRT)");
}

TEST_CASE("an exception about shapes that cannot be combined becomes a sentence with both shapes") {
  CHECK(explain_exception(
            "Incompatible dimension of arrays:\n LHS shape = (4, 3, )\n RHS shape = (3, 5, )") ==
        "arrays of shapes (4, 3) and (3, 5) cannot be combined element by element");
  CHECK(
      explain_exception("Incompatible dimension of arrays:\n LHS shape = (4, )\n RHS shape = ()") ==
      "arrays of shapes (4) and () cannot be combined element by element");
  CHECK(explain_exception("LHS shape = (1\x1b, )\n RHS shape = (2, )") ==
        "arrays of shapes (1\\x1b) and (2) cannot be combined element by element");
  CHECK(explained(
            Ending::exception,
            "Incompatible dimension of arrays:\n LHS shape = (4, 3, )\n RHS shape = (3, 5, )") ==
        "it threw an exception: arrays of shapes (4, 3) and (3, 5) cannot be combined element by "
        "element");
}

TEST_CASE("an assignment that changes the number of axes becomes a sentence") {
  CHECK(explain_exception("Assertion error!\ncannot change the number of dimensions of xtensor\n"
                          "  /usr/include/xtensor/xstorage.hpp(1650)\n") ==
        "an array has the wrong number of axes (a Matrix for a Vector, or the reverse)");
}

TEST_CASE("an assertion of the array library loses its heading and its source file") {
  CHECK(explain_exception("Assertion error!\nindex 3 is out of bounds for axis 0 with size 3\n"
                          "  /usr/include/xtensor/xutils.hpp(215)\n") ==
        "index 3 is out of bounds for axis 0 with size 3");
  CHECK(explain_exception(
            "Assertion error!\nmismatched\nshapes\n  /usr/include/xtensor/xmath.hpp(9)") ==
        "mismatched shapes");
}

TEST_CASE("any other exception keeps its words, in one line and safe to show") {
  CHECK(explain_exception("  two\nlines  \n") == "two lines");
  CHECK(explain_exception("red \x1b[31m and \r over") == "red \\x1b[31m and \\x0d over");
  CHECK(explain_exception("my file.hpp(3) is fine") == "my file.hpp(3) is fine");
  CHECK(explain_exception("") == "");
  CHECK(explain_exception("Assertion error!") == "");
}

TEST_CASE("every explanation is one line, whatever text the program chose") {
  const std::string text = "first\nsecond\x1b[31m";
  for (int number = 0; number <= static_cast<int>(Ending::grader_fault); ++number) {
    const std::string line = explained(static_cast<Ending>(number), text);
    INFO("ending " << number << ": " << line);
    CHECK(line.find('\n') == std::string::npos);
    CHECK(line.find('\x1b') == std::string::npos);
  }
}
