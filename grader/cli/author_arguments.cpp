
#include "cli/options.hpp"

#include <memory>

namespace grader {

Subcommand add_batch(CLI::App& app) {
  const auto options = std::make_shared<BatchOptions>();
  CLI::App* batch = app.add_subcommand("batch", "Grade a class: all submissions in a folder");
  batch->add_option("DIR", options->folder, "Folder with a folder or archive for each submission")
      ->required();
  batch->add_option("EXERCISE", options->exercises,
                    "Numbers, ranges (1-3), names, their first letters, or files; all without any");
  add_option(*batch, "--out OUT", options->out,
             "Folder for results, feedback, gradebook and overview")
      ->required();
  add_option(*batch, "--only ID...", options->only,
             "Grade the submissions of these ids anew; put exercises before it");
  batch->add_flag("--resume,!--no-resume", options->resume,
                  "Keep what is finished, the default; or grade everything anew");
  CLI::Option* shard =
      add_option(*batch, "--shard I/N", options->shard,
                 "Grade one of N parts of the class, I from 0 to N-1, into OUT/shards; auto or "
                 "auto/N: what SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX or CI_NODE_INDEX says");
  batch
      ->add_flag("--merge", options->merge,
                 "Put what all shards have graded together; refuse where something is missing")
      ->excludes(shard);
  add_option(*batch, "--due TIME", options->due,
             "When it was due, such as 2026-11-20T18:00 or, with a zone, 2026-11-20T18:00+01:00; "
             "the gradebook then has minutes of delay");
  add_option(*batch, "--late-per-day P", options->late_per_day,
             "Points taken off for each calendar day begun, such as 0.5 or 10%");
  add_option(*batch, "--times FILE", options->times,
             "Table of when each was handed in: lines ID,TIME");
  add_option(*batch, "--roster FILE", options->roster,
             "List of the class, an id in each line: who is absent gets a row, too");
  add_grading(*batch, options->grading);
  batch->footer(
      "Repeat the command to go on after an interruption: what is finished is kept, what changed "
      "is graded again. Isolation is required here by default. Exit codes: 0 all graded, 3 or 75 "
      "some could not be, by the grader's own fault; 130 interrupted.");
  return {batch, [options](const Setup& setup) { return batch_command(setup, *options); }};
}

Subcommand add_verify(CLI::App& app) {
  const auto options = std::make_shared<VerifyOptions>();
  CLI::App* verify = app.add_subcommand("verify", "Stubs fail, solutions pass, mistakes are named");
  verify->add_option("EXERCISE", options->exercises);
  verify->add_flag(
      "--pairs", options->pairs,
      "instead: put every two mistakes into one program, and list those not both named");
  verify->add_flag("--mutants", options->mutants,
                   "instead: make small changes of the solutions, and list those that pass");
  verify->add_flag("--families", options->families,
                   "instead: list the mistakes that come from families, and the lines that none of "
                   "them changes");
  add_jobs(*verify, options->jobs);
  return {verify, [options](const Setup& setup) { return verify_command(setup, *options); }};
}

Subcommand add_reference(CLI::App& app) {
  const auto options = std::make_shared<ReferenceOptions>();
  CLI::App* reference = app.add_subcommand("reference", "Check or write reference data");
  reference->add_option("EXERCISE", options->exercises);
  CLI::Option* check = reference->add_flag(
      "--check", options->check, "Redraw the inputs from their seeds and compare; the default");
  reference->add_flag("--write", options->write, "Write stubs, inputs and expected values")
      ->excludes(check);
  return {reference, [options](const Setup& setup) { return reference_command(setup, *options); }};
}

Subcommand add_package(CLI::App& app) {
  const auto options = std::make_shared<PackageOptions>();
  CLI::App* package = app.add_subcommand("package", "What a platform wants, to upload it there");
  package->add_option("PLATFORM", options->platform, "gradescope")
      ->required()
      ->check(CLI::IsMember({"gradescope"}));
  package->add_option("ZIP", options->file, "A new file, to be written")->required();
  package->add_option("EXERCISE", options->exercises,
                      "Those to grade, such as 1-3; all of them without any");
  return {package, [options](const Setup& setup) { return package_command(setup, *options); }};
}

Subcommand add_demo(CLI::App& app) {
  const auto options = std::make_shared<DemoOptions>();
  CLI::App* demo = app.add_subcommand("demo", "What exercises make together; no NAME: the list");
  demo->add_option("NAME", options->name);
  demo->add_flag("--mine", options->mine, "Use your own code for each exercise that you pass");
  return {demo, [options](const Setup& setup) { return demo_command(setup, *options); }};
}

Subcommand add_release(CLI::App& app) {
  const auto options = std::make_shared<ReleaseOptions>();
  CLI::App* release = app.add_subcommand("release", "The students' copy, which has no solutions");
  release->add_option("DIR", options->folder, "A new or empty folder")->required();
  add_option(*release, "--exercises LIST", options->exercises,
             "Hand out these alone, such as 1-10 or 2,5, and what they use");
  add_option(*release, "--with-solutions-of LIST", options->over,
             "Add the solutions of these, such as 1-3");
  release->add_flag("!--no-git", options->git, "No git repository of one commit");
  return {release, [options](const Setup& setup) { return release_command(setup, *options); }};
}

Subcommand add_new(CLI::App& app) {
  const auto options = std::make_shared<NewOptions>();
  CLI::App* command = app.add_subcommand("new", "The files of a new exercise, to be filled in");
  command->add_option("NN_NAME", options->folder, "Its folder, such as 30_layer_scale")->required();
  add_option(*command, "--declaration TEXT", options->declaration,
             "The declaration of its function");
  add_option(*command, "--inputs TEXT", options->inputs,
             "Inputs with their shapes, structs field by field: \"X=N,D gamma=D eps\"");
  add_option(*command, "--relations TEXT", options->relations,
             "What always holds of sizes: \"E=2*H K<=N\", E is twice H and K at most N");
  add_option(*command, "--title TEXT", options->title, "What it computes");
  add_option(*command, "--source TEXT", options->source, "Where its equations come from");
  command->footer("What no option says is asked. --course DIR starts a course of your own in DIR.");
  return {command, [options](const Setup& setup) { return new_command(setup, *options); }};
}

}  // namespace grader
