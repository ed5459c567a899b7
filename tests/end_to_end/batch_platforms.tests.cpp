// Gradebooks that platforms import, for classes that they exported.

#include "end_to_end/handed_in.hpp"

using namespace e2e;

namespace {

const std::string mark = "\xef\xbb\xbf";

/// Grades 02 for a platform; the command must go through.
Result graded_for(const std::string& platform, const fs::path& all, const fs::path& out,
                  const std::vector<std::string>& more = {}) {
  const Result result = grade(joined({"batch", all.string(), "02", "--out", out.string()},
                                     joined({"--gradebook", platform}, more)));
  INFO(result.out << result.err);
  REQUIRE(result.exit_code == 0);
  return result;
}

void put_moodle(const fs::path& all) {
  const std::string file = "_assignsubmission_file_";
  put(all / ("Zoë Özil_11" + file) / "matrix_attention.cpp", read(right_file));
  put(all / ("=1+1_22" + file) / "matrix_attention.cpp", "int broken\n");
  put(all / ("Ada, B._33" + file) / "notes.txt", "nothing");
  put(all / ("Gruppe 1_55" + file) / "matrix_attention.cpp", read(right_file));
  put(all / (std::string(219, 'z') + "_11" + file + "matrix_attention.cpp").substr(0, 250), "");
  put(all / "by mail_44/matrix_attention.cpp", read(right_file));
}

/// Moodle's grading worksheet, in Excel's encoding of it.
std::string worksheet() {
  return "Identifier;\"Full name\";Status;Grade\r\n"
         "Participant 11;Zo\xeb \xd6zil;;\r\nParticipant 22;=1+1;;\r\n"
         "Participant 33;\"Ada, B.\";;\r\nParticipant 55;Ben;;\r\nParticipant 66;Eve;;\r\n";
}

}  // namespace

TEST_CASE("Moodle gets a grading worksheet, and feedback in folders that its import reads") {
  Folder folder;
  const fs::path all = folder / "class", out = folder / "out";
  put_moodle(all);
  write(folder / "roster.csv", worksheet());
  write(folder / "overrides.csv", "Participant 66;02;0,5;ill\n");
  const std::vector<std::string> roster{"--roster", (folder / "roster.csv").string(), "--overrides",
                                        (folder / "overrides.csv").string()};
  const Result result = graded_for("moodle", all, out, roster);
  CHECK(read(out / "gradebook-moodle.csv") ==
        mark +
            "Identifier,Full name,Grade,Maximum Grade,Last modified (grade)\r\n"
            "Participant 22,'=1+1,0,1,\r\n"
            "Participant 33,\"Ada, B.\",0,1,\r\n"
            "Participant 66,Eve,0.5,1,\r\n"
            "Participant 11,Zoë Özil,1,1,\r\n");
  CHECK(contains(result.err,
                 "gradebook-moodle.csv: without 3, whom the export does not name or "
                 "who could not be graded: Gruppe 1_55, by mail_44, zzz"));
  CHECK(contains(result.err,
                 "3 whom it does not have by name and number, or that are there "
                 "twice, get no row to import: Gruppe 1_55, by mail_44, zzz"));
  CHECK(contains(read(out / "gradebook.csv"), "\r\nGruppe 1_55,1,passed,1,100.00,,"));
  const fs::path folders = out / "feedback-moodle";
  CHECK(contains(result.out, "to import: " + (out / "gradebook-moodle.csv").string() + "\n"));
  CHECK(contains(result.out, "cd " + folders.string() + " && zip -r ../feedback-moodle.zip .\n"));
  CHECK(read(folders / "Participant_22_assignsubmission_file_/feedback.html") ==
        read(out / "feedback" / (submissions(out)[0]["files_named"].get<std::string>() + ".html")));
  CHECK(paths_in(folders).size() == 6);  // not who was not named by Moodle
  fs::remove_all(all / "Ada, B._33_assignsubmission_file_");
  graded_for("moodle", all, out, roster);
  CHECK(paths_in(folders).size() == 4);
  // What is asked for no more does not stay.
  graded_class(all, out);
  CHECK(!fs::exists(out / "gradebook-moodle.csv"));
  CHECK(!fs::exists(folders));
}

TEST_CASE("Canvas gets its gradebook's columns, with the points that are left of late work") {
  Folder folder;
  const fs::path all = folder / "Homework 1 (4711)", out = folder / "out";
  put(all / "lovelaceada_1_2_matrix_attention.cpp", read(right_file));
  put(all / "turingalan_LATE_2_3_matrix_attention.cpp", read(right_file));
  write(folder / "times.csv", "turingalan_2,2026-11-20T13:00Z\n");
  write(folder / "roster.csv",
        "Student,ID,SIS User ID,SIS Login ID,Section\r\n    Points Possible,,,,\r\n"
        "\"Lovelace, Ada\",1,u1,al,S\r\n\"Turing, Alan\",2,u2,at,S\r\n");
  const std::vector<std::string> due{"--due",          "2026-11-20T12:00Z",
                                     "--late-per-day", "25%",
                                     "--times",        (folder / "times.csv").string(),
                                     "--roster",       (folder / "roster.csv").string()};
  const Result result = graded_for("canvas", all, out, due);
  const std::string table =
      "Student,ID,SIS User ID,SIS Login ID,Section,Homework 1 (4711)\r\n"
      "    Points Possible,,,,,1\r\n"
      "\"Lovelace, Ada\",1,,,,1\r\n"
      "\"Turing, Alan\",2,,,,0.75\r\n";
  CHECK(read(out / "gradebook-canvas.csv") == table);
  CHECK(contains(result.out, ", into the assignment \"Homework 1 (4711)\"\n"));
  // A class in parts has it, too.
  for (const std::vector<std::string>& part : {std::vector<std::string>{"--shard", "0/1"}, {}})
    graded_for("canvas", all, folder / "parts", joined(due, part));
  CHECK(read(folder / "parts/gradebook-canvas.csv") == table);
}

TEST_CASE("a gradebook for a platform needs its export") {
  Folder folder;
  put_moodle(folder / "moodle");
  put(folder / "plain/ada/matrix_attention.cpp", read(right_file));
  for (const auto& [name, found] :
       {std::pair("moodle", "found Moodle export"), std::pair("plain", "found other names")}) {
    const Result result = grade({"batch", (folder / name).string(), "02", "--out",
                                 (folder / "out").string(), "--gradebook", "canvas"});
    INFO(result.err);
    CHECK(result.exit_code == 2);
    CHECK(contains(result.err, "--gradebook canvas: " + (folder / name).string() +
                                   ": expected its export, whose names say whose points are "
                                   "whose, " +
                                   found + "\nfix: download the submissions from there"));
  }
  CHECK(!fs::exists(folder / "out"));
  const Result result = grade({"batch", (folder / "moodle").string(), "02", "--out",
                               (folder / "out").string(), "--gradebook", "moodle"});
  CHECK(result.exit_code == 2);
  CHECK(contains(result.err, "--gradebook moodle needs --roster with the list of Moodle"));
}

TEST_CASE("a student may be called as the folder of exercises") {
  Folder folder;
  for (const std::string who : {"exercises", "ada", "ben"})
    put(folder / ("class/hw1-" + who + "/02_matrix_attention/matrix_attention.cpp"),
        read(right_file));
  for (const std::string who : {"exercises", "ada", "ben"})
    fs::create_directories(folder / ("class/hw1-" + who + "/.git"));
  graded_class(folder / "class", folder / "out");
  CHECK(contains(read(folder / "out/gradebook.csv"), "\r\nexercises,1,passed,"));
}
