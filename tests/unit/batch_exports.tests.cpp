// Whose a submission is, by the names that platforms give.

#include "catch.hpp"

#include "batch/class_list.hpp"
#include "core/error.hpp"
#include "batch/gradebook.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace grader;

namespace {

using Ids = std::vector<std::string>;
using Entries = std::vector<ClassEntry>;

Entries folders(const Ids& names, bool checkouts = false) {
  Entries entries;
  for (const std::string& name : names) entries.push_back({name, true, checkouts});
  return entries;
}

Entries files(const Ids& names) {
  Entries entries;
  for (const std::string& name : names) entries.push_back({name, false, false});
  return entries;
}

std::optional<Roster> export_of(const std::string& platform, const Entries& entries,
                                const std::string& folder = "x", const std::string& metadata = "") {
  Roster found = read_export(entries, folder, metadata);
  return found.platform == platform ? std::optional(std::move(found)) : std::nullopt;
}

std::optional<Roster> moodle_export(const Entries& entries) {
  return export_of("Moodle export", entries);
}

std::optional<Roster> canvas_export(const Entries& entries) {
  return export_of("Canvas export", entries);
}

std::optional<Roster> gradescope_export(const Entries& entries, const std::string& metadata) {
  return export_of("Gradescope export", entries, "x", metadata);
}

std::optional<Roster> github_export(const Entries& entries, const std::string& folder) {
  return export_of("GitHub checkouts", entries, folder);
}

Roster plain_class(const Entries& entries) { return export_of("", entries).value(); }

Ids ids(const Roster& found) {
  Ids all;
  for (const Submitter& one : found.submitters) all.push_back(one.id);
  return all;
}

}  // namespace

TEST_CASE("Moodle: folders, or files by themselves, of a student") {
  const auto found = moodle_export(
      folders({"Ada Lovelace_12345_assignsubmission_file_",
               "Ada Lovelace_12345_assignsubmission_onlinetext_",
               "Ada Lovelace_777_assignsubmission_file", "Default group_assignsubmission_file_"}));
  REQUIRE(found);
  CHECK(found->platform == "Moodle export");
  CHECK(ids(*found) == Ids{"Ada Lovelace_12345", "Ada Lovelace_777", "Default group"});
  CHECK(found->submitters[2].people.empty());
  CHECK(found->submitters[0].parts.size() == 2);
  CHECK(found->submitters[1].parts[0].as.empty());

  const auto flat = moodle_export(files({"A_1_assignsubmission_file_matrix_attention.cpp",
                                         "A_1_assignsubmission_file_embedding.cpp"}));
  REQUIRE(flat);
  REQUIRE(flat->submitters.size() == 1);
  CHECK(flat->submitters[0].parts[0].as == "matrix_attention.cpp");
  // What a student calls a file says nothing of whose it is.
  const auto named =
      moodle_export(files({"A_1_assignsubmission_file_x.cpp",
                           "A_1_assignsubmission_file_B_2_assignsubmission_file_x.cpp"}));
  REQUIRE(named);
  CHECK(ids(*named) == Ids{"A_1"});
  CHECK(!moodle_export(folders({"anna", "berta", "A_1_assignsubmission_file_"})));
  CHECK(!moodle_export(folders({"_assignsubmission_file_"})));
  CHECK(!moodle_export({}));
}

TEST_CASE("Canvas: several files of a student, and who was late") {
  const auto found = canvas_export(
      files({"lovelaceada_12345_67890_hand_in.zip", "turingalan_LATE_2_31_matrix_attention-1.cpp",
             "turingalan_LATE_2_32_embedding.cpp"}));
  REQUIRE(found);
  CHECK(found->platform == "Canvas export");
  CHECK(ids(*found) == Ids{"lovelaceada_12345", "turingalan_2"});
  CHECK(!found->submitters[0].late);
  CHECK(found->submitters[1].late);
  CHECK(found->submitters[0].parts[0].as == "hand_in.zip");
  CHECK(found->submitters[1].parts[0].as == "matrix_attention-1.cpp");
  const auto anonymous = canvas_export(files({"anon_x7Yz9_9001_a.cpp", "LATE_anon_aB3cD_9002_a.cpp",
                                              "turing_8_text.html", "hopper_LATE_9_link.html"}));
  REQUIRE(anonymous);
  CHECK(ids(*anonymous) == Ids{"anon_x7Yz9", "anon_aB3cD", "turing_8", "hopper_9"});
  CHECK(anonymous->submitters[0].people.empty());
  CHECK(anonymous->submitters[1].late);
  CHECK(anonymous->submitters[3].late);
  CHECK(!canvas_export(files({"anna.zip", "berta_1.zip"})));
  CHECK(!canvas_export(folders({"01_02_03", "a_b"})));
}

TEST_CASE("Gradescope: when a folder was made") {
  const auto found =
      gradescope_export(folders({"submission_1", "submission_2"}),
                        "submission_1:\n  :submitters:\n  - :sid: '1'\n"
                        "    :created_at: 2001-01-01 00:00:00 Z\n"
                        "  :created_at: 2026-11-20 09:00:00.803850000 -08:00\n  :history:\n"
                        "  - :id: 7\n    :created_at: 2002-01-01 00:00:00 Z\n"
                        "submission_2:\n  :submitters:\n  - :sid: '2'\n  :created_at: soon\n");
  REQUIRE(found);
  CHECK(found->submitters[0].time == 1795194000);
  CHECK(!found->submitters[1].time);
}

TEST_CASE("Gradescope: whose folders they are stands in the metadata, groups too") {
  const std::string metadata =
      "---\n"
      "submission_1:\n"
      "  :submitters:\n"
      "  - :name: Ada Lovelace\n"
      "    :sid: '00123'\n"
      "    :email: ada@example.edu\n"
      "  - :name: \"Alan \\\"Prof\\\" Turing\"\n"
      "    :sid:\n"
      "    :email: alan@example.edu\n"
      "  :created_at: 2026-09-01 12:00:00.000000000 Z\n"
      "  :history:\n"
      "  - :id: 7\n"
      "    :email: nobody@example.edu\n"
      "submission_2:\n"
      "  :submitters:\n"
      "    - :name: 'O''Neill'\n"
      "  :score: 1.0\n"
      "submission_3:\n"
      "  :submitters:\n"
      "  - :name: Ada Lovelace\n"
      "    :sid: '00123'\n"
      "submission_4:\n"
      "  :submitters:\n"
      "  - :sid: '00123'\n";
  const auto found = gradescope_export(
      folders({"submission_1", "submission_2", "submission_3", "submission_4", "submission_5"}),
      metadata);
  REQUIRE(found);
  CHECK(ids(*found) ==
        Ids{"00123+alan@example.edu", "O'Neill", "00123", "00123 submission_4", "submission_5"});
  CHECK(found->submitters[0].members == Ids{"00123", "alan@example.edu"});
  CHECK(found->submitters[1].members.empty());
  CHECK(!gradescope_export(folders({"anna"}), metadata));
  CHECK(!gradescope_export(folders({"submission_1"}), "nonsense: [1, 2]\n:submitters: [3]"));
  CHECK(!gradescope_export(folders({"submission_1"}), "- submission_1\n"));
  CHECK(!gradescope_export(folders({"submission_1"}), ""));
}

TEST_CASE("Gradescope: names as Ruby writes them, folded, escaped, and by reference") {
  const auto found = gradescope_export(
      folders({"submission_1", "submission_2"}),
      "---\nsubmission_1:\n  :submitters:\n  - &ada\n    :name: Ada Augusta King, Countess\n"
      "      of Lovelace\n  - :name: \"Zo\\xEB\"\n  - :name: >-\n      Al\n      an\n"
      "submission_2:\n  :submitters:\n  - *ada\n");
  REQUIRE(found);
  CHECK(found->submitters[0].members ==
        Ids{"Ada Augusta King, Countess of Lovelace", "Zo\u00eb", "Al an"});
  CHECK(found->submitters[1].id == "Ada Augusta King, Countess of Lovelace");
}

TEST_CASE("Gradescope: what is wrong with the metadata is told with its place") {
  const std::string deep(100000, '[');
  CHECK_THROWS_AS(gradescope_export(folders({"submission_1"}), deep), InputError);
  CHECK_THROWS_WITH(gradescope_export(folders({"submission_1"}), "submission_1:\n  a: [1\n"),
                    Catch::Matchers::StartsWith("submission_metadata.yml:3:1: "));
}

TEST_CASE("GitHub: checkouts that begin with the assignment's name") {
  const auto found = github_export(folders({"attention-1-ada", "attention-1-al-an"}, true), "x");
  REQUIRE(found);
  CHECK(found->platform == "GitHub checkouts");
  CHECK(ids(*found) == Ids{"ada", "al-an"});
  const Entries alike = folders({"attention-ann-a", "attention-ann-b"}, true);
  CHECK(ids(*github_export(alike, "attention-submissions")) == Ids{"ann-a", "ann-b"});
  CHECK(ids(*github_export(alike, "attention")) == Ids{"ann-a", "ann-b"});
  // Of "student-1" the number alone is nobody's name.
  const Entries numbered = folders({"hw1-student-1", "hw1-student-2"}, true);
  CHECK(!github_export(numbered, "x"));
  CHECK(ids(*github_export(numbered, "hw1")) == Ids{"student-1", "student-2"});
  CHECK(ids(read_export(numbered, "x", "", {"student-1"})) == Ids{"student-1", "student-2"});
  CHECK(!github_export(folders({"attention-ada", "attention-alan"}), "x"));
  CHECK(!github_export(folders({"ada", "alan"}, true), "x"));
  CHECK(!github_export(folders({"attention-ada"}, true), "x"));
}

TEST_CASE("else each folder and archive is a submission, and both of one name are one") {
  Entries entries = files({"ada.zip", "alan.tar.gz", "notes.txt", "grace.rar"});
  entries.push_back({"ada", true, false});
  const Roster found = plain_class(entries);
  CHECK(found.platform.empty());
  CHECK(ids(found) == Ids{"ada", "alan", "grace.rar"});
  REQUIRE(found.submitters[0].parts.size() == 2);
  CHECK(found.submitters[0].parts[0].as == "ada.zip");
  CHECK(found.submitters[0].parts[1].as == "ada");
  CHECK(found.submitters[1].parts[0].as.empty());
}

TEST_CASE("an accent may be a character of its own: it is the same id") {
  const std::string two = "Zoe\u0308", one = "Zo\u00eb", broken = "Zo\xeb";
  CHECK(ids(plain_class(folders({two, broken}))) == Ids{one, broken});
  const Roster both = plain_class(folders({two, one}));
  CHECK(ids(both) == Ids{one});
  REQUIRE(both.submitters[0].parts.size() == 2);
  CHECK(both.submitters[0].parts[0].path == two);
  const auto group =
      gradescope_export(folders({"submission_1"}),
                        "submission_1:\n  :submitters:\n  - :name: " + two + "\n  - :name: Al\n");
  REQUIRE(group);
  CHECK(group->submitters[0].members == Ids{one, "Al"});
  const auto nobody = [](const std::string&) { return false; };
  CHECK(times_in(table_in(two + ",2026-11-20T18:00Z\n", "t"), nobody).contains(one));
}
