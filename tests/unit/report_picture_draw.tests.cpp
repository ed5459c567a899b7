// Pictures as text and HTML.

#include "catch.hpp"
#include "golden.hpp"
#include "unit/report_picture_sample.hpp"

#include "core/text.hpp"
#include "report/picture.hpp"
#include "report/writers.hpp"

#include <cmath>
#include <iterator>
#include <random>
#include <string>
#include <vector>

using namespace grader;

namespace {

/// Letters, not bytes.
std::size_t columns_of(const std::string& text) {
  std::size_t columns = 0;
  for (const char c : text) columns += (static_cast<unsigned char>(c) & 0xc0) != 0x80 ? 1 : 0;
  return columns;
}

/// One figure with yours, expected and difference of so many rows and columns.
Picture large_picture(std::size_t rows, std::size_t columns) {
  std::vector<double> values;
  for (std::size_t i = 0; i < rows * columns; ++i) values.push_back(i % 7 == 0 ? -12.5 : 0.25);
  const std::vector<double> none(values.size(), 0);
  Figure figure{"values", "sequence", "token", {}, {-12.5, 0.25}, {-1, 1}, {}};
  figure.maps = {{caption_yours, Colours::sequential, rows, columns, values},
                 {caption_expected, Colours::sequential, rows, columns, values},
                 {caption_difference, Colours::diverging, rows, columns, none}};
  return {"01 a_name, case one: passed", {}, {figure}, {}};
}

}  // namespace

TEST_CASE("maps of few rows stand below each other where their numbers fit there alone") {
  const std::string few = terminal_picture(large_picture(5, 8), Style::ascii);
  CHECK(contains(few, "-12.5"));
  CHECK(split_lines(few).size() > 3 * 5);
  const std::string many = terminal_picture(large_picture(6, 8), Style::ascii);
  CHECK(!contains(many.substr(0, many.find("scale")), "-12.5"));
}

TEST_CASE("a picture without colour is as approved") {
  check_golden_file("picture.txt", terminal_picture(sample_picture(), Style::ascii));
}

TEST_CASE("a picture in colour is as approved") {
  check_golden_file("picture_colour.ansi", terminal_picture(sample_picture(), Style::colour));
}

TEST_CASE("no line of a picture is wider than 80 columns, and none ends in a space") {
  for (const std::size_t columns : {1, 3, 4, 6, 9, 10, 13, 20, 32, 33, 500}) {
    for (const Style look : {Style::ascii, Style::colour}) {
      const std::string text = terminal_picture(large_picture(3, columns), look);
      for (const std::string& line : split_lines(without_escapes(text))) {
        INFO(line);
        CHECK(columns_of(line) <= 80);
        CHECK((look == Style::colour || !line.ends_with(' ')));
      }
    }
  }
}

TEST_CASE("maps stand beside each other as long as they fit") {
  const auto lines_of = [](std::size_t rows, std::size_t columns) {
    return split_lines(terminal_picture(large_picture(rows, columns), Style::ascii)).size();
  };
  CHECK(lines_of(9, 2) == lines_of(9, 8));
  CHECK(lines_of(9, 20) == lines_of(9, 2) + 2 * 12);
}

TEST_CASE("a large map is put together and says so") {
  const std::string text = terminal_picture(large_picture(3, 500), Style::ascii);
  CHECK(contains(text, "yours: a cell stands for 1 x 16 elements"));
  Picture small = large_picture(3, 500);
  small.figures[0] = reduced(small.figures[0], 64, 64);
  CHECK(contains(page_with(small), "a cell stands for 1 x 8 elements"));
  CHECK(contains(page_with(small), "query") == false);
  CHECK(contains(page_with(small), "sequence 2, token 496-503"));
}

TEST_CASE("without colour there is no escape sequence, in colour each ends") {
  CHECK(!contains(terminal_picture(sample_picture(), Style::ascii), "\x1b"));
  const std::string coloured = terminal_picture(sample_picture(), Style::colour);
  CHECK(count_of(coloured, "\x1b[") == 2 * count_of(coloured, "\x1b[0m"));
}

TEST_CASE("in colour, too, every cell has its number or a sign for it") {
  Picture wide = large_picture(3, 30);
  wide.figures[0].maps[0].values[5] = NAN;
  const std::string text = terminal_picture(wide, Style::colour);
  std::size_t cells = 0;
  for (std::size_t at = text.find("48;2;"); at != std::string::npos;
       at = text.find("48;2;", at + 1)) {
    const std::size_t start = text.find('m', at) + 1;
    const std::string inside = text.substr(start, text.find('\x1b', start) - start);
    INFO(inside);
    CHECK(inside.find_first_not_of(' ') != std::string::npos);
    ++cells;
  }
  CHECK(cells > 3 * 3 * 30);
}

TEST_CASE("where yours has another shape, its numbers come before the expected ones") {
  Picture picture = large_picture(1, 2);
  Figure& figure = picture.figures[0];
  figure.maps.pop_back();
  figure.maps[0] = {caption_yours, Colours::sequential, 1, 1, {7}};
  const std::string page = page_with(picture);
  CHECK(contains(page, "<caption>element by element</caption>"));
  CHECK(contains(page, "sequence 0, token 0</th><td>7</td><td></td></tr>"));
  CHECK(contains(page, "sequence 0, token 0</th><td></td><td>-12.5</td></tr>"));
  CHECK(contains(page, "sequence 0, token 1</th><td></td><td>0.25</td></tr>"));
}

TEST_CASE("a page holds no script, no reference to elsewhere and no text that is markup") {
  const std::string text = page_with(sample_picture());
  CHECK(!contains(text, "<script"));
  CHECK(contains(text, "&lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;"));
  CHECK(!contains(text, "href"));
  CHECK(!contains(text, "src="));
  CHECK(!contains(text, "url("));
  CHECK(!contains(text, "@import"));
  CHECK(count_of(text, "http") ==
        count_of(text, "http://www.w3.org/2000/svg") + count_of(text, "http-equiv"));
}

TEST_CASE("the sequential colours get lighter all the way, the diverging ones to the middle") {
  const auto lightness = [](Rgb c) { return 0.3 * c.red + 0.59 * c.green + 0.11 * c.blue; };
  for (int i = 1; i <= 40; ++i) {
    CHECK(lightness(colour_at(Colours::sequential, i / 40.0)) >
          lightness(colour_at(Colours::sequential, (i - 1) / 40.0)));
  }
  for (int i = 1; i <= 20; ++i) {
    CHECK(lightness(colour_at(Colours::diverging, i / 40.0)) >
          lightness(colour_at(Colours::diverging, (i - 1) / 40.0)));
    CHECK(lightness(colour_at(Colours::diverging, 1 - i / 40.0)) >
          lightness(colour_at(Colours::diverging, 1 - (i - 1) / 40.0)));
  }
  CHECK(colour_at(Colours::sequential, -1) == colour_at(Colours::sequential, 0));
  CHECK(colour_at(Colours::diverging, 2) == colour_at(Colours::diverging, 1));
  CHECK(ink_on({0, 0, 0}) == Rgb{255, 255, 255});
  CHECK(ink_on({255, 255, 255}) == Rgb{0, 0, 0});
  CHECK(hex(Rgb{1, 171, 16}) == "#01ab10");
}

TEST_CASE("numbers in cells have the decimals that the largest leaves room for") {
  CHECK(short_number(0.333, 0.9) == "0.33");
  CHECK(short_number(0, 0.9) == "0");
  CHECK(short_number(1e-9, 0.9) == "0.00");
  CHECK(short_number(-1e-9, 0.9) == "0.00");
  CHECK(short_number(-6.0158, 6.1) == "-6.02");
  CHECK(short_number(-6.0158, 12) == "-6.0");
  CHECK(short_number(1234.4, 2000) == "1234");
  CHECK(short_number(0.5, 1e5) == "5e-01");
  CHECK(short_number(0.00123, 0.00456) == "1e-03");
  CHECK(short_number(NAN, 1) == "nan");
  CHECK(short_number(-INFINITY, 1) == "-inf");
}

TEST_CASE("whatever arrays a program sends back are drawn, in every format") {
  std::mt19937 random(1);
  const auto below = [&](unsigned end) { return random() % end; };
  const double numbers[] = {0, 1, -1, 0.5, NAN, INFINITY, -INFINITY, 1e308, -1e308, 5e-324};
  const auto array = [&] {
    Tensor tensor;
    for (unsigned axis = below(5); axis > 0; --axis) tensor.shape.push_back(below(5));
    if (below(8) == 0) {  // one without its values
      for (std::size_t& length : tensor.shape) length = std::size_t{1} << below(64);
      return tensor;
    }
    for (std::size_t i = element_count(tensor.shape); i > 0; --i) {
      tensor.values.push_back(numbers[below(std::size(numbers))]);
    }
    return tensor;
  };
  Exercise exercise;
  exercise.results = {"attention"};
  Case one;
  one.name = "case";
  one.expected = {{{2, 3}, {1, 2, 3, 4, 5, 6}}};
  one.steps = {{"attention weights", {{2, 3}, {0, 1, 0, 1, 0, 0}}}, {"loss", {{}, {1}}}};
  for (int turn = 0; turn < 300; ++turn) {
    Outcome outcome;
    outcome.ending = Ending::returned;
    outcome.results = {array()};
    for (unsigned i = below(4); i > 0; --i) {
      outcome.steps.push_back({below(2) == 0 ? "attention weights" : "loss", array()});
    }
    const Picture picture = make_picture(exercise, one, outcome, 3);
    for (const Style look : {Style::colour, Style::ascii}) {
      CHECK(terminal_picture(picture, look).size() < 1 << 20);
    }
    const std::string page = page_with(picture);
    CHECK(page.size() < 4 << 20);
    CHECK(page.find("<script") == std::string::npos);
  }
}
