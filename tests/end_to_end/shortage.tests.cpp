// A machine that is short of space or rights: what is missing is named with the way out, nothing is
// blamed on a student, and nothing stays behind.

#include "end_to_end/support.hpp"

#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <iterator>
#include <list>
#include <regex>
#include <thread>

using namespace e2e;

namespace {

/// Runs `grade ARGUMENTS...` after the shell commands `before`, which mounts of its own see alone.
/// `folder` is $1 to them.
Result grade_mounted(const fs::path& folder, const std::string& before,
                     const std::vector<std::string>& arguments, const Environment& extra = {}) {
  std::vector<std::string> words{"/usr/bin/env", "unshare"};
  if (geteuid() != 0) words.emplace_back("-r");
  words.insert(words.end(), {"-m", "sh", "-c", before + "; shift; exec \"$@\"", "sh",
                             folder.string(), program.string()});
  words.insert(words.end(), arguments.begin(), arguments.end());
  return run(words, source, extra);
}

/// What all ended children of this process have computed.
double processor_seconds() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

/// Whether mounts can be made here.
bool can_mount() {
  Folder folder;
  return run({"/usr/bin/env", "unshare", geteuid() == 0 ? "-m" : "-rm", "mount", "-t", "tmpfs",
              "tmpfs", folder.path().string()})
             .exit_code == 0;
}

std::size_t entries(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

/// A run whose compiler is busy for long, with its temporary files in `temporary`.
pid_t start_compiling(const Folder& submission, const Folder& temporary) {
  fs::copy_file(source / "tests/attacks/c08_constexpr_loop.cpp",
                submission / "matrix_attention.cpp", fs::copy_options::overwrite_existing);
  const pid_t child =
      start({"run", "02", "--submission", submission.path().string(), "--build-limit", "60"},
            source, {{"TMPDIR", temporary.path().string()}}, -1, -1);
  for (int turn = 0; turn < 100 && entries(temporary.path()) == 0; ++turn)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  return child;
}

/// Shell commands that make the folder $1 one that cannot be written.
const std::string read_only = "mount --bind \"$1\" \"$1\" && mount -o remount,bind,ro \"$1\"";

void kill_hard(pid_t child) {
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
}

/// A copy of the program whose compiler does `instead` where it is called for the source `name`.
class OtherCompiler : public Folder {
 public:
  OtherCompiler(const std::string& name, const std::string& instead) {
    const fs::path kits = program.parent_path() / "kit";
    const fs::path there = kits / (fs::exists(kits / "clang") ? "clang" : "gcc");
    json kit = json::parse(read(there / "kit.json"));
    const fs::path here = path() / "kit" / kit["name"].get<std::string>();
    fs::create_directories(here);
    for (const char* file : {"launcher", "probe.so"}) fs::copy(there / file, here / file);
    const fs::path compiler = path() / "bin/c++";
    write(compiler, "#!/bin/sh\ncase \" $* \" in *\" " + name + " \"*) " + instead +
                        ";; esac\nexec " + kit["compiler"].get<std::string>() + " \"$@\"\n");
    fs::permissions(compiler, fs::perms{0755});
    kit["compiler"] = compiler;
    kit["flags"].push_back("-I" + there.string());  // of its precompiled header
    write(here / "kit.json", kit.dump());
    fs::copy(program, path() / "grade");
  }

  Result run_02(const std::vector<std::string>& options = {}) const {
    return grade_with(path() / "grade",
                      joined({"run", "02", "--solutions", "--build-limit", "1"}, options));
  }
};

/// Others that want the processor `cpu` all the time; in sessions of their own, which some kernels
/// share it out to.
class Load {
 public:
  Load(int cpu, int processes) {
    for (int i = 0; i < processes; ++i) {
      const pid_t child = fork();
      if (child == 0) {
        cpu_set_t one;
        CPU_ZERO(&one);
        CPU_SET(cpu, &one);
        setsid();
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (sched_setaffinity(0, sizeof one, &one) != 0) _exit(1);
        for (volatile unsigned turn = 0;; turn = turn + 1) {
        }
      }
      children_.push_back(child);
    }
  }
  ~Load() {
    for (const pid_t child : children_) kill_hard(child);
  }
  Load(const Load&) = delete;

 private:
  std::vector<pid_t> children_;
};

}  // namespace

TEST_CASE("a temporary folder without room means try again, and no weaker isolation") {
  if (!can_mount()) {
    tell_skipped("no mounts here");
    return;
  }
  for (const std::string how : {"mount -t tmpfs -o size=64k tmpfs \"$1\"",
                                "mount -t tmpfs -o size=20m tmpfs \"$1\" && head -c 19m /dev/zero "
                                "> \"$1\"/full"}) {
    Folder small;
    const Environment there{{"TMPDIR", small.path().string()}};
    const Result graded = grade_mounted(small.path(), how, {"run", "02", "--solutions"}, there);
    INFO(how << graded.out << graded.err);
    CHECK(graded.exit_code == 75);
    CHECK(graded.out.empty());
    CHECK(graded.err.starts_with("grade: error: " + small.path().string()));
    CHECK(contains(graded.err, "KiB are free there"));
    CHECK(contains(graded.err, "\nfix: free some space there, or set TMPDIR to another folder\n"));
    CHECK(!contains(graded.err, "isolation"));
    const Result doctor = grade_mounted(small.path(), how, {"doctor"}, there);
    INFO(doctor.out);
    CHECK(contains(doctor.out, "fix: free some space there"));
    for (const char* other : {"docker", "kernel", "isolation"}) CHECK(!contains(doctor.out, other));
  }
}

TEST_CASE("a relative TMPDIR and an empty one are folders like others") {
  for (const char* folder : {"tests", ""}) {  // below the current folder, which must be writable
    Folder place;
    fs::create_directory(place / "tests");
    const Result result = run({"/usr/bin/env", "-C", place.path().string(), program.string(), "run",
                               "02", "--solutions", "--isolation", "required"},
                              source, {{"TMPDIR", folder}});
    INFO(folder << result.out << result.err);
    CHECK(result.exit_code == 0);
    CHECK(fs::is_empty(place / "tests"));
  }
}

TEST_CASE("what a killed run leaves behind, the next one sweeps") {
  Folder temporary, submission;
  for (int i = 0; i < 2; ++i) kill_hard(start_compiling(submission, temporary));
  REQUIRE(entries(temporary.path()) > 0);
  const fs::path other = temporary / "softmark-run-", file = temporary / "softmark-run-abcdef";
  fs::create_directory(other);
  write(file, "no folder of ours");
  fs::create_directory_symlink(source / "solutions", temporary / "softmark-run-ghijkl");
  const Result next =
      grade({"run", "02", "--solutions"}, source, {{"TMPDIR", temporary.path().string()}});
  CHECK(next.exit_code == 0);
  CHECK(entries(temporary.path()) == 3);
  CHECK(read(file) == "no folder of ours");
  CHECK(fs::exists(source / "solutions/02_matrix_attention/matrix_attention.cpp"));
}

TEST_CASE("a run that still lives keeps its folders, whoever else runs") {
  Folder temporary, submission;
  const pid_t child = start_compiling(submission, temporary);
  std::vector<fs::path> before;
  for (const auto& entry : fs::directory_iterator(temporary.path())) before.push_back(entry.path());
  REQUIRE(!before.empty());
  CHECK(grade({"run", "02", "--solutions"}, source, {{"TMPDIR", temporary.path().string()}})
            .exit_code == 0);
  for (const fs::path& folder : before) CHECK(fs::exists(folder));
  CHECK(entries(temporary.path()) == before.size());
  kill_hard(child);
}

TEST_CASE("the isolation does not depend on the umask under which the course was made") {
  const fs::path kit = program.parent_path() / "kit/clang";
  const Result here = grade({"--compiler", "clang", "doctor"});
  if (geteuid() != 0 || !contains(here.out, "clang: isolation: namespaces")) {
    tell_skipped("only where there are spare users in namespaces");
    return;
  }
  CourseCopy course;
  const fs::path build = course / "build";
  fs::create_directories(build / "kit/clang");
  fs::copy(program.parent_path() / "sandbox", build / "sandbox", fs::copy_options::recursive);
  for (const auto& entry : fs::directory_iterator(kit)) {
    if (entry.path().extension() != ".o") fs::copy(entry.path(), build / "kit/clang");
  }
  std::string text =
      replaced(read(kit / "kit.json"), program.parent_path().string(), build.string());
  text = replaced(text, source.string() + "/exercises", (course / "exercises").string());
  write(build / "kit/clang/kit.json", text);
  write(build / "kit/clang/dso_handle.o", read(kit / "dso_handle.o"));
  fs::copy_file(program, build / "grade");
  for (const auto& entry : fs::recursive_directory_iterator(course.path()))
    fs::permissions(entry.path(), fs::perms::group_all | fs::perms::others_all,
                    fs::perm_options::remove);
  const Result closed = run({(build / "grade").string(), "doctor"}, course.path());
  INFO(closed.out);
  CHECK(contains(closed.out, "clang: isolation: namespaces"));
  CHECK(!contains(closed.out, "docker"));
}

TEST_CASE("a build folder that cannot be written is left as it is, and grades") {
  if (!can_mount()) {
    tell_skipped("no mounts here");
    return;
  }
  const CourseCopy course;
  const fs::path contract = course / "exercises/02_matrix_attention/matrix_attention.hpp.original";
  write(contract, read(contract) + "// changed: its binding is compiled anew\n");
  const fs::path build = program.parent_path();
  const Result graded = grade_mounted(
      build, read_only, {"--course", course.path().string(), "run", "02", "--solutions"});
  INFO(graded.out << graded.err);
  CHECK(graded.exit_code == 0);
}

TEST_CASE(
    "a hint is shown in a course that cannot be written, and reset says why it does nothing") {
  if (!can_mount()) {
    tell_skipped("no mounts here");
    return;
  }
  const CourseCopy course;
  const auto in_course = [&](const std::vector<std::string>& arguments) {
    std::vector<std::string> words{"--course", course.path().string()};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return grade_mounted(course.path(), read_only, words);
  };
  CHECK(in_course({"hint", "01"}).exit_code == 0);
  write(course / "exercises/01_self_attention/self_attention.cpp", "mine");
  const Result reset = in_course({"reset", "01", "--yes"});
  INFO(reset.err);
  CHECK(reset.exit_code == 2);
  CHECK(contains(reset.err, "cannot be written"));
  CHECK(contains(reset.err, "\nfix: "));
}

TEST_CASE("a folder with more files than anybody submits is refused at once", "[all]") {
  Folder submission;
  write(submission / "file0", "");
  for (int i = 1; i <= 20000; ++i)  // links are made faster than files
    fs::create_hard_link(submission / "file0", submission / ("file" + std::to_string(i)));
  const double before = processor_seconds();
  const Result many = grade({"run", "--submission", submission.path().string()});
  INFO(many.err);
  CHECK(many.exit_code == 2);
  CHECK(contains(many.err, "expected at most 20000 files and folders, found more"));
  CHECK(contains(many.err, "\nfix: "));
  fs::remove(submission / "file0");
  fs::rename(submission / "file1", submission / "matrix_atention.cpp");
  const json root = report({"--submission", submission.path().string()});
  CHECK(root["exercises"][1]["verdict"] == "missing_file");
  CHECK(contains(root["exercises"][1]["message"], "found matrix_atention.cpp"));
  CHECK(processor_seconds() - before < 4);
}

/// What a compiler does in place of compiling, and what is told of that.
struct Stopped {
  const char* instead;
  const char* told;
};
const Stopped stopped_compilers[] = {
    {"kill -KILL $$", "from outside"},
    {"kill -TERM $$", "from outside"},
    {"echo 'g++: fatal error: Killed signal terminated program cc1plus'; exit 1", "from outside"},
    {"echo 'clang: error: unable to execute command: Terminated'; exit 1", "from outside"},
    {"echo 'LLVM ERROR: out of memory'; echo 'PLEASE submit a bug report'; kill -ABRT $$",
     "for want of memory"},
    {"kill -XCPU $$", "at its limit of processor time"},
    {"kill -XFSZ $$", "at its limit of what it may write"}};

TEST_CASE("a compiler of the course's own code that was stopped is told as that") {
  for (const auto& [instead, told] : stopped_compilers) {
    const Result result = OtherCompiler("02_matrix_attention.cpp", instead).run_02();
    INFO(instead << '\n' << result.out << result.err);
    CHECK(result.exit_code == 75);
    CHECK(contains(result.err,
                   "02_matrix_attention.cpp: the compiler was stopped " + std::string(told)));
    CHECK(contains(result.err, "\nfix: "));
    CHECK(!contains(result.out + result.err, "does not compile"));
  }
}

/// The text with each break of a line, and the space around it, as one space.
std::string unwrapped(const std::string& text) {
  return std::regex_replace(text, std::regex("\\s+"), " ");
}

TEST_CASE("a compiler of a student's code that was stopped is told as that") {
  for (const auto& [instead, told] : stopped_compilers) {
    const Result result = OtherCompiler("matrix_attention.cpp", instead).run_02();
    INFO(instead << '\n' << result.out << result.err);
    const std::string out = unwrapped(result.out);
    CHECK(contains(out, "the compiler was stopped " + std::string(told)));
    CHECK(!contains(out, "does not compile"));
    // What the text cannot have caused is asked of the stub, too.
    const bool by_itself = std::string(told) != "from outside" && told != stopped_compilers[4].told;
    CHECK(result.exit_code == (by_itself ? 1 : 3));
    CHECK(contains(out, "large tables") == by_itself);
    CHECK(contains(out, "the stub as it was handed out does not build either") != by_itself);
  }
}

TEST_CASE("a compiler that fails by itself is no student's fault") {
  for (const char* instead :
       {"exit 1", "echo 'Stack dump:'; kill -SEGV $$", "exec sleep 60",
        "echo 'clang: error while loading shared libraries: libLLVM-14.so.1: cannot open shared "
        "object file: No such file or directory'; exit 127",
        "echo 'Error: A license for CXX is not available now (-97,121).'; exit 1",
        "echo \"g++: fatal error: cannot execute 'cc1plus': execvp: No such file\"; exit 1"}) {
    const Result result = OtherCompiler("matrix_attention.cpp", instead).run_02();
    INFO(instead << '\n' << result.out << result.err);
    CHECK(result.exit_code == 3);
    CHECK(contains(result.out, "internal error"));
    CHECK(contains(unwrapped(result.out), "the stub as it was handed out does not build either"));
    CHECK(contains(result.out, "fix: "));
  }
}

TEST_CASE("a kit of GCC that cannot be built is no student's fault") {
  const OtherCompiler course("nothing", "exit 1");
  if (!fs::exists(course / "kit/clang")) {
    tell_skipped("no clang here, which may lack what GCC has");
    return;
  }
  write(course / "kit/gcc/kit.json", "{}");  // it is not built, and no build folder is there
  const Folder submission;
  fs::copy(source / "tests/submissions/right_newer_cpp.cpp", submission / "matrix_attention.cpp");
  const Result result =
      grade_with(course / "grade", {"run", "02", "--submission", submission.path().string()});
  INFO(result.out << result.err);
  const bool newer_clang = result.exit_code == 0;  // from version 16 on
  if (!newer_clang) {
    CHECK(result.exit_code == 3);
    CHECK(contains(unwrapped(result.out), "kit/gcc/launcher cannot be built"));
    CHECK(contains(unwrapped(result.out), "--target kit_gcc"));
  }
}

TEST_CASE("a compiler that fails once is asked again") {
  const Folder noted;
  const std::string file = (noted / "failed").string();
  const Result result = OtherCompiler("matrix_attention.cpp",
                                      "[ -e " + file + " ] || { touch " + file + "; exit 1; }")
                            .run_02({"--isolation", "off"});
  INFO(result.out << result.err);
  CHECK(fs::exists(file));
  CHECK(result.exit_code == 0);
}

TEST_CASE("a right program gets the time that it needs beside busy loops") {
  Folder submission;
  fs::copy_file(source / "tests/submissions/right_slow.cpp", submission / "matrix_attention.cpp");
  std::list<Load> loads;
  for (int cpu = 0; cpu < static_cast<int>(std::thread::hardware_concurrency()); ++cpu)
    loads.emplace_back(cpu, 6);
  const Result result =
      grade({"run", "02", "--submission", submission.path().string(), "--time-limit", "1"});
  INFO(result.out << result.err);
  CHECK(result.exit_code == 0);
}

TEST_CASE("a loop that never ends is no waiting, however little of the processor it gets",
          "[all]") {
  Folder submission;
  fs::copy_file(source / "tests/submissions/loop_forever.cpp", submission / "matrix_attention.cpp");
  const std::string folder = submission.path().string();
  const std::vector<std::string> words{program.string(), "run", "02",       "--submission", folder,
                                       "--time-limit",   "1",   "--format", "json"};
  const std::string cpu = std::to_string(sched_getcpu());
  const auto message = [&] {
    const Result result = run(joined({"/usr/bin/env", "taskset", "-c", cpu}, words));
    INFO(result.err);
    REQUIRE(json::accept(result.out));
    return json::parse(result.out)["exercises"][0]["message"].get<std::string>();
  };
  const std::string alone = message();  // and its program is kept
  CHECK(contains(alone, "does a loop never end?"));
  const Load load(std::stoi(cpu), 8);
  const std::string busy = message();
  INFO(busy);
  CHECK(contains(busy, "does a loop never end?"));
  CHECK(!contains(busy, "wait for something"));
}
