// The isolation that this machine gives, and `doctor`, which says what works on it and what mends
// the rest.

#include "student/commands.hpp"
#include "core/text.hpp"
#include "run/tiers.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <iostream>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// What lets namespaces be made where they are refused. What else a tier lacks its problems say.
std::string mend(const TierFinding& finding) {
  if (finding.tier != Tier::namespaces) return "";
  if (finding.problems.front().find("not installed") != std::string::npos)
    return "apt-get install bubblewrap";
  if (fs::exists("/run/.containerenv") || fs::exists("/.dockerenv"))
    return "start the container with --user 1000 --security-opt seccomp=unconfined --security-opt "
           "apparmor=unconfined --security-opt label=disable";
  return "SECURITY.md of the whole course says what lets namespaces be made";
}

GraderFault refusal(const std::vector<TierFinding>& findings) {
  std::vector<std::string> reasons;
  for (const TierFinding& finding : findings) {
    if (!finding.problems.empty())
      reasons.push_back(fmt::format("{}: {}", name_of(finding.tier), finding.problems.front()));
  }
  const std::string fix = mend(findings.front());
  return GraderFault(
      fmt::format(
          "not graded: this machine cannot isolate student code ({}). A submission could read "
          "the solutions.",
          fmt::join(reasons, "; ")),
      (fix.empty() ? "" : fix + "\n     or, ") +
          "if you trust these submissions: --isolation auto");
}

struct Checkup {
  bool all_good = true;

  void good(const std::string& what) { write("ok    ", what, ""); }
  void note(const std::string& what, const std::string& fix) { write("note  ", what, fix); }
  void bad(const std::string& what, const std::string& fix) {
    all_good = false;
    write("FAIL  ", what, fix);
  }
  void check(bool is_good, const std::string& what, const char* if_not, const char* fix = "") {
    if (is_good) return good(what);
    bad(what + if_not, fix);
  }

 private:
  static void write(const char* mark, const std::string& what, const std::string& fix) {
    std::cout << mark << harmless(what) << '\n';
    if (!fix.empty()) std::cout << "      fix: " << harmless(fix) << '\n';
  }
};

std::string afresh(const fs::path& build_folder) {
  return fmt::format("rm -rf {} && ./grade", shell_word(build_folder.string()));
}

/// Whether the whole way from source to verdict works: an original stub, compiled and run, must be
/// judged as not started.
void try_out(Checkup& findings, const Course& course, Toolchain bench) {
  bench.keeps_programs = false;
  const Kit& kit = bench.kit;
  const Exercise& exercise = course.exercises.front();
  const Intake stub{exercise.original(), {}, {}, read_file(exercise.original())};
  const ExerciseResult result =
      grade_exercise({course, bench}, exercise, stub, UnchangedStub::is_compiled).result;
  if (result.verdict == Verdict::not_started) {
    findings.good(fmt::format("{}: a stub compiles, links and runs ({:.2f} s)", kit.name,
                              result.compile_seconds + result.run_seconds));
  } else {
    findings.bad(fmt::format("{}: a stub got the verdict {}: {}", kit.name, name_of(result.verdict),
                             result.message()),
                 afresh(kit.build_folder()));
  }
}

/// The tier of isolation that holds, with the reasons why stronger ones do not.
Tier try_tiers(Checkup& findings, const Course& course, const Kit& kit) {
  const std::vector<TierFinding> tiers = find_tier(kit, course);
  for (const TierFinding& finding : tiers) {
    if (finding.problems.empty()) continue;
    std::vector<std::string> problems = finding.problems;
    problems.resize(std::min<std::size_t>(problems.size(), 3));
    findings.note(fmt::format("{}: isolation {} does not hold: {}", kit.name, name_of(finding.tier),
                              fmt::join(problems, "; ")),
                  mend(finding));
  }
  const Tier tier = tiers.back().tier;
  const std::string text = fmt::format("{}: isolation: {}", kit.name, name_of(tier));
  findings.check(keeps_secrets(tier), text, ". A submission could read the solutions");
  return tier;
}

/// Checks what a build that was made elsewhere needs of this machine.
void look_at_node(Checkup& findings, const Kit& kit) {
  constexpr std::uintmax_t room_wanted = std::uintmax_t{256} << 20;
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  findings.good(fmt::format("{}: {} at once", name, count_text(job_count(0), "job")));
  CapturedProcess compiler(Command{.arguments = {kit.compiler, "--version"}});
  const std::string said = compiler.finish(10).output;
  const std::string version = said.substr(0, said.find('\n'));
  if (version != kit.compiler_version) {
    findings.bad(fmt::format("{}: this is \"{}\"; the build was made with \"{}\"", kit.compiler,
                             version, kit.compiler_version),
                 "install the packages of the machine that built, or build on a machine like this");
  }
  const fs::path folder = TemporaryFolder().path().parent_path();
  std::error_code error;
  const auto space = fs::space(folder, error);
  const std::string room = fmt::format("{}: {} MiB free for temporary files", folder.string(),
                                       error ? 0 : space.available >> 20);
  findings.check(!error && space.available >= room_wanted, room, "",
                 "set TMPDIR to a folder of this machine with more");
}

}  // namespace

Toolchain bench_for(const Setup& setup, const Course& course, IsolationPolicy walls) {
  Toolchain bench{.kit = load_kit(setup.kits, setup.compiler), .tell = tell_progress};
  if (walls == IsolationPolicy::off) {
    tell(
        "grade: warning: isolation is off: what is graded can read, change and send whatever you "
        "can\n");
    return bench;
  }
  if (walls == IsolationPolicy::required) {
    const std::vector<TierFinding> findings = find_tier(bench.kit, course);
    if (!keeps_secrets(findings.back().tier)) throw refusal(findings);
    bench.isolation = isolation_of(findings.back().tier);
    return bench;
  }
  const fs::path memory = setup.build_folder() / fmt::format("isolation-{}.txt", bench.kit.name);
  bench.isolation = isolation_of(remembered_tier(bench.kit, course, memory));
  if (!keeps_secrets(bench.isolation.tier)) {
    tell(fmt::format(
        "grade: warning: the isolation here is {}: a submission could read the solutions\n"
        "fix: ./grade doctor   says how to get more\n",
        name_of(bench.isolation.tier)));
  }
  return bench;
}

ExitCode doctor_command(const Setup& setup, const DoctorOptions& options) {
  Checkup findings;
  const Course course = load_course(setup.course);
  findings.good(fmt::format("course: {} in {}", count_text(course.exercises.size(), "exercise"),
                            course.root.string()));
  std::vector<std::string> names = kit_names(setup.kits);
  if (names.empty()) {
    findings.bad(fmt::format("no compiler kit is built in {}", setup.kits.string()),
                 afresh(setup.build_folder()) + ", which installs a compiler where there is none");
  }
  if (setup.compiler != "auto") {
    std::erase_if(names, [&](const std::string& name) { return name != setup.compiler; });
    if (names.empty())
      findings.bad(fmt::format("{}: its kit is not built", setup.compiler), "./grade");
  }
  if (options.node && names.size() > 1) names.resize(1);  // the one that grades where it was built
  for (const std::string& name : names) {
    const Kit kit = load_kit(setup.kits, name);
    if (!fs::exists(kit.compiler)) {
      findings.bad(fmt::format("{}: {} is gone", name, kit.compiler), afresh(kit.build_folder()));
      continue;
    }
    findings.good(fmt::format("{}: {} ({})", name, kit.compiler, kit.compiler_version));
    try {
      if (options.node) look_at_node(findings, kit);
      const Tier tier = try_tiers(findings, course, kit);
      try_out(findings, course, {.kit = kit, .isolation = isolation_of(tier)});
    } catch (const Interrupted&) {
      throw;
    } catch (const Error& error) {
      findings.bad(error.what(), error.fix);
    }
  }
  std::cout << std::flush;
  return findings.all_good ? ExitCode::all_passed : ExitCode::grader_fault;
}

}  // namespace grader
