#include "cli/commands.hpp"

#include "cli/invocation.hpp"
#include "compile/kit.hpp"
#include "core/text.hpp"
#include "course/course.hpp"
#include "grade/grade.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <iostream>

namespace grader {
namespace {

class Checkup {
 public:
  void good(const std::string& what) { write("ok    ", what, ""); }
  void bad(const std::string& what, const std::string& fix) {
    all_good_ = false;
    write("FAIL  ", what, fix);
  }
  void note(const std::string& what, const std::string& fix) { write("note  ", what, fix); }
  bool all_good() const { return all_good_; }

 private:
  static void write(const char* mark, const std::string& what, const std::string& fix) {
    std::cout << mark << harmless(what) << '\n';
    if (!fix.empty()) std::cout << "      fix: " << harmless(expand_invocation(fix)) << '\n';
  }

  bool all_good_ = true;
};

std::string afresh(const std::filesystem::path& build_folder) {
  return fmt::format("rm -rf {} && ./grade", shell_word(build_folder.string()));
}

/// Whether the whole way from source to verdict works: an original stub, compiled and run, must be
/// judged as not started.
void try_out(Checkup& findings, const Course& course, Workbench bench) {
  bench.keeps_programs = false;
  const Kit& kit = bench.kit;
  const Exercise& exercise = course.exercises.front();
  const Grader grader{course, bench};
  const Intake stub{exercise.original(), {}, {}, read_file(exercise.original())};
  const ExerciseResult result =
      grade_exercise(grader, exercise, stub, Untouched::is_compiled).result;
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
    if (problems.size() > 3) {
      problems[3] = fmt::format("and {} more", problems.size() - 3);
      problems.resize(4);
    }
    findings.note(fmt::format("{}: isolation {} does not hold: {}", kit.name, name_of(finding.tier),
                              fmt::join(problems, "; ")),
                  mend(finding));
  }
  const Tier tier = tiers.back().tier;
  const std::string text = fmt::format("{}: isolation: {}", kit.name, name_of(tier));
  if (keeps_secrets(tier)) {
    findings.good(text);
  } else {
    findings.bad(text + ". A submission could read the solutions", "");
  }
  return tier;
}

/// The first line that the compiler says of itself; empty where it does not run.
std::string version_here(const Kit& kit) {
  CapturedProcess compiler(Command{.arguments = {kit.compiler, "--version"}});
  const std::string said = compiler.finish(10).output;
  return said.substr(0, said.find('\n'));
}

/// Checks what a build that was made elsewhere needs of this machine.
void look_at_node(Checkup& findings, const Kit& kit) {
  constexpr std::uintmax_t room_wanted = std::uintmax_t{256} << 20;
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  findings.good(fmt::format("{}: {} at once", name, count_text(job_count(0), "job")));
  const std::string version = version_here(kit);
  if (version != kit.compiler_version) {
    findings.bad(fmt::format("{}: this is \"{}\"; the build was made with \"{}\"", kit.compiler,
                             version, kit.compiler_version),
                 "install the packages of the machine that built, or build on a machine like this");
  }
  const std::filesystem::path folder = TemporaryFolder().path().parent_path();
  std::error_code error;
  const auto space = std::filesystem::space(folder, error);
  const std::string room = fmt::format("{}: {} MiB free for temporary files", folder.string(),
                                       error ? 0 : space.available >> 20);
  if (!error && space.available >= room_wanted) {
    findings.good(room);
  } else {
    findings.bad(room, "set TMPDIR to a folder of this machine with more");
  }
}

}  // namespace

ExitCode doctor_command(const Setup& setup, bool node) {
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
  if (node && names.size() > 1) names.resize(1);  // the one that grades where it was built
  for (const std::string& name : names) {
    const Kit kit = load_kit(setup.kits, name);
    if (std::filesystem::exists(kit.compiler)) {
      findings.good(fmt::format("{}: {} ({})", name, kit.compiler, kit.compiler_version));
    } else {
      findings.bad(fmt::format("{}: {} is gone", name, kit.compiler), afresh(kit.build_folder()));
      continue;
    }
    try {
      if (node) look_at_node(findings, kit);
      const Tier tier = try_tiers(findings, course, kit);
      try_out(findings, course, {.kit = kit, .isolation = isolation_of(tier)});
    } catch (const Interrupted&) {
      throw;
    } catch (const Error& error) {
      findings.bad(error.what(), error.fix);
    }
  }
  std::cout << std::flush;
  return findings.all_good() ? ExitCode::all_passed : ExitCode::grader_fault;
}

}  // namespace grader
