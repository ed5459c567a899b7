// Hostile archives, and an `unpack` that one of them has taken over, on every machine that can be
// played.

#include "end_to_end/handed_in.hpp"

#include <sys/stat.h>
#include <unistd.h>

using namespace e2e;

namespace {

/// The reason for which each hostile archive has to be refused.
const std::map<std::string, std::string> reasons = {
    {"leaves", "leaves its folder: \"../outside.cpp\""},
    {"leaves_from_inside", "leaves its folder"},
    {"absolute", "absolute path"},
    {"drive", "absolute path"},
    {"backslash", "outside.cpp"},
    {"link", "symbolic link"},
    {"setuid", "changes its user"},
    {"twice", "a name twice"},
    {"case", "differ in case only"},
    {"case_of_folders", "differ in case only"},
    {"file_and_folder", "a name twice"},
    {"deep", "too deep"},
    {"long_name", "too long"},
    {"control", "characters that no name should have"},
    {"bomb", "200 times its size"},
    {"many", "more than 10000 entries"},
    {"large_sources", "32 MiB of source text"},
    {"encrypted", "encrypted"},
    {"truncated", "damaged"},
    {"empty", "empty.zip: the archive is empty"},
    {"no_entries", "no_entries.zip: the archive is empty"},
    {"tar_no_entries", "tar_no_entries.tar: the archive is empty"},
    {"nonsense", "no archive that can be read"},
    {"nested", "archives in archives are not opened"},
    {"tar_leaves", "leaves its folder"},
    {"tar_absolute", "absolute path"},
    {"tar_link", "symbolic link"},
    {"tar_link_then_file", "symbolic link"},
    {"tar_hard_link", "hard link"},
    {"tar_device", "device"},
    {"tar_block", "device"},
    {"tar_pipe", "device"},
    {"tar_setuid", "changes its user"},
    {"tar_twice", "a name twice"},
    {"tar_case", "differ in case only"},
    {"tar_many", "more than 10000 entries"},
    {"tar_bomb", "200 times its size"},
    {"tar_truncated", "damaged"},
    // Lists that do not agree with what is there.
    {"local_leaves", "leaves its folder"},
    {"size_too_small", "200 times its size"},
    {"size_too_large", "damaged"},
    {"wrong_sum", "bad CRC"},
    {"offset_outside", "damaged"},
    {"list_elsewhere", "damaged"},
    {"count_too_small", "leaves its folder"},
    {"zip_in_comment", "leaves its folder"},
    {"socket", "device"},
    {"pipe", "device or the like: \"matrix_attention.cpp\""},
    {"pipe_behind_comment", "device or the like: \"matrix_attention.cpp\""},
    {"folder_with_content", "a name twice"},
    {"no_name", "absolute path"},
    {"not_utf8", "a name that cannot be read"},
    {"encrypted_aes", "aes"},
    {"encrypted_strongly", "encrypted"},
    {"unknown_method", "compression method"},
    {"called_zip_is_7z", "called_zip_is_7z.zip: it is a 7z archive"},
    {"called_zip_is_rar", "it is a RAR archive"},
    {"many_folders", "more than 10000 files and folders"},
    {"pax_leaves", "leaves its folder"},
    {"pax_link", "symbolic link"},
    {"pax_size", "damaged"},
    {"pax_negative_size", "damaged"},
    {"pax_long", "too long"},
    {"pax_sparse", "leaves its folder"},
    {"gnu_long", "leaves its folder"},
    {"tar_volumes", "device"},
    {"tar_folder_with_content", "leaves its folder"},
    {"tar_huge", "damaged"},
    {"tar_packed_40_times", "no archive that can be read"},
    {"tar_dictionary", "no archive that can be read"}};

struct Machine {
  std::string tier;
  std::vector<std::string> played, options;
};

std::vector<Machine> machines() {
  std::vector<Machine> all{{"namespaces", {}, {}}};
  if (geteuid() == 0) all.push_back({"container", {"--no-namespaces"}, {}});
  if (plain_user_reaches_course())
    all.push_back({"landlock", joined(plain_user(), {"--no-namespaces"}), {}});
  std::erase_if(all, [](const Machine& one) { return !isolates(one.played); });
  all.push_back({"weak", {"--no-namespaces", "--no-landlock"}, {"--isolation", "auto"}});
  all.push_back({"none", {}, {"--isolation", "off"}});
  return all;
}

}  // namespace

TEST_CASE("hostile archives are rejected with the reason in every tier, and leave nothing",
          "[all]") {
  Folder folder;
  make_archives("hostile", folder / "class");
  fs::permissions(folder.path(), fs::perms(0755));
  for (const Machine& machine : machines()) {
    INFO(machine.tier);
    const fs::path temporary = folder / "tmp-" += machine.tier, out = folder / machine.tier;
    for (const fs::path& one : {temporary, out}) {
      fs::create_directory(one);
      REQUIRE(chmod(one.c_str(), 01777) == 0);
    }
    const std::vector<std::string> before = paths_in(folder / "class");
    std::vector<std::string> words{"batch",     (folder / "class").string(), "01", "02", "--out",
                                   out.string()};
    words.insert(words.end(), machine.options.begin(), machine.options.end());
    const Result result = grade_on(machine.played, words, {{"TMPDIR", temporary.string()}});
    INFO(result.out << result.err);
    REQUIRE(result.exit_code == 0);
    CHECK(contains(result.out, "0 different files"));
    for (const auto& [id, reason] : reasons) {
      INFO(id);
      const json report = json::parse(read(out / ("results/" + id + ".json")));
      REQUIRE(report["exercises"].size() == 2);
      for (const json& one : report["exercises"]) CHECK(one["verdict"] == "rejected");
      CHECK(contains(report["exercises"][1]["message"], reason));
    }
    CHECK(submissions(out).size() == reasons.size());
    CHECK(fs::is_empty(temporary));
    CHECK(paths_in(folder / "class") == before);
    CHECK(!fs::exists("/tmp/softmark-outside.cpp"));
  }
}

TEST_CASE("of archives that hide something, only the plain file is taken") {
  Folder folder;
  make_archives("odd", folder / "class");
  const std::vector<std::string> before = paths_in(folder / "class");
  const std::string out = graded_class(folder / "class", folder / "out");
  CHECK(contains(out, "8 submissions: 1 different files"));
  for (const auto& [id, words] : said_by(folder / "out")) {
    INFO(id << ": " << words);
    CHECK(words.starts_with("passed: "));
  }
  CHECK(paths_in(folder / "class") == before);
  CHECK(!fs::exists(folder / "outside.cpp"));
}

namespace {

/// A copy of the grader in `folder` whose `unpack` is tests/archives/taken_unpack.c.
void make_taken(const fs::path& folder, const fs::path& outside) {
  const fs::path built = program.parent_path();
  const std::string kit_name = fs::exists(built / "kit/clang/kit.json") ? "clang" : "gcc";
  const fs::path there = built / "kit" / kit_name, here = folder / "kit" / kit_name;
  fs::create_directories(here);
  fs::create_directories(folder / "sandbox");
  fs::copy(built / "grade_staff", folder / "grade_staff");
  for (const char* name : {"launcher", "probe.so"}) fs::copy(there / name, here / name);
  for (const char* name : {"confine", "probe_build"})
    fs::copy(built / "sandbox" / name, folder / "sandbox" / name);
  json kit = json::parse(read(there / "kit.json"));
  kit["confine"] = (folder / "sandbox/confine").string();
  kit["probe_build"] = (folder / "sandbox/probe_build").string();
  kit["flags"].push_back("-I" + there.string());
  write(here / "kit.json", kit.dump());
  std::string text = read(source / "tests/archives/taken_unpack.c");
  text = replaced(text, "@SOLUTION@",
                  (source / "solutions/02_matrix_attention/matrix_attention.cpp").string());
  write(folder / "unpack.c", replaced(text, "@OUTSIDE@", outside.string()));
  const Result compiled = run({kit["compiler"], "-x", "c", (folder / "unpack.c").string(), "-o",
                               (folder / "sandbox/unpack").string()});
  INFO(compiled.err);
  REQUIRE(compiled.exit_code == 0);
}

}  // namespace

TEST_CASE("an unpack that was taken over by an archive wins nothing where isolation holds") {
  Folder folder;
  fs::permissions(folder.path(), fs::perms(0755));
  const fs::path outside = folder / "outside", taken = folder / "build";
  fs::create_directory(outside);
  REQUIRE(chmod(outside.c_str(), 0777) == 0);
  make_taken(taken, outside);
  put(folder / "class/anna.zip", "anything");
  for (const Machine& machine : machines()) {
    if (machine.tier == "weak") continue;  // there files of this user can be read
    INFO(machine.tier);
    const fs::path out = folder / machine.tier;
    fs::create_directory(out);
    REQUIRE(chmod(out.c_str(), 0777) == 0);
    std::vector<std::string> words{(program.parent_path() / "tests/machine").string()};
    words.insert(words.end(), machine.played.begin(), machine.played.end());
    words.insert(words.end(), {"--", (taken / "grade_staff").string(), "batch",
                               (folder / "class").string(), "02", "--out", out.string()});
    words.insert(words.end(), machine.options.begin(), machine.options.end());
    const Result result = run(words);
    INFO(result.out << result.err);
    REQUIRE(result.exit_code == 0);
    CHECK(said_by(out)["anna"] == (machine.tier == "none"
                                       ? "rejected: anna.zip: won: read the solution"
                                       : "rejected: it is a symbolic link, not a file"));
    CHECK(fs::is_empty(outside));
    CHECK(!fs::exists("/tmp/softmark-planted"));
  }
}
