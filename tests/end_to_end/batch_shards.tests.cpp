// A class graded in parts, which are put together to the files of one run.

#include "end_to_end/handed_in.hpp"

#include <thread>

using namespace e2e;

namespace {

/// Five submissions, two of them alike, one an untouched stub, one without a file, one archive.
void make_mixed_class(const fs::path& folder) {
  const std::string right = read(right_file);
  const std::string stub =
      read(source / "exercises/02_matrix_attention/matrix_attention.cpp.original");
  put(folder / "a/matrix_attention.cpp", right);
  put(folder / "b/matrix_attention.cpp", stub);
  put(folder / "c/matrix_attention.cpp", "int broken\n");
  put(folder / "d/matrix_attention.cpp", right);
  put(folder / "e/notes.txt", "nothing");
}

Result graded_part(const fs::path& folder, const fs::path& out, std::vector<std::string> more,
                   const Environment& environment = {}) {
  std::vector<std::string> words{"batch", folder.string(), "02", "--out", out.string()};
  words.insert(words.end(), more.begin(), more.end());
  return grade(words, source, environment);
}

}  // namespace

TEST_CASE("shards of a class leave results that the whole finds") {
  Folder folder;
  const fs::path all = folder / "class", out = folder / "out";
  make_mixed_class(all);
  REQUIRE(graded_part(all, folder / "whole", {}).exit_code == 0);
  for (const char* part : {"0/3", "1/3", "2/3"})
    CHECK(graded_part(all, out, {"--shard", part}).exit_code == 0);
  CHECK(!fs::exists(out / "results"));  // the whole writes them
  CHECK(!fs::exists(out / "gradebook.csv"));
  const Result whole = graded_part(all, out, {});
  INFO(whole.out << whole.err);
  CHECK(whole.exit_code == 0);
  CHECK(contains(whole.out, "of which 3 were kept from before"));
  CHECK(batch_files(out) == batch_files(folder / "whole"));
}

TEST_CASE("the whole grades what a shard lacks, and what changed since") {
  Folder folder;
  const fs::path all = folder / "class", out = folder / "out";
  make_mixed_class(all);
  REQUIRE(graded_part(all, out, {"--shard", "0/1"}).exit_code == 0);
  put(all / "d/matrix_attention.cpp", "int changed\n");
  put(all / "\xff\xfe bytes/matrix_attention.cpp", "int broken\n");  // a name that is no UTF-8
  put(all / "late/matrix_attention.cpp", "int quite_new\n");
  const Result whole = graded_part(all, out, {});
  INFO(whole.out << whole.err);
  CHECK(whole.exit_code == 0);
  CHECK(said_by(out)["d"].starts_with("build_failed: "));
  REQUIRE(graded_part(all, folder / "whole", {}).exit_code == 0);
  CHECK(batch_files(out) == batch_files(folder / "whole"));
}

TEST_CASE("a shard may be empty, and what shards exclude is told") {
  Folder folder;
  const fs::path all = folder / "class", out = folder / "out";
  put(all / "a/notes.txt", "nothing");
  const Result none = graded_part(all, out, {"--shard", "1/2"});
  INFO(none.out << none.err);
  CHECK(none.exit_code == 0);
  CHECK(contains(none.out, "0 submissions: 0 different files"));
  CHECK(graded_part(all, out, {}).exit_code == 0);  // a has no file to grade
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"--shard", "2/2"}, {"--shard", "0/2", "--fresh"}})
    CHECK(graded_part(all, out, words).exit_code == 2);
}

TEST_CASE("who of the roster handed in nothing has a row, also in a class graded in parts") {
  Folder folder;
  const fs::path all = folder / "class", out = folder / "out", list = folder / "list.csv";
  make_mixed_class(all);
  write(list, "id,name\nd,Dora\nbea,Bea\nb,Ben\n# moved\na,Ada\nc,Cem\nzoe,Zoe\n");
  const std::vector<std::string> roster{"--roster", list.string()};
  const Result whole = graded_part(all, out, roster);
  INFO(whole.out << whole.err);
  CHECK(whole.exit_code == 0);
  CHECK(contains(whole.err, "2 on it handed in nothing, and get 0 points: bea, zoe\n"));
  CHECK(contains(whole.err, "1 not on it handed in: e\n"));
  const std::string book = read(out / "gradebook.csv");
  const std::string ben = "\r\nb,0,not_started,0,0.00,,,";
  const std::string bea = "\r\nbea,0,missing_file,0,0.00,,,";
  CHECK(book.find(ben) < book.find(bea));
  CHECK(book.find(bea) < book.find("\r\nc,"));
  CHECK(contains(book.substr(book.find(bea)), "\r\nzoe,0,missing_file,0,0.00,,,"));
  CHECK(json::parse(read(out / "gradebook.json"))["submissions"][2]["files"].is_null());
  CHECK(contains(read(out / "class.html"), " Of the roster, 2 sent nothing at all."));
  const json overview = json::parse(read(out / "class.json"));
  CHECK(overview["absent"] == json({"bea", "zoe"}));
  CHECK(overview["not_on_roster"] == json({"e"}));
  const fs::path parts = folder / "parts";
  for (std::vector<std::string> words :
       {std::vector<std::string>{"--shard", "0/2"}, {"--shard", "1/2"}, {}}) {
    words.insert(words.end(), roster.begin(), roster.end());
    CHECK(graded_part(all, parts, words).exit_code == 0);
  }
  CHECK(batch_files(parts) == batch_files(out));
  // The same command without a list takes the rows away; a bad list changes nothing.
  write(list, "a\nb\na\n");
  const Result twice = graded_part(all, out, roster);
  CHECK(twice.exit_code == 2);
  CHECK(contains(twice.err, "list.csv:3: a is there twice, first in line 1\nfix: "));
  CHECK(graded_part(all, out, {"--roster", (folder / "none").string()}).exit_code == 2);
  CHECK(read(out / "gradebook.csv") == book);
  CHECK(graded_part(all, out, {}).exit_code == 0);
  CHECK(!contains(read(out / "gradebook.csv"), "zoe"));
}

TEST_CASE("a shard that two machines grade at once is graded, and no file is half-written") {
  Folder folder;
  const fs::path all = folder / "class", out = folder / "out";
  make_mixed_class(all);
  REQUIRE(graded_part(all, folder / "whole", {}).exit_code == 0);
  std::vector<int> codes(3, -1);
  std::vector<std::thread> workers;
  for (int& code : codes)
    workers.emplace_back([&] { code = graded_part(all, out, {"--shard", "0/1"}).exit_code; });
  for (std::thread& worker : workers) worker.join();
  CHECK(codes == std::vector<int>(3, 0));
  CHECK(graded_part(all, out, {}).exit_code == 0);
  CHECK(batch_files(out) == batch_files(folder / "whole"));
  for (const auto& entry : fs::recursive_directory_iterator(out))
    CHECK(entry.path().extension() != ".tmp");
}
