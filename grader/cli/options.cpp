#include "cli/options.hpp"

#include <cstdint>

namespace grader {

void add_isolation(CLI::App& command, std::string& isolation) {
  command
      .add_option("--isolation", isolation,
                  "auto: the best that this machine has; required: refuse to grade without; off.\n"
                  "auto by default, required where CI is set")
      ->type_name("HOW")
      ->check(CLI::IsMember({"auto", "required", "off"}));
}

void add_jobs(CLI::App& command, unsigned& jobs) {
  command
      .add_option("--jobs", jobs,
                  "Exercises graded at a time; one for each core, at most one for 4 GiB of memory")
      ->type_name("N")
      ->check(CLI::Range(1U, 1024U));
}

void add_grading(CLI::App& run, GradingOptions& options) {
  // A flag that may carry a value: --fresh or --fresh=N.
  run.add_flag("--fresh{3}", options.fresh,
               "Add N fresh cases to each exercise (3); needs the solutions")
      ->type_name("[=N]");
  run.add_option("--seed", options.seed, "Seed of the fresh cases; repeats a run")
      ->type_name("S")
      ->check(CLI::Range(std::uint64_t{0}, std::uint64_t{1} << 62));
  run.add_option("--secret", options.secret,
                 "File with a secret that seeds the fresh cases of each submission anew")
      ->type_name("FILE");
  run.add_option("--marks", options.marks,
                 "Points for the verdict, all or nothing; for the share of cases that pass; or of "
                 "steps that are right or follow from earlier ones")
      ->type_name("WHAT")
      ->check(CLI::IsMember({"verdict", "cases", "steps"}));
  run.add_option("--time-limit", options.cpu_seconds, "Seconds of computing for each case")
      ->type_name("S")
      ->check(CLI::Range(1U, 3600U));
  run.add_option("--memory-limit", options.memory_mib, "Memory for each case, in MiB")
      ->type_name("MIB")
      ->check(CLI::Range(64U, 1U << 20));
  run.add_option("--build-limit", options.build_seconds,
                 "Seconds of computing for the compiler (20)")
      ->type_name("S")
      ->check(CLI::Range(1U, 3600U));
  run.add_option("--run-limit", options.run_seconds,
                 "Seconds for all cases of an exercise; ten times the limit of one")
      ->type_name("S")
      ->check(CLI::Range(1U, 36000U));
  add_isolation(run, options.isolation);
  add_jobs(run, options.jobs);
}

}  // namespace grader
