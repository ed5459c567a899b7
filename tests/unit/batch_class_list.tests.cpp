// A list of the class: what its lines may be, and how it differs from those who handed in.

#include "catch.hpp"

#include "batch/class_list.hpp"
#include "core/error.hpp"

using namespace grader;

using Ids = std::vector<std::string>;

namespace {

Roster roster_with(const Ids& ids, const std::string& platform = "") {
  Roster roster{platform, {}, {}};
  for (const std::string& id : ids) roster.submitters.push_back({id, id, ""});
  return roster;
}

ClassList list_in(const std::string& text, const Roster& roster) {
  ClassList list = class_list_in(table_in(text, "l"));
  find_ids(list, roster);
  return list;
}

Ids ids_in(const std::string& text, const Roster& roster) {
  Ids ids;
  for (const ListedStudent& one : list_in(text, roster).students) ids.push_back(one.id);
  return ids;
}

const std::string worksheet =
    "Identifier,\"Full name\",\"Email address\",Status,Grade,\"Last modified (submission)\"\r\n"
    "\"Participant 10\",\"Anna Müller\",a@u,Submitted,,\"Friday, 23 October 2026, 6:08 PM\"\r\n"
    "\"Participant 12\",\"Zoë Übermaß\",z@u,\"No submission\",,-\r\n"
    "\"Participant 13\",Ben,b@u,\"No submission\",,-\r\n";

const std::string canvas_table =
    "Student,ID,SIS User ID,SIS Login ID,Section,HW (7)\r\n"
    "    Points Possible,,,,,3\r\n"
    "\"Müller, Anna\",10,u1,am,S1,\r\n"
    "\"O'Neil, Ben\",13,u2,bo,S1,\r\n";

Roster export_roster(const Ids& names, const std::string& list) {
  std::vector<ClassEntry> entries;
  for (const std::string& name : names) entries.push_back({name, false, false});
  const ClassList known = class_list_in(table_in(list, "l"));
  Roster roster = read_export(entries, "x", "", known_in(known));
  check_people(roster, known);
  return roster;
}

}  // namespace

TEST_CASE("a list of the class has an id in each line, or in the column that knows most") {
  const Roster roster = roster_with({"ada", "ben", "Özil, \"M\"", "id"});
  CHECK(ids_in("ada\nben\n", roster) == Ids{"ada", "ben"});
  CHECK(ids_in("\xef\xbb\xbfID,Name\r\n# group 1\r\n\r\nada,Ada\r\n\"Özil, \"\"M\"\"\",x\r\n",
               roster) == Ids{"ada", "Özil, \"M\""});
  CHECK(ids_in("ada\nid\n", roster) == Ids{"ada", "id"});  // only the first is a head
  CHECK(ids_in("Name;Kennung\nAda Lovelace;ada\nZoe;zoe\n", roster) == Ids{"ada", "zoe"});
  CHECK_THROWS_WITH(list_in("ada\n\nada,x\n", roster), "l:3: ada is there twice, first in line 1");
  const ClassList part = list_in("id,name\nada,Ada\n,,\n,Sum\n", roster);
  CHECK(part.students.size() == 1);
  CHECK_THROWS_WITH(list_in("ada\n\"ben\n", roster), "l:2: a quote does not end: \"ben");
  CHECK_THROWS_AS(list_in("id\n# nobody\n", roster), InputError);
  CHECK_THROWS_WITH(list_in("Zoe,1\nEve,2\n", roster),
                    "l: it has none of the ids that handed in; there Zoe, here ada");
}

TEST_CASE("a list may be of Excel: with semicolons, tabs, UTF-16 and Windows-1252") {
  const Roster roster = roster_with({"Jürgen", "eve"});
  for (const std::string& text : {std::string("id;name\r\nJürgen;J\r\neve;E\r\n"),
                                  std::string("id\tname\nJürgen\tJ\neve\tE\n"),
                                  std::string("sep=;\r\nid;name\r\nJürgen;J, M\r\neve;E\r\n"),
                                  std::string("id,name\r\nJ\xfcrgen,J\r\neve,E\r\n"),
                                  std::string("\xff\xfeJ\0\xfc\0r\0g\0e\0n\0\n\0e\0v\0e\0", 22),
                                  std::string("\xfe\xff\0J\0\xfc\0r\0g\0e\0n\0\n\0e\0v\0e", 22)})
    CHECK(ids_in(text, roster) == Ids{"Jürgen", "eve"});
}

TEST_CASE("a group is there where its students are") {
  Roster roster = roster_with({"ada"});
  Submitter group{"11+22", "g", ""};
  group.members = {"11", "22"};
  roster.submitters.push_back(group);
  roster.others = {"Ben.txt"};
  const Enrolment enrolment = enrolment_of(list_in("zoe\nada\n22\nben\n", roster), roster);
  REQUIRE(enrolment.absent.size() == 1);
  CHECK(enrolment.absent[0].id == "zoe");
  CHECK(enrolment.strangers == Ids{"11"});
  CHECK(enrolment.loose == Ids{"ben"});
}

TEST_CASE("Moodle's worksheet says who has which number: a team's is nobody's") {
  const std::string mark = "_assignsubmission_file_a.cpp";
  const Roster roster =
      export_roster({"Anna Müller_10" + mark, "Ben_13" + mark, "Gruppe 1_12" + mark}, worksheet);
  CHECK(roster.unclear == Ids{"Gruppe 1_12"});
  CHECK(roster.submitters[0].people[0].number == "10");
  CHECK(roster.submitters[2].people.empty());
  const Enrolment enrolment = enrolment_of(class_list_in(table_in(worksheet, "l")), roster);
  CHECK(enrolment.absent.empty());  // 12 gets no 0 points: an entry has the number
  // Another's number behind a name of one's own takes nothing from whom it belongs to.
  const Roster claimed =
      export_roster({"Anna Müller_10" + mark, "z_10" + mark, "Ben_13" + mark}, worksheet);
  CHECK(claimed.unclear == Ids{"z_10"});
  CHECK(claimed.submitters[0].people.size() == 1);
  CHECK_THROWS_WITH(export_roster({"Team_10" + mark, "Gruppe 1_12" + mark}, worksheet),
                    Catch::Matchers::StartsWith("l has nobody called as a submission"));
}

TEST_CASE("rows of tables that are nobody's are nobody's") {
  const std::string mark = "_assignsubmission_file_a.cpp";
  const Roster groups = export_roster({"Group A-Anna Müller_10" + mark, "Ben_13" + mark},
                                      worksheet + ";;\n,,\nSum,,,,6,\n");
  CHECK(groups.submitters[0].people[0].number == "10");  // Moodle's, of who is in a group
  CHECK(class_list_in(table_in(worksheet + ",,,\nSum,,,,6,\n", "l")).students.size() == 3);
  const ClassList split =
      class_list_in(table_in("LastName,FirstName,ID,SIS Login ID,Section,HW\n,,,,,Manual Posting\n"
                             "Points Possible,,,,,3\nMüller,Anna,10,am,S,\n",
                             "l"));
  CHECK(split.platform == "Canvas export");
  REQUIRE(split.students.size() == 1);
  CHECK(split.students[0].person.name == "Müller, Anna");
}

TEST_CASE("Canvas' gradebook tells a user's number from one in a group's name") {
  const Roster roster = export_roster({"mülleranna_10_5_a.cpp", "oneilben_LATE_13_6_a.cpp",
                                       "team_10_13_7_a.cpp", "turingalan_99_text.html"},
                                      canvas_table + "\"Turing, Alan\",99,u3,at,S1,\r\n");
  CHECK(roster.submitters[0].people[0].name == "Müller, Anna");
  CHECK(roster.submitters[1].people[0].name == "O'Neil, Ben");
  CHECK(roster.submitters[1].late);
  CHECK(roster.unclear == Ids{"team_10"});
  CHECK(roster.submitters[3].people[0].number == "99");
}

TEST_CASE("ids of an export say name and number, too") {
  const std::string mark = "_assignsubmission_file_a.cpp";
  Roster roster =
      read_export({{"Ada_10" + mark, false, false}, {"z_11" + mark, false, false}}, "x", "");
  ClassList list = list_in("id\nAda_10\nBen_11\nEve_12\n", roster);
  check_people(roster, list);
  CHECK(roster.unclear == Ids{"z_11"});
  const Enrolment enrolment = enrolment_of(list, roster);
  REQUIRE(enrolment.absent.size() == 1);
  CHECK(enrolment.absent[0].id == "Eve_12");
  CHECK(enrolment.absent[0].people[0].number == "12");
}

TEST_CASE("a platform's list serves for what is not its export, by the column that fits") {
  const Roster roster = roster_with({"am", "bo"}, "GitHub checkouts");
  CHECK(ids_in(canvas_table, roster) == Ids{"am", "bo"});
}
