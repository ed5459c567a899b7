// The small pieces of text that all messages share.

#include "catch.hpp"

#include "core/text.hpp"
#include "core/tokens.hpp"

#include <limits>
#include <string>
#include <string_view>
#include <vector>

using namespace grader;

namespace {

using Lines = std::vector<std::string>;

std::string bytes(std::initializer_list<int> values) {
  std::string text;
  for (const int value : values) text += static_cast<char>(value);
  return text;
}

}  // namespace

TEST_CASE("a shape reads like a tuple, with no comma after the last length") {
  CHECK(shape_text({}) == "()");
  CHECK(shape_text({3}) == "(3)");
  CHECK(shape_text({3, 4}) == "(3, 4)");
  CHECK(shape_text({2, 0, 5}) == "(2, 0, 5)");
}

TEST_CASE("only one is counted without an s") {
  CHECK(count_text(0, "case") == "0 cases");
  CHECK(count_text(1, "case") == "1 case");
  CHECK(count_text(2, "case") == "2 cases");
}

TEST_CASE("a number is shown with at most seven significant digits") {
  CHECK(number_text(0) == "0");
  CHECK(number_text(-2.5) == "-2.5");
  CHECK(number_text(1234567.25) == "1234567");
  CHECK(number_text(0.1 + 0.2) == "0.3");
  CHECK(number_text(-12345678) == "-1.234568e+07");
  CHECK(number_text(1.0 / 3) == "0.3333333");
  CHECK(number_text(1e-300) == "1e-300");
  CHECK(number_text(std::numeric_limits<double>::quiet_NaN()) == "nan");
  CHECK(number_text(-std::numeric_limits<double>::quiet_NaN()) == "nan");
  CHECK(number_text(-std::numeric_limits<double>::infinity()) == "-inf");
}

TEST_CASE("a number beside another has the digits that tell them apart") {
  CHECK(number_text(0.1, 0.2) == "0.1");
  CHECK(number_text(1 - 1e-9, 1) == "0.999999999");
  CHECK(number_text(1, 1 - 1e-9) == "1");
  CHECK(number_text(1.00000001, 1.00000002) == "1.00000001");
  CHECK(number_text(1 + 0x1p-52, 1) == "1.0000000000000002");
  CHECK(number_text(3, 3) == "3");
}

TEST_CASE("a line of code that is too wide is cut around its caret, and others stay") {
  using Lines = std::vector<std::string>;
  const auto cut_to = [](std::size_t width, const Lines& lines) {
    return cut_around_caret(lines, width);
  };
  CHECK(cut_to(10, {"0123456789", "    ^"}) == Lines{"0123456789", "    ^"});
  CHECK(cut_to(9, {"0123456789", "    ^"}) == Lines{"01234567…", "    ^"});
  CHECK(cut_to(9, {"0123456789", "         ^"}) == Lines{"…23456789", "        ^"});
  CHECK(cut_to(9, {"abcdefghijklmnopqrstuvwxyz", "            ^~~"}) ==
        Lines{"…jklmnop…", "    ^~~"});
  CHECK(cut_to(5, {"äöüäöüäöü", "    ^", "    x"}) == Lines{"…äöü…", "  ^", "  x"});
  CHECK(cut_to(5, {"0123456"}) == Lines{"0123…"});
  CHECK(cut_to(5, {}).empty());
}

TEST_CASE("code has no comments, and keeps its lines and what stands in quotes") {
  CHECK(code_lines("a; // b\nc /* d\ne */ f") == std::vector<std::string>{"a; ", "c ", " f"});
  CHECK(code_lines("\"//\\\"/*\" // x") == std::vector<std::string>{"\"//\\\"/*\" "});
  CHECK(code_lines("'\"' + 1'000 // \"\nb") == std::vector<std::string>{"'\"' + 1'000 ", "b"});
  CHECK(code_lines("a /* b").front() == "a ");
  CHECK(code_lines("a // b").front() == "a ");
}

TEST_CASE("wrap breaks at spaces, and no line but that of a long word is too wide") {
  CHECK(wrap("", 10).empty());
  CHECK(wrap("  \n ", 10).empty());
  CHECK(wrap("one two three", 20) == Lines{"one two three"});
  CHECK(wrap("one two three", 13) == Lines{"one two three"});
  CHECK(wrap("one two three", 12) == Lines{"one two", "three"});
  CHECK(wrap("one two three", 7) == Lines{"one two", "three"});
  CHECK(wrap("one two three", 6) == Lines{"one", "two", "three"});
  CHECK(wrap("  one\n two   three ", 80) == Lines{"one two three"});
  CHECK(wrap("a indivisible b", 5) == Lines{"a", "indivisible", "b"});
  CHECK(wrap("indivisible", 0) == Lines{"indivisible"});
}

TEST_CASE("split_lines keeps empty lines and makes none after the last line end") {
  CHECK(split_lines("").empty());
  CHECK(split_lines("one") == Lines{"one"});
  CHECK(split_lines("one\n") == Lines{"one"});
  CHECK(split_lines("\n") == Lines{""});
  CHECK(split_lines("one\n\n two\nthree") == Lines{"one", "", " two", "three"});
}

TEST_CASE("trimmed takes white space from both ends and from nowhere else") {
  CHECK(trimmed("").empty());
  CHECK(trimmed(" \t\r\n").empty());
  CHECK(trimmed("one") == "one");
  CHECK(trimmed("\r\n one  two\t") == "one  two");
}

TEST_CASE("cut keeps whole letters only") {
  CHECK(cut("abc", 3) == "abc");
  CHECK(cut("abc", 2) == "ab");
  CHECK(cut("abc", 0) == "");
  CHECK(cut("", 5) == "");
  const std::string text = "a\u00e4\u2026\U0001f600";  // letters of 1, 2, 3 and 4 bytes
  const std::vector<std::size_t> kept = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 10};
  for (std::size_t limit = 0; limit < kept.size(); ++limit) {
    INFO("limit " << limit);
    CHECK(cut(text, limit) == text.substr(0, kept[limit]));
  }
}

TEST_CASE("one_line leaves no line end") {
  CHECK(one_line("") == "");
  CHECK(one_line("one\ntwo\n\nthree\n") == "one two  three ");
}

TEST_CASE("the edit distance counts insertions, deletions and exchanges") {
  struct Row {
    std::string_view a, b;
    std::size_t distance;
  };
  const std::vector<Row> rows = {
      {"", "", 0},
      {"", "abc", 3},
      {"same", "same", 0},
      {"kitten", "sitting", 3},
      {"attention", "atention", 1},
      {"attention", "attenttion", 1},
      {"attention", "attantion", 1},
      {"ab", "ba", 2},
      {"abc", "xyz", 3},
  };
  for (const Row& row : rows) {
    INFO(row.a << " and " << row.b);
    CHECK(edit_distance(row.a, row.b) == row.distance);
    CHECK(edit_distance(row.b, row.a) == row.distance);
  }
}

TEST_CASE("the nearest name is the likely misspelling, and far ones are none") {
  const Lines names = {"matrix_attention", "self_attention", "02_matrix_attention"};
  CHECK(nearest("self_atention", names) == "self_attention");
  CHECK(nearest("matrix_attentoin", names) == "matrix_attention");
  CHECK(nearest("02_matrix_attentin", names) == "02_matrix_attention");
  CHECK(nearest("self_attention", names) == "self_attention");
  CHECK(nearest("convolution", names) == "");
  CHECK(nearest("", names) == "");
  CHECK(nearest("self_attention", {}) == "");
  CHECK(nearest("ab", {"ac", "ad"}) == "ac");  // of equally near ones the first
}

TEST_CASE("the content hash is 64-bit FNV-1a") {
  CHECK(content_hash("") == 0xcbf29ce484222325);
  CHECK(content_hash("a") == 0xaf63dc4c8601ec8c);
  CHECK(content_hash("foobar") == 0x85944171f73967e8);
  CHECK(content_hash("\xff") == (0xcbf29ce484222325 ^ 0xff) * 0x100000001b3);
}

TEST_CASE("printable leaves readable text as it is") {
  const Lines texts = {"",
                       "plain, with \"quotes\" and \\ backslash",
                       "line\nline\n\ttabbed",
                       "\u00e4 \u00df \u00e9",
                       "\u2026",
                       "\u65e5\u672c\u8a9e",
                       "\U0001f600",
                       "\xc2\xa0",  // the first and last letters of each length
                       "\xdf\xbf",
                       "\xe0\xa0\x80",
                       "\xed\x9f\xbf",
                       "\xee\x80\x80",
                       "\xef\xbf\xbd",
                       "\xf0\x90\x80\x80",
                       "\xf4\x8f\xbf\xbd"};
  for (const std::string& text : texts) CHECK(printable(text) == text);
}

TEST_CASE(
    "printable shows everything that could act on a terminal or break a format as an escape") {
  struct Row {
    const char* what;
    std::string text;
    std::string shown;
  };
  const std::vector<Row> rows = {
      {"an escape sequence", "\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"},
      {"a window title", "\x1b]0;title\x07", "\\x1b]0;title\\x07"},
      {"NUL", std::string("a\0b", 3), "a\\x00b"},
      {"carriage return", "over\rwritten", "over\\x0dwritten"},
      {"backspace and delete", "\b\x7f", "\\x08\\x7f"},
      {"a C1 control as UTF-8", bytes({0xc2, 0x9b}) + "31m", "\\xc2\\x9b31m"},
      {"the last C1 control", bytes({0xc2, 0x9f}), "\\xc2\\x9f"},
      {"a C1 control as a bare byte", bytes({0x9b}) + "31m", "\\x9b31m"},
      {"a lone continuation byte", bytes({'a', 0x80, 'b'}), "a\\x80b"},
      {"a byte that UTF-8 never uses", bytes({0xff, 0xfe}), "\\xff\\xfe"},
      {"an overlong slash of two bytes", bytes({0xc0, 0xaf}), "\\xc0\\xaf"},
      {"an overlong slash of three bytes", bytes({0xe0, 0x80, 0xaf}), "\\xe0\\x80\\xaf"},
      {"an overlong letter of four bytes", bytes({0xf0, 0x8f, 0xbf, 0xbf}), "\\xf0\\x8f\\xbf\\xbf"},
      {"an overlong ESC", bytes({0xc0, 0x9b}), "\\xc0\\x9b"},
      {"a surrogate", bytes({0xed, 0xa0, 0x80}), "\\xed\\xa0\\x80"},
      {"beyond the last letter", bytes({0xf4, 0x90, 0x80, 0x80}), "\\xf4\\x90\\x80\\x80"},
      {"five bytes", bytes({0xf8, 0x88, 0x80, 0x80, 0x80}), "\\xf8\\x88\\x80\\x80\\x80"},
      {"a letter cut short at the end", bytes({0xe2, 0x80}), "\\xe2\\x80"},
      {"a letter cut short before another", bytes({0xe2, 0x80, 'a'}), "\\xe2\\x80a"},
      {"good text after bad", bytes({0xc3, 0xc3, 0xa4}), "\\xc3" + bytes({0xc3, 0xa4})},
  };
  for (const Row& row : rows) {
    INFO(row.what);
    CHECK(printable(row.text) == row.shown);
  }
}

TEST_CASE("what printable gives needs no second pass, whatever the bytes") {
  for (int first = 0; first < 256; ++first) {
    for (int second = 0; second < 256; ++second) {
      const std::string shown = printable(bytes({first, second}));
      if (printable(shown) == shown) continue;
      INFO("bytes " << first << " " << second);
      CHECK(printable(shown) == shown);
    }
  }
}

TEST_CASE("printable escapes what has no look but changes that of others") {
  CHECK(printable("a\u202eb") == "a\\xe2\\x80\\xaeb");
  CHECK(printable("\ufeff") == "\\xef\\xbb\\xbf");
  CHECK(printable("\u2066\u200f\u061c\u2028") ==
        "\\xe2\\x81\\xa6\\xe2\\x80\\x8f\\xd8\\x9c\\xe2\\x80\\xa8");
  CHECK(printable("\u200b\u2062\ufffa") == "\\xe2\\x80\\x8b\\xe2\\x81\\xa2\\xef\\xbf\\xba");
  CHECK(printable("\U000e0041") == "\\xf3\\xa0\\x81\\x81");  // a letter that nobody sees
  CHECK(printable("\u00ad\u180e") == "\\xc2\\xad\\xe1\\xa0\\x8e");
  CHECK(printable("\ufffe\xef\xbf\xbf") == "\\xef\\xbf\\xbe\\xef\\xbf\\xbf");
  CHECK(printable("\u034f\u3164\uffa0") == "\\xcd\\x8f\\xe3\\x85\\xa4\\xef\\xbe\\xa0");
  CHECK(printable("\u115f\u17b4\u180b") == "\\xe1\\x85\\x9f\\xe1\\x9e\\xb4\\xe1\\xa0\\x8b");
  CHECK(printable("\ufdd0\ufff8") == "\\xef\\xb7\\x90\\xef\\xbf\\xb8");
  CHECK(printable("\U0001d173\U0001bca0") == "\\xf0\\x9d\\x85\\xb3\\xf0\\x9b\\xb2\\xa0");
  CHECK(printable("\U0001fffe\U0010ffff") == "\\xf0\\x9f\\xbf\\xbe\\xf4\\x8f\\xbf\\xbf");
  CHECK(printable("\u200c\u200d\ufe0f \ufdcf \ufdf0") == "\u200c\u200d\ufe0f \ufdcf \ufdf0");
  CHECK(printable("\u2010 \u205e \ufffd \U000f0000") == "\u2010 \u205e \ufffd \U000f0000");
  CHECK(printable("\u2013 \u20ac \u03c3") == "\u2013 \u20ac \u03c3");
}

TEST_CASE("a long text is cut, and says by how much") {
  CHECK(shortened_to("abc", 3) == "abc");
  CHECK(shortened_to("abcdef", 3) == "abc [3 more bytes left out]");
  CHECK(shortened_to("ab\xc3\xa4", 3) == "ab [2 more bytes left out]");
}

TEST_CASE("a name is one line") { CHECK(printable_name("a\n::b\t\x1b") == "a\\x0a::b\\x09\\x1b"); }

TEST_CASE("a shell takes a quoted word for what it is") {
  CHECK(shell_word("sub/02_x-y.cpp") == "sub/02_x-y.cpp");
  CHECK(shell_word("") == "''");
  CHECK(shell_word("a $(touch x)") == "'a $(touch x)'");
  CHECK(shell_word("it's") == "'it'\\''s'");
}

TEST_CASE("text in XML and HTML has no markup, no control characters and none that XML forbids") {
  CHECK(markup("a < b && c > \"d\" 'e'") == "a &lt; b &amp;&amp; c &gt; &quot;d&quot; &#39;e&#39;");
  CHECK(markup("line\n\ttab") == "line\n\ttab");
  CHECK(markup("\x1b[31m\xff") == "\\x1b[31m\\xff");
  CHECK(markup("\xef\xbf\xbe \xef\xbf\xbf \xef\xbf\xbd") ==
        "\\xef\\xbf\\xbe \\xef\\xbf\\xbf \xef\xbf\xbd");
}
