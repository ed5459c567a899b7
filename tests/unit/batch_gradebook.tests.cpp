// The table of points.

#include "catch.hpp"

#include "batch/gradebook.hpp"
#include "version.hpp"

#include <nlohmann/json.hpp>

#include <set>
#include <sstream>

using namespace grader;

namespace {

Gradebook book_of(const std::string& id) {
  Exercise one;
  one.number = 1;
  one.name = "attend";
  one.folder = "01_attend";
  one.title = "Attend";
  one.points = 1.5;
  return {{one}, 77, {}, {{id, "name", {{Verdict::passed, 1.5}}}}};
}

nlohmann::json written(const Gradebook& book) {
  std::ostringstream stream;
  write_gradebook_json(book, stream);
  return nlohmann::json::parse(stream.str());
}

std::string last_line(const std::string& csv) {
  const std::size_t end = csv.rfind("\r\n");
  return csv.substr(csv.rfind("\r\n", end - 1) + 2, end - csv.rfind("\r\n", end - 1) - 2);
}

}  // namespace

TEST_CASE("the table has a line of names, one of maximum points, and one for each submission") {
  CHECK(gradebook_csv(book_of("anna")) ==
        "id,01_attend,01_attend verdict,total,percent,late,seed,version\r\n"
        "maximum,1.5,,1.5,100.00,,77," SOFTMARK_VERSION
        "\r\n"
        "anna,1.5,passed,1.5,100.00,,77," SOFTMARK_VERSION "\r\n");
}

TEST_CASE("where late costs points, what is taken off stands beside the total, which stays") {
  Gradebook book = book_of("anna");
  book.rows[0].handed_in = *moment_in("2026-11-20T12:30Z");
  book.rows.push_back({"ben", "ben", {{Verdict::passed, 1.5}}, {}, true});
  CHECK(last_line(gradebook_csv(book)) == "ben,1.5,passed,1.5,100.00,yes,77," SOFTMARK_VERSION);
  book.due = due_in("2026-11-20T12:00Z", "");
  CHECK(gradebook_csv(book).find("\r\nanna,1.5,passed,1.5,100.00,yes,30,77," SOFTMARK_VERSION
                                 "\r\n") != std::string::npos);
  book.due = due_in("2026-11-20T12:00Z", "10%");
  CHECK(gradebook_csv(book) ==
        "id,01_attend,01_attend verdict,total,percent,late,minutes late,taken "
        "off,final,seed,version\r\n"
        "maximum,1.5,,1.5,100.00,,,,1.5,77," SOFTMARK_VERSION
        "\r\n"
        "anna,1.5,passed,1.5,100.00,yes,30,0.15,1.35,77," SOFTMARK_VERSION
        "\r\n"
        "ben,1.5,passed,1.5,100.00,yes,,0,1.5,77," SOFTMARK_VERSION "\r\n");
  const auto json = written(book);
  CHECK(json["due"] == "2026-11-20T12:00:00Z");
  CHECK(json["tool"]["version"] == SOFTMARK_VERSION);
  CHECK(json["late_per_day"] == "10%");
  CHECK(json["submissions"][0]["late_minutes"] == 30);
  CHECK(json["submissions"][0]["score"] == 1.5);
  CHECK(json["submissions"][0]["final_score"] == 1.35);
  CHECK(json["submissions"][1]["late_minutes"].is_null());
  CHECK(json["submissions"][1]["late"] == true);
  CHECK(json["submissions"][0]["late"] == true);
}

TEST_CASE("a student is told times in the zone of the due time, and the points to two decimals") {
  Gradebook book = book_of("anna");
  book.due = due_in("2026-11-20T18:00+01:00", "33.333%");
  const auto said = [&](const char* time) {
    book.rows[0].handed_in = moment_in(time);
    return late_sentence(book, book.rows[0]);
  };
  CHECK(said("2026-11-21T02:10Z") ==
        "It was due 2026-11-20T18:00:00+01:00 and handed in 2026-11-21T03:10:00+01:00: 9 h 10 min "
        "late. 1 day begun: 0.50 of the 1.50 points are taken off, 1.00 are left.");
  CHECK(said("2026-11-22T17:00:30Z").find(": 48 h 1 min late. 3 days begun: 1.50 of") !=
        std::string::npos);
  CHECK(said("2026-11-20T17:30Z").find(": 30 min late.") != std::string::npos);
  CHECK(said("2026-11-20T17:00Z").empty());
}

TEST_CASE("no id is a formula, and none breaks the table") {
  const std::string rest = ",1.5,passed,1.5,100.00,,77," SOFTMARK_VERSION;
  CHECK(last_line(gradebook_csv(book_of("=cmd()"))) == "'=cmd()" + rest);
  CHECK(last_line(gradebook_csv(book_of("+1"))) == "'+1" + rest);
  CHECK(last_line(gradebook_csv(book_of("-1"))) == "'-1" + rest);
  CHECK(last_line(gradebook_csv(book_of("@x"))) == "'@x" + rest);
  CHECK(last_line(gradebook_csv(book_of("\uff1dcmd"))) == "'\uff1dcmd" + rest);
  CHECK(last_line(gradebook_csv(book_of("a;=cmd"))) == "\"a;=cmd\"" + rest);
  CHECK(last_line(gradebook_csv(book_of("a,b"))) == "\"a,b\"" + rest);
  CHECK(last_line(gradebook_csv(book_of("say \"x\""))) == "\"say \"\"x\"\"\"" + rest);
  CHECK(last_line(gradebook_csv(book_of("=1,2"))) == "\"'=1,2\"" + rest);
}

TEST_CASE("ids that differ have cells that differ") {
  const auto cell_of = [](const std::string& id) {
    const std::string line = last_line(gradebook_csv(book_of(id)));
    return line.substr(0, line.find(",1.5,"));
  };
  const std::string ids[] = {"a\nb", "a\\x0ab", "a\\x5cx0ab", "a\\\nb", "=x",    "'=x",
                             "''=x", "::x",     "\\::x",      "\xff",   "\\xff", "a\\nb"};
  std::set<std::string> cells;
  for (const std::string& id : ids) cells.insert(cell_of(id));
  CHECK(cells.size() == std::size(ids));
  CHECK(cell_of("DEPT\\xaver") == "DEPT\\xaver");
}

TEST_CASE("the typed table says the same, with null where points are open") {
  Gradebook book = book_of("anna");
  book.rows.push_back({"ben", "ben", {{Verdict::internal_error, 0}}});
  const auto json = written(book);
  CHECK(json["seed"] == 77);
  CHECK(json["exercises"][0]["max_score"] == 1.5);
  CHECK(json["submissions"][0]["exercises"][0]["score"] == 1.5);
  CHECK(json["submissions"][1]["exercises"][0]["score"].is_null());
  CHECK(json["submissions"][1]["max_score"] == 0);
}

TEST_CASE("a name in the table is one line, and no order to a runner") {
  const std::string line = last_line(gradebook_csv(book_of("eve\n::error::forged ##[group]x")));
  CHECK(line == "eve\\x0a::error::forged #\\#[group]x,1.5,passed,1.5,100.00,,77," SOFTMARK_VERSION);
  CHECK(last_line(gradebook_csv(book_of("::error::forged"))).starts_with("\\::error::forged,"));
}

TEST_CASE("a platform's gradebook lacks who is not known there, and whose points are open") {
  Gradebook book = book_of("Ada_1");
  book.rows[0].person = Person{"-Ada", "1"};
  book.rows.push_back({"ben", "ben", {{Verdict::passed, 1.5}}});
  book.rows.push_back({"Cem_3", "cem", {{Verdict::internal_error, 0}}});
  book.rows.back().person = Person{"Cem", "3"};
  const PlatformTable table = platform_csv(book, canvas, "=Title; 1");
  CHECK(table.text ==
        "Student,ID,SIS User ID,SIS Login ID,Section,\"'=Title; 1\"\r\n"
        "    Points Possible,,,,,1.5\r\n"
        "'-Ada,1,,,,1.5\r\n");
  CHECK(table.left_out == std::vector<std::string>{"ben", "Cem_3"});
}
