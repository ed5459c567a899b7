
#include "cli/options.hpp"

#include <memory>

namespace grader {

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
  release
      ->add_option("--exercises", options->exercises,
                   "Hand out these alone, such as 1-10 or 2,5, and what they use")
      ->type_name("LIST");
  release
      ->add_option("--with-solutions-of", options->over, "Add the solutions of these, such as 1-3")
      ->type_name("LIST");
  release->add_flag("!--no-git", options->git, "No git repository of one commit");
  return {release, [options](const Setup& setup) { return release_command(setup, *options); }};
}

Subcommand add_new(CLI::App& app) {
  const auto options = std::make_shared<NewOptions>();
  CLI::App* command = app.add_subcommand("new", "The files of a new exercise, to be filled in");
  command->add_option("NN_NAME", options->folder, "Its folder, such as 30_layer_scale")->required();
  command->add_option("--declaration", options->declaration, "The declaration of its function")
      ->type_name("TEXT");
  command
      ->add_option("--inputs", options->inputs,
                   "Inputs with their shapes, structs field by field: \"X=N,D gamma=D eps\"")
      ->type_name("TEXT");
  command
      ->add_option("--relations", options->relations,
                   "What always holds of sizes: \"E=2*H K<=N\", E is twice H and K at most N")
      ->type_name("TEXT");
  command->add_option("--title", options->title, "What it computes")->type_name("TEXT");
  command->add_option("--source", options->source, "Where its equations come from")
      ->type_name("TEXT");
  command->footer("What no option says is asked. --course DIR starts a course of your own in DIR.");
  return {command, [options](const Setup& setup) { return new_command(setup, *options); }};
}

}  // namespace grader
